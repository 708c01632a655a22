import ReducerMacros
import Testing

@Suite struct LexerTests {
  private func texts(_ source: String) throws -> [String] {
    try Lexer.tokens(of: source).map(\.text)
  }

  private func kinds(_ source: String) throws -> [Token.Kind] {
    try Lexer.tokens(of: source).map(\.kind)
  }

  @Test func `words, numbers, punctuation and the characters of operators are told apart`() throws {
    let tokens = try Lexer.tokens(of: "let x_1: Ñandú = $0 ?? 0x1F.8p-3 + 1_0.5e+3")
    #expect(
      tokens.map(\.text) == [
        "let", "x_1", ":", "Ñandú", "=", "$0", "?", "?", "0x1F.8p-3", "+", "1_0.5e+3",
      ])
    #expect(tokens[7].isJoined)
    #expect(!tokens[6].isJoined)
    #expect(tokens.map(\.offset) == [0, 4, 7, 9, 17, 19, 22, 23, 25, 35, 37])
  }

  @Test func `a range is no decimal point, and a tuple's place is a number`() throws {
    #expect(try texts("0...5") == ["0", ".", ".", ".", "5"])
    #expect(try texts("x.0.1") == ["x", ".", "0.1"])
  }

  @Test func `operators beyond ASCII are operators, and emoji are names`() throws {
    #expect(try kinds("a ≤ b") == [.word, .operatorCharacter, .word])
    #expect(try texts("a≤b") == ["a", "≤", "b"])
    #expect(try texts("let 🐶🐮 = 1") == ["let", "🐶🐮", "=", "1"])
  }

  @Test func `comments nest and vanish`() throws {
    #expect(try texts("a /* b /* c \" */ } */ d // e { \n f") == ["a", "d", "f"])
    #expect(try texts("a /**/ b /***/ c") == ["a", "b", "c"])
  }

  @Test func `a token knows whether it starts a line`() throws {
    let tokens = try Lexer.tokens(of: "a b\n c /* \n */ d\r\n e")
    #expect(tokens.map(\.startsLine) == [true, false, true, true, true])
  }

  @Test(arguments: [
    #""plain""#, #""with \" and \\""#, ##"#"raw \( " and \"#"##, #####"###"one "## two"###"#####,
    #""\(a + "\(b)" + ")")""#, ##"#"\#(f("x")) \(no"#"##, #""\({ (x: Int) in "}" }(1))""#,
    "\"\"\"\n two \"lines\" { \\(x) \n \"\"\"",
    "#\"\"\"\n \"\"\" \\#(\"\"\"\n a\n \"\"\") \n\"\"\"#",
    ##"#"""#"##, #""\(`a ) b`)""#, #""\(/* ) " */ a)""#, #""\(s.replacing(/[)"]/, with: ")"))""#,
    "\"\\(\n  a\n)\"", "\"\"",
  ])
  func `a string is one token in each of its forms`(_ literal: String) throws {
    #expect(try texts("a \(literal) b") == ["a", literal, "b"])
    #expect(try kinds("a \(literal) b") == [.word, .string, .word])
  }

  @Test(arguments: [
    "/a/", #"/["{]/"#, #"/\/\)/"#, #"/(?<x>[()])+/"#, #"#/a/b"/#"#, "##/a/# b/##",
    "#/\n  a \" # comment }\n  /#",
  ])
  func `a regular expression is one token in each of its forms`(_ literal: String) throws {
    for front in ["=", "(", "return", "in", ","] {
      let source = "x \(front) \(literal)"
      #expect(try Lexer.tokens(of: source).last?.text == literal)
      #expect(try Lexer.tokens(of: source).last?.kind == .regex)
    }
  }

  @Test(arguments: ["a / b / c", "a/b/c", "(a) /b/ c", "f(/, 1, /)", "x = / y", "reduce(1, /)"])
  func `a division is no regular expression`(_ source: String) throws {
    #expect(try kinds(source).contains(.regex) == false)
  }

  @Test func `hash signs begin directives, macros and raw literals`() throws {
    #expect(try texts("#if DEBUG") == ["#if", "DEBUG"])
    #expect(try texts("#expect(x)") == ["#expect", "(", "x", ")"])
    #expect(try kinds("#if #\"a\"# #/a/#") == [.pound, .string, .regex])
  }

  @Test func `a raw identifier is one word`() throws {
    #expect(try texts("func `a { b`()") == ["func", "`a { b`", "(", ")"])
  }
}
