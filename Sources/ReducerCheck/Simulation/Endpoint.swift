import TransitionSystems

/// What a call of a dependency is resolved with: a value or an error.
public enum Outcome<Value>: @unchecked Sendable {
  // Sendable holds because an outcome is declared once, as a value, and only read afterwards.

  /// The call returns this value.
  case success(Value)
  /// The call throws this error.
  case failure(any Error)

  var erased: AnyOutcome {
    switch self {
    case .success(let value): AnyOutcome(result: .success(value))
    case .failure(let error): AnyOutcome(result: .failure(error))
    }
  }
}

/// The error of a failing endpoint whose spec declares no other.
public struct EndpointFailure: Error, Hashable, CustomStringConvertible {
  /// The endpoint that failed.
  public let endpoint: String

  /// `the endpoint's name failed`.
  public var description: String { "\(endpoint) failed" }
}

/// An outcome without its type.
struct AnyOutcome {
  let result: Result<Any, any Error>

  /// The outcome as a report prints it.
  var text: String {
    switch result {
    case .success(let value): value is Void ? "()" : describe(value)
    case .failure(let error): error is EndpointFailure ? "failure" : "failure(\(describe(error)))"
    }
  }

  var isFailure: Bool {
    if case .failure = result { true } else { false }
  }

  /// What tells an outcome that a model gave from another in the same place.
  var number: Int {
    words.withUnsafeBufferPointer { Int(truncatingIfNeeded: structuralFingerprint(ofWords: $0)) }
  }

  /// What it is, whatever it prints.
  var words: [UInt64] {
    switch result {
    case .success(let value): [0] + structuralWords(ofDynamic: value)
    case .failure(let error): [1] + structuralWords(ofDynamic: error)
    }
  }
}

/// How a pending call takes the cancellation of its task.
public enum CancellationResponse: Hashable, Sendable {
  /// It throws a `CancellationError`; what a throwing endpoint does unless told otherwise.
  case throwsError
  /// It returns nil; what a stream does.
  case returnsNil
  /// It goes on as if nothing had happened; what an endpoint that cannot throw does.
  case ignored
}

/// A dependency function under the harness's control.
///
/// `@unchecked Sendable` holds because its closures came with a spec, where they are functions of
/// their arguments: several threads of a search may call them at once.
final class Endpoint: @unchecked Sendable {
  enum Kind: Hashable {
    /// A call that is answered once.
    case reply
    /// The next element of a stream: it may stay pending for ever.
    case subscription
    /// A wait on the clock.
    case sleep
  }

  let name: String
  let kind: Kind
  let cancellation: CancellationResponse
  /// The outcomes a call may have, in declared order.
  let outcomes: ([Any]) -> [AnyOutcome]
  /// What the environment's model answers, and how it moves; nil where there is no model.
  let serve: ((inout Any, [Any]) -> AnyOutcome?)?

  init(
    name: String, kind: Kind, cancellation: CancellationResponse,
    outcomes: @escaping ([Any]) -> [AnyOutcome],
    serve: ((inout Any, [Any]) -> AnyOutcome?)? = nil
  ) {
    self.name = name
    self.kind = kind
    self.cancellation = cancellation
    self.outcomes = outcomes
    self.serve = serve
  }

  /// The same endpoint with another response to cancellation.
  func responding(_ response: CancellationResponse) -> Endpoint {
    Endpoint(name: name, kind: kind, cancellation: response, outcomes: outcomes, serve: serve)
  }

  /// Whether a call goes through called, served and resolved.
  var hasServedPhase: Bool { serve != nil && kind == .reply }

  /// The call as a report prints it: `apiCliente.hecho(0)`.
  func text(_ arguments: [Any]) -> String {
    "\(name)(\(arguments.map { describe($0) }.joined(separator: ", ")))"
  }

  static let sleep = Endpoint(name: "clock.sleep", kind: .sleep, cancellation: .throwsError) {
    _ in [AnyOutcome(result: .success(()))]
  }

  /// The start of an effect that is only scheduled.
  static let start = Endpoint(name: "effect.start", kind: .reply, cancellation: .throwsError) {
    _ in [AnyOutcome(result: .success(()))]
  }

  /// `Task.sleep` and the standard clocks, met inside an effect.
  static let realSleep = Endpoint(name: "Task.sleep", kind: .sleep, cancellation: .throwsError) {
    _ in [AnyOutcome(result: .success(()))]
  }
}
