import Reducers
import TransitionSystems

// One overload for each shape of a dependency function and each way to declare its outcomes: a
// generic over "throws or not, async or not" cannot be written, and a single spelling in the spec
// is worth the repetition. All go through `declaring`.
//
// A function that cannot throw converts to the shapes that may, so those overloads give way; and
// overloads that may throw take equally many arguments, so that of them the one that fits exactly
// is chosen.

// MARK: An asynchronous throwing function

extension Spec {
  /// Controls an asynchronous throwing function: it returns what `output` makes of its arguments.
  ///
  /// Unless told otherwise it may also fail with ``EndpointFailure``.
  public func endpoint<each Input, Output>(
    _ name: String,
    failing errors: [any Error]? = nil,
    install:
      @escaping (
        inout DependencyValues, @escaping @Sendable (repeat each Input) async throws -> Output
      ) -> Void,
    returning output: @escaping (repeat each Input) -> Output
  ) -> Self {
    declaring(
      name, .reply, .throwsError, failing: errors ?? [EndpointFailure(endpoint: name)],
      returning: output
    ) { link, endpoint, values in
      install(&values, link.asyncThrowing(endpoint))
    }
  }

  /// Controls an asynchronous throwing function: its outcomes are listed, the plainest first.
  public func endpoint<each Input, Output>(
    _ name: String,
    install:
      @escaping (
        inout DependencyValues, @escaping @Sendable (repeat each Input) async throws -> Output
      ) -> Void,
    outcomes: @escaping (repeat each Input) -> [Outcome<Output>]
  ) -> Self {
    declaring(name, .reply, .throwsError, outcomes: outcomes) { link, endpoint, values in
      install(&values, link.asyncThrowing(endpoint))
    }
  }

  /// Controls an asynchronous throwing function, of a type whose values can be generated: the simplest three of them.
  ///
  /// Unless told otherwise it may also fail with ``EndpointFailure``.
  public func endpoint<each Input, Output: Generated>(
    _ name: String,
    failing errors: [any Error]? = nil,
    install:
      @escaping (
        inout DependencyValues, @escaping @Sendable (repeat each Input) async throws -> Output
      ) -> Void
  ) -> Self {
    declaring(
      name, .reply, .throwsError, failing: errors ?? [EndpointFailure(endpoint: name)], Output.self
    ) { link, endpoint, values in
      install(
        &values,
        link.asyncThrowing(endpoint) as @Sendable (repeat each Input) async throws -> Output)
    }
  }

  /// Controls an asynchronous throwing function that returns nothing.
  ///
  /// Unless told otherwise it may also fail with ``EndpointFailure``.
  public func endpoint<each Input>(
    _ name: String,
    failing errors: [any Error]? = nil,
    install:
      @escaping (
        inout DependencyValues, @escaping @Sendable (repeat each Input) async throws -> Void
      ) -> Void
  ) -> Self {
    declaring(
      name, .reply, .throwsError, failing: errors ?? [EndpointFailure(endpoint: name)], values: [()]
    ) { link, endpoint, values in
      install(
        &values, link.asyncThrowing(endpoint) as @Sendable (repeat each Input) async throws -> Void
      )
    }
  }

  /// Controls an asynchronous throwing function that the environment's model serves.
  ///
  /// The call is made, then served, when the model moves and the outcome is fixed, then resolved.
  public func endpoint<each Input, Output, Model>(
    _ name: String,
    install:
      @escaping (
        inout DependencyValues, @escaping @Sendable (repeat each Input) async throws -> Output
      ) -> Void,
    serving serve: @escaping (inout Model, repeat each Input) throws -> Output
  ) -> Self {
    declaring(name, .reply, .throwsError, serving: serve) { link, endpoint, values in
      install(
        &values,
        link.asyncThrowing(endpoint) as @Sendable (repeat each Input) async throws -> Output)
    }
  }
}

// MARK: An asynchronous function that cannot throw

