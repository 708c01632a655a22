/// Makes a struct of closures a dependency whose endpoints fail until they are given.
///
/// ```swift
/// @DependencyClient struct APIClient {
///   var perfil: () async throws -> Usuario
///   var buscar: @Sendable (_ texto: String) async throws -> [Usuario]
///   var ahora: @Sendable () -> Date = { Date(timeIntervalSince1970: 0) }
/// }
/// extension APIClient: DependencyKey {
///   static let liveValue = APIClient(perfil: { try await Red.perfil() })
/// }
/// ```
///
/// Adds an initializer in which every endpoint may be left out, and a method for an endpoint that
/// names its parameters: `try await api.buscar(texto: "Ana")`. An endpoint that was left out reports
/// its call as a misuse, and so makes a test fail; then it throws, or returns the value that its
/// closure gives, or nothing (`nil`, `[]`, `0`, …). That is also the test value of the dependency
/// unless another is written.
///
/// The client is made `Sendable`: the initializer takes `@Sendable` closures only. Where a
/// property's type does not say `@Sendable` itself, an assignment to it later is not checked.
@attached(member, names: named(init), named(unimplemented), arbitrary)
@attached(extension, conformances: Sendable, UnimplementedByDefault)
public macro DependencyClient() =
  #externalMacro(module: "ReducerMacros", type: "DependencyClient")
