import ComposableArchitecture

/// A child that there are many of, each with an id.
@Reducer
struct Tarea {
  struct State: Equatable, Identifiable {
    let id: Int
    var hecha = false
  }
  enum Action { case alternar }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.hecha.toggle()
      return .none
    }
  }
}

/// A child that is there at times.
@Reducer
struct Hoja {
  struct State: Equatable { var texto = "" }
  enum Action { case escribir(String) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .escribir(let texto):
        state.texto = texto
        return .none
      }
    }
  }
}

/// A child of which there is a stack, of several kinds.
@Reducer
enum Ruta {
  case tarea(Tarea)
  case hoja(Hoja)
}

extension Ruta.State: Equatable {}
