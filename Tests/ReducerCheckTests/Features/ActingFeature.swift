import Foundation
import Reducers

@testable import ReducerCheck

/// Dependencies of kinds that `Backend` has none of.
struct Kit: Sendable, DependencyKey {
  var items: @Sendable () -> AsyncStream<Int> = { AsyncStream { nil } }
  var lines: @Sendable () -> AsyncThrowingStream<Int, any Error> = { AsyncThrowingStream { nil } }
  var log: @Sendable (Int) -> Void = { _ in }
  var flag: @Sendable () -> Bool = { true }
  var save: @Sendable (Data) async throws -> Void = { _ in }
  static let liveValue = Kit()
}

extension DependencyValues {
  var kit: Kit {
    get { self[Kit.self] }
    set { self[Kit.self] = newValue }
  }
}

/// A feature of few words: `start` begins what a test gives it, and `stop` cancels what goes by the
/// id `x`.
struct ActingFeature: Reducer {
  struct State: Equatable {
    var started: [Int] = []
    var isStopped = false
    var got: [Int] = []
    var ids: [UUID] = []

    var last: Int? { got.last }
  }

  enum Action: Equatable {
    case start(Int)
    case stop, draw
    case got(Int)
    case drew(UUID)
  }

  @Dependency(\.backend) var backend
  @Dependency(\.kit) var kit
  @Dependency(\.continuousClock) var clock
  @Dependency(\.uuid) var uuid
  let begin: @Sendable (ActingFeature, Int) -> Effect<Action>

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start(let number):
      state.started.append(number)
      return begin(self, number)
    case .stop:
      state.isStopped = true
      return .cancel(id: "x")
    case .draw: state.ids.append(uuid())
    case .got(let number): state.got.append(number)
    case .drew(let id): state.ids.append(id)
    }
    return .none
  }

  /// A spec of a feature that is started once, with one of some numbers; or by each of them.
  static func spec(
    starting numbers: [Int] = [1], each: Bool = false, stops: Bool = false,
    _ begin: @escaping @Sendable (ActingFeature, Int) -> Effect<Action>
  ) -> Spec<State, Action> {
    Spec("Acting", of: ActingFeature(begin: begin), startingAt: State())
      .answering()
      .sending { state in
        if state.isStopped { return [] }
        let left = numbers.filter { !state.started.contains($0) }
        if each ? !left.isEmpty : state.started.isEmpty { return left.map { .start($0) } }
        return stops ? [.stop] : []
      }
  }
}

extension Spec {
  /// A number in the environment, to which written ones are added bit by bit.
  func writing() -> Self {
    environment(0)
      .endpoint("write") {
        $0.backend.write = $1
      } serving: { (number: inout Int, other: Int) in
        number |= other
      }
  }

  /// A list in the environment that is appended to at once.
  func logging() -> Self {
    environment([Int]())
      .endpoint("log") {
        $0.kit.log = $1
      } serving: { (list: inout [Int], number: Int) in
        list.append(number)
      }
  }
}

extension Exploration {
  /// The names of what was found, sorted.
  var names: [String] { findings.map(\.violation.name).sorted() }
}
