import ComposableArchitecture
import Testing

@Suite struct TrazaTests {
  @Test func `a closure of nothing but a comment changes nothing, and that is printed`() async {
    let store = TestStore(initialState: Traza.State()) { Traza() }
    await store.send(.nada)
  }
}
