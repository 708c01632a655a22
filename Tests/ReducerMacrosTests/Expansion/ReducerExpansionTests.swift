import ReducerMacros
import Testing

@Suite struct ReducerExpansionTests {
  private let whole = """
    @Reducer struct F {
      struct State {}
      enum Action {}
      var body: some ReducerOf<Self> { EmptyReducer() }
    }
    """

  private func attribute(on member: String, in parent: String = "struct F {}") -> String {
    let request = ExpansionRequest(
      macro: "Reducer", role: .memberAttribute, attribute: SourceSnippet("@Reducer"),
      declaration: SourceSnippet(member), parent: SourceSnippet(parent))
    return Expansion.expanding(request).text
  }

  @Test func `a feature that has everything gets its conformance`() {
    #expect(expansion(of: whole) == expansion(of: "@ObservableState struct S {}"))
    let conformance = expansion(of: whole, as: .extension, missing: ["Reducer"], extending: "A.F")
    #expect(conformance.text == "extension A.F: Reducers.Reducer {}")
    #expect(expansion(of: whole, as: .extension, extending: "F").text == "")
  }

  @Test func `a feature that has nothing gets it all`() {
    #expect(
      expansion(of: "@Reducer public struct F {}").text == """
        public struct State: Swift.Codable, Swift.Hashable, Swift.Sendable {
          public init() {}
        }
        @Reducers.CasePathable
        public enum Action: Swift.Hashable, Swift.Sendable {}
        """)
    let conformance = expansion(
      of: "@Reducer public struct F {}", as: .extension, missing: ["Reducer"], extending: "F")
    #expect(
      conformance.text == """
        extension F: Reducers.Reducer {
          public var body: some Reducers.Reducer<Self.State, Self.Action> {
            Reducers.EmptyReducer()
          }
        }
        """)
  }

  @Test(arguments: [
    "struct F<State, Action> {}",
    "struct F { typealias State = Int; typealias Action = Never }",
    "struct F { func reduce(into state: inout A.State, action: A.Action) -> Effect<A.Action> {} }",
  ])
  func `a type that is there under its name, or by inference, is not added`(_ source: String) {
    #expect(expansion(of: "@Reducer \(source)").text == "")
  }

  @Test(arguments: [
    "Scope(state: \\.a, action: \\.a) { A() }", "Reduce { _, action in switch action {} }",
    "Reduce { _, action in if case .a = action {} ; return .none }",
  ])
  func `an Action that the body tells apart stands in an extension`(_ body: String) {
    let source = "struct F { struct State {}; var body: some ReducerOf<Self> { \(body) } }"
    #expect(expansion(of: "@Reducer \(source)").text == "")
  }

  @Test func `a body of another feature's type says what State and Action are`() {
    let same = "typealias State = A.State\ntypealias Action = A.Action"
    #expect(
      expansion(of: "@Reducer struct F { var body: some ReducerOf<A> { A() } }").text == same)
    #expect(
      expansion(of: "@Reducer struct F { var body: some Reducer<A.State, A.Action> { A() } }").text
        == same)
  }

  @Test(arguments: [
    ("enum Action { case a }", "@Reducers.CasePathable"),
    ("@CasePathable enum Action { case a }", ""),
    ("@Reducers.CasePathable enum Action { case a }", ""),
    ("enum State { case a }", "@Reducers.CasePathable @dynamicMemberLookup"),
    ("struct State {}", ""), ("struct Action {}", ""), ("enum Otro {}", ""),
    ("var body: some ReducerOf<Self> { A() }", "@Reducers.ReducerBuilder<Self.State, Self.Action>"),
    (
      "var body: some ReducerOf<Self> { get { Reduce { _, _ in return .none } } }",
      "@Reducers.ReducerBuilder<Self.State, Self.Action>"
    ),
    ("@ReducerBuilder<State, Action> var body: some ReducerOf<Self> { A() }", ""),
    ("var body: some ReducerOf<Self> { return A() }", ""),
    ("var body: some ReducerOf<Self> { get { return A() } }", ""),
    ("static var body: some ReducerOf<Self> { A() }", ""), ("let body = A()", ""),
    ("func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }", ""),
  ])
  func `a member gets the attribute it needs`(_ member: String, _ expected: String) {
    #expect(attribute(on: member) == expected)
    #expect(attribute(on: member, in: "class F {}") == "")
  }

  @Test func `what has identity is refused`() {
    #expect(
      diagnostics(of: "@Reducer\nfinal class F {}") == [
        """
        2:7: error: @Reducer is for structs and enums, and F is a class: a feature's logic has no \
        identity.
        → Make it a struct:
        @Reducer
        final struct F {}
        """
      ])
    #expect(
      diagnostics(of: "@Reducer protocol P {}") == [
        """
        1:10: error: @Reducer is for structs and enums, and P is a protocol: a feature's logic has \
        no identity.
        """
      ])
    #expect(diagnostics(of: "@Reducer actor F {}", as: .extension) == [])
  }

  @Test func `a State that is used but not there is asked for`() {
    let source = """
      @Reducer struct F {
        enum Action { case a }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            state.cuenta += 1
            return .none
          }
        }
      }
      """
    #expect(
      diagnostics(of: source) == [
        """
        5:7: error: F has no State, but uses state.cuenta: declare a struct State inside it. \
        A macro does not see what stands in extensions.
        → Add a State:
        @Reducer struct F {
        struct State {
        }

          enum Action { case a }
          var body: some ReducerOf<Self> {
            Reduce { state, action in
              state.cuenta += 1
              return .none
            }
          }
        }
        """
      ])
  }

  @Test func `a body beside a method is said not to run`() {
    let source = """
      @Reducer struct F {
        struct State {}
        enum Action {}
        var body: some ReducerOf<Self> { EmptyReducer() }
        func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
      }
      """
    #expect(
      diagnostics(of: source) == [
        """
        4:7: warning: F has a body and a reduce(into:action:): only the latter runs. \
        Put it into the body as Reduce { state, action in … }.
        """
      ])
  }
}
