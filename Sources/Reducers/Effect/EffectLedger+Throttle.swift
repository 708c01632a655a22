extension EffectLedger {
  /// Starts an effect whose actions pass a window.
  mutating func throttled(
    _ inner: Effect<Any>, _ throttle: Throttle<Any>, _ context: Context
  ) {
    let key = Registration(id: throttle.id, scope: context.scope)
    let kept = windows.first { $0.gate.key == key }?.pending
    cancel(key, exempt: [])
    if !throttle.latest, let index = windows.firstIndex(where: { $0.gate.key == key }) {
      windows[index].pending = kept
    }
    var context = context
    context.registrations.append(key)
    if registersAtStart {
      context.sites.append(makeSite(key, context.scope))
      beginSite(context.sites.last)
    }
    context.gate = Gate(key: key, throttle: throttle)
    interpret(inner, context)
  }

  /// Delivers an action and opens its window, or keeps it for the end of the open one.
  mutating func pass(_ action: Any, through gate: Gate, group: Int) {
    if let index = windows.firstIndex(where: { $0.gate.key == gate.key }) {
      if gate.throttle.latest || windows[index].pending == nil {
        windows[index].pending = action
      }
      return
    }
    append(action, group)
    windows.append(Window(gate: gate, pending: nil, group: group))
    startClock(of: gate, group: group)
  }

  /// Ends a window; an action it kept is delivered and opens the next.
  mutating func close(_ key: Registration, reopening: Bool) {
    guard let index = windows.firstIndex(where: { $0.gate.key == key }) else { return }
    guard reopening, let pending = windows[index].pending else {
      windows.remove(at: index)
      return
    }
    windows[index].pending = nil
    append(pending, windows[index].group)
    startClock(of: windows[index].gate, group: windows[index].group)
  }

  private mutating func startClock(of gate: Gate, group: Int) {
    register(
      gate.throttle.window, Context(scope: gate.key.scope, group: group),
      role: .window(gate.key))
  }
}
