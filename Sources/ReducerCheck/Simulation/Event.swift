/// One atomic move from a configuration to the next, aimed by the effects' numbers in it.
enum Event {
  /// The outside sends an action; `choices` are what its payload was generated from.
  ///
  /// Indirect, so that copying an event counts one reference at most.
  indirect case send(Any, source: Int, choices: [UInt64])
  /// A pending call gets one of its outcomes; a served call gets the one that was fixed.
  case resolve(effect: Int, call: Int, outcome: Int)
  /// The environment's model takes in a call and fixes its outcome.
  case serve(effect: Int, call: Int)
  /// The environment's model takes in a call whose caller is gone.
  case serveOrphan(Int)
  /// A running effect's next action is delivered.
  case deliver(effect: Int, send: Int)
  /// Virtual time goes on to the next deadline.
  case advance(effect: Int, call: Int)
  /// Virtual time goes on by less than that.
  case idle(Duration)
  /// The outside cancels everything that one of its sends has started.
  case cancel(group: Int)
  /// The environment's model moves by itself.
  case move(Int)

  /// The kind, by which events are counted and written down.
  var kind: EventKind {
    switch self {
    case .send: .send
    case .resolve: .resolve
    case .serve, .serveOrphan: .serve
    case .deliver: .deliver
    case .advance: .advance
    case .idle: .idle
    case .cancel: .cancel
    case .move: .move
    }
  }
}

/// What an event does, in the order of the normal form.
public enum EventKind: String, CaseIterable, Sendable, Codable {
  /// The outside sends an action.
  case send
  /// A pending call is resolved with an outcome.
  case resolve
  /// The environment's model takes in a call and fixes its outcome.
  case serve
  /// A running effect's next action is delivered.
  case deliver
  /// Virtual time goes on to the next deadline.
  case advance
  /// Virtual time goes on by less than that.
  case idle
  /// The outside cancels what a send has started.
  case cancel
  /// The environment moves by itself.
  case move

  var rank: Int {
    switch self {
    case .send: 0
    case .resolve: 1
    case .serve: 2
    case .deliver: 3
    case .advance: 4
    case .idle: 5
    case .cancel: 6
    case .move: 7
    }
  }
}
