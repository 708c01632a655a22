// swift-format-ignore-file
// From document 000, "The Composable Architecture: el eco de Elm en Swift".
// What stands between the two comments is the listing, character for character.

import ComposableArchitecture

// Document 000, listing 2.
@Reducer
struct App {
  @ObservableState
  struct State: Equatable {
    var contador = Contador.State()
    var lista: IdentifiedArrayOf<Fila.State> = []
    @Presents var detalle: Detalle.State?
  }

  enum Action {
    case contador(Contador.Action)
    case lista(IdentifiedActionOf<Fila>)
    case detalle(PresentationAction<Detalle.Action>)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.contador, action: \.contador) { Contador() }

    Reduce { state, action in .none }  // aqui reacciona el padre a sus hijos
    .forEach(\.lista, action: \.lista) { Fila() }
    .ifLet(\.$detalle, action: \.detalle) { Detalle() }
  }
}
// End of the listing.
