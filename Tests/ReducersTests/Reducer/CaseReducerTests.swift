import Reducers
import Testing

@Reducer
private enum Destination {
  case counter(Contador)
  case row(Fila)
}

@Reducer
private struct Hub {
  struct State {
    @PresentationState var destination: Destination.State?
    var path = StackState<Destination.State>()
  }

  enum Action {
    case destination(PresentationAction<Destination.Action>)
    case path(StackActionOf<Destination>)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .ifLet(\.$destination, action: \.destination)
      .forEach(\.path, action: \.path)
  }
}

@Suite struct `An enum of features` {
  @Test func `is presented without naming its reducer`() {
    var state = Hub.State(destination: .counter(Contador.State()))
    _ = Hub().reduce(into: &state, action: .destination(.presented(.counter(.incrementar))))
    #expect(state.destination?[case: \.counter]?.cuenta == 1)
  }

  @Test func `is stacked without naming its reducer`() {
    var state = Hub.State(path: [.counter(Contador.State()), .row(Fila.State(id: 7))])
    _ = Hub().reduce(into: &state, action: .path(.element(id: 1, action: .row(.pulsar))))
    #expect(state.path[id: 1]?[case: \.row]?.pulsaciones == 1)
  }

  @Test func `reports an action for the feature of another case`() {
    var state = Hub.State(destination: .row(Fila.State(id: 7)))
    let found = misuses {
      _ = Hub().reduce(into: &state, action: .destination(.presented(.counter(.incrementar))))
    }
    #expect(found.map(\.kind) == [.stateInAnotherCase])
  }
}
