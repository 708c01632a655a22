// swift-format-ignore-file
// From document 001, "El efecto como valor devuelto: describir el trabajo en vez de hacerlo".
// What stands between the two comments is the listing, character for character.

import ComposableArchitecture

/// A feature that does nothing, but says so.
@Reducer
struct Traza {
struct State: Equatable {}
enum Action { case nada }

// Document 001, listing 4.
var body: some ReducerOf<Self> {
  Reduce { state, action in
    // ...
  }
  ._printChanges()
}
// End of the listing.
}
