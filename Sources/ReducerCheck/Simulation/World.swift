import ControlledExecution
import Reducers
import TransitionSystems

/// What a synchronous read asks of the configuration: its answer is part of what happened.
enum Ask {
  case uuid
  case random
  case now
  /// The id of a stack's element; it is at least a number.
  case stackElementID(Int)
  /// A synchronous endpoint, its outcome chosen at the call.
  case outcome(Endpoint, [Any])
}

extension Ask {
  /// Whether what is asked for depends on what others have done.
  var isOfShared: Bool {
    switch self {
    case .uuid, .random, .stackElementID: true
    case .now: false
    case .outcome(let endpoint, _): endpoint.serve != nil
    }
  }

  /// Whether both ask for the same.
  func isAlike(_ other: Ask) -> Bool {
    switch (self, other) {
    case (.uuid, .uuid), (.random, .random), (.now, .now): true
    case (.stackElementID(let one), .stackElementID(let two)): one == two
    case (.outcome(let one, let some), .outcome(let two, let others)):
      one === two && structuralWords(ofDynamic: some) == structuralWords(ofDynamic: others)
    default: false
    }
  }
}

/// A read and its answer.
struct Reading {
  let ask: Ask
  let answer: Answer
}

/// An answer, and what tells it from another in the same place.
struct Answer {
  let key: UInt64
  let value: Any
}

/// Who takes the calls of controlled dependencies.
protocol CallHandler: AnyObject {
  /// Suspends until the harness resolves the call.
  func call(_ endpoint: Endpoint, _ arguments: [Any]) async -> CallResult
  /// Answers a synchronous read from inside an effect.
  func ask(_ ask: Ask) -> Answer
  /// Which stretch of time between two events this is, for instants that are read now.
  var stretch: Stretch { get }
  /// Notes that an endpoint has returned a stream.
  func returned(stream: Any)
}

extension CallHandler {
  func returned(stream: Any) {}
}

/// How a pending call ends.
///
/// Sendable holds because the caller's task and the harness share one thread.
enum CallResult: @unchecked Sendable {
  case outcome(AnyOutcome)
  case cancelled
}

/// Values drawn so far: what determines the next `uuid`, random number and id of a stack's element.
struct Draws: Hashable {
  var uuid: UInt64 = 0
  var random: UInt64 = 0
  var stackElementID: UInt64 = 0
}

/// The controlled side of a feature's dependencies: one a simulation, on the simulation's thread.
///
/// During a step it holds what the step may read and write; between steps that lives in the
/// configuration. `@unchecked Sendable` holds because everything that reaches it runs on the
/// thread of the simulation's executor.
final class World: @unchecked Sendable {
  let executor = ControlledExecutor()
  /// Who takes calls from effects; nil while a reducer runs.
  weak var handler: (any CallHandler)?

  // Exclusivity is unchecked on the hot path: one thread, and no access lasts while a closure of
  // the feature or the spec runs. `model` is lent to endpoints that serve, and so stays checked.
  @exclusivity(unchecked) var draws = Draws()
  /// Virtual time since the start.
  @exclusivity(unchecked) var now: Duration = .zero
  var model: Any = ()
  @exclusivity(unchecked) var decisions = Decisions.first
  /// What the reducer and the effects were seen to do wrong during the step.
  @exclusivity(unchecked) var findings: [Finding] = []
  /// Whether anything was read that a configuration answers.
  @exclusivity(unchecked) private(set) var wasAsked = false
  /// Whether something has read absolute time: then it is part of a configuration.
  var timeWasRead = false
  /// What was done in one way of several so far.
  private(set) var shortcuts: Set<Shortcut> = []
  /// The common divisor of the durations slept so far: the unit of idling.
  private(set) var timeUnit: Duration?
  private var handlers = 0
  /// Suspended tasks left behind so far.
  var livesLeft = 0
  /// Whether an automaton is being expanded: then no configuration stands behind it to answer reads.
  var isExpanding = false

  /// Answers a read, from the configuration of the current step.
  func ask(_ ask: Ask) -> Answer {
    handler?.ask(ask) ?? answer(ask)
  }

  /// A number for who takes calls, which no other has.
  func makeHandlerNumber() -> Int {
    handlers += 1
    return handlers
  }

  /// Notes that something was done in one way of several.
  func takes(_ shortcut: Shortcut) {
    if !shortcuts.contains(shortcut) { shortcuts.insert(shortcut) }
  }

  /// Takes a duration into the unit of idling.
  func note(_ duration: Duration) {
    guard duration > .zero else { return }
    var (larger, smaller) = (timeUnit ?? duration, duration)
    while smaller > .zero {
      let whole = larger.attoseconds / smaller.attoseconds
      (larger, smaller) = (smaller, larger - smaller * whole)
    }
    timeUnit = larger
  }

  func answer(_ ask: Ask) -> Answer {
    wasAsked = true
    switch ask {
    case .uuid:
      defer { draws.uuid += 1 }
      return Answer(key: draws.uuid, value: draws.uuid)
    case .random:
      takes(.randomNumbers)
      var source = RandomSource(seed: draws.random)
      let value = source.next()
      draws.random &+= 1
      return Answer(key: value, value: value)
    case .stackElementID(let least):
      let drawn = max(draws.stackElementID, UInt64(clamping: least))
      draws.stackElementID = drawn + 1
      return Answer(key: drawn, value: drawn)
    case .now:
      timeWasRead = true
      return Answer(key: now.word, value: now)
    case .outcome(let endpoint, let arguments):
      return answer(endpoint, arguments)
    }
  }

  private func answer(_ endpoint: Endpoint, _ arguments: [Any]) -> Answer {
    if let serve = endpoint.serve, let outcome = serve(&model, arguments) {
      return Answer(key: UInt64(bitPattern: Int64(outcome.number)), value: outcome)
    }
    let outcomes = endpoint.outcomes(arguments)
    let index = decisions.choose(outcomes.count, "\(endpoint.name) answers")
    return Answer(key: UInt64(index), value: outcomes[index])
  }

  /// The outcome of a synchronous endpoint.
  func outcome(of endpoint: Endpoint, _ arguments: [Any]) -> AnyOutcome {
    guard let outcome = ask(.outcome(endpoint, arguments)).value as? AnyOutcome else {
      fatalError("Internal error: \(endpoint.name) was answered with something else")
    }
    return outcome
  }

  /// The outcome of an asynchronous endpoint, once the harness resolves the call.
  ///
  /// - Throws: The outcome's error, or a `CancellationError` when the task was cancelled and the
  ///   endpoint responds that way.
  func call<Value>(_ endpoint: Endpoint, _ arguments: [Any]) async throws -> Value {
    guard let handler else {
      findings.append(.outsideEffect(endpoint))
      throw CancellationError()
    }
    switch await handler.call(endpoint, arguments) {
    case .cancelled: throw CancellationError()
    case .outcome(let outcome):
      guard let value = try outcome.result.get() as? Value else {
        fatalError("Internal error: \(endpoint.name) was resolved with another type's outcome")
      }
      return value
    }
  }
}

extension Duration {
  /// Its attoseconds without what exceeds 64 bits: two that whole nanoseconds can write and that
  /// are less than a year apart are told apart by it.
  var word: UInt64 { UInt64(truncatingIfNeeded: attoseconds) }
}
