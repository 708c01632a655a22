extension Machine {
  /// What a machine has learned about its feature while it was run.
  struct Knowledge: Codable, Equatable {
    let timeWasRead: Bool
    let timeUnit: Duration?
    let starters: Bool
    let skippedLateReturns: Bool
    let randomWasDrawn: Bool
  }

  var knowledge: Knowledge {
    Knowledge(
      timeWasRead: world.timeWasRead, timeUnit: world.timeUnit, starters: names.starters,
      skippedLateReturns: world.skippedLateReturns, randomWasDrawn: world.randomWasDrawn)
  }

  /// Takes in what another machine of the same feature has learned, perhaps in another process.
  func learn(_ knowledge: Knowledge) {
    if knowledge.timeWasRead { world.timeWasRead = true }
    if let unit = knowledge.timeUnit { world.note(unit) }
    if knowledge.starters { names.notesStarters() }
    if knowledge.skippedLateReturns { world.skippedLateReturns = true }
    if knowledge.randomWasDrawn { world.randomWasDrawn = true }
  }
}
