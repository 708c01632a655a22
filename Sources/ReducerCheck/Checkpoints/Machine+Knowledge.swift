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

  /// Takes over what a machine of the same feature had learned in another process.
  func learn(_ knowledge: Knowledge) {
    world.timeWasRead = knowledge.timeWasRead
    if let unit = knowledge.timeUnit { world.note(unit) }
    if knowledge.starters { names.notesStarters() }
    world.skippedLateReturns = knowledge.skippedLateReturns
    world.randomWasDrawn = knowledge.randomWasDrawn
  }
}
