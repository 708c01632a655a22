// swift-format-ignore-file
// From document 002, "El modelo mental completo: cinco piezas, una composición y una frontera".
// What stands between the two comments is the listing, character for character.

import ComposableArchitecture

// Document 002, listing 2.
@Reducer
struct App {
  @ObservableState
  struct State: Equatable {
    var perfil = Perfil.State()                              // hijo fijo
    var tareas: IdentifiedArrayOf<Tarea.State> = []          // hijos por id
    @Presents var hoja: Hoja.State?                          // hijo opcional
    var ruta = StackState<Ruta.State>()                      // hijos en pila
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.perfil, action: \.perfil) { Perfil() }
    Reduce { state, action in .none }   // solo lo que ningun hijo decide solo
    .forEach(\.tareas, action: \.tareas) { Tarea() }
    .ifLet(\.$hoja, action: \.hoja) { Hoja() }
    .forEach(\.ruta, action: \.ruta) { Ruta() }
  }
}
// End of the listing.

extension App {
  @CasePathable
  enum Action {
    case perfil(Perfil.Action)
    case tareas(IdentifiedActionOf<Tarea>)
    case hoja(PresentationAction<Hoja.Action>)
    case ruta(StackActionOf<Ruta>)
  }
}
