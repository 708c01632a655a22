import ReducerCheck
import Reducers

/// Specs that ask for what cannot be, of a feature that is all right.
enum Specifications {
  struct Quiet: Reducer, Sendable {
    struct State: Equatable {
      var count = 0
    }

    enum Action {
      case add(Opaque)
    }

    struct Opaque: Sendable {
      let value: Int
    }

    @Dependency(\.service) var service

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      guard case .add(let amount) = action else { return .none }
      state.count += amount.value
      return .run { [service] _ in await service.other() }
    }
  }

  static let withoutState = Spec("WithoutState", of: Quiet())
    .sending(.add(.init(value: 1)))

  static let withoutAlphabet = Spec("WithoutAlphabet", of: Quiet(), startingAt: Quiet.State())

  static let withoutOutcomes = Spec("WithoutOutcomes", of: Quiet(), startingAt: Quiet.State())
    .endpoint("service.load") {
      $0.service.load = $1
    } outcomes: {
      [Outcome<Int>]()
    }
    .sending(.add(.init(value: 1)))

  static let discarding = Spec("Discarding", of: Quiet(), startingAt: Quiet.State())
    .payload(
      Quiet.Opaque.self,
      Generator.integer(in: 0...9).filter("a number above nine") { $0 > 9 }.map {
        Quiet.Opaque(value: $0)
      })

  static let misspelt = Spec("Misspelt", of: Quiet(), startingAt: Quiet.State())
    .endpoint("service.other") { $0.service.other = $1 }
    .sending(.add(.init(value: 1)))
    .always("asks for an endpoint that is not there") {
      $0.inFlight.count(endpoint: "service.ohter") == 0
    }

  static let unreachable = Spec("Unreachable", of: Quiet(), startingAt: Quiet.State())
    .endpoint("service.other") { $0.service.other = $1 }
    .sending(.add(.init(value: 1)))
    .reachable("a negative count") { $0.count < 0 }
    .reachable("a count of three") { $0.count == 3 }
    .always("vacuous: a negative count implies none in flight") {
      ($0.count < 0).implies($0.inFlight.isEmpty)
    }

  static let silent = Spec("Silent", of: Quiet(), startingAt: Quiet.State())
    .sending { _ in [] }
    .always("no count") { $0.count == 0 }

  /// A number that is no number, and differs from itself.
  struct Unequal: Reducer, Sendable {
    struct State { var value = Double.nan }
    enum Action { case nothing }

    func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
  }

  static let unequal = Spec("Unequal", of: Unequal(), startingAt: Unequal.State())
    .sending(.nothing)
    .always("no number") { $0.value.isNaN }
}
