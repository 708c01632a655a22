/// A handle on the effects that one action of a test leads to.
public struct TestStoreTask {
  let isAlive: () -> Bool
  let cancelAll: nonisolated(nonsending) () async -> Void
  let finishAll: nonisolated(nonsending) (TestPlace) async -> Void

  init(
    isAlive: @escaping () -> Bool, cancel: nonisolated(nonsending) @escaping () async -> Void,
    finish: nonisolated(nonsending) @escaping (TestPlace) async -> Void
  ) {
    self.isAlive = isAlive
    cancelAll = cancel
    finishAll = finish
  }

  /// Whether all of its effects have ended or were cancelled.
  public var isFinished: Bool { !isAlive() }

  /// Cancels its effects, those of follow-up actions included, and lets them come to rest.
  nonisolated(nonsending) public func cancel() async { await cancelAll() }

  /// Fails the test unless its effects have ended, those of follow-up actions included.
  nonisolated(nonsending) public func finish(
    fileID: StaticString = #fileID, file filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    await finishAll(TestPlace(fileID, filePath, line, column))
  }
}
