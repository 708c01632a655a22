import Reducers

extension SteppedStore {
  // MARK: Coming to rest

  func settle() {
    repeat {
      if stage.executor.drain(budget: Self.jobLimit) == .exhausted {
        stage.executor.forgetJobs()
        note(.restless(running.filter { $0.waits == [.unseen] }.map(\.origin)))
        isStopped = true
        break
      }
    } while letGo()
    noteEscapes()
    standing = currentStanding
    clocks.isBlocked = !standing.waiting.isEmpty
  }

  /// Lets go on what waits for nothing any more; says whether there was anything.
  private func letGo() -> Bool {
    stage.executor.perform {
      if let index = parked.firstIndex(where: isNotToBeReceived) {
        parked.remove(at: index).resume()
        return true
      }
      guard !followed.isEmpty, queue.isEmpty else { return false }
      followed.removeFirst().resume()
      return true
    }
  }

  /// Whether an action that an effect sends is none that a test could receive: a throttle keeps
  /// it, or its effect has returned, which the store reports.
  private func isNotToBeReceived(_ send: Parked) -> Bool {
    guard let entry = ledger.entry(send.entry) else { return true }
    guard case .throttled(let gate) = entry.role else { return false }
    return ledger.windows.contains { $0.gate.key == gate.key }
  }

  var ledger: EffectLedger { read { $0.ledger } ?? EffectLedger() }

  /// Reads from the store, which the stage's thread may as the main actor's.
  private func read<Value>(_ property: @MainActor (StoreCore<State, Action>) -> Value) -> Value? {
    guard let store = store.map(Handover.init) else { return nil }
    return stage.executor.perform {
      MainActor.assumeIsolated { Handover(property(store.value)) }.value
    }
  }

  var queue: [EffectLedger.PendingSend] { ledger.sends }

  var running: [EffectStanding] { currentStanding.inFlight }

  var currentStanding: Standing<State, Action> {
    var result = standing
    result.state = read { $0.state } ?? result.state
    let ledger = ledger
    result.waiting =
      ledger.sends.compactMap { $0.action as? Action } + parked.compactMap { $0.action as? Action }
    let open = ledger.entries.filter { $0.isInFlight || ledger.keepsAction(until: $0) }
    result.inFlight = open.map { entry in
      EffectStanding(
        entry: entry.id, group: entry.group, origin: "\(entry.run.fileID):\(entry.run.line)",
        action: entry.startedBy, waits: waits(of: entry))
    }
    return result
  }

  private func waits(of entry: EffectLedger.Entry) -> [EffectStanding.Wait] {
    if entry.phase == .registered { return [.start] }
    let waits: [EffectStanding.Wait] =
      parked.filter { $0.entry == entry.id }.map { _ in .receive }
      + followed.filter { $0.entry == entry.id }.map { _ in .followUp }
      + clocks.sleeps(of: entry.id).map(EffectStanding.Wait.clock)
      + stage.executor.sleeps.filter { $0.origin == entry.id }.map { .realSleep($0.duration) }
    return waits.isEmpty ? [.unseen] : waits
  }
}

extension EffectLedger {
  /// Whether a throttle keeps an action that it lets go when an entry ends: its window's clock.
  fileprivate func keepsAction(until entry: Entry) -> Bool {
    guard entry.phase != .draining, case .window(let key) = entry.role else { return false }
    return windows.contains { $0.gate.key == key && $0.pending != nil }
  }
}
