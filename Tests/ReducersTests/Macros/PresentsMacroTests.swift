import Reducers
import Testing

@Suite struct PresentsMacroTests {
  @Test func `a presented property is written and read like any other`() {
    var state = Padre.State()
    #expect(state.hijo == nil)
    state.hijo = Hijo(edad: 1)
    state.hijo?.edad += 1
    #expect(state.hijo == Hijo(edad: 2))
    state.hijo = nil
    #expect(state.hijo == nil)
  }

  @Test func `the initializer takes any of the properties`() {
    #expect(Padre.State(nombre: "a").hijo == nil)
    #expect(Padre.State(nombre: "a", hijo: Hijo(edad: 1)).hijo == Hijo(edad: 1))
    #expect(Padre.State(hijo: Hijo(edad: 1)).otro == Hijo(edad: 9))
    #expect(Padre.State(otro: nil).otro == nil)
  }

  @Test func `the projection leads to where it is kept`() {
    let path: WritableKeyPath<Padre.State, PresentationState<Hijo>> = \.$hijo
    var state = Padre.State(hijo: Hijo(edad: 3))
    #expect(state[keyPath: path].wrappedValue == Hijo(edad: 3))
    state[keyPath: path].wrappedValue = nil
    #expect(state.hijo == nil)
    state.$hijo = PresentationState(wrappedValue: Hijo(edad: 4))
    #expect(state.hijo == Hijo(edad: 4))
  }

  @Test func `two states are equal if what they present is`() {
    #expect(Padre.State() == Padre.State(hijo: nil))
    #expect(Padre.State(hijo: Hijo(edad: 1)) != Padre.State())
    #expect(Padre.State(hijo: Hijo(edad: 1)) == Padre.State(hijo: Hijo(edad: 1)))
  }

  @Test func `a presented enum of features needs no closure`() {
    var state = Padre.State(ruta: .hoja(Hoja.State()))
    _ = Padre().reduce(into: &state, action: .ruta(.presented(.hoja(.escribir("a")))))
    #expect(state.ruta == .hoja(Hoja.State(texto: "a")))
    _ = Padre().reduce(into: &state, action: .ruta(.dismiss))
    #expect(state.ruta == nil)
  }
}

private struct Hijo: Equatable { var edad: Int }

@Reducer private struct Hoja {
  @ObservableState
  struct State: Equatable { var texto = "" }
  enum Action { case escribir(String) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .escribir(let texto): state.texto = texto
      }
      return .none
    }
  }
}

@Reducer(state: .equatable) private enum Ruta { case hoja(Hoja) }

@Reducer private struct Padre {
  @ObservableState
  struct State: Equatable {
    var nombre = ""
    @Presents var hijo: Hijo?
    @Presents var otro: Hijo? = Hijo(edad: 9)
    @Presents var ruta: Ruta.State?
  }
  enum Action { case ruta(PresentationAction<Ruta.Action>) }

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .ifLet(\.$ruta, action: \.ruta)
  }
}
