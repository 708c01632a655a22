import Reducers

/// An effect in flight, and what it waits for.
struct EffectStanding {
  enum Wait: Equatable {
    /// A test is to receive what it sends.
    case receive
    /// A test clock is to reach a time, so far away.
    case clock(Duration)
    /// A sleep in real time, which nobody ends.
    case realSleep(Duration)
    /// What it did is not done with: what followed from it at once is to be received.
    case followUp
    /// Actions of the same step are to be received before it starts.
    case start
    /// Something that the test store does not see.
    case unseen
  }

  let entry: Int
  /// The send of the test that led to it.
  let group: Int
  /// Where it was made.
  let origin: String
  /// The action it was returned for.
  let action: Any?
  let waits: [Wait]
}

/// Where a feature stands once everything has come to rest.
struct Standing<State, Action> {
  var state: State
  /// What waits to be received, in order.
  var waiting: [Action] = []
  var inFlight: [EffectStanding] = []
}
