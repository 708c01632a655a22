import Reducers
import Synchronization
import Testing

@Suite struct `Printed changes` {
  private final class Pages: Sendable {
    private let pages = Mutex<[String]>([])

    var all: [String] { pages.withLock { $0 } }
    func append(_ page: String) { pages.withLock { $0.append(page) } }
  }

  private func reducer(_ pages: Pages) -> some ReducerOf<Contador> {
    Contador()._printChanges(.differences { pages.append($0) })
  }

  @Test func `each action is printed with what it changed`() {
    let pages = Pages()
    var state = Contador.State()
    _ = reducer(pages).reduce(into: &state, action: .incrementar)
    #expect(state.cuenta == 1)
    #expect(
      pages.all == [
        """
        received action:
          .incrementar
          Contador.State(
        -   cuenta: 0
        +   cuenta: 1
            … 2 unchanged
          )

        """
      ])
  }

  @Test func `that nothing changed is said, and effects are passed on as they are`() {
    let pages = Pages()
    var state = Contador.State(cargando: true)
    let effect = reducer(pages).reduce(into: &state, action: .pedirDato)
    #expect(text(effect) == ["run"])
    #expect(
      pages.all == [
        """
        received action:
          .pedirDato
          (no state change)

        """
      ])
  }

  @Test func `another printer may take the place of the text`() {
    let pages = Pages()
    var state = Contador.State()
    let reducer = Contador()._printChanges(
      ChangePrinter { action, old, new in pages.append("\(action) \(old.cuenta) \(new.cuenta)") })
    _ = reducer.reduce(into: &state, action: .incrementar)
    #expect(pages.all == ["incrementar 0 1"])
    _ = Contador()._printChanges(nil).reduce(into: &state, action: .incrementar)
    #expect(state.cuenta == 2)
  }

  @Test func `under the harness nothing is printed`() {
    let pages = Pages()
    var state = Contador.State()
    withDependencies {
      $0.context = .simulation
    } operation: {
      _ = reducer(pages).reduce(into: &state, action: .incrementar)
    }
    #expect(pages.all == [])
    #expect(state.cuenta == 1)
  }
}
