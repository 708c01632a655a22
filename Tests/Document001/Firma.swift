// swift-format-ignore-file
// From document 001, "El efecto como valor devuelto: describir el trabajo en vez de hacerlo".
// What stands between the two comments is the listing, character for character.

import ComposableArchitecture

/// The bare contract: the listing is its one requirement.
protocol Firma {
associatedtype State
associatedtype Action

// Document 001, listing 1.
func reduce(into state: inout State, action: Action) -> Effect<Action>
// End of the listing.
}

extension Perfil: Firma {}
