import Reducers
import Testing

// Plain objects in the place of the platform's controls, used as the fourth document uses those.

@MainActor private final class TextField {
  var text = ""
  var assignments = 0
  var onChange: () -> Void = {}

  func type(_ text: String) {
    self.text = text
    onChange()
  }

  func bind(text binding: UIBinding<String>) {
    onChange = { [weak self] in if let self { binding.wrappedValue = text } }
    observe { [weak self] in
      guard let self else { return }
      if text != binding.wrappedValue {
        text = binding.wrappedValue
        assignments += 1
      }
    }
  }
}

@MainActor private final class Switch {
  private(set) var isOn = false
  private var onChange: () -> Void = {}

  func toggle() {
    isOn.toggle()
    onChange()
  }

  func bind(isOn binding: UIBinding<Bool>) {
    onChange = { [weak self] in if let self { binding.wrappedValue = isOn } }
    observe { [weak self] in self?.isOn = binding.wrappedValue }
  }
}

@MainActor private final class RefreshIndicator {
  private(set) var isRefreshing = false

  func beginRefreshing() { isRefreshing = true }
  func endRefreshing() { isRefreshing = false }
}

@MainActor private final class FormController {
  @UIBindable var store: StoreOf<Formulario>
  let campo = TextField()
  let interruptor = Switch()
  let refrescar = RefreshIndicator()
  var titulo = ""

  init(store: StoreOf<Formulario>) { self.store = store }

  func viewDidLoad() {
    campo.bind(text: $store.texto)
    interruptor.bind(isOn: $store.notificaciones)
    observe { [weak self] in
      guard let self else { return }
      titulo = "\(store.texto) (\(store.elementos.count))"
    }
  }

  func refrescarTirado() -> Task<Void, Never> {
    refrescar.beginRefreshing()
    return Task { [weak self] in
      await self?.store.send(.refrescarTirado).finish()
      self?.refrescar.endRefreshing()
    }
  }

  var numberOfRows: Int { store.elementos.count }
}

@MainActor @Suite struct `Controls bound to a store` {
  private let gate = Gate()

  private func makeController() -> FormController {
    let controller = FormController(
      store: Store(initialState: Formulario.State()) {
        Formulario { [gate] in
          await gate.wait()
          return ["a", "b"]
        }
      })
    controller.viewDidLoad()
    return controller
  }

  @Test func `what is typed goes through the reducer, and the title follows`() {
    let controller = makeController()
    controller.campo.type("ho")
    controller.campo.type("hola")
    #expect(controller.store.vistos == ["ho", "hola"])
    #expect(controller.titulo == "hola (0)")
    #expect(controller.campo.assignments == 0, "the cursor is not moved by an equal text")
  }

  @Test func `a change of the state reaches the controls`() {
    let controller = makeController()
    controller.store.send(.binding(.set(\.texto, "x")))
    controller.store.send(.binding(.set(\.notificaciones, true)))
    #expect(controller.campo.text == "x")
    #expect(controller.interruptor.isOn)
    controller.interruptor.toggle()
    #expect(!controller.store.notificaciones)
  }

  @Test func `the refresh indicator ends when what the pull started has ended`() async {
    let controller = makeController()
    let pull = controller.refrescarTirado()
    await gate.arrival()
    #expect(controller.refrescar.isRefreshing)
    #expect(controller.numberOfRows == 0)
    gate.open()
    await pull.value
    #expect(!controller.refrescar.isRefreshing)
    #expect(controller.numberOfRows == 2)
    #expect(controller.titulo == " (2)")
  }

  @Test func `a controller that is gone is not kept by its store`() {
    let store = Store(initialState: Formulario.State()) { Formulario() }
    weak var gone: FormController?
    do {
      let controller = FormController(store: store)
      controller.viewDidLoad()
      gone = controller
    }
    #expect(gone == nil)
    store.texto = "nobody listens"
    #expect(store.vistos == ["nobody listens"])
  }
}
