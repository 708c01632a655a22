import Observation
import Reducers
import Synchronization
import Testing

private struct Panel: Reducer {
  struct State {
    var cuenta = 0
    var nombre = ""
    var opaco = Opaco()
    var hijo = Contador.State()
    @PresentationState var hoja: Contador.State?
    var filas: IdentifiedArrayOf<Fila.State> = []
    var pila = StackState<Contador.State>()
  }
  struct Opaco { var valor = 0 }
  enum Action: CasePathable {
    case cambiar(@Sendable (inout State) -> Void)
    case hijo(Contador.Action)
    case hoja(PresentationAction<Contador.Action>)
    case filas(IdentifiedActionOf<Fila>)
    case pila(StackActionOf<Contador>)

    struct AllCasePaths: Sendable {
      var hijo: AnyCasePath<Action, Contador.Action> {
        AnyCasePath(embed: Action.hijo) { if case .hijo(let a) = $0 { a } else { nil } }
      }
      var hoja: AnyCasePath<Action, PresentationAction<Contador.Action>> {
        AnyCasePath(embed: Action.hoja) { if case .hoja(let a) = $0 { a } else { nil } }
      }
      var filas: AnyCasePath<Action, IdentifiedActionOf<Fila>> {
        AnyCasePath(embed: Action.filas) { if case .filas(let a) = $0 { a } else { nil } }
      }
      var pila: AnyCasePath<Action, StackActionOf<Contador>> {
        AnyCasePath(embed: Action.pila) { if case .pila(let a) = $0 { a } else { nil } }
      }
    }

    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.hijo, action: \.hijo) { Contador() }
    Reduce { state, action in
      if case .cambiar(let cambiar) = action { cambiar(&state) }
      return .none
    }
    .ifLet(\.$hoja, action: \.hoja) { Contador() }
    .forEach(\.filas, action: \.filas) {
      Reduce { fila, _ in
        fila.pulsaciones += 1
        return .none
      }
    }
    .forEach(\.pila, action: \.pila) { Contador() }
  }
}

@MainActor @Observable private final class Model {
  var value = 0
}

@MainActor @Suite struct `Observation of a store` {
  private let store = Store(initialState: Panel.State()) { Panel() }

  private func change(_ change: @escaping @Sendable (inout Panel.State) -> Void) {
    store.send(.cambiar(change))
  }

  @Test func `a read is notified when its field has changed and not when another has`() {
    var seen: [Int] = []
    observe { seen.append(store.cuenta) }
    change { $0.nombre = "a" }
    #expect(seen == [0])
    change { $0.cuenta = 1 }
    #expect(seen == [0, 1])
    change { $0.cuenta = 1 }
    #expect(seen == [0, 1])
    change { $0.cuenta = 2 }
    #expect(seen == [0, 1, 2])
  }

  @Test func `whoever is notified reads the new state, all of it`() {
    var seen: [String] = []
    observe { seen.append("\(store.cuenta) \(store.nombre)") }
    change {
      $0.cuenta = 1
      $0.nombre = "a"
    }
    #expect(seen == ["0 ", "1 a"])
  }

  @Test func `any observer of the platform is notified`() {
    let count = Mutex(0)
    withObservationTracking {
      _ = store.nombre
    } onChange: {
      count.withLock { $0 += 1 }
    }
    change { $0.cuenta = 1 }
    #expect(count.withLock { $0 } == 0)
    change { $0.nombre = "a" }
    #expect(count.withLock { $0 } == 1)
  }

  @Test func `a field that cannot be compared counts as changed with each new state`() {
    var seen: [Int] = []
    observe { seen.append(store.opaco.valor) }
    change { $0.cuenta = 1 }
    #expect(seen == [0, 0])
  }

  @Test func `the whole state is notified of each change`() {
    let store = Store(initialState: Contador.State()) { Contador() }
    var seen: [Int] = []
    observe { seen.append(store.state.cuenta) }
    store.send(.incrementar)
    #expect(seen == [0, 1])
  }

