import Reducers

extension TestStore {
  /// Sends an action as a view would, and describes what becomes of the state.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - change: Changes the state as the action is expected to; left away where it changes nothing.
  /// - Returns: A handle on the effects the action leads to.
  @discardableResult
  nonisolated(nonsending) public func send(
    _ action: Action, assert change: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, file filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async -> TestStoreTask {
    let place = TestPlace(fileID, filePath, line, column)
    if await settle(at: place) { await receiveBefore(action, at: place) }
    if dismissal.isDone {
      fail(TestMessage.dismissed(action), at: place)
      return task(of: 0, at: place)
    }
    let before = current
    sends.append(place)
    let handover = Handover(action)
    await stepped.move { store in store.send(untyped: handover.value) }
    takeOver(at: place)
    compare(before: before, change, after: action, at: place)
    return task(of: sends.count, at: place)
  }

  /// Sends an action of a case that carries nothing, as in `send(\.pedirDato)`.
  @discardableResult
  nonisolated(nonsending) public func send(
    _ path: CaseKeyPath<Action, Void>, assert change: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, file filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async -> TestStoreTask {
    await send(
      AnyCasePath(path).embed(), assert: change, fileID: fileID, file: filePath, line: line,
      column: column)
  }

  /// Sends an action of a case with what it carries, as in `send(\.hijo.texto, "a")`.
  @discardableResult
  nonisolated(nonsending) public func send<Value>(
    _ path: CaseKeyPath<Action, Value>, _ value: Value,
    assert change: ((inout State) throws -> Void)? = nil, fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> TestStoreTask {
    await send(
      AnyCasePath(path).embed(value), assert: change, fileID: fileID, file: filePath, line: line,
      column: column)
  }

  /// What waits when the test sends something else is to be received first, or was not meant to be.
  nonisolated(nonsending) private func receiveBefore(_ action: Action, at place: TestPlace) async {
    guard !waiting.isEmpty else { return }
    if exhaustivity == .on {
      fail(TestMessage.waiting(waiting, before: action), at: place)
    } else {
      await receiveAll(at: place)
    }
  }

  private func task(of group: Int, at place: TestPlace) -> TestStoreTask {
    let stepped = stepped
    func alive() -> [EffectStanding] { stepped.standing.inFlight.filter { $0.group == group } }
    return TestStoreTask(
      isAlive: { !alive().isEmpty },
      cancel: { [self] in
        await stepped.move { store in store.cancel(group) }
        takeOver(at: place)
      },
      finish: { [self] place in
        let goesOn = await settle(at: place)
        if goesOn, !alive().isEmpty { fail(TestMessage.notFinished(alive()), at: place) }
      })
  }
}
