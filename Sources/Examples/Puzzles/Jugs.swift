import Reducers

/// The jugs of Die Hard: three and five litres, and no other measure.
public struct Jugs: Reducer {
  public struct State: Equatable {
    public var small = 0
    public var big = 0

    public init() {}
  }

  public enum Action: CaseIterable {
    case fillSmall, fillBig, emptySmall, emptyBig, smallToBig, bigToSmall
  }

  public init() {}

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .fillSmall: state.small = 3
    case .fillBig: state.big = 5
    case .emptySmall: state.small = 0
    case .emptyBig: state.big = 0
    case .smallToBig:
      let poured = min(state.small, 5 - state.big)
      state.small -= poured
      state.big += poured
    case .bigToSmall:
      let poured = min(state.big, 3 - state.small)
      state.big -= poured
      state.small += poured
    }
    return .none
  }
}
