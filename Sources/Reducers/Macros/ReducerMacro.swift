/// Makes a struct a feature's reducer, or an enum the reducer of the features it lists.
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
/// @Reducer enum Ruta {
///   case contador(Contador)
///   case ajustes(Ajustes)
/// }
/// extension Ruta.State: Equatable {}
/// ```
///
/// To a struct it adds the conformance to ``Reducer``, case paths to the enums `Action` and `State`,
/// and the result builder to `body`. Of `State`, `Action` and `body`, what is not written inside the
/// struct itself is empty, but for an `Action` that the body tells apart: that stands in an
/// extension, where it has to be marked `@CasePathable` itself. Instead of a body there may be a
/// `reduce(into:action:)`.
///
/// To an enum it adds the enums `State` and `Action`, with a case for each feature, and the
/// conformance to ``CaseReducer``. `Ruta()` and `Ruta.body` both stand for all its features. A case
/// with a single payload whose type is a name holds a feature, unless it is marked
/// ``ReducerCaseIgnored()``; any other stands in `State` as it is.
@attached(memberAttribute)
@attached(member, names: named(State), named(Action), named(init), named(body))
@attached(extension, conformances: Reducer, CaseReducer, names: named(body))
public macro Reducer() = #externalMacro(module: "ReducerMacros", type: "Reducer")

/// Makes an enum the reducer of the features it lists, its `State` and `Action` of some protocols.
///
/// `@Reducer(state: .equatable, .sendable)` is short for an extension of `State`.
@attached(memberAttribute)
@attached(member, names: named(State), named(Action), named(init), named(body))
@attached(extension, conformances: Reducer, CaseReducer, names: named(body))
public macro Reducer(
  state: SynthesizedConformance..., action: SynthesizedConformance...
) = #externalMacro(module: "ReducerMacros", type: "Reducer")

/// Says of a case in an enum of features that it holds data, although its type is a name.
@attached(peer)
public macro ReducerCaseIgnored() =
  #externalMacro(module: "ReducerMacros", type: "ReducerCaseIgnored")

/// A protocol that `@Reducer` can have the `State` and `Action` of an enum of features conform to.
public enum SynthesizedConformance: Sendable {
  /// `Codable`.
  case codable
  /// `Decodable`.
  case decodable
  /// `Encodable`.
  case encodable
  /// `Equatable`.
  case equatable
  /// `Hashable`.
  case hashable
  /// `Sendable`.
  case sendable
}
