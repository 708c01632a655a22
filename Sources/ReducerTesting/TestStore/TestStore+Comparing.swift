import Reducers

extension TestStore {
  /// What was so before an action was reduced.
  struct Before {
    let state: State
    /// The id that the next element of a stack would have got.
    let stackID: Int
  }

  var current: Before { Before(state: state, stackID: stackIDs.next) }

  /// Holds what a test describes against what became of the state.
  func compare(
    before: Before, _ change: ((inout State) throws -> Void)?, after action: Action?,
    at place: TestPlace
  ) {
    let (before, stackID) = (before.state, before.stackID)
    if stepped.isStopped { return }
    let description = exhaustivity == .on || change == nil ? before : state
    guard let expected = changed(description, stackID, by: change, after: action, at: place)
    else { return }
    if exhaustivity != .on {
      if change != nil, expected != state {
        fail(TestMessage.mismatch(expected, state, after: action), at: place)
      } else {
        noticeSkipped(before: before, stackID, change, after: action, at: place)
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
    _ state: State, _ stackID: Int, by change: ((inout State) throws -> Void)?,
    after action: Action?,
    at place: TestPlace
  ) -> State? {
    guard let change else { return state }
    var result = state
    do {
      try underDependencies(at: place, stackID: stackID) { try change(&result) }
    } catch {
      fail(TestMessage.threw(error, after: action), at: place)
      return nil
    }
    return result
  }

  /// Shows what a test with exhaustivity off leaves out of the state.
  private func noticeSkipped(
    before: State, _ stackID: Int, _ change: ((inout State) throws -> Void)?,
    after action: Action?, at place: TestPlace
  ) {
    guard exhaustivity.showsSkipped else { return }
    var described = before
    // Whatever it throws, it has thrown on the state as it is.
    try? underDependencies(at: place, stackID: stackID) { try change?(&described) }
    guard described != state else { return }
    notice(TestMessage.skippedChanges(described, state, after: action), at: place)
  }
}
