extension StoreCore {
  // MARK: What its effects ask for

  func receive(_ action: Any, from id: Int) {
    ledger.receive(action, from: id)
    if admitted == nil { drain() } else { reduceNext() }
  }

  func finished(_ id: Int) {
    tasks.remove(id)
    ledger.finish(id)
    drain()
  }

  func cancel(_ id: CancelID, from entry: Int) {
    ledger.cancel(id, from: entry)
    drain()
  }

  func register(
    _ id: CancelID, for entry: Int, stop: @escaping @Sendable () -> Void
  ) -> Int {
    lastToken += 1
    let token = lastToken
    guard let index = ledger.index(of: entry) else { return token }
    ledger.update(index) {
      $0.inner.append(.init(id: id, scope: $0.scope))
      ($0.running as? Work)?.stops.append(InnerStop(token: token, id: id, stop: stop))
    }
    return token
  }

  func unregister(_ token: Int, for entry: Int) {
    guard let index = ledger.index(of: entry) else { return }
    ledger.update(index) { entry in
      guard let work = entry.running as? Work,
        let place = work.stops.firstIndex(where: { $0.token == token })
      else { return }
      work.stops.remove(at: place)
      entry.inner = work.stops.map { .init(id: $0.id, scope: entry.scope) }
    }
  }
}

/// How a part of a running effect is ended.
struct InnerStop {
  let token: Int
  let id: CancelID
  let stop: @Sendable () -> Void
}