extension Spec {
  /// Controls an asynchronous function that cannot throw: it returns what `output` makes of its arguments.
  @_disfavoredOverload
  public func endpoint<each Input, Output>(
    _ name: String,
    install:
      @escaping (
        inout DependencyValues, @escaping @Sendable (repeat each Input) async -> Output
      ) -> Void,
    returning output: @escaping (repeat each Input) -> Output
  ) -> Self {
    declaring(name, .reply, .ignored, failing: [], returning: output) { link, endpoint, values in
      install(&values, link.async(endpoint))
    }
  }

  /// Controls an asynchronous function that cannot throw: its outcomes are listed, the plainest first.
  @_disfavoredOverload
  public func endpoint<each Input, Output>(
    _ name: String,
    install:
      @escaping (
        inout DependencyValues, @escaping @Sendable (repeat each Input) async -> Output
      ) -> Void,
    outcomes: @escaping (repeat each Input) -> [Outcome<Output>]
  ) -> Self {
    declaring(name, .reply, .ignored, outcomes: outcomes) { link, endpoint, values in
      install(&values, link.async(endpoint))
    }
  }

  /// Controls an asynchronous function that cannot throw, of a type whose values can be generated: the simplest three of them.
  @_disfavoredOverload
  public func endpoint<each Input, Output: Generated>(
    _ name: String,
    install:
      @escaping (
        inout DependencyValues, @escaping @Sendable (repeat each Input) async -> Output
      ) -> Void
  ) -> Self {
    declaring(name, .reply, .ignored, failing: [], Output.self) { link, endpoint, values in
      install(&values, link.async(endpoint) as @Sendable (repeat each Input) async -> Output)
    }
  }

  /// Controls an asynchronous function that cannot throw that returns nothing.
  @_disfavoredOverload
  public func endpoint<each Input>(
    _ name: String,
    install:
      @escaping (
        inout DependencyValues, @escaping @Sendable (repeat each Input) async -> Void
      ) -> Void
  ) -> Self {
    declaring(name, .reply, .ignored, failing: [], values: [()]) { link, endpoint, values in
      install(&values, link.async(endpoint) as @Sendable (repeat each Input) async -> Void)
    }
  }

  /// Controls an asynchronous function that cannot throw that the environment's model serves.
  ///
  /// The call is made, then served, when the model moves and the outcome is fixed, then resolved.
  @_disfavoredOverload
  public func endpoint<each Input, Output, Model>(
    _ name: String,
    install:
      @escaping (
        inout DependencyValues, @escaping @Sendable (repeat each Input) async -> Output
      ) -> Void,
    serving serve: @escaping (inout Model, repeat each Input) -> Output
  ) -> Self {
    declaring(name, .reply, .ignored, serving: serve) { link, endpoint, values in
      install(&values, link.async(endpoint) as @Sendable (repeat each Input) async -> Output)
    }
  }
}

// MARK: A synchronous throwing function; its outcome is chosen at the call

extension Spec {
  /// Controls a synchronous throwing function; its outcome is chosen at the call: it returns what `output` makes of its arguments.
  ///
  /// Unless told otherwise it may also fail with ``EndpointFailure``.
  public func endpoint<each Input, Output>(
    _ name: String,
    failing errors: [any Error]? = nil,
    install:
      @escaping (
        inout DependencyValues, @escaping @Sendable (repeat each Input) throws -> Output
      ) -> Void,
    returning output: @escaping (repeat each Input) -> Output
  ) -> Self {
    declaring(
      name, .reply, .ignored, failing: errors ?? [EndpointFailure(endpoint: name)],
      returning: output
    ) { link, endpoint, values in
      install(&values, link.throwing(endpoint))
    }
  }

