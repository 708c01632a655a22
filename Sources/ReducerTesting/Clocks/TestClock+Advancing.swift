import Synchronization

extension TestClock {
  // MARK: Advancing

  /// Lets a time pass.
  nonisolated(nonsending) public func advance(by duration: Duration = .zero) async {
    await advance(to: now.advanced(by: duration))
  }

  /// Lets the time pass until a time, which is not before now.
  nonisolated(nonsending) public func advance(to deadline: Instant) async {
    await grant(deadline)
    await flow()
  }

  /// Lets time pass until nobody sleeps any more.
  ///
  /// While an action waits to be received no time passes; it goes on when it was. An effect that
  /// sleeps again and again and never sends is given up, as a failure.
  nonisolated(nonsending) public func run(
    fileID: StaticString = #fileID, file filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    await grant(nil)
    await flow()
    let sleepers = time.withLock {
      $0.granted == nil && !Self.isBlocked($0) ? $0.sleepers.count : 0
    }
    guard sleepers > 0 else { return }
    time.withLock { $0.granted = $0.now }
    FailureReporter()(
      TestMessage.endlessSleeping(sleepers, wakes: Self.wakeLimit),
      at: TestPlace(fileID, filePath, line, column))
  }

  /// Throws if anyone sleeps on the clock.
  public func checkSuspension() async throws {
    let count = time.withLock { $0.sleepers.count }
    if count > 0 { throw TestClockSuspensionError(sleepers: count) }
  }

  nonisolated(nonsending) private func grant(_ deadline: Instant?) async {
    let stages = time.withLock { time in
      time.granted = deadline.map { max($0, time.granted ?? time.now) }
      for index in time.sleepers.indices { time.sleepers[index].awaitsAdvance = false }
      return time.stages
    }
    // What the test itself has let go on since, on its stage, comes to rest first.
    for stage in stages { await stage.act? {} }
  }

  /// Lets the time pass that was granted, as long as no action waits to be received.
  nonisolated(nonsending) func flow() async {
    for _ in 0..<Self.wakeLimit {
      guard let sleeper = takeDue() else { return }
      if let act = sleeper.stage?.act {
        await act { sleeper.continuation.resume() }
      } else {
        sleeper.continuation.resume()
      }
    }
  }

  private func takeDue() -> Sleeper? {
    time.withLock { time in
      if Self.isBlocked(time) { return nil }
      let limit = time.granted
      let due = time.sleepers.indices.filter { index in
        let sleeper = time.sleepers[index]
        return !sleeper.awaitsAdvance && limit.map { sleeper.deadline <= $0 } ?? true
      }
      func order(_ index: Int) -> (Instant, Int) {
        (time.sleepers[index].deadline, time.sleepers[index].number)
      }
      guard let first = due.min(by: { order($0) < order($1) }) else {
        if let limit { time.now = limit } else { time.granted = time.now }
        return nil
      }
      time.now = max(time.now, time.sleepers[first].deadline)
      return time.sleepers.remove(at: first)
    }
  }

  private static func isBlocked(_ time: Time) -> Bool { time.stages.contains(where: \.isBlocked) }

  /// How long an effect still sleeps.
  func sleeps(of entry: Int, on stage: StageClocks) -> [Duration] {
    time.withLock { time in
      time.sleepers.filter { $0.entry == entry && $0.stage === stage }
        .map { time.now.duration(to: $0.deadline) }
    }
  }
}
