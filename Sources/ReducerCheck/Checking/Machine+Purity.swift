import TransitionSystems

extension Machine {
  /// Whether an event, applied twice to one configuration, gives two answers; the second time its
  /// sets and dictionaries are built anew, since equal ones may iterate otherwise.
  func purityFinding(
    of event: Event, in configuration: Configuration
  ) -> Finding? {
    var first = configuration
    var second = configuration
    second.state = configuration.state.rebuilt
    let decisions = apply(event, to: &first).decisions.significant
    _ = apply(event, to: &second, decisions: .scripted(decisions))
    return first.looksLike(second) ? nil : .impureReducer
  }
}

extension Configuration {
  /// Whether two configurations have equal states and wait for equal things.
  func looksLike(_ other: Configuration) -> Bool {
    guard ledger.entries.count == other.ledger.entries.count, state.looksLike(other.state)
    else { return false }
    return zip(ledger.entries, other.ledger.entries).allSatisfy { one, two in
      one.run.line == two.run.line && one.ids == two.ids && one.phase == two.phase
        && (one.state?.node === two.state?.node || one.state?.waitsFor == two.state?.waitsFor)
    }
  }
}

extension ErasedState {
  /// Whether two states are equal, but for where objects lie that were made anew.
  fileprivate func looksLike(_ other: ErasedState) -> Bool {
    words == other.words || !notices.isEmpty && describe(any) == describe(other.any)
  }
}

extension Running {
  /// What is pending, as text.
  var waitsFor: [String] {
    node.calls.map(\.text) + node.sends.map { describe($0.action) }
  }
}
