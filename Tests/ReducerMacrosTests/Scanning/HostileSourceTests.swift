import ReducerMacros
import Testing

@Suite struct HostileSourceTests {
  @Test(arguments: [
    ("a /* /* */", SyntaxProblem.Kind.unterminatedComment, 2),
    ("a \"b", .unterminatedString, 2),
    ("\"a\nb\"", .unterminatedString, 0),
    ("\"\"\"\n a", .unterminatedString, 0),
    ("#\"a\"", .unterminatedString, 0),
    ("\"\\(a", .unterminatedString, 0),
    ("\"\\(\"", .unterminatedString, 0),
    ("x = #/a", .unterminatedRegex, 4),
    ("`a\n`", .unterminatedRawIdentifier, 0),
    ("enum A { case b(", .unbalancedBracket, 15),
    ("enum A { case b) }", .unbalancedBracket, 15),
    ("([)]", .unbalancedBracket, 2),
    ("", .missingDeclaration, 0),
    ("  a + b", .missingDeclaration, 2),
  ])
  func `what is no Swift is said at its place`(
    _ source: String, _ kind: SyntaxProblem.Kind, _ offset: Int
  ) {
    #expect(throws: SyntaxProblem(kind: kind, offset: offset)) { try Declaration(source) }
  }

  @Test func `nesting without end does not overflow the stack`() throws {
    let depth = 5_000
    func nested(_ open: String, _ close: String) -> String {
      String(repeating: open, count: depth) + String(repeating: close, count: depth)
    }
    #expect(try TokenTree(nested("{", "}")).tokens.count == 2 * depth)
    #expect(try TokenTree(nested("/*", "*/")).tokens.isEmpty)
    #expect(try TokenTree(nested("\"\\(", ")\"")).tokens.count == 1)
    #expect(try Declaration("let a: \(nested("[", "]"))").properties.count == 1)
    #expect(try Declaration("let a: A\(nested("<A", ">")) = 1").properties.count == 1)
    let blocks = "\(nested("#if A\n", "#endif\n"))let a = 1"
    #expect(try Declaration.all(in: blocks).map(\.condition) == [nil])
    #expect(throws: SyntaxProblem(kind: .missingDeclaration, offset: 0)) {
      try Declaration(String(repeating: "#", count: depth))
    }
  }

  /// Prefixes of a real source, and the source with one of its bytes left out: every fifth.
  @Test func `no damage to a source brings the plugin down`() {
    let source = """
      @Reducer(state: .equatable) public enum F<T: P>: Sendable where T.A == [Int: (B)] {
        @A(1) indirect case a(x: Int = f(1, 2), _ y: Self?), `b c`, d = "e\\(1)"
        #if X && !(Y)
          @Presents var p: G<H, I>.State? = .init { $0 > /[)]/ } { didSet { } }
        #elseif Z
          static func == <U>(_ a: U, b c: @escaping () async throws(E) -> U) -> Bool { a < b }
        #endif
        var body: some ReducerOf<Self> { Reduce { state, action in /* }} */ return .none } }
        typealias Q = any R & ~Copyable; struct S { var t, u: Int; let (v, w) = (1, #"\\"#) }
      }
      """
    let bytes = Array(source.utf8)
    for index in stride(from: 0, to: bytes.count, by: 5) {
      expandEverything(String(decoding: bytes[..<index], as: UTF8.self))
      expandEverything(String(decoding: bytes[..<index] + bytes[(index + 1)...], as: UTF8.self))
    }
  }

  private func expandEverything(_ source: String) {
    let snippet = SourceSnippet(source)
    var request = ExpansionRequest(
      macro: "", role: .member, attribute: SourceSnippet("@A"), declaration: snippet,
      parent: SourceSnippet("struct F {}"), extendedType: "F")
    for (macro, roles) in Self.roles {
      request.macro = macro
      for role in roles {
        request.role = role
        _ = Expansion.expanding(request)
      }
    }
    let all = (try? Declaration.all(in: source)) ?? []
    for member in all.compactMap(TypeDeclaration.init).flatMap(\.members) {
      _ = (member.properties, member.cases, member.signature)
    }
  }

  private static let roles: [(String, [ExpansionRequest.Role])] = [
    ("Reducer", [.member, .memberAttribute, .extension]), ("CasePathable", [.member]),
    ("ObservableState", [.member]), ("Presents", [.accessor, .peer]),
    ("DependencyClient", [.member, .extension]),
  ]
}
