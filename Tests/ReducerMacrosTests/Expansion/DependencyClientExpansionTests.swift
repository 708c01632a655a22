import ReducerMacros
import Testing

@Suite struct DependencyClientExpansionTests {
  @Test func `each endpoint fails until it is given`() {
    let source = """
      @DependencyClient public struct API {
        var perfil: () async throws -> Usuario
        var suma: @Sendable (Int, inout Int) -> Int? = { a, b in a + b }
        var avisa: @MainActor (_ texto: String) -> Void
        let url: URL? = nil
        var veces: Int = 3
      }
      """
    #expect(
      expansion(of: source).text == """
        public init(
          perfil: @escaping @Sendable () async throws -> Usuario = {
            throw Reducers.UnimplementedEndpoint.called(
              "API.perfil", fileID: "M/f.swift", line: 11)
          },
          suma: @escaping @Sendable (Int, inout Int) -> Int? = { argument0, argument1 in
            _ = Reducers.UnimplementedEndpoint.called(
              "API.suma", fileID: "M/f.swift", line: 12)
            return ({ a, b in a + b } as @Sendable (Int, inout Int) -> Int?)(argument0, &argument1)
          },
          avisa: @escaping @Sendable @MainActor (_ texto: String) -> Void = { _ in
            _ = Reducers.UnimplementedEndpoint.called(
              "API.avisa", fileID: "M/f.swift", line: 13)
            return ()
          },
          veces: Int = 3
        ) {
          self.perfil = perfil
          self.suma = suma
          self.avisa = avisa
          self.veces = veces
          _ = self.url as any Swift.Sendable
          _ = self.veces as any Swift.Sendable
        }
        public static var unimplemented: Self { Self() }
        @MainActor public func avisa(texto: String) -> Void {
          self.avisa(texto)
        }
        """)
  }

  @Test func `a client is Sendable, and the reason is given where it is not checked`() {
    let missing = ["Sendable", "UnimplementedByDefault"]
    func conformances(_ endpoint: String) -> String {
      expansion(
        of: "@DependencyClient struct A { \(endpoint) }", as: .extension, missing: missing,
        extending: "A"
      ).text
    }
    #expect(
      conformances("var a: () -> Void") == """
        // Unchecked because an endpoint's type does not say @Sendable. It holds for a client made by its
        // initializer, which takes @Sendable closures only and requires the other properties to be
        // Sendable. An endpoint assigned later has to be safe to call from any task, as every endpoint
        // has; the compiler checks that too where the property's type says @Sendable.
        extension A: @unchecked Swift.Sendable {}
        extension A: Reducers.UnimplementedByDefault {}
        """)
    #expect(
      conformances("var a: @Sendable () -> Void; let b: Int") == """
        extension A: Swift.Sendable {}
        """)
  }

  @Test func `an endpoint with nothing to return is asked for a value`() {
    let source = "@DependencyClient struct A {\n  var hoy: @Sendable () -> Date\n}"
    #expect(
      diagnostics(of: source) == [
        """
        2:7: error: A.hoy returns Date and cannot throw any error, so a test that has not overridden \
        it gets nothing: let it throw, or give it a value to return after the report.
        → Give it a value:
        @DependencyClient struct A {
          var hoy: @Sendable () -> Date = { <#Date#> }
        }
        """
      ])
  }

  @Test func `an endpoint that throws errors of one type only is asked for a value too`() {
    let source = "@DependencyClient struct A { var a: @Sendable () throws(E) -> B }"
    #expect(diagnostics(of: source).count == 1)
    let untyped = "@DependencyClient struct A { var a: @Sendable () throws(any Error) -> B }"
    #expect(diagnostics(of: untyped) == [])
  }

  @Test func `an initializer of one's own is left alone`() {
    let source = """
      @DependencyClient struct A {
        var a: @Sendable () throws -> Void
        init(a: @escaping @Sendable () throws -> Void = {}) { self.a = a }
      }
      """
    #expect(expansion(of: source).text == "static var unimplemented: Self { Self() }")
  }

  @Test func `what is no struct is refused`() {
    #expect(
      diagnostics(of: "@DependencyClient class A {}") == [
        """
        1:19: error: @DependencyClient is for structs, and A is a class: a test overrides one \
        endpoint of a copy.
        → Make it a struct:
        @DependencyClient struct A {}
        """
      ])
    #expect(
      diagnostics(of: "@DependencyClient enum A {}") == [
        """
        1:19: error: @DependencyClient is for structs, and A is an enum: a test overrides one \
        endpoint of a copy.
        """
      ])
  }
}
