import Reducers

extension TestStore {
  /// Describes the state as it is, without an action.
  public func assert(
    _ change: (inout State) throws -> Void, fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let place = TestPlace(fileID, filePath, line, column)
    var expected = state
    do {
      try underDependencies(at: place) { try change(&expected) }
    } catch {
      return fail(TestMessage.threw(error, after: Action?.none), at: place)
    }
    if expected != state {
      fail(TestMessage.mismatch(expected, state, after: Action?.none), at: place)
    }
  }

  /// Fails the test unless everything sent was received and every effect has ended.
  nonisolated(nonsending) public func finish(
    fileID: StaticString = #fileID, file filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    let place = TestPlace(fileID, filePath, line, column)
    guard await settle(at: place) else { return }
    if !waiting.isEmpty, exhaustivity == .on { fail(TestMessage.unreceived(waiting), at: place) }
    await receiveAll(at: place)
    let alive = effectsInFlight.filter { !skippedEffects.contains($0.entry) }
    if !alive.isEmpty { fail(TestMessage.notFinished(alive), at: place) }
    skippedEffects.formUnion(alive.map(\.entry))
  }

  /// Receives everything that waits, and what that leads to, without describing it.
  ///
  /// - Parameter strict: Whether it is a failure that nothing waits.
  nonisolated(nonsending) public func skipReceivedActions(
    strict: Bool = true, fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    let place = TestPlace(fileID, filePath, line, column)
    guard await settle(at: place) else { return }
    if waiting.isEmpty, strict { fail(TestMessage.nothingToReceive, at: place) }
    await receiveAll(at: place)
  }

  /// Takes the effects in flight as they are: the test may end before they do.
  ///
  /// They are not cancelled, and what they send is received as ever.
  ///
  /// - Parameter strict: Whether it is a failure that none is in flight.
  nonisolated(nonsending) public func skipInFlightEffects(
    strict: Bool = true, fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    let place = TestPlace(fileID, filePath, line, column)
    guard await settle(at: place) else { return }
    let alive = effectsInFlight.filter { !skippedEffects.contains($0.entry) }
    if alive.isEmpty, strict { fail(TestMessage.nothingInFlight, at: place) }
    if !alive.isEmpty { notice(TestMessage.skippedEffects(alive), at: place) }
    skippedEffects.formUnion(alive.map(\.entry))
  }

  /// Has a test describe more, or less, during an operation.
  nonisolated(nonsending) public func withExhaustivity<Result>(
    _ exhaustivity: Exhaustivity,
    operation: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    let outer = self.exhaustivity
    self.exhaustivity = exhaustivity
    defer { self.exhaustivity = outer }
    return try await operation()
  }

  /// The same for an operation that does not suspend.
  public func withExhaustivity<Result>(
    _ exhaustivity: Exhaustivity, operation: () throws -> Result
  ) rethrows -> Result {
    let outer = self.exhaustivity
    self.exhaustivity = exhaustivity
    defer { self.exhaustivity = outer }
    return try operation()
  }

  /// Gives the feature another world outside during an operation.
  nonisolated(nonsending) public func withDependencies<Result>(
    _ update: (inout DependencyValues) -> Void,
    operation: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    let outer = dependencies
    update(&dependencies)
    defer { dependencies = outer }
    return try await operation()
  }
}
