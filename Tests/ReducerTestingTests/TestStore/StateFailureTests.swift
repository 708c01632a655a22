import ReducerTesting
import Reducers
import Testing

@Suite struct StateFailureTests {
  @Test func `a state that is not as described`() async {
    let line: UInt = #line + 3
    let found = await failures {
      let store = contador()
      await store.send(.incrementar) { $0.cuenta = 2 }
    }
    #expect(
      found.messages == [
        """
        The state after .incrementar is not as described (- described, + actual):

              Contador.State(
            -   cuenta: 2
            +   cuenta: 1
                … 2 unchanged
              )

        Correct the description, or the feature. To describe only a part, set \
        `store.exhaustivity = .off`.
        """
      ])
    #expect(found.map(\.place.line) == [line])
    #expect(found.map { "\($0.place.fileID)" } == ["ReducerTestingTests/StateFailureTests.swift"])
  }

  @Test func `a change that is not described`() async {
    let found = await failures {
      let store = contador()
      await store.send(.incrementar)
    }
    #expect(
      found.messages == [
        """
        The state changed after .incrementar, and the test does not describe it (- before, + after):

              Contador.State(
            -   cuenta: 0
            +   cuenta: 1
                … 2 unchanged
              )

        Describe it in the closure of this call: { $0.… = … }. To describe only a part, set \
        `store.exhaustivity = .off`.
        """
      ])
  }

  @Test func `a description of no change`() async {
    let found = await failures {
      let store = contador()
      await store.send(.datoRecibido(.success("x"))) { $0.hecho = "x" }
      await store.send(.datoRecibido(.success("x"))) { $0.hecho = "x" }
    }
    #expect(
      found.messages == [
        """
        The closure after .datoRecibido(.success("x")) describes no change: the state was so before.

        Leave the closure away, or describe what the action should change. To describe the state \
        as it is, use `store.assert { … }`.
        """
      ])
  }

  @Test func `a description that throws`() async {
    struct Fallo: Error {}
    let found = await failures {
      let store = contador()
      await store.send(.incrementar) { _ in throw Fallo() }
      store.assert { _ in throw Fallo() }
    }
    #expect(
      found.messages == [
        "The closure that describes the state after .incrementar threw an error: StateFailureTests.Fallo()",
        "The closure that describes the state threw an error: StateFailureTests.Fallo()",
      ])
  }

  @Test func `states that are not equal and look alike`() async {
    struct Raro: Reducer {
      struct State: Equatable {
        var cuenta = 0
        static func == (lhs: State, rhs: State) -> Bool { false }
      }
      enum Action { case nada }
      func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
    }
    let found = await failures {
      let store = TestStore(initialState: Raro.State()) { Raro() }
      await store.send(.nada)
    }
    #expect(
      found.messages == [
        """
        The state changed after .nada, and the test does not describe it (- before, + after):

            The two are not equal, but all that is stored in them looks the same:
            StateFailureTests.Raro.State(cuenta: 0)
            Look at its `==`, or at what an object or a closure in it hides.

        Describe it in the closure of this call: { $0.… = … }. To describe only a part, set \
        `store.exhaustivity = .off`.
        """
      ])
  }

  @Test func `the state is described as it is, too`() async {
    let store = contador()
    await store.send(.incrementar) { $0.cuenta = 1 }
    store.assert { $0.cuenta = 1 }
    #expect(store.state == Contador.State(cuenta: 1))
    let found = await failures { store.assert { $0.cuenta = 2 } }
    #expect(
      found.messages == [
        """
        The state is not as described (- described, + actual):

              Contador.State(
            -   cuenta: 2
            +   cuenta: 1
                … 2 unchanged
              )

        Correct the description, or the feature. To describe only a part, set \
        `store.exhaustivity = .off`.
        """
      ])
  }
}