  /// Controls a synchronous throwing function; its outcome is chosen at the call: its outcomes are listed, the plainest first.
  public func endpoint<each Input, Output>(
    _ name: String,
    install:
      @escaping (
        inout DependencyValues, @escaping @Sendable (repeat each Input) throws -> Output
      ) -> Void,
    outcomes: @escaping (repeat each Input) -> [Outcome<Output>]
  ) -> Self {
    declaring(name, .reply, .ignored, outcomes: outcomes) { link, endpoint, values in
      install(&values, link.throwing(endpoint))
    }
  }

  /// Controls a synchronous throwing function; its outcome is chosen at the call, of a type whose values can be generated: the simplest three of them.
  ///
  /// Unless told otherwise it may also fail with ``EndpointFailure``.
  public func endpoint<each Input, Output: Generated>(
    _ name: String,
    failing errors: [any Error]? = nil,
    install:
      @escaping (
        inout DependencyValues, @escaping @Sendable (repeat each Input) throws -> Output
      ) -> Void
  ) -> Self {
    declaring(
      name, .reply, .ignored, failing: errors ?? [EndpointFailure(endpoint: name)], Output.self
    ) { link, endpoint, values in
      install(&values, link.throwing(endpoint) as @Sendable (repeat each Input) throws -> Output)
    }
  }

  /// Controls a synchronous throwing function; its outcome is chosen at the call that returns nothing.
  ///
  /// Unless told otherwise it may also fail with ``EndpointFailure``.
  public func endpoint<each Input>(
    _ name: String,
    failing errors: [any Error]? = nil,
    install:
      @escaping (
        inout DependencyValues, @escaping @Sendable (repeat each Input) throws -> Void
      ) -> Void
  ) -> Self {
    declaring(
      name, .reply, .ignored, failing: errors ?? [EndpointFailure(endpoint: name)], values: [()]
    ) { link, endpoint, values in
      install(&values, link.throwing(endpoint) as @Sendable (repeat each Input) throws -> Void)
    }
  }

  /// Controls a synchronous throwing function; its outcome is chosen at the call that the environment's model serves.
  ///
  /// The model moves at the call.
  public func endpoint<each Input, Output, Model>(
    _ name: String,
    install:
      @escaping (
        inout DependencyValues, @escaping @Sendable (repeat each Input) throws -> Output
      ) -> Void,
    serving serve: @escaping (inout Model, repeat each Input) throws -> Output
  ) -> Self {
    declaring(name, .reply, .ignored, serving: serve) { link, endpoint, values in
      install(&values, link.throwing(endpoint) as @Sendable (repeat each Input) throws -> Output)
    }
  }
}

// MARK: A synchronous function; its outcome is chosen at the call

extension Spec {
  /// Controls a synchronous function; its outcome is chosen at the call: it returns what `output` makes of its arguments.
  @_disfavoredOverload
  public func endpoint<each Input, Output>(
    _ name: String,
    install:
      @escaping (
        inout DependencyValues, @escaping @Sendable (repeat each Input) -> Output
      ) -> Void,
    returning output: @escaping (repeat each Input) -> Output
  ) -> Self {
    declaring(name, .reply, .ignored, failing: [], returning: output) { link, endpoint, values in
      install(&values, link.synchronous(endpoint))
    }
  }

  /// Controls a synchronous function; its outcome is chosen at the call: its outcomes are listed, the plainest first.
  @_disfavoredOverload
  public func endpoint<each Input, Output>(
    _ name: String,
    install:
      @escaping (
        inout DependencyValues, @escaping @Sendable (repeat each Input) -> Output
      ) -> Void,
    outcomes: @escaping (repeat each Input) -> [Outcome<Output>]
  ) -> Self {
    declaring(name, .reply, .ignored, outcomes: outcomes) { link, endpoint, values in
      install(&values, link.synchronous(endpoint))
    }
  }

  /// Controls a synchronous function; its outcome is chosen at the call, of a type whose values can be generated: the simplest three of them.
  @_disfavoredOverload
  public func endpoint<each Input, Output: Generated>(
    _ name: String,
    install:
      @escaping (
        inout DependencyValues, @escaping @Sendable (repeat each Input) -> Output
      ) -> Void
  ) -> Self {
    declaring(name, .reply, .ignored, failing: [], Output.self) { link, endpoint, values in
      install(&values, link.synchronous(endpoint) as @Sendable (repeat each Input) -> Output)
    }
  }

