/// A trace that breaks a demand of a spec, made minimal.
struct Counterexample {
  let spec: String
  let violation: Violation
  let trace: Trace
  let certificate: Certificate
  /// Events of the walk that found it.
  let originalLength: Int
  let evaluations: Int
  let seed: UInt64
  /// Where the live store disagreed, if it did.
  let disagreement: Disagreement?
  /// Whether it was run on the live store.
  let isConfirmed: Bool

  /// What tells one bug from another under the same demand: the minimal trace without payloads.
  var signature: String { trace.signature }
}

extension Trace {
  /// The kinds of events, the cases and endpoints they are about, and how outcomes turned out.
  var signature: String {
    events.map { event in
      switch event.kind {
      case .send, .deliver: "\(event.kind.rawValue) \(event.text.prefix { $0 != "(" })"
      case .resolve:
        "resolve \(event.address?.endpoint ?? "") "
          + (event.text == "failure" || event.text.hasPrefix("failure(") ? "failure" : "success")
      case .serve: "serve \(event.address?.endpoint ?? event.text)"
      case .advance: "advance \(event.address?.endpoint ?? "")"
      case .idle: "idle"
      case .cancel: "cancel"
      case .move: "move \(event.text)"
      }
    }
    .joined(separator: "; ")
  }
}
