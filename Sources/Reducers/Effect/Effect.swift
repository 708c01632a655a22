/// A description of work that a reducer returns, inert until a store or the harness interprets it.
///
/// ```swift
/// return .run { send in
///   await send(.loaded(try await api.load()))
/// }
/// .cancellable(id: CancelID.load, cancelInFlight: true)
/// ```
///
/// An effect is data: ``operation`` shows all of it but the closure of a `run`.
public struct Effect<Action>: @unchecked Sendable {
  // Sendable holds although Action need not be: an effect is immutable, its closures are
  // `@Sendable`, and the actions inside it are handed over once, to the store that runs it.

  /// What an effect asks for.
  public indirect enum Operation {
    /// Nothing.
    case none
    /// An action handled within the same step.
    case send(Action)
    /// Asynchronous work.
    case run(Run<Action>)
    /// Several effects side by side, started in list order.
    case merge([Effect<Action>])
    /// Several effects one after another; a part starts when the one before it has ended.
    case concatenate([Effect<Action>])
    /// An effect that a cancellation of `id` reaches.
    case cancellable(Effect<Action>, id: CancelID, cancelInFlight: Bool)
    /// The end of every effect registered under `id`.
    case cancel(CancelID)
    /// An effect whose actions pass a window of at most one an interval.
    case throttle(Effect<Action>, Throttle<Action>)
    /// The effects of a child, and where the child is.
    case scoped(Effect<Action>, EffectScope)
    /// The end of every effect that a child at this place has started.
    case remove(EffectScope)
    /// A child at this place is presented, and can have `dismissal` sent until it goes.
    case present(EffectScope, dismissal: Action)
  }

  /// What this effect asks for.
  public let operation: Operation

  @inlinable
  package init(_ operation: Operation) {
    self.operation = operation
  }

  /// No effect.
  @inlinable
  public static var none: Self { Self(.none) }

  /// An effect that sends an action at once, within the step that returned it.
  @inlinable
  public static func send(_ action: Action) -> Self { Self(.send(action)) }

  @inlinable
  package var isNone: Bool {
    if case .none = operation { true } else { false }
  }
}

/// The throttle of an effect: its id, its interval, and which action of a window is kept.
public struct Throttle<Action>: @unchecked Sendable {
  // Sendable for the same reason as Effect: immutable, and its closure is `@Sendable`.

  /// The window's id, within the store and the place of the reducer that asked for it.
  public let id: CancelID
  /// How long a window stays open.
  public let interval: Duration
  /// Whether the last action of a window is delivered at its end, or the first.
  public let latest: Bool
  @usableFromInline package let window: Run<Action>

  @usableFromInline
  init(id: CancelID, interval: Duration, latest: Bool, window: Run<Action>) {
    self.id = id
    self.interval = interval
    self.latest = latest
    self.window = window
  }
}

/// The place of a child in its parents: what its effects' cancellation is limited to.
public struct EffectScope: Hashable, CustomStringConvertible, @unchecked Sendable {
  // Sendable holds because the elements are made from ids that are values, never mutated here.
  package var elements: [AnyHashable]

  package init(_ elements: AnyHashable...) {
    self.elements = elements
  }

  /// The steps from the outermost parent, each by its place in the source and the child's id.
  public var description: String { elements.map { "\($0)" }.joined(separator: "/") }

  package static var root: EffectScope { EffectScope() }

  package func appending(_ other: EffectScope) -> EffectScope {
    var result = self
    result.elements.append(contentsOf: other.elements)
    return result
  }

  /// Whether this place is `other` or inside it. Complexity: O(*depth*).
  package func isInside(_ other: EffectScope) -> Bool {
    elements.starts(with: other.elements)
  }
}
