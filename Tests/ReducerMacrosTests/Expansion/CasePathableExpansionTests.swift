import ReducerMacros
import Testing

@Suite struct CasePathableExpansionTests {
  @Test func `each case has a property that is its path`() {
    let source = """
      @CasePathable public enum Action {
        case vacio
        indirect case uno(Self?)
        case dos(x: Int, [String: Action])
      }
      """
    #expect(
      expansion(of: source).text == """
        public struct AllCasePaths: Swift.Sendable {
          public var vacio: Reducers.AnyCasePath<Action, Swift.Void> {
            Reducers.AnyCasePath(
              embed: { .vacio },
              extract: { if case .vacio = $0 { () } else { nil } })
          }
          public var uno: Reducers.AnyCasePath<Action, Action?> {
            Reducers.AnyCasePath(
              embed: { .uno($0) },
              extract: { if case .uno(let value0) = $0 { value0 } else { nil } })
          }
          public var dos: Reducers.AnyCasePath<Action, (x: Int, [String: Action])> {
            Reducers.AnyCasePath(
              embed: { .dos(x: $0.0, $0.1) },
              extract: { if case .dos(let value0, let value1) = $0 { (x: value0, value1) } else { nil } })
          }
        }
        public static var allCasePaths: AllCasePaths { AllCasePaths() }
        """)
  }

  @Test func `availability and conditions go along`() {
    let source = """
      @CasePathable enum A {
        #if DEBUG
          @available(macOS 15, *) case a
        #endif
      }
      """
    #expect(
      expansion(of: source).text == """
        struct AllCasePaths: Swift.Sendable {
          #if (DEBUG)
          @available(macOS 15, *)
          var a: Reducers.AnyCasePath<A, Swift.Void> {
            Reducers.AnyCasePath(
              embed: { .a },
              extract: { if case .a = $0 { () } else { nil } })
          }
          #endif
        }
        static var allCasePaths: AllCasePaths { AllCasePaths() }
        """)
  }

  @Test(arguments: [
    ("public enum A {}", [], "public "), ("package enum A {}", [], "package "),
    ("private enum A {}", ["public extension X {}"], ""), ("enum A {}", ["struct X {}"], ""),
    ("enum A {}", ["\npublic extension X {}", "extension Y {}"], "public "),
  ])
  func `members are seen wherever the enum is`(
    _ source: String, _ context: [String], _ access: String
  ) {
    let text = expansion(of: "@CasePathable \(source)", in: context).text
    #expect(text.hasPrefix("\(access)struct AllCasePaths"))
    #expect(text.contains("\n\(access)static var allCasePaths"))
  }

  @Test func `the conformance is added where it is missing`() {
    let source = "@CasePathable enum A {}"
    let missing = expansion(of: source, as: .extension, missing: ["CasePathable"], extending: "B.A")
    #expect(missing.text == "extension B.A: Reducers.CasePathable {}")
    #expect(expansion(of: source, as: .extension, extending: "B.A").text == "")
  }

  @Test(arguments: [
    ("enum A: Equatable { case a(Error) }", true),
    ("enum A: Sendable, Equatable { case a(x: Result<Int, any Error>) }", true),
    ("enum A: Sendable & Equatable { case a((any Error)?) }", true),
    ("enum A { case a(Error) }", false),
    ("enum A: Equatable { case a(Int), b(ErrorMio) }", false),
    ("enum A: Equatable { case a(Error); static func == (l: A, r: A) -> Bool { true } }", false),
  ])
  func `equality is written where an error keeps the compiler from it`(
    _ source: String, _ isWritten: Bool
  ) {
    #expect(expansion(of: "@CasePathable \(source)").text.contains("static func ==") == isWritten)
  }

  @Test func `what is no enum is refused`() {
    #expect(
      diagnostics(of: "@CasePathable\nstruct S {}") == [
        """
        2:1: error: @CasePathable is for enums, and S is a struct.
        → Remove @CasePathable:

        struct S {}
        """
      ])
    #expect(
      diagnostics(of: "@CasePathable actor S {}").first?.hasPrefix(
        "1:15: error: @CasePathable is for enums, and S is an actor.") == true)
  }

  @Test func `what is private to a type around it cannot be conformed`() {
    let source = "@CasePathable private enum A { case a }"
    let inside = expansion(
      of: source, as: .extension, in: ["struct S {}"], missing: ["CasePathable"], extending: "S.A")
    #expect(inside.text == "")
    #expect(
      inside.diagnostics.map(\.diagnostic.message) == [
        "@CasePathable extends A from outside of what it is private to: make it fileprivate."
      ])
    #expect(inside.diagnostics.first?.diagnostic.fixes.first?.range == 14..<21)
    let outside = expansion(
      of: source, as: .extension, missing: ["CasePathable"], extending: "A")
    #expect(outside.text == "extension A: Reducers.CasePathable {}")
  }

  @Test func `two cases of one name are ambiguous`() {
    let source = """
      @CasePathable enum A {
        case a(x: Int)
        case b, a(y: Int)
        #if X
          case c
        #else
          case c
        #endif
      }
      """
    #expect(
      diagnostics(of: source) == [
        """
        3:11: error: Two cases are named a, so \\.a would be ambiguous: give one of them another name.
        """
      ])
    #expect(expansion(of: source).text.contains("embed: { .a(y: $0) }") == false)
  }

  @Test func `source that is no Swift is a diagnostic at its place`() {
    #expect(
      diagnostics(of: "@CasePathable enum A {\n  case a(\n}") == [
        "3:1: error: This bracket has no partner."
      ])
  }
}