  /// Controls a synchronous function; its outcome is chosen at the call that returns nothing.
  @_disfavoredOverload
  public func endpoint<each Input>(
    _ name: String,
    install:
      @escaping (
        inout DependencyValues, @escaping @Sendable (repeat each Input) -> Void
      ) -> Void
  ) -> Self {
    declaring(name, .reply, .ignored, failing: [], values: [()]) { link, endpoint, values in
      install(&values, link.synchronous(endpoint) as @Sendable (repeat each Input) -> Void)
    }
  }

  /// Controls a synchronous function; its outcome is chosen at the call that the environment's model serves.
  ///
  /// The model moves at the call.
  @_disfavoredOverload
  public func endpoint<each Input, Output, Model>(
    _ name: String,
    install:
      @escaping (
        inout DependencyValues, @escaping @Sendable (repeat each Input) -> Output
      ) -> Void,
    serving serve: @escaping (inout Model, repeat each Input) -> Output
  ) -> Self {
    declaring(name, .reply, .ignored, serving: serve) { link, endpoint, values in
      install(&values, link.synchronous(endpoint) as @Sendable (repeat each Input) -> Output)
    }
  }
}

// MARK: Typed errors and streams

extension Spec {
  /// Controls an asynchronous function that throws errors of one type.
  ///
  /// It responds to cancellation as told: it cannot throw a `CancellationError`.
  public func endpoint<each Input, Output, Failure: Error>(
    _ name: String, failing errors: [Failure],
    install:
      @escaping (
        inout DependencyValues,
        @escaping @Sendable (repeat each Input) async throws(Failure) -> Output
      ) -> Void,
    returning output: @escaping (repeat each Input) -> Output
  ) -> Self {
    declaring(name, .reply, .ignored, failing: errors, returning: output) {
      link, endpoint, values in
      install(&values, link.typedThrowing(endpoint))
    }
  }

  /// Controls a stream: each wait for an element gets one of `elements`, or goes on for ever.
  ///
  /// - Parameter ends: Whether the stream may also end.
  public func endpoint<each Input, Element>(
    _ name: String, ends: Bool = false,
    install:
      @escaping (
        inout DependencyValues, @escaping @Sendable (repeat each Input) -> AsyncStream<Element>
      ) -> Void,
    elements: @escaping (repeat each Input) -> [Element]
  ) -> Self {
    declaring(name, elements: elements, ends: ends, failing: []) { link, endpoint, values in
      install(&values, link.stream(endpoint))
    }
  }

  /// Controls a stream that may fail.
  ///
  /// - Parameter ends: Whether the stream may also end.
  public func endpoint<each Input, Element>(
    _ name: String, ends: Bool = false, failing errors: [any Error]? = nil,
    install:
      @escaping (
        inout DependencyValues,
        @escaping @Sendable (repeat each Input) -> AsyncThrowingStream<Element, any Error>
      ) -> Void,
    elements: @escaping (repeat each Input) -> [Element]
  ) -> Self {
    let errors = errors ?? [EndpointFailure(endpoint: name)]
    return declaring(name, elements: elements, ends: ends, failing: errors) {
      link, endpoint, values in
      install(&values, link.throwingStream(endpoint))
    }
  }

  /// Controls a stream that the environment's model feeds: an element is there when `next` gives
  /// one.
  public func endpoint<each Input, Element, Model>(
    _ name: String,
    install:
      @escaping (
        inout DependencyValues, @escaping @Sendable (repeat each Input) -> AsyncStream<Element>
      ) -> Void,
    next: @escaping (inout Model, repeat each Input) -> Element?
  ) -> Self {
    declaring(name, feeding: next) { link, endpoint, values in
      install(&values, link.stream(endpoint))
    }
  }
}
