import Reducers
import TransitionSystems

/// What a foreign feature gets its controlled dependencies from.
public struct Harness {
  let link: WorldLink
  private let functions = FunctionNames()

  private final class FunctionNames { var names: [String] = [] }

  init(link: WorldLink) { self.link = link }

  /// The names of the functions that a feature asks for.
  static func functions(of make: (Harness) -> (inout ErasedState, Any) -> Effect<Any>) -> [String] {
    let harness = Harness(link: WorldLink(World()))
    _ = make(harness)
    return harness.functions.names
  }

  private func note(_ name: String) {
    if !functions.names.contains(name) { functions.names.append(name) }
  }

  /// A dependency function that fails or returns what `output` makes of its arguments.
  public func function<each Input, Output>(
    _ name: String, returning output: @escaping (repeat each Input) -> Output
  ) -> @Sendable (repeat each Input) async throws -> Output {
    note(name)
    return link.asyncThrowing(
      Endpoint(name: name, kind: .reply, cancellation: .throwsError) { arguments in
        var reader = ArgumentReader(arguments)
        let value = output(repeat reader.next((each Input).self))
        return [
          AnyOutcome(result: .success(value)),
          AnyOutcome(result: .failure(EndpointFailure(endpoint: name))),
        ]
      })
  }

  /// A dependency function whose outcomes are listed, the plainest first.
  public func function<each Input, Output>(
    _ name: String, outcomes: @escaping (repeat each Input) -> [Outcome<Output>]
  ) -> @Sendable (repeat each Input) async throws -> Output {
    note(name)
    return link.asyncThrowing(
      Endpoint(name: name, kind: .reply, cancellation: .throwsError) { arguments in
        var reader = ArgumentReader(arguments)
        return outcomes(repeat reader.next((each Input).self)).map { $0.erased }
      })
  }

  /// A clock on virtual time.
  public var clock: any Clock<Duration> { HarnessClock(link: link) }
}

extension Spec {
  /// Describes anything reducer-shaped by two closures, without it knowing of this package.
  ///
  /// ```swift
  /// let spec = Spec.foreign("Cart", startingAt: Cart.State()) { harness in
  ///   let cart = Cart(load: harness.function("load") { 3 })
  ///   return (reduce: cart.reduce, run: { effect, send in await effect.run(send) })
  /// }
  /// ```
  ///
  /// Its effects run by replay: their cancellation lives in their own runtime.
  ///
  /// - Parameter feature: Makes the feature anew: what an action does to a state and which effect
  ///   it asks for, and how an effect is run.
  public static func foreign<ForeignEffect>(
    _ name: String, startingAt states: State...,
    fileID: StaticString = #fileID, line: UInt = #line,
    feature:
      @escaping (Harness) -> (
        reduce: (inout State, Action) -> ForeignEffect,
        run: @Sendable (ForeignEffect, @escaping @Sendable (Action) async -> Void) async -> Void
      )
  ) -> Spec {
    Spec(
      name, states, "\(fileID)", Int(line),
      .foreign { harness in
        let (reduce, run) = feature(harness)
        return erasing { state, action in
          let effect = Handover(reduce(&state, action))
          return .run(
            operation: { send in await run(effect.value) { await send($0) } },
            fileID: fileID, line: line)
        }
      })
  }
}
