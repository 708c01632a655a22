import Reducers
import Testing

@Suite struct ReducerMacroTests {
  @Test func `a body of several reducers runs them in order`() {
    var state = Contar.State()
    _ = Contar().reduce(into: &state, action: .mas)
    #expect(state.cuenta == 20)
  }

  @Test func `an action that holds an error is Equatable as it stands`() {
    struct Otro: Error {}
    let failure = Contar.Action.respuesta(.failure(CancellationError()))
    #expect(failure == .respuesta(.failure(CancellationError())))
    #expect(failure != .respuesta(.failure(Otro())))
    #expect(failure != .respuesta(.success(1)))
    #expect(Contar.Action.respuesta(.success(1)) == .respuesta(.success(1)))
    #expect(Contar.Action.mas == .mas)
    #expect(Contar.Action.mas != failure)
  }

  @Test func `an action has case paths`() {
    #expect(Contar.Action.respuesta(.success(3)).is(\.respuesta.success))
  }

  @Test func `a leaf is its method`() {
    var state = Hoja.State()
    _ = Hoja().reduce(into: &state, action: .caer)
    #expect(state.caidas == 1)
  }

  @Test func `what is not written is empty`() {
    var state = Vacio.State()
    run(Vacio(), on: &state, with: nil)
    #expect(state == Vacio.State())
  }

  @Test func `a conformance may be written in an extension, with or without the body`() {
    var state = EnExtension.State()
    run(EnExtension(), on: &state, with: .mas)
    #expect(state.cuenta == 2)
    var other = CuerpoEnExtension.State()
    run(CuerpoEnExtension(), on: &other, with: .mas)
    #expect(other.cuenta == 2)
  }

  @Test func `a feature may reduce the state of another`() {
    var state = Contar.State()
    run(Ajeno(), on: &state, with: .mas)
    run(AjenoConMetodo(), on: &state, with: .mas)
    #expect(state.cuenta == 21)
  }

  @Test func `an enum State has case paths and reads its payloads by name`() {
    #expect(ConCasos.State.lleno(3).is(\.lleno))
    #expect(ConCasos.State.lleno(3).lleno == 3)
    #expect(ConCasos.State.vacio.lleno == nil)
  }

  @Test func `a feature may be generic`() {
    var state = Generico<String>.State(valor: "a")
    run(Generico<String>(), on: &state, with: .poner("b"))
    #expect(state.valor == "b")
  }

  private func run<R: Reducer>(_ reducer: R, on state: inout R.State, with action: R.Action?) {
    if let action { _ = reducer.reduce(into: &state, action: action) }
  }
}

@Reducer private struct Contar {
  struct State: Equatable { var cuenta = 0 }
  enum Action: Equatable {
    case mas
    case respuesta(Result<Int, Error>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.cuenta += 1
      return .none
    }
    Reduce { state, _ in
      state.cuenta *= 20
      return .none
    }
  }
}

@Reducer private struct Hoja {
  struct State { var caidas = 0 }
  enum Action { case caer }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.caidas += 1
    return .none
  }
}

@Reducer private struct Vacio {}

@Reducer private struct EnExtension {
  struct State { var cuenta = 0 }
  enum Action { case mas }

  var body: some Reducer<State, Action> {
    Sumar()
    Sumar()
  }
}

extension EnExtension: Reducer {}

@Reducer private struct CuerpoEnExtension {
  struct State { var cuenta = 0 }
  enum Action { case mas }
}

extension CuerpoEnExtension: Reducer {
  var body: some Reducer<State, Action> {
    Reduce { state, _ in
      state.cuenta += 1
      return .none
    }
    Reduce { state, _ in
      state.cuenta += 1
      return .none
    }
  }
}

@Reducer private struct Sumar {
  func reduce(
    into state: inout EnExtension.State, action: EnExtension.Action
  ) -> Effect<EnExtension.Action> {
    state.cuenta += 1
    return .none
  }
}

@Reducer private struct Ajeno {
  var body: some ReducerOf<Contar> {
    Contar()
  }
}

@Reducer private struct AjenoConMetodo {
  func reduce(into state: inout Contar.State, action: Contar.Action) -> Effect<Contar.Action> {
    state.cuenta += 1
    return .none
  }
}

@Reducer private struct ConCasos {
  enum State {
    case vacio
    case lleno(Int)
  }
  enum Action {}
}

@Reducer private struct Generico<Valor: Sendable> {
  struct State { var valor: Valor }
  enum Action { case poner(Valor) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .poner(let valor): state.valor = valor
      }
      return .none
    }
  }
}
