/// Gives an enum a path for each of its cases, so that `\.name` names the case.
///
/// ```swift
/// @CasePathable enum Action: Equatable {
///   case nombre(String)
///   case respuesta(Result<Int, any Error>)
/// }
/// Action.nombre("Ana")[case: \.nombre]  // "Ana"
/// ```
///
/// If the enum declares itself `Equatable` and holds an `any Error`, which is not, the macro writes
/// `==` too: errors are equal if their types and descriptions are. `@Reducer` applies this to the
/// enums `Action` and `State` of a feature.
@attached(member, names: named(AllCasePaths), named(allCasePaths), named(==))
@attached(extension, conformances: CasePathable)
public macro CasePathable() = #externalMacro(module: "ReducerMacros", type: "CasePathable")
