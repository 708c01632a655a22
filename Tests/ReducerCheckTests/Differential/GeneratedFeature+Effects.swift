import Foundation
import Reducers

extension EffectPlan {
  /// The effect, of actions named by tokens.
  func build() -> Effect<Token> {
    switch self {
    case .none: .none
    case .send(let code): .send(Token(code: code))
    case .run(let run): run.build()
    case .merge(let parts): .merge(parts.map { $0.build() })
    case .concatenate(let parts): .concatenate(parts.map { $0.build() })
    case .cancellable(let part, let id, let inFlight):
      part.build().cancellable(id: id, cancelInFlight: inFlight)
    case .cancel(let id): .cancel(id: id)
    case .debounce(let part, let id, let seconds):
      part.build().debounce(id: id, for: .seconds(seconds))
    case .throttle(let part, let id, let seconds, let latest):
      part.build().throttle(id: id, for: .seconds(seconds), latest: latest)
    case .map(let part): part.build().map { Token(code: $0.code, step: ($0.step + 1) % 3) }
    }
  }
}

struct Failed: Error {}

extension RunPlan {
  func build() -> Effect<Token> {
    @Dependency(\.endpoints) var endpoints
    @Dependency(\.continuousClock) var clock
    @Dependency(\.uuid) var uuid
    @Dependency(\.dismiss) var dismiss
    let surroundings = Surroundings(
      endpoints: endpoints, clock: clock, uuid: uuid, dismiss: dismiss)
    let body = body
    guard let handler else {
      return .run { send in
        _ = try await surroundings.perform(body, 0, send)
      }
    }
    return .run { send in
      _ = try await surroundings.perform(body, 0, send)
    } catch: { error, send in
      _ = try? await surroundings.perform(handler, error is Failed ? 1 : 2, send)
    }
  }
}

/// What the statements of a generated closure may use.
struct Surroundings: Sendable {
  let endpoints: Endpoints
  let clock: any Clock<Duration>
  let uuid: UUIDGenerator
  let dismiss: DismissEffect

  /// Runs statements in order, handing each one's value to the next.
  func perform(_ body: [Statement], _ start: Int, _ send: Send<Token>) async throws -> Int {
    var value = start
    for statement in body { value = try await perform(statement, value, send) }
    return value
  }

  private func perform(
    _ statement: Statement, _ value: Int, _ send: Send<Token>
  ) async throws -> Int {
    switch statement {
    case .load(let n): return try await endpoints.load(n)
    case .save(let n): return await endpoints.save(n)
    case .fetch(let n): return try await endpoints.fetch(n)
    case .flag: return endpoints.flag()
    case .send(let code):
      await send(Token(code: code, step: value % 3))
      return value
    case .sleep(let seconds):
      try await clock.sleep(for: .seconds(seconds))
      return value
    case .uuid: return Int(uuid().uuid.15) % 3
    case .fail: throw Failed()
    case .failIfZero:
      if value == 0 { throw Failed() }
      return value
    case .attempt(let body): return (try? await perform(body, value, send)) ?? 2
    case .asyncLet, .group, .stream, .within, .cancelID, .dismiss, .detach:
      return try await performNested(statement, value, send)
    }
  }

  private func performNested(
    _ statement: Statement, _ value: Int, _ send: Send<Token>
  ) async throws -> Int {
    switch statement {
    case .asyncLet(let one, let two, let awaitsBoth):
      async let first = perform(one, value, send)
      async let second = perform(two, value, send)
      return awaitsBoth ? try await first + second : try await first
    case .group(let bodies, let firstOnly): return try await group(bodies, firstOnly, value, send)
    case .stream(let body, let most, let throwing):
      return throwing
        ? try await consume(endpoints.feed(), most, body, send)
        : try await consume(endpoints.ticks(), most, body, send)
    case .within(let id, let inFlight, let body):
      return try await withTaskCancellation(id: id, cancelInFlight: inFlight) {
        try await perform(body, value, send)
      }
    case .cancelID(let id):
      await Task.cancel(id: id)
      return value
    case .dismiss:
      await dismiss()
      return value
    case .detach(let body):
      Task { _ = try await perform(body, value, send) }
      return value
    default: return value
    }
  }

  private func group(
    _ bodies: [[Statement]], _ firstOnly: Bool, _ value: Int, _ send: Send<Token>
  ) async throws -> Int {
    try await withThrowingTaskGroup(of: Int.self) { group in
      for body in bodies { group.addTask { try await perform(body, value, send) } }
      var sum = 0
      for try await result in group {
        sum += result
        if firstOnly { break }
      }
      if firstOnly { group.cancelAll() }
      return sum
    }
  }

  private func consume<Elements: AsyncSequence>(
    _ elements: Elements, _ most: Int, _ body: [Statement], _ send: Send<Token>
  ) async throws -> Int where Elements.Element == Int {
    var value = 0
    var count = 0
    for try await element in elements {
      value = try await perform(body, element, send)
      count += 1
      if count == most { break }
    }
    return value
  }
}
