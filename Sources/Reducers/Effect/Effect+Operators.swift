extension Effect {
  /// Effects side by side, started in list order.
  public static func merge(_ effects: Self...) -> Self { merge(effects) }

  /// Effects side by side, started in list order.
  public static func merge(_ effects: some Sequence<Self>) -> Self {
    combined(effects, as: Operation.merge)
  }

  /// This effect and another side by side.
  public func merge(with other: Self) -> Self { .merge(self, other) }

  /// Effects one after another; each starts when the one before it has completed or was cancelled.
  public static func concatenate(_ effects: Self...) -> Self { concatenate(effects) }

  /// Effects one after another; each starts when the one before it has completed or was cancelled.
  public static func concatenate(_ effects: some Sequence<Self>) -> Self {
    combined(effects, as: Operation.concatenate)
  }

  /// This effect, then another.
  public func concatenate(with other: Self) -> Self { .concatenate(self, other) }

  private static func combined(
    _ effects: some Sequence<Self>, as operation: ([Self]) -> Operation
  ) -> Self {
    let parts = effects.filter { !$0.isNone }
    return switch parts.count {
    case 0: .none
    case 1: parts[0]
    default: Self(operation(parts))
    }
  }

  /// This effect, within reach of ``cancel(id:)``.
  ///
  /// It is registered when the reducer returns it, not when it starts: a later `cancel` in the
  /// same action, or one in the next, stops it before it runs.
  ///
  /// - Parameters:
  ///   - id: Its name; effects may share one, and a cancellation ends them all.
  ///   - cancelInFlight: Whether effects already registered under `id` are cancelled first.
  @inlinable
  public func cancellable<ID: Hashable & Sendable>(id: ID, cancelInFlight: Bool = false) -> Self {
    isNone ? self : Self(.cancellable(self, id: CancelID(id), cancelInFlight: cancelInFlight))
  }

  /// The end of every effect registered under `id` at this reducer's place or below it.
  public static func cancel<ID: Hashable & Sendable>(id: ID) -> Self {
    Self(.cancel(CancelID(id)))
  }

  /// This effect, started only once `duration` has passed without another under the same id.
  public func debounce<ID: Hashable & Sendable>(
    id: ID, for duration: Duration, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Self {
    var wait = Self.sleeping(for: duration, name: "debounce", fileID: fileID, line: line)
    if case .run(var run) = wait.operation {
      run.isDelay = true
      wait = Self(.run(run))
    }
    return .concatenate(wait, self).cancellable(id: id, cancelInFlight: true)
  }

  /// This effect, its actions limited to one an interval.
  ///
  /// The first action is delivered at once and opens a window; of those that arrive while it is
  /// open one is kept, the last if `latest`, and delivered when it closes, which opens the next.
  /// A new effect under the same id cancels the one before it and what that left waiting.
  public func throttle<ID: Hashable & Sendable>(
    id: ID, for interval: Duration, latest: Bool, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Self {
    let wait = Self.sleeping(for: interval, name: "throttle", fileID: fileID, line: line)
    guard !isNone, case .run(let window) = wait.operation else { return self }
    let throttle = Throttle(id: CancelID(id), interval: interval, latest: latest, window: window)
    return Self(.throttle(self, throttle))
  }

  /// An effect that waits on the `continuousClock` dependency and sends nothing.
  private static func sleeping(
    for duration: Duration, name: String, fileID: StaticString, line: UInt
  ) -> Self {
    let clock = DependencyValues.current.continuousClock
    return .run(
      name: name, operation: { _ in try await clock.sleep(for: duration) }, fileID: fileID,
      line: line)
  }

  /// This effect with each of its actions transformed.
  @inlinable
  public func map<NewAction>(
    _ transform: @escaping @Sendable (Action) -> NewAction
  ) -> Effect<NewAction> {
    map(transform, holder: ClosureHolder.Transform(function: transform))
  }

  @inlinable
  func map<NewAction>(
    _ transform: @escaping @Sendable (Action) -> NewAction, holder: Any?
  ) -> Effect<NewAction> {
    func mapped(_ effect: Effect<Action>) -> Effect<NewAction> {
      effect.map(transform, holder: holder)
    }
    return switch operation {
    case .none: .none
    case .send(let action): .send(transform(action))
    case .run(let run): .init(.run(run.map(transform, holder: holder)))
    case .merge(let parts): .init(.merge(parts.map(mapped)))
    case .concatenate(let parts): .init(.concatenate(parts.map(mapped)))
    case .cancellable(let effect, let id, let cancelInFlight):
      .init(.cancellable(mapped(effect), id: id, cancelInFlight: cancelInFlight))
    case .cancel(let id): .init(.cancel(id))
    case .throttle(let effect, let throttle):
      .init(
        .throttle(
          mapped(effect),
          Throttle(
            id: throttle.id, interval: throttle.interval, latest: throttle.latest,
            window: throttle.window.map(transform, holder: holder))))
    case .scoped(let effect, let scope): .init(.scoped(mapped(effect), scope))
    case .remove(let scope): .init(.remove(scope))
    case .present(let scope, let dismissal):
      .init(.present(scope, dismissal: transform(dismissal)))
    }
  }

  /// The effects of a child at `scope`.
  package func scoped(to scope: EffectScope) -> Self {
    isNone ? self : Self(.scoped(self, scope))
  }

  /// The end of everything that a child at `scope` has started.
  package static func removing(_ scope: EffectScope) -> Self { Self(.remove(scope)) }

  /// The presentation of a child at `scope`, which ends with it.
  package static func presenting(_ scope: EffectScope, dismissal: Action) -> Self {
    Self(.present(scope, dismissal: dismissal))
  }

  /// This effect with its actions' type forgotten.
  @inlinable
  package func erased() -> Effect<Any> {
    // Where the type is `Any` already, another box around each action would hide what it is.
    self as? Effect<Any> ?? map({ $0 }, holder: nil)
  }
}
