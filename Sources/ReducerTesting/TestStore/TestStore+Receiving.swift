import Reducers

extension TestStore {
  /// Receives an action from an effect, and describes what becomes of the state.
  nonisolated(nonsending) public func receive(
    _ expected: Action, assert change: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, file filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async where Action: Equatable {
    await receive(
      Expectation(
        text: TestMessage.short(expected), value: expected, matches: { $0 == expected },
        nearlyMatches: { _ in false }),
      change, at: TestPlace(fileID, filePath, line, column))
  }

  /// Receives an action of a case, as in `receive(\.datoRecibido.success)`.
  nonisolated(nonsending) public func receive<Value>(
    _ path: CaseKeyPath<Action, Value>, assert change: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, file filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    let casePath = AnyCasePath(path)
    await receive(
      Expectation(
        text: TestMessage.text(of: casePath), value: nil,
        matches: { casePath.extract(from: $0) != nil }, nearlyMatches: { _ in false }),
      change, at: TestPlace(fileID, filePath, line, column))
  }

  /// Receives an action of a case with a payload, as in `receive(\.datoRecibido.success, "dato")`.
  nonisolated(nonsending) public func receive<Value: Equatable>(
    _ path: CaseKeyPath<Action, Value>, _ value: Value,
    assert change: ((inout State) throws -> Void)? = nil, fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    let casePath = AnyCasePath(path)
    let expected = casePath.embed(value)
    await receive(
      Expectation(
        text: TestMessage.short(expected), value: expected,
        matches: { casePath.extract(from: $0) == value },
        nearlyMatches: { casePath.extract(from: $0) != nil }),
      change, at: TestPlace(fileID, filePath, line, column))
  }

  /// Receives an action that a predicate holds for.
  nonisolated(nonsending) public func receive(
    _ matches: @escaping (_ action: Action) -> Bool,
    assert change: ((inout State) throws -> Void)? = nil, fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    await receive(
      Expectation(
        text: "an action that the predicate holds for", value: nil, matches: matches,
        nearlyMatches: { _ in false }),
      change, at: TestPlace(fileID, filePath, line, column))
  }
}

/// What a test expects to receive.
struct Expectation<Action> {
  let text: String
  /// The whole action, where the test gives it.
  let value: Action?
  let matches: (Action) -> Bool
  /// Whether an action is the one meant, in all but what it carries.
  let nearlyMatches: (Action) -> Bool
}

extension TestStore {
  nonisolated(nonsending) private func receive(
    _ expectation: Expectation<Action>, _ change: ((inout State) throws -> Void)?,
    at place: TestPlace
  ) async {
    guard await settle(at: place) else { return }
    let skipped = exhaustivity == .on ? [] : await skipOthers(than: expectation, at: place)
    guard !stepped.isStopped else { return }
    guard let next = waiting.first else {
      return fail(
        TestMessage.nothing(expectation.text, skipped: skipped, effectsInFlight), at: place)
    }
    let isExpected = expectation.matches(next)
    if !isExpected {
      let later = waiting.dropFirst().firstIndex(where: expectation.matches)
      fail(
        TestMessage.unexpected(
          next, insteadOf: expectation.text, expectation.value, later: later, of: waiting.count),
        at: place)
    }
    let before = current
    await stepped.receiveNext()
    takeOver(at: place)
    if isExpected { compare(before: before, change, after: next, at: place) }
  }

  /// Receives what comes before the action that the test is about.
  nonisolated(nonsending) private func skipOthers(
    than expectation: Expectation<Action>, at place: TestPlace
  ) async -> [Action] {
    func isWanted(_ action: Action) -> Bool {
      expectation.matches(action) || expectation.nearlyMatches(action)
    }
    var skipped: [Action] = []
    while !stepped.isStopped, let next = waiting.first, !isWanted(next),
      skipped.count < TestLimits.skips
    {
      skipped.append(next)
      await stepped.receiveNext()
      takeOver(at: place)
    }
    tellOf(skipped, at: place)
    return skipped
  }

  func tellOf(_ skipped: [Action], at place: TestPlace) {
    if skipped.count == TestLimits.skips {
      fail(TestMessage.endlessActions(skipped.count, last: skipped[skipped.count - 1]), at: place)
    } else if !skipped.isEmpty {
      notice(TestMessage.skippedActions(skipped), at: place)
    }
  }

  /// Receives all that waits, and what that leads to.
  nonisolated(nonsending) func receiveAll(at place: TestPlace) async {
    var skipped: [Action] = []
    while !stepped.isStopped, let next = waiting.first, skipped.count < TestLimits.skips {
      skipped.append(next)
      await stepped.receiveNext()
      takeOver(at: place)
    }
    tellOf(skipped, at: place)
  }
}

enum TestLimits {
  /// Actions that are received at once without a test's asking for each.
  static var skips: Int { 5_000 }
}
