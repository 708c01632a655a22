import Dispatch
import ReducerTesting
import Reducers

/// Microseconds that one action takes, in the live store and in a test store.
struct StoreSpeed: Codable {
  /// A send that has no effect.
  let send: Double
  /// A send of an effect that sends one action back, until it has ended.
  let sendAndFinish: Double
  /// An action for an element of a `forEach` inside a presented child.
  let deepSend: Double
  /// A send to a test store, the change described.
  let testSend: Double
  /// A send and the receipt of what its effect sends, both described.
  let testSendAndReceive: Double

  var text: String {
    func row(_ name: String, _ figure: Double) -> String {
      "\(name): \((figure * 10).rounded() / 10) µs"
    }
    return [
      row("Store.send without effect", send),
      row("Store.send of a run, and finish", sendAndFinish),
      row("Store.send through a presentation and a forEach", deepSend),
      row("TestStore.send", testSend),
      row("TestStore.send of a run, and receive", testSendAndReceive),
    ].joined(separator: "\n")
  }

  /// Measures all of it, each as the best of five rounds.
  static func measure() async -> StoreSpeed {
    StoreSpeed(
      send: await measureSend(), sendAndFinish: await measureFinish(),
      deepSend: await measureDeepSend(), testSend: await measureTestSend(),
      testSendAndReceive: await measureReceive())
  }

  private static var rounds: Int { 5 }

  @MainActor private static func measureSend() async -> Double {
    let store = Store(initialState: Cuenta.State()) { Cuenta() }
    return await best(of: 20_000) { store.send(.suma) }
  }

  @MainActor private static func measureFinish() async -> Double {
    let store = Store(initialState: Cuenta.State()) { Cuenta() }
    return await best(of: 2_000) { await store.send(.pide).finish() }
  }

  @MainActor private static func measureDeepSend() async -> Double {
    let store = Store(initialState: Raiz.State()) { Raiz() }
    store.send(.abre)
    return await best(of: 20_000) {
      store.send(.lista(.presented(.filas(.element(id: 7, action: .suma)))))
    }
  }

  private nonisolated static func measureTestSend() async -> Double {
    let store = TestStore(initialState: Cuenta.State()) { Cuenta() }
    return await best(of: 2_000) {
      await store.send(.suma) { $0.cuenta += 1 }
    }
  }

  private nonisolated static func measureReceive() async -> Double {
    let store = TestStore(initialState: Cuenta.State()) { Cuenta() }
    return await best(of: 2_000) {
      await store.send(.pide)
      await store.receive(.suma) { $0.cuenta += 1 }
    }
  }

  nonisolated(nonsending) private static func best(
    of count: Int, _ work: nonisolated(nonsending) () async -> Void
  ) async -> Double {
    var best = Double.infinity
    for _ in 0..<rounds {
      let start = DispatchTime.now().uptimeNanoseconds
      for _ in 0..<count { await work() }
      let taken = Double(DispatchTime.now().uptimeNanoseconds - start)
      best = min(best, taken / Double(count) / 1000)
    }
    return best
  }
}

/// A counter, by hand or by way of an effect.
private struct Cuenta: Reducer {
  struct State: Equatable, Identifiable {
    var id = 0
    var cuenta = 0
  }
  enum Action: Equatable { case suma, pide }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .suma:
      state.cuenta += 1
      return .none
    case .pide: return .run { send in await send(.suma) }
    }
  }
}

/// A list of counters.
private struct Lista: Reducer {
  struct State: Equatable {
    var filas = IdentifiedArray(uniqueElements: (0..<10).map { Cuenta.State(id: $0) })
  }
  @CasePathable enum Action { case filas(IdentifiedActionOf<Cuenta>) }

  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }.forEach(\.filas, action: \.filas) { Cuenta() }
  }
}

/// What presents the list.
private struct Raiz: Reducer {
  struct State: Equatable { @PresentationState var lista: Lista.State? }
  @CasePathable enum Action {
    case abre
    case lista(PresentationAction<Lista.Action>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .abre = action { state.lista = Lista.State() }
      return .none
    }
    .ifLet(\.$lista, action: \.lista) { Lista() }
  }
}
