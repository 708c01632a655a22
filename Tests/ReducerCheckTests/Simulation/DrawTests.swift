import Foundation
import Reducers
import Testing

@testable import ReducerCheck

/// Names what it adds by an id drawn in an effect.
private struct Adding: Reducer {
  struct State {
    var asked = 0
    var ids: Set<UUID> = []
    var hasDuplicate = false
  }
  enum Action {
    case add
    case added(UUID)
  }

  @Dependency(\.uuid) var uuid

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .add:
      state.asked += 1
      return .run { send in await send(.added(uuid())) }
    case .added(let id):
      if !state.ids.insert(id).inserted { state.hasDuplicate = true }
      return .none
    }
  }
}

/// Asks a cache that outlives the effect.
private struct Cached: Reducer {
  struct State { var answers = 0 }
  enum Action { case load, loaded }

  /// Keeps its first answer.
  actor Cache {
    private var answer: Int?

    func value(_ ask: @Sendable () async throws -> Void) async throws -> Int {
      if let answer { return answer }
      try await ask()
      answer = 1
      return 1
    }
  }

  @Dependency(\.backend) var backend
  let cache = Cache()

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .load:
      return .run { send in
        _ = try await cache.value(backend.f)
        await send(.loaded)
      }
    case .loaded:
      state.answers += 1
      return .none
    }
  }
}

@Suite struct `What a closure reads is part of its history` {
  @Test func `two effects draw two ids`() throws {
    let spec = Spec("Adding", of: Adding(), startingAt: Adding.State())
      .sending { $0.asked < 2 ? [.add] : [] }
      .never("two of one id") { $0.hasDuplicate }
    let explored = try explored(spec)
    #expect(explored.count == 7)
    #expect(explored.closed)
    #expect(explored.traces == [:])
  }

  @Test func `an effect that keeps state outside its closure is found`() throws {
    let spec = Spec("Cached", of: Cached(), startingAt: Cached.State())
      .answering()
      .sending(.load)
    let explored = try explored(spec, depth: 3, cap: 1)
    #expect(
      explored.trace(toFinding: "effect in ReducerCheckTests/DrawTests.swift") != nil)
  }
}
