extension Machine {
  /// What a machine has learned about its feature while it was run.
  struct Knowledge: Codable, Equatable {
    let timeWasRead: Bool
    let timeUnit: Duration?
    let starters: Bool
    let shortcuts: [Shortcut]
    /// Names that properties asked for and that there are not.
    let unknownEndpoints: [String]
    let unknownCases: [String]
  }

  var knowledge: Knowledge {
    Knowledge(
      timeWasRead: world.timeWasRead, timeUnit: world.timeUnit, starters: names.starters,
      shortcuts: Shortcut.allCases.filter(world.shortcuts.contains),
      unknownEndpoints: names.unknown, unknownCases: names.unknownCases)
  }

  /// Takes in what another machine of the same feature has learned, perhaps in another process.
  func learn(_ knowledge: Knowledge) {
    if knowledge.timeWasRead { world.timeWasRead = true }
    if let unit = knowledge.timeUnit { world.note(unit) }
    if knowledge.starters { names.notesStarters() }
    for shortcut in knowledge.shortcuts { world.takes(shortcut) }
    for name in knowledge.unknownEndpoints { names.check(name) }
    for name in knowledge.unknownCases { names.notesStarters(name) }
  }
}
