import Reducers

extension TestStore {
  /// Holds what a test describes against what became of the state.
  func compare(
    before: State, _ change: ((inout State) throws -> Void)?, after action: Action?,
    at place: TestPlace
  ) {
    if stepped.isStopped { return }
    let description = exhaustivity == .on || change == nil ? before : state
    guard let expected = changed(description, by: change, after: action, at: place) else { return }
    if exhaustivity != .on {
      if change != nil, expected != state {
        fail(TestMessage.mismatch(expected, state, after: action), at: place)
      } else {
        noticeSkipped(before: before, change, after: action, at: place)
      }
    } else if expected != state {
      fail(
        change == nil
          ? TestMessage.undescribed(before, state, after: action)
          : TestMessage.mismatch(expected, state, after: action), at: place)
    } else if change != nil, expected == before {
      fail(TestMessage.noChange(after: action), at: place)
    }
  }

  private func changed(
    _ state: State, by change: ((inout State) throws -> Void)?, after action: Action?,
    at place: TestPlace
  ) -> State? {
    guard let change else { return state }
    var result = state
    do {
      try underDependencies(at: place) { try change(&result) }
    } catch {
      fail(TestMessage.threw(error, after: action), at: place)
      return nil
    }
    return result
  }

  /// Shows what a test with exhaustivity off leaves out of the state.
  private func noticeSkipped(
    before: State, _ change: ((inout State) throws -> Void)?, after action: Action?,
    at place: TestPlace
  ) {
    guard exhaustivity.showsSkipped else { return }
    var described = before
    // Whatever it throws, it has thrown on the state as it is.
    try? underDependencies(at: place) { try change?(&described) }
    guard described != state else { return }
    notice(TestMessage.skippedChanges(described, state, after: action), at: place)
  }
}
