import Reducers

/// How far an effect has come when its cancellation arrives.
extension Simulation {
  /// Carries out the cancellation of an effect, or of a part of it.
  func cancel(_ id: Int, _ inner: CancelID?, _ c: inout Configuration) {
    guard let running = c.ledger.state(of: id) else { return }
    // A part of an effect that is cancelled as a whole is only forgotten.
    if running.node.isCancelled && inner == nil { return }
    if running.node.isStart {
      // Its closure has not been called, and is not any more.
      starting.removeAll { $0 == id }
      return ended.append(id)
    }
    var node = running.node
    let delivering =
      continuing.flatMap { $0.effect == id && !$0.isRequest ? $0.serial : nil }
    let letter: Letter = inner.map { .cancelInner($0, delivering: delivering) } ?? .cancel
    // An effect that its own action cancels is not given late returns besides.
    let isPlain = running.node.isCancelled || delivering != nil
    if delivering != nil && running.node.calls.contains(where: { $0.endpoint.kind == .reply }) {
      world.takes(.ownCancellation)
    }
    let candidates = isPlain ? [] : lateOutcomes(of: running, within: inner)
    if !isPlain && mayComeFurther(running, letter, within: inner, than: candidates) {
      world.takes(.lateReturns)
    }
    let choice = world.decisions.choose(
      candidates.count + 1,
      "\(Decisions.cancellation)\(caseName(of: c.ledger.entry(id)?.startedBy as Any))")
    if choice > 0 {
      let chosen = candidates[choice - 1]
      node = automata.follow(
        node, .resolve(call: chosen.call, outcome: chosen.number), chosen.outcome)
      noteOrphans(of: node, running.served, &c)
      findings += node.findings
      late.append(
        LateOutcome(
          effect: id, inner: inner, call: chosen.call,
          text: running.node.call(chosen.call)?.text ?? "", outcome: chosen.outcome))
    }
    let last = automata.follow(node, letter)
    let hasShown = !last.hasEnded || !last.orphans.isEmpty || running.node.hasReads
    if choice == 0, inner == nil, running.node.history.count == 1, hasShown {
      world.takes(.promptStarts)
    }
    enter(last, id, &c)
  }

  /// Where an effect may have come when its cancellation arrives late: a call has returned, and
  /// what the closure sends next is dropped. Of a part that is cancelled by an id registered
  /// inside, only the calls within it matter.
  private func lateOutcomes(
    of running: Running, within inner: CancelID?
  ) -> [(call: Int, number: Int, outcome: AnyOutcome)] {
    let (draws, model, decisions) = (world.draws, world.model, world.decisions)
    defer { (world.draws, world.model, world.decisions) = (draws, model, decisions) }
    var result: [(call: Int, number: Int, outcome: AnyOutcome)] = []
    for call in running.node.calls where call.endpoint.kind == .reply {
      if let inner, !call.inner.contains(inner) { continue }
      let served = running.served.first { $0.call == call.serial }?.outcome
      for (index, outcome) in (served.map { [$0] } ?? call.outcomes).enumerated() {
        let number = served == nil ? index : outcome.number
        let next = automata.follow(
          running.node, .resolve(call: call.serial, outcome: number), outcome)
        if !next.sends(after: running.node).isEmpty {
          result.append((call.serial, number, outcome))
        }
      }
    }
    return result
  }

  /// Whether an effect that is cancelled may have come further than by one of `candidates`, and do
  /// something after it that it does not do otherwise.
  private func mayComeFurther(
    _ running: Running, _ letter: Letter, within inner: CancelID?,
    than candidates: [(call: Int, number: Int, outcome: AnyOutcome)]
  ) -> Bool {
    let (draws, model, decisions) = (world.draws, world.model, world.decisions)
    defer { (world.draws, world.model, world.decisions) = (draws, model, decisions) }
    let firstCall = candidates.first?.call
    for call in running.node.calls where inner.map({ call.inner.contains($0) }) ?? true {
      // Candidates are tried, each by itself.
      let isTried = candidates.contains { $0.call == call.serial } && call.serial == firstCall
      for (number, outcome) in elementsOrOutcomes(of: call) {
        let next = automata.follow(
          running.node, .resolve(call: call.serial, outcome: number), outcome)
        if !next.answers.isEmpty { return true }
        if isTried || next.sends(after: running.node).isEmpty && next.requests.isEmpty { continue }
        let last = automata.follow(next, letter)
        if !last.hasEnded || !last.answers.isEmpty || !last.orphans.isEmpty
          || !next.requests.isEmpty
        {
          return true
        }
      }
    }
    return false
  }

  /// What a call may return, declared or ready in the environment, with the numbers of letters.
  private func elementsOrOutcomes(of call: Node.Call) -> [(number: Int, outcome: AnyOutcome)] {
    guard call.endpoint.kind == .subscription, let serve = call.endpoint.serve else {
      return call.outcomes.enumerated().map { ($0, $1) }
    }
    var model = world.model
    return serve(&model, call.arguments).map { [($0.number, $0)] } ?? []
  }
}
