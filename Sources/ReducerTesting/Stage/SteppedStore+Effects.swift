import Reducers

extension SteppedStore {
  // MARK: What effects do

  func willSend(_ entry: Int, _ action: Any) async {
    guard stage.isCurrent else { return await leave(entry) }
    guard !Task.isCancelled, !isOver else { return }
    lastSerial += 1
    let serial = lastSerial
    let handover = Handover(action)
    await withTaskCancellationHandler {
      await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
        // Here once more: a task without a preference may have been put back before it came here.
        if Task.isCancelled { return continuation.resume() }
        parked.append(
          Parked(
            entry: entry, serial: serial, action: handover.value,
            resume: { continuation.resume() }))
      }
    } onCancel: {
      guard let index = parked.firstIndex(where: { $0.serial == serial }) else { return }
      parked.remove(at: index).resume()
    }
  }

  /// Leaves a task that sends from elsewhere than the stage where it is: the store cannot take it.
  private func leave(_ entry: Int) async {
    left.withLock { $0.append(entry) }
    await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
  }

  func pass(_ entry: Int, _ gate: StoreControl.Gate) async {
    guard gate == .sent || gate == .cancelled, !isOver, stage.isCurrent, !queue.isEmpty
    else { return }
    lastSerial += 1
    let serial = lastSerial
    await withTaskCancellationHandler {
      await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
        if Task.isCancelled { return continuation.resume() }
        followed.append((entry, serial, { continuation.resume() }))
      }
    } onCancel: {
      guard let index = followed.firstIndex(where: { $0.serial == serial }) else { return }
      followed.remove(at: index).resume()
    }
  }

  @Sendable func note(_ misuse: Misuse) { misuses.withLock { $0.append(misuse) } }

  /// What was misused since this was last asked.
  func takeMisuses() -> [Misuse] {
    misuses.withLock { misuses in
      defer { misuses = [] }
      return misuses
    }
  }

  func note(_ read: UncontrolledDependency) {
    note(.notOverridden(read))
    // A live value is not given out. There is no other to return, so nothing returns.
    guard read.isLive, stage.isCurrent else { return }
    standing = currentStanding
    isStopped = true
    stage.halt()
  }

  func note(_ escape: Escape) { escapes.withLock { $0.append(escape) } }

  /// What escaped since this was last asked.
  func takeEscapes() -> [Escape] {
    escapes.withLock { escapes in
      defer { escapes = [] }
      return escapes
    }
  }

  func noteEscapes() {
    let left = left.withLock { left in
      defer { left = [] }
      return left
    }
    for entry in left { note(.stray(running.filter { $0.entry == entry }.map(\.origin))) }
    for sleep in stage.executor.sleeps.dropFirst(knownSleeps) {
      let origin = sleep.origin.flatMap { ledger.entry($0)?.run }
      note(.realSleep(sleep.duration, origin.map { "\($0.fileID):\($0.line)" }))
    }
    knownSleeps = stage.executor.sleeps.count
    guard stage.executor.strayJobs > knownStrays else { return }
    knownStrays = stage.executor.strayJobs
    let before = standing.inFlight.filter { $0.waits.contains(.unseen) }.map(\.origin)
    note(.stray(before.isEmpty ? running.map(\.origin) : before))
  }
}
