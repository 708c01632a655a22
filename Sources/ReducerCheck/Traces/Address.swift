import Reducers
import TransitionSystems

/// An effect's pending call or send, named so that the name survives the loss of other events.
///
/// An effect is known by the action that started it, its source location, its ids, and what it
/// waits for; among those that are alike, by age.
struct Address: Hashable, Codable {
  /// The text of the action that started the effect.
  var startedBy: String
  /// The source location of the effect.
  var location: String
  /// The ids by which it can be cancelled.
  var ids: [String]
  /// The endpoint, for a call; empty for a send.
  var endpoint: String
  /// The call with its arguments, or the action about to be sent.
  var text: String
  /// Its place, by age, among those that are otherwise the same.
  var ordinal: Int
}

/// A pending call or send of an effect in a configuration.
struct PendingItem {
  let effect: Int
  let serial: Int
  let isCall: Bool
}

extension Configuration {
  /// The pending calls, or sends, oldest effect first.
  func pending(calls: Bool) -> [PendingItem] {
    ledger.entries.flatMap { entry -> [PendingItem] in
      guard let node = entry.state?.node else { return [] }
      return calls
        ? node.calls.map { PendingItem(effect: entry.id, serial: $0.serial, isCall: true) }
        : node.sends.map { PendingItem(effect: entry.id, serial: $0.serial, isCall: false) }
    }
  }

  /// The address of a pending item, without its ordinal.
  private func plainAddress(of item: PendingItem) -> Address? {
    guard let entry = ledger.entry(item.effect), let node = entry.state?.node else { return nil }
    let call = item.isCall ? node.call(item.serial) : nil
    let send = item.isCall ? nil : node.sends.first { $0.serial == item.serial }
    return Address(
      startedBy: entry.startedBy.map { describe($0) } ?? EffectLedger.storeName,
      location: "\(entry.run.fileID):\(entry.run.line)", ids: entry.ids.map(\.text),
      endpoint: call?.endpoint.name ?? "",
      text: call?.text ?? send.map { describe($0.action) } ?? "", ordinal: 0)
  }

  func address(of item: PendingItem) -> Address? {
    guard var address = plainAddress(of: item) else { return nil }
    let earlier = pending(calls: item.isCall).prefix {
      !($0.effect == item.effect && $0.serial == item.serial)
    }
    address.ordinal = earlier.count { plainAddress(of: $0) == address }
    return address
  }

  /// The pending item that an address names, or the one likest to it.
  ///
  /// An exact match comes first; then one that differs in its line or its arguments, as happens
  /// when the source moved or an earlier event was dropped; nil where nothing of the endpoint is
  /// pending. Its ordinal counts those that are the same in all else, the line included.
  func item(at address: Address, isCall: Bool, exactly: Bool = false) -> PendingItem? {
    let candidates = pending(calls: isCall).compactMap { item in
      plainAddress(of: item).map { (item, $0) }
    }
    func pick(_ matches: (Address) -> Bool) -> PendingItem? {
      let found = candidates.filter { matches($0.1) }
      return found.isEmpty ? nil : found[min(address.ordinal, found.count - 1)].0
    }
    let strict = candidates.filter { item in
      item.1.text == address.text && item.1.endpoint == address.endpoint
        && item.1.startedBy == address.startedBy && item.1.ids == address.ids
    }
    let here = strict.filter { $0.1.location == address.location }
    let found = here.isEmpty ? strict : here
    if exactly { return found.indices.contains(address.ordinal) ? found[address.ordinal].0 : nil }
    if !found.isEmpty { return found[min(address.ordinal, found.count - 1)].0 }
    return pick { $0.text == address.text && $0.endpoint == address.endpoint }
      ?? (isCall ? pick { $0.endpoint == address.endpoint } : pick { _ in true })
  }
}
