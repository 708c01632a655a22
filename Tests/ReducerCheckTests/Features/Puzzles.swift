import ReducerCheck
import Reducers

// Models with known answers, as plain reducers without effects. An action is offered only where
// the model enables it.

/// A ferryman with a wolf, a goat and a cabbage.
enum Ferryman {
  enum Cargo: CaseIterable { case wolf, goat, cabbage }
  struct State {
    var ferrymanIsAcross = false
    var across: Set<Cargo> = []

    func isAcross(_ cargo: Cargo) -> Bool { across.contains(cargo) }

    var isSafe: Bool {
      let goat = isAcross(.goat)
      return goat == ferrymanIsAcross || (isAcross(.wolf) != goat && isAcross(.cabbage) != goat)
    }

    func crossing(with cargo: Cargo?) -> State {
      var next = self
      next.ferrymanIsAcross.toggle()
      if let cargo { next.across.formSymmetricDifference([cargo]) }
      return next
    }
  }
  enum Action { case cross(Cargo?) }

  static var spec: Spec<State, Action> {
    let feature = Reduce<State, Action> { state, action in
      if case .cross(let cargo) = action { state = state.crossing(with: cargo) }
      return .none
    }
    return Spec("Ferryman", of: feature, startingAt: State())
      .sending { state in
        let aboard = Cargo.allCases.filter { state.isAcross($0) == state.ferrymanIsAcross }
        return ([nil] + aboard).filter { state.crossing(with: $0).isSafe }.map { .cross($0) }
      }
      .never("all across") { $0.ferrymanIsAcross && $0.across.count == 3 }
  }
}

/// Three missionaries, three cannibals, and a boat for two.
enum Missionaries {
  struct State {
    var missionaries = 3
    var cannibals = 3
    var boatIsHere = true

    var isSafe: Bool {
      (0...3).contains(missionaries) && (0...3).contains(cannibals)
        && (missionaries == 0 || missionaries >= cannibals)
        && (missionaries == 3 || missionaries <= cannibals)
    }

    func crossing(_ m: Int, _ c: Int) -> State {
      let sign = boatIsHere ? -1 : 1
      return State(
        missionaries: missionaries + sign * m, cannibals: cannibals + sign * c,
        boatIsHere: !boatIsHere)
    }
  }
  enum Action { case cross(missionaries: Int, cannibals: Int) }

  static var spec: Spec<State, Action> {
    let feature = Reduce<State, Action> { state, action in
      if case .cross(let m, let c) = action { state = state.crossing(m, c) }
      return .none
    }
    return Spec("Missionaries", of: feature, startingAt: State())
      .sending { state in
        [(1, 0), (2, 0), (0, 1), (0, 2), (1, 1)]
          .filter { state.crossing($0.0, $0.1).isSafe }
          .map { .cross(missionaries: $0.0, cannibals: $0.1) }
      }
      .never("all across") { $0.missionaries == 0 && $0.cannibals == 0 && !$0.boatIsHere }
  }
}

/// A tower of discs on three pegs.
enum Hanoi {
  struct State { var pegs: [[Int]] }
  enum Action { case move(from: Int, to: Int) }

  static func spec(discs: Int) -> Spec<State, Action> {
    let feature = Reduce<State, Action> { state, action in
      if case .move(let from, let to) = action, let disc = state.pegs[from].popLast() {
        state.pegs[to].append(disc)
      }
      return .none
    }
    let start = State(pegs: [Array((1...discs).reversed()), [], []])
    return Spec("Hanoi", of: feature, startingAt: start)
      .sending { state in
        var moves: [Action] = []
        for from in 0..<3 {
          for to in 0..<3 {
            guard from != to, let disc = state.pegs[from].last else { continue }
            if disc < state.pegs[to].last ?? .max { moves.append(.move(from: from, to: to)) }
          }
        }
        return moves
      }
      .never("moved") { $0.pegs[2].count == discs }
  }
}
