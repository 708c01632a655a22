/// An event as files keep it: values with their text, no seeds.
public struct StoredEvent: Codable, Sendable, Hashable {
  /// The kind of event.
  public var kind: EventKind
  /// What is sent, resolved with, delivered, waited for.
  public var text: String
  /// What the payload of a generated action was made from.
  public var choices: [UInt64]?
  /// The action of a recorded send, as JSON, where it can be encoded.
  public var payload: String?
  /// The effect's call or send that is meant.
  public var address: StoredAddress?
  /// The outcome's place in the declared order, a hint where its text no longer fits; of what the
  /// outside cancels, its place by age among sends of the same action, if it is not the oldest.
  public var outcome: Int?
  /// The choices inside the step, where they are not the plainest.
  public var decisions: [Int]?
  /// A digest of what State came to, in a recording.
  public var state: String?
}

/// An effect's pending call or send, as files name it.
public struct StoredAddress: Codable, Sendable, Hashable {
  /// The text of the action that started the effect.
  public var startedBy: String
  /// The source location of the effect, a hint.
  public var location: String
  /// The ids by which it can be cancelled.
  public var ids: [String]
  /// The endpoint; empty for a send.
  public var endpoint: String
  /// The call with its arguments, or the action about to be sent.
  public var text: String
  /// Its place, by age, among those that are otherwise the same.
  public var ordinal: Int
}

extension StoredEvent {
  init(_ event: TraceEvent) {
    self.init(
      kind: event.kind, text: event.text,
      choices: event.choices.isEmpty ? nil : event.choices, payload: event.payload,
      address: event.address.map {
        StoredAddress(
          startedBy: $0.startedBy, location: $0.location, ids: $0.ids, endpoint: $0.endpoint,
          text: $0.text, ordinal: $0.ordinal)
      },
      outcome: event.kind == .resolve || event.outcome > 0 ? event.outcome : nil,
      decisions: event.decisions.isEmpty ? nil : event.decisions)
  }

  var traceEvent: TraceEvent {
    TraceEvent(
      kind: kind, action: nil, text: text, choices: choices ?? [],
      address: address.map {
        Address(
          startedBy: $0.startedBy, location: $0.location, ids: $0.ids, endpoint: $0.endpoint,
          text: $0.text, ordinal: $0.ordinal)
      },
      outcome: outcome ?? 0, decisions: decisions ?? [], payload: payload)
  }
}
