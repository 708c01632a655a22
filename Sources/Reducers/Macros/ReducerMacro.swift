/// Makes a struct a feature's reducer.
///
/// ```swift
/// @Reducer struct Contador {
///   struct State: Equatable { var cuenta = 0 }
///   enum Action { case incrementar }
///   var body: some ReducerOf<Self> {
///     Reduce { state, action in
///       state.cuenta += 1
///       return .none
///     }
///   }
/// }
/// ```
///
/// Adds the conformance to ``Reducer``, case paths to the enums `Action` and `State`, and the result
/// builder to `body`. Of `State`, `Action` and `body`, what is not written inside the struct itself is
/// empty; instead of a body there may be a `reduce(into:action:)`.
@attached(memberAttribute)
@attached(member, names: named(State), named(Action))
@attached(extension, conformances: Reducer, names: named(body))
public macro Reducer() = #externalMacro(module: "ReducerMacros", type: "Reducer")
