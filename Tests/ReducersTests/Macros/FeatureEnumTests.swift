import Reducers
import Testing

@Suite struct FeatureEnumTests {
  @Test func `each feature runs on the case of its name`() {
    var state = Ruta.State.detalle(Detalle.State(titulo: "a"))
    _ = Ruta().reduce(into: &state, action: .detalle(.titular("b")))
    #expect(state == .detalle(Detalle.State(titulo: "b")))
    state = .ajustes(Ajustes.State(volumen: 1))
    _ = Ruta.body.reduce(into: &state, action: .ajustes(.subir))
    #expect(state == .ajustes(Ajustes.State(volumen: 2)))
  }

  @Test func `an action for a feature that is not there is reported`() {
    var state = Ruta.State.aviso
    let found = misuses { _ = Ruta().reduce(into: &state, action: .ajustes(.subir)) }
    #expect(found.map(\.kind) == [.stateInAnotherCase])
    #expect(state == .aviso)
  }

  @Test func `cases that hold no feature stand in the state as they are`() {
    #expect(Ruta.State.texto("a").texto == "a")
    #expect(Ruta.State.punto(x: 1, y: 2).is(\.punto))
    #expect(Ruta.State.dato(Dato(valor: 3)).dato == Dato(valor: 3))
  }

  @Test func `payloads are read by the name of their case`() {
    var state = Ruta.State.detalle(Detalle.State(titulo: "a"))
    state.detalle?.titulo = "c"
    #expect(state.detalle?.titulo == "c")
    #expect(state.ajustes == nil)
  }

  @Test func `conformances may be asked for in the attribute`() {
    #expect(Hojas.State.detalle(Detalle.State()) == .detalle(Detalle.State()))
    #expect(Hojas.Action.detalle(.titular("a")) == .detalle(.titular("a")))
    func requireSendable(_ value: some Sendable) {}
    requireSendable(Hojas.State.detalle(Detalle.State()))
  }

  @Test func `an enum of features is the child of another feature`() {
    var state = Casa.State(ruta: .ajustes(Ajustes.State()))
    _ = Casa().reduce(into: &state, action: .ruta(.ajustes(.subir)))
    #expect(state.ruta == .ajustes(Ajustes.State(volumen: 1)))
  }
}

@Reducer private struct Detalle {
  @ObservableState
  struct State: Equatable { var titulo = "" }
  enum Action: Equatable { case titular(String) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .titular(let titulo): state.titulo = titulo
      }
      return .none
    }
  }
}

@Reducer private struct Ajustes {
  @ObservableState
  struct State: Equatable { var volumen = 0 }
  enum Action { case subir }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.volumen += 1
    return .none
  }
}

private struct Dato: Equatable { var valor: Int }

@Reducer private enum Ruta {
  case aviso
  case detalle(Detalle)
  case ajustes(Ajustes)
  case texto(String)
  case punto(x: Int, y: Int)
  @ReducerCaseIgnored case dato(Dato)
}

extension Ruta.State: Equatable {}

@Reducer(state: .equatable, .sendable, action: .equatable)
private enum Hojas {
  case detalle(Detalle)
}

@Reducer private struct Casa {
  struct State { var ruta: Ruta.State? }
  enum Action { case ruta(Ruta.Action) }

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .ifLet(\.ruta, action: \.ruta) { Ruta() }
  }
}
