import ComposableArchitecture
import Testing

@Suite struct FiltroTests {
  /// The `onChange` is chained on the `Reduce`, which does not change what the binding has changed
  /// before it: so nothing is filtered anew.
  @Test func `three reducers run in order, and a change before the watched one is none of its own`()
    async
  {
    let store = TestStore(initialState: Filtro.State()) { Filtro() }
    await store.send(.binding(.set(\.filtro, "o"))) { $0.filtro = "o" }
  }
}