  @Test func `one that is cancelled is done with`() {
    var seen: [Int] = []
    let token = observe { seen.append(store.cuenta) }
    token.cancel()
    change { $0.cuenta = 1 }
    #expect(seen == [0])
  }

  @Test func `what is observed may send`() {
    var seen: [Int] = []
    observe {
      seen.append(store.cuenta)
      if store.cuenta == 1 { change { $0.cuenta = 5 } }
    }
    observe { seen.append(100 + store.cuenta) }
    change { $0.cuenta = 1 }
    #expect(seen == [0, 100, 1, 105])
    #expect(store.cuenta == 5)
  }

  @Test func `a change of another object is followed too`() async {
    let model = Model()
    let values = AsyncStream<Int>.makeStream()
    observe { values.continuation.yield(model.value) }
    model.value = 1
    var seen: [Int] = []
    for await value in values.stream {
      seen.append(value)
      if seen.count == 2 { break }
    }
    #expect(seen == [0, 1])
  }

  @Test func `an intermediate state is seen by nobody`() {
    let store = Store(initialState: 0) {
      Reduce<Int, Bool> { state, again in
        state += 1
        return again ? .send(false) : .none
      }
    }
    var seen: [Int] = []
    observe { seen.append(store.state) }
    store.send(true)
    #expect(seen == [0, 2])
  }
}

@MainActor @Suite struct `Stores of children` {
  private let store = Store(initialState: Panel.State()) { Panel() }

  private func change(_ change: @escaping @Sendable (inout Panel.State) -> Void) {
    store.send(.cambiar(change))
  }

  @Test func `a child that is always there reads and sends through its parent`() {
    let child: StoreOf<Contador> = store.scope(state: \.hijo, action: \.hijo)
    child.send(.incrementar)
    #expect(child.cuenta == 1)
    #expect(store.hijo.cuenta == 1)
  }

  @Test func `only a change of its own field notifies a child`() {
    let child = store.scope(state: \.hijo, action: \.hijo)
    var seen: [Int] = []
    observe { seen.append(child.cuenta) }
    change { $0.cuenta = 7 }
    change { $0.hijo.cargando = true }
    #expect(seen == [0])
    child.send(.incrementar)
    #expect(seen == [0, 1])
  }

  @Test func `a presented child comes and goes`() throws {
    var seen: [String] = []
    observe {
      let child = store.scope(state: \.hoja, action: \.hoja)
      seen.append(child == nil ? "nothing" : "sheet")
    }
    change { $0.hoja = Contador.State(cuenta: 3) }
    let child = try #require(store.scope(state: \.hoja, action: \.hoja.presented))
    child.send(.incrementar)
    #expect(child.cuenta == 4)
    store.send(.hoja(.dismiss))
    #expect(seen == ["nothing", "sheet", "nothing"])
    #expect(child.cuenta == 4, "the last state that there was")
    #expect(misuses { child.send(.incrementar) }.map(\.kind) == [.actionForAbsentChild])
  }

  @Test func `the elements of a collection have a store each`() {
    change { $0.filas = [Fila.State(id: 1), Fila.State(id: 2)] }
    var counts: [Int] = []
    observe { counts.append(store.scope(state: \.filas, action: \.filas).count) }
    store.scope(state: \.filas, action: \.filas)[1].send(.pulsar)
    #expect(store.filas[id: 2]?.pulsaciones == 1)
    change { $0.filas.remove(id: 1) }
    #expect(counts == [2, 1])
  }

  @Test func `the elements of a stack have a store each`() {
    change { $0.pila.append(Contador.State(cuenta: 8)) }
    let stores = store.scope(state: \.pila, action: \.pila)
    stores[0].send(.incrementar)
    #expect(stores.map(\.cuenta) == [9])
  }

  @Test func `a child's store keeps the runtime alive`() {
    var root: StoreOf<Panel>? = Store(initialState: Panel.State()) { Panel() }
    let child = root?.scope(state: \.hijo, action: \.hijo)
    root = nil
    child?.send(.incrementar)
    #expect(child?.cuenta == 1)
  }
}
