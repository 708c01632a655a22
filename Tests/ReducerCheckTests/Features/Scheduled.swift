import ReducerCheck
import Reducers

/// What the features here ask for; each call is answered once.
struct JobClient: DependencyKey, Sendable {
  var work: @Sendable (String) async throws -> Void
  static let liveValue = JobClient { _ in }
}

/// B15 of the public bug list (TCA-3663): a cancellation that comes before the effect has
/// registered itself.
struct DismissedChild: Reducer {
  struct State {
    var child: Int?
    /// Whether an action came for a child that was not there.
    var wasLate = false
  }

  enum Action { case open, dismiss, tick }

  @Dependency(JobClient.self) var client

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .open:
      state.child = 0
      return .run { [client] send in
        try await client.work("task")
        await send(.tick)
      }
      .cancellable(id: "C")
    case .dismiss:
      state.child = nil
      return .cancel(id: "C")
    case .tick:
      if state.child == nil { state.wasLate = true }
      return .none
    }
  }
}

/// B26 (TCA-3563): cancelling an item that still waits in a concatenation.
struct Downloads: Reducer {
  struct State {
    var hasStarted = false
    var cancelled: Set<String> = []
    var done: [String] = []
  }

  enum Action {
    case startAll
    case cancel(String)
    case done(String)
  }

  @Dependency(JobClient.self) var client

  private func download(_ item: String) -> Effect<Action> {
    .run { [client] send in
      try await client.work(item)
      await send(.done(item))
    }
    .cancellable(id: item)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .startAll:
      state.hasStarted = true
      return .concatenate(download("a"), download("b"))
    case .cancel(let item):
      state.cancelled.insert(item)
      return .cancel(id: item)
    case .done(let item):
      state.done.append(item)
      return .none
    }
  }
}

/// B51 (TCA-1848): an effect and its cancellation, returned from the same step.
struct RunAndCancel: Reducer {
  struct State { var count = 0 }

  enum Action { case trigger, increment }

  @Dependency(JobClient.self) var client

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .trigger:
      return .merge(
        .run { [client] send in
          try await client.work("task")
          await send(.increment)
        }
        .cancellable(id: "T"), .cancel(id: "T"))
    case .increment:
      state.count += 1
      return .none
    }
  }
}

/// The latest of several requests wins, as `cancelInFlight` is meant to see to.
struct LatestRequest: Reducer {
  struct State {
    var asked = 0
    var shown = 0
  }

  enum Action {
    case ask
    case show(Int)
  }

  @Dependency(JobClient.self) var client

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .ask:
      state.asked += 1
      return .run { [client, asked = state.asked] send in
        try await client.work("\(asked)")
        await send(.show(asked))
      }
      .cancellable(id: "L", cancelInFlight: true)
    case .show(let number):
      state.shown = number
      return .none
    }
  }
}

/// A concatenation and a merge that are registered as a whole.
struct Whole: Reducer {
  struct State {
    var isCancelled = false
    var count = 0
  }

  enum Action: Equatable { case chain, both, cancel, done }

  @Dependency(JobClient.self) var client

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .chain:
      return .concatenate(step("1"), step("2")).cancellable(id: "W")
    case .both: return .merge(step("1"), step("2")).cancellable(id: "W", cancelInFlight: true)
    case .cancel:
      state.isCancelled = true
      return .cancel(id: "W")
    case .done:
      state.count += 1
      return .none
    }
  }

  private func step(_ name: String) -> Effect<Action> {
    .run { [client] send in
      try await client.work(name)
      await send(.done)
    }
  }
}

/// Saves what was typed last, once typing has paused, or at most once a second.
struct Saving: Reducer {
  struct State {
    var typed = 0
    var saved = 0
  }

  enum Action {
    case type, typeAndCancel
    case saved(Int)
  }

  let throttles: Bool
  @Dependency(JobClient.self) var client

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .type, .typeAndCancel:
      state.typed += 1
      let save = Effect<Action>.run { [client, typed = state.typed] send in
        try await client.work("\(typed)")
        await send(.saved(typed))
      }
      let saving =
        throttles
        ? save.throttle(id: "S", for: .seconds(1), latest: true)
        : save.debounce(id: "S", for: .seconds(1))
      if case .type = action { return saving }
      return .merge(saving, .cancel(id: "S"))
    case .saved(let number):
      state.saved = number
      return .none
    }
  }
}

extension Spec {
  /// Controls ``JobClient`` and says when effects are registered.
  func working(_ semantics: EffectSemantics) -> Spec {
    endpoint("work", failing: []) { $0[JobClient.self].work = $1 }
      .semantics(semantics)
  }
}
