extension EffectLedger {
  /// Walks the tree that a reducer returned, in list order.
  mutating func interpret(_ effect: Effect<Any>, _ context: Context) {
    switch effect.operation {
    case .none: return
    case .send(let action): emit(action, context)
    case .run(let run): register(run, context)
    case .merge(let parts): for part in parts { interpret(part, context) }
    case .concatenate(let parts): begin(parts, context)
    case .cancellable(let inner, let id, let cancelInFlight):
      let registration = Registration(id: id, scope: context.scope)
      var context = context
      let isAtOnce = !registersAtStart || inner.isDelayed
      if registersAtStart {
        context.sites.append(
          makeSite(registration, context.scope, cancelsInFlight: cancelInFlight && !isAtOnce))
      }
      if isAtOnce && cancelInFlight {
        cancel(registration, exempt: ancestors(of: context.sequence))
      }
      if isAtOnce { beginSite(context.sites.last) }
      context.registrations.append(registration)
      interpret(inner, context)
    case .cancel(let id):
      let registration = Registration(id: id, scope: context.scope)
      cancel(registration, exempt: ancestors(of: context.sequence))
    case .throttle(let inner, let throttle): throttled(inner, throttle, context)
    case .scoped(let inner, let scope):
      var context = context
      context.scope = context.scope.appending(scope)
      if registersAtStart { context.sites.append(makeSite(nil, context.scope)) }
      interpret(inner, context)
    case .remove(let scope):
      remove(context.scope.appending(scope), exempt: ancestors(of: context.sequence))
    case .present(let scope, let dismissal): present(scope, dismissal, context)
    }
  }

  private mutating func emit(_ action: Any, _ context: Context) {
    if let gate = context.gate {
      pass(action, through: gate, group: context.group)
    } else {
      append(action, context.group)
    }
  }

  mutating func register(_ run: Run<Any>, _ context: Context, role: Role? = nil) {
    let id = makeID()
    let role = role ?? context.gate.map(Role.throttled) ?? .work
    entries.append(Entry(id: id, phase: .registered, birth: Birth(run, context, role)))
    starts.append(id)
    retain(context.sequence)
  }

  mutating func makeID() -> ID {
    nextID += 1
    return nextID
  }

  // MARK: Concatenations

  private mutating func begin(_ parts: [Effect<Any>], _ context: Context) {
    let id = makeID()
    sequences.append(Sequence(id: id, rest: parts, context: context, live: 1))
    retain(context.sequence)
    advance(id)
  }

  private mutating func retain(_ sequence: ID?) {
    guard let index = sequences.firstIndex(where: { $0.id == sequence }) else { return }
    sequences[index].live += 1
  }

  /// Releases one hold on a sequence; with the last, starts its next part or ends it.
  mutating func advance(_ id: ID) {
    guard let index = sequences.firstIndex(where: { $0.id == id }) else { return }
    sequences[index].live -= 1
    guard sequences[index].live == 0 else { return }
    guard !sequences[index].rest.isEmpty else {
      if let parent = sequences.remove(at: index).context.sequence { advance(parent) }
      return
    }
    let part = sequences[index].rest.removeFirst()
    sequences[index].live = 1
    var context = sequences[index].context
    context.sequence = id
    interpret(part, context)
    advance(id)
  }

  private func ancestors(of sequence: ID?) -> [ID] {
    var result: [ID] = []
    var next = sequence
    while let id = next {
      result.append(id)
      next = sequences.first { $0.id == id }?.context.sequence
    }
    return result
  }
}
