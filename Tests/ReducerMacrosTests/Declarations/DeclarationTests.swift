import ReducerMacros
import Testing

@Suite struct DeclarationTests {
  private func members(_ source: String) throws -> [Declaration] {
    try #require(TypeDeclaration(Declaration("struct S {\n\(source)\n}"))).members
  }

  @Test func `attributes, modifiers and the keyword are told apart`() throws {
    let declaration = try Declaration(
      """
      /// A comment with @Attribute
      @Reducers.Presents @available(*, unavailable, message: ")") @A<B>
      public private(set) static var x: Int
      """)
    #expect(declaration.attributes.map(\.name) == ["Presents", "available", "A"])
    #expect(
      declaration.attributes.map(\.arguments) == [nil, "*, unavailable, message: \")\"", nil])
    #expect(declaration.modifiers == ["public", "private(set)", "static"])
    #expect(declaration.keyword == "var")
    #expect(declaration.name == "x")
    #expect(declaration.access == "public")
    #expect(declaration.isStatic)
  }

  @Test func `a type has generic parameters, inherited types and members`() throws {
    let type = try #require(
      TypeDeclaration(
        Declaration(
          """
          enum Cola<each T, U: P<Int, V>, let n: Int>: Equatable, @unchecked Sendable, A<B, C> & D
          where U.X == [Int], U: Q { case a }
          """)))
    #expect(type.name == "Cola")
    #expect(type.genericParameters == ["T", "U", "n"])
    #expect(type.inheritedTypes == ["Equatable", "@unchecked Sendable", "A<B, C> & D"])
    #expect(type.inherits("Equatable"))
    #expect(type.inherits("D"))
    #expect(!type.inherits("Hashable"))
    #expect(type.cases.map(\.name) == ["a"])
  }

  @Test func `members end where the next one begins`() throws {
    let names = try members(
      """
      var a = f { $0 }
        .map { class K {} }
        onError: { }
      let b =
        c, d: () -> Int = { 1 }; let e = 1
      var f: Int? 
      var g: A<B>
      @X func h() -> Int
      where T: P { let inner = 1 }
      @Y
      // comment
      init?(x: Int) {}
      subscript(i: Int) -> Int { get { 0 } }
      static func < (l: S, r: S) -> Bool { true }
      class func k() {}
      #warning("w")
      struct T { var u: Int }
      case v
      """
    ).map { "\($0.keyword) \($0.name)" }
    #expect(
      names == [
        "var a", "let b", "let e", "var f", "var g", "func h", "init ?", "subscript (", "func <",
        "func k", "struct T", "case v",
      ])
  }

  @Test func `conditional compilation is part of what a member needs`() throws {
    let conditions = try members(
      """
      #if A && B
        var a: Int
        #if os(Linux)
        var b: Int
        #else
        var c: Int
        #endif
      #elseif C
        var d: Int
      #else
        var e: Int
      #endif
      var f: Int
      """
    ).map { "\($0.name): \($0.condition ?? "always")" }
    #expect(
      conditions == [
        "a: (A && B)", "b: (A && B) && (os(Linux))", "c: (A && B) && !(os(Linux))",
        "d: !(A && B) && (C)", "e: !(A && B) && !(C)", "f: always",
      ])
  }

  @Test func `cases have names, labels and types`() throws {
    let cases = try members(
      """
      indirect case a, b(Int), c(x: [String: Int], _ y: (Int) -> Void = { _ in }), `d e`
      case f(g: Dictionary<Int, String> = Dictionary<Int, String>(), h: A.B<C>.D?), i = "j, k"
      """
    ).flatMap(\.cases)
    let texts = cases.map { enumCase in
      let parameters = enumCase.parameters.map { "\($0.label ?? "_"): \($0.type)" }
      return "\(enumCase.name)(\(parameters.joined(separator: ", ")))"
    }
    #expect(
      texts == [
        "a()", "b(_: Int)", "c(x: [String: Int], _: (Int) -> Void)", "`d e`()",
        "f(g: Dictionary<Int, String>, h: A.B<C>.D?)", "i()",
      ])
  }

  @Test func `properties have types, values and accessors`() throws {
    let properties = try members(
      """
      var a = 1, b: Int, c: [Int] = [1, 2]
      let d: @Sendable (_ id: Int, String) async throws(E) -> Result<Int, any Error> = { _ in 1 }
      var e: Int { 3 }
      var f = Dictionary<Int, String>() { didSet { g() } }
      var h: some P<A, B> & ~Copyable { get throws { 1 } }
      let (i, j) = (1, 2)
      var k: (any P)?
      var l: InlineArray<3, Int>, m: A::B.C!
      """
    ).flatMap(\.properties)
    let texts = properties.map {
      "\($0.name): \($0.type ?? "-") = \($0.value ?? "-") \($0.isStored ? "stored" : "computed")"
    }
    #expect(
      texts == [
        "a: - = 1 stored", "b: Int = - stored", "c: [Int] = [1, 2] stored",
        """
        d: @Sendable (_ id: Int, String) async throws(E) -> Result<Int, any Error> \
        = { _ in 1 } stored
        """,
        "e: Int = - computed", "f: - = Dictionary<Int, String>() stored",
        "h: some P<A, B> & ~Copyable = - computed", "k: (any P)? = - stored",
        "l: InlineArray<3, Int> = - stored", "m: A::B.C! = - stored",
      ])
  }

  @Test func `a function is known by its labels`() throws {
    let functions = try members(
      """
      func reduce<T>(into state: inout S, action: A) -> Effect<A> { .none }
      func f(_ x: Int, y: Int = 3) {}
      static func == (a: S, b: S) -> Bool { true }
      func g() {}
      """)
    #expect(functions.map(\.signature) == ["reduce(into:action:)", "f(_:y:)", "==(a:b:)", "g()"])
    #expect(functions[0].parameters.map(\.type) == ["inout S", "A"])
  }
}
