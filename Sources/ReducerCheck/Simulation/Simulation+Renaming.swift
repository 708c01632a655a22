import Reducers
import TransitionSystems

extension StackElementID: OpaqueIdentifier {}

extension Simulation {
  /// Writes a configuration's key with the ids of stack elements named by their first appearance in
  /// State, and without how many were drawn: the next is a new one in any case.
  ///
  /// - Returns: Whether that can be done: not while work is in flight, which may know an id that
  ///   nobody sees, and not where ids have no order to be named in.
  func encodeRenamedKey(of c: Configuration) -> Bool {
    guard c.ledger.sequences.isEmpty, c.ledger.windows.isEmpty, c.orphans.isEmpty,
      !model.allowsCancellation, c.ledger.entries.allSatisfy(\.birth.isPresentation)
    else { return false }
    encoder.append(1)
    encoder.beginRenaming()
    encodeState(c.state)
    if hasEnvironment { encoder.appendBlock(dynamic: c.model) }
    for index in c.monitors.indices { encoder.appendBlock(dynamic: c.monitors[index]) }
    encoder.append(c.draws.uuid)
    encoder.append(c.draws.random)
    if world.timeWasRead { encoder.append(c.now.word) }
    encoder.closeNames()
    let blocks = c.ledger.entries.map(renamedWords).sorted { $0.lexicographicallyPrecedes($1) }
    for block in blocks { encoder.appendBlock(block) }
    return encoder.endRenaming()
  }

  /// A presentation: where it is, and what dismisses it.
  private func renamedWords(for entry: EffectLedger.Entry) -> [UInt64] {
    let start = encoder.count
    encoder.append(entry.phase == .draining ? 1 : 0)
    encoder.encode(entry.scope.elements)
    encoder.append(UInt64(entry.registrations.count))
    for registration in entry.registrations {
      encoder.encode(registration.id)
      encoder.encode(registration.scope.elements)
    }
    if case .presentation(let dismissal) = entry.role { encoder.encodeDynamic(dismissal) }
    if names.starters { encoder.encodeDynamic(entry.startedBy as Any) }
    return encoder.takeWords(since: start)
  }
}
