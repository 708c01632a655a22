import Reducers

/// A child that logs its runs, answers with an effect and does as it is told.
struct Probe: Reducer {
  struct State {
    var log: [String] = []
  }
  enum Action {
    case ping(String)
    case quiet
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .ping(let name):
      state.log.append(name)
      return .send(.ping("child"))
    case .quiet: return .none
    }
  }
}

/// The same, with an id that it is known by.
struct Member: Reducer {
  struct State: Identifiable {
    var id: Int
    var log: [String] = []
  }
  typealias Action = Probe.Action

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    var probe = Probe.State(log: state.log)
    defer { state.log = probe.log }
    return Probe().reduce(into: &probe, action: action)
  }
}
