import Reducers
import Testing

@Suite struct ReduceTests {
  struct Mudo: Reducer {
    struct State: Equatable { var cuenta = 0 }
    enum Action { case mas }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        // ...
      }
    }
  }

  @Test func `a closure that holds nothing but a comment changes nothing`() {
    var state = Mudo.State()
    #expect(Mudo().reduce(into: &state, action: .mas).isNone)
    #expect(state == Mudo.State())
  }

  @Test func `a closure that returns nothing has nothing done`() {
    let reducer = Reduce<Mudo.State, Mudo.Action> { state, _ in state.cuenta += 1 }
    var state = Mudo.State()
    #expect(reducer.reduce(into: &state, action: .mas).isNone)
    #expect(state.cuenta == 1)
  }
}
