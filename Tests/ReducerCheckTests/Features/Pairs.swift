import ReducerCheck
import Reducers

/// Two numbers. What a type says of equality and hashes is its own affair: its values are told
/// apart by what they store.
protocol Pair: Sendable {
  var shown: Int { get set }
  var hidden: Int { get set }

  init(shown: Int, hidden: Int)
}

struct Synthesized: Pair, Hashable {
  var shown = 0
  var hidden = 0
}

struct WithConstantHash: Pair, Hashable {
  var shown = 0
  var hidden = 0

  func hash(into hasher: inout Hasher) {}
}

struct WithPartOfHash: Pair, Hashable {
  var shown = 0
  var hidden = 0

  func hash(into hasher: inout Hasher) { hasher.combine(shown) }
}

struct ComparedInPart: Pair, Hashable {
  var shown = 0
  var hidden = 0

  static func == (one: Self, other: Self) -> Bool { one.shown == other.shown }
  func hash(into hasher: inout Hasher) { hasher.combine(shown) }
}

struct AlwaysEqual: Pair, Hashable {
  var shown = 0
  var hidden = 0

  static func == (one: Self, other: Self) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}

struct NeverEqual: Pair, Equatable {
  var shown = 0
  var hidden = 0

  static func == (one: Self, other: Self) -> Bool { false }
}

struct OnlyEquatable: Pair, Equatable {
  var shown = 0
  var hidden = 0
}

struct Neither: Pair {
  var shown = 0
  var hidden = 0
}

/// Moves a pair's numbers, keeps a copy of it, and has it turned round by an effect that holds it.
struct PairFeature<P: Pair>: Reducer {
  struct State {
    var pair = P(shown: 0, hidden: 0)
    var kept: [P] = []
    var failure: (any Error)?
  }
  /// Not equatable: what is loaded may fail in any way.
  enum Action {
    case show, hide, keep, turn
    case turned(Result<P, any Error>)
  }
  struct Client: DependencyKey {
    var turn: @Sendable (P) async throws -> P = { $0 }
    static var liveValue: Client { Client() }
  }

  @Dependency(Client.self) var client

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .show: state.pair.shown = 1 - state.pair.shown
    case .hide: state.pair.hidden = abs(state.pair.hidden - state.pair.shown)
    case .keep: state.kept = state.kept.isEmpty ? [state.pair] : []
    case .turn:
      return .run { [pair = state.pair] send in
        let turned: Result<P, any Error>
        do {
          turned = .success(try await client.turn(pair))
        } catch {
          turned = .failure(error)
        }
        await send(.turned(turned))
      }
    case .turned(.success(let pair)): (state.pair, state.failure) = (pair, nil)
    case .turned(.failure(let error)): state.failure = error
    }
    return .none
  }
}

extension PairFeature {
  struct Failure: Error {}

  /// A plain model: the outside says what is turned.
  static var plain: Spec<State, Action> {
    asking(
      Spec("Pairs", of: PairFeature(), startingAt: State())
        .sending(
          .show, .hide, .keep, .turned(.success(P(shown: 1, hidden: 1))),
          .turned(.failure(Failure())))
    )
  }

  static var withEffects: Spec<State, Action> {
    asking(
      Spec("Pairs", of: PairFeature(), startingAt: State())
        .endpoint("turn") {
          $0[Client.self].turn = $1
        } outcomes: { pair in
          [.success(P(shown: pair.hidden, hidden: pair.shown)), .failure(Failure())]
        }
        .sending(.show, .hide, .turn)
        .inFlight(atMost: 2)
    )
    .quiescent("nothing hidden at rest") { $0.pair.hidden == 0 }
  }

  private static func asking(_ spec: Spec<State, Action>) -> Spec<State, Action> {
    spec.never("hides one, shows none") { $0.pair.hidden == 1 && $0.pair.shown == 0 }
      .reachable("kept one") { $0.kept.contains { $0.hidden == 1 } }
      .never("hides two") { $0.pair.hidden == 2 }
  }
}
