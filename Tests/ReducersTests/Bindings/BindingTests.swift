import Reducers
import Testing

@Suite struct `Bindings` {
  private typealias State = Formulario.State
  private typealias Action = Formulario.Action

  @Test func `a binding action gives a field its value where the reducer stands`() {
    var state = State()
    _ = Formulario().reduce(into: &state, action: .binding(.set(\.texto, "a")))
    #expect(state.texto == "a")
    #expect(state.vistos == ["a"])
  }

  @Test func `after the feature's own reducer that sees the old value`() {
    let reducer = CombineReducers {
      Reduce<State, Action> { state, _ in
        state.vistos.append(state.texto)
        return .none
      }
      BindingReducer()
    }
    var state = State()
    _ = reducer.reduce(into: &state, action: .binding(.set(\.texto, "a")))
    #expect(state.vistos == [""])
    #expect(state.texto == "a")
  }

  @Test func `any other action changes nothing`() {
    var state = State()
    #expect(
      BindingReducer<State, Action, Action>().reduce(into: &state, action: .refrescarTirado).isNone)
    #expect(state == State())
  }

  @Test func `two are equal when field and value are`() {
    typealias Binding = BindingAction<State>
    #expect(Binding.set(\.texto, "a") == .set(\.texto, "a"))
    #expect(Binding.set(\.texto, "a") != .set(\.texto, "b"))
    #expect(Binding.set(\.texto, "a") != .set(\.vistos, ["a"]))
    #expect("\(Binding.set(\.texto, "a"))" == #"set(\State.texto, "a")"#)
  }

  @Test func `a pattern matches the actions of one field`() {
    let action = Action.binding(.set(\.notificaciones, true))
    if case .binding(\.texto) = action { Issue.record("of another field") }
    guard case .binding(\.notificaciones) = action else {
      Issue.record("of its own field")
      return
    }
  }

  @Test func `a case path leads to the value given to a field`() {
    let action = Action.binding(.set(\.texto, "a"))
    #expect(action[case: \.binding.texto] == "a")
    #expect(action[case: \.binding.notificaciones] == nil)
    #expect((\Action.Cases.binding.texto)("a") == action)
  }

  @Test func `bindable actions may be a case of the action`() {
    enum Outer: CasePathable {
      case view(Action)

      struct AllCasePaths: Sendable {
        var view: AnyCasePath<Outer, Action> {
          AnyCasePath(embed: Outer.view, extract: { if case .view(let a) = $0 { a } else { nil } })
        }
      }

      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }
    var state = State()
    let reducer = BindingReducer<State, Outer, Action>(action: \.view)
    _ = reducer.reduce(into: &state, action: .view(.binding(.set(\.notificaciones, true))))
    #expect(state.notificaciones)
  }
}

@MainActor @Suite struct `Bindings of a store` {
  @Test func `writing a field sends a binding action`() {
    let store = Store(initialState: Formulario.State()) { Formulario() }
    store.texto = "a"
    #expect(store.texto == "a")
    #expect(store.vistos == ["a"])
  }

  @Test func `a control is bound to a field in both directions`() {
    @UIBindable var store = Store(initialState: Formulario.State()) { Formulario() }
    let texto = $store.texto
    texto.wrappedValue = "a"
    #expect(store.vistos == ["a"])
    store.send(.binding(.set(\.texto, "b")))
    #expect(texto.wrappedValue == "b")
  }

  @Test func `a binding that no reducer applies is reported`() {
    let store = Store(initialState: Formulario.State()) {
      EmptyReducer<Formulario.State, Formulario.Action>()
    }
    let found = misuses { store.write("a", at: \.texto, fileID: "F", line: 5) }
    #expect(store.texto == "")
    #expect(
      found.map(\.description) == [
        """
        F:5: misuse (unhandledBinding): A binding was written to, but no reducer applied it: the \
        state has not changed.
          Field:  \\State.texto
          Action: Action.binding
        Put a BindingReducer() into the body of the feature.
        """
      ])
  }
}
