import Reducers
import Testing

@Suite struct FeatureTests {
  @Test func `the counter of the first listing counts and asks`() {
    var state = Contador.State()
    let contador = withDependencies {
      $0.apiCliente.hecho = { "El \($0)" }
    } operation: {
      Contador()
    }
    _ = contador.reduce(into: &state, action: .incrementar)
    #expect(contador.reduce(into: &state, action: .pedirDato).isNone == false)
    #expect(state == Contador.State(cuenta: 1, cargando: true))
    _ = contador.reduce(into: &state, action: .datoRecibido(.success("uno")))
    #expect(state == Contador.State(cuenta: 1, hecho: "uno"))
  }

  @Test func `the profile of the second listing loads`() {
    var state = Perfil.State()
    #expect(Perfil().reduce(into: &state, action: .aparecer).isNone == false)
    #expect(Perfil().reduce(into: &state, action: .reintentar).isNone == false)
    _ = Perfil().reduce(into: &state, action: .perfilRecibido(Usuario(nombre: "Ana")))
    #expect(state == Perfil.State(nombre: "Ana"))
  }

  @Test func `an app made of features hands each action to its child`() {
    var state = App.State(lista: [Fila.State(id: 1)], detalle: Fila.State(id: 7))
    let app = App()
    _ = app.reduce(into: &state, action: .contador(.incrementar))
    _ = app.reduce(into: &state, action: .lista(.element(id: 1, action: .pulsar)))
    _ = app.reduce(into: &state, action: .detalle(.pulsar))
    #expect(state.contador.cuenta == 1)
    #expect(state.lista[id: 1]?.pulsaciones == 1)
    #expect(state.detalle?.pulsaciones == 1)
    #expect(state.recalculos == 0)
  }

  @Test func `a feature may contain itself`() {
    var state = Arbol.State(id: 0, ramas: [Arbol.State(id: 1, ramas: [Arbol.State(id: 2)])])
    let inner = Arbol.Action.ramas(.element(id: 2, action: .visitar))
    _ = Arbol().reduce(into: &state, action: .ramas(.element(id: 1, action: inner)))
    #expect(state.ramas[id: 1]?.ramas[id: 2]?.visitas == 1)
  }
}
