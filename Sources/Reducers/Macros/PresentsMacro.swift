/// Makes an optional property of a state one that presents a child.
///
/// ```swift
/// struct State {
///   @Presents var detalle: Detalle.State?
/// }
/// ```
///
/// The property reads and writes like any other. `$detalle` is the ``PresentationState`` it is kept
/// in: `\.$detalle` is what `ifLet` takes.
@attached(accessor, names: named(init), named(get), named(_modify))
@attached(peer, names: prefixed(_), prefixed(`$`))
public macro Presents() = #externalMacro(module: "ReducerMacros", type: "Presents")
