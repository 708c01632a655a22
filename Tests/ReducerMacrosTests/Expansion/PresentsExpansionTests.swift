import ReducerMacros
import Testing

@Suite struct PresentsExpansionTests {
  @Test func `the value is kept in a state that is projected`() {
    let source = "@Presents public var hoja: Hoja.State?"
    #expect(
      expansion(of: source, as: .accessor).text == """
        {
          @storageRestrictions(initializes: _hoja)
          init(initialValue) {
            _hoja = Reducers.PresentationState(wrappedValue: initialValue)
          }
          get { _hoja.wrappedValue }
          _modify { yield &_hoja.wrappedValue }
        }
        """)
    #expect(
      expansion(of: source, as: .peer).text == """
        private var _hoja: Reducers.PresentationState<Hoja.State> = \
        Reducers.PresentationState<Hoja.State>(wrappedValue: nil)
        public var $hoja: Reducers.PresentationState<Hoja.State> {
          get { _hoja }
          _modify { yield &_hoja }
        }
        """)
  }

  @Test func `a value of one's own takes the place of nil`() {
    let peers = expansion(of: "@Presents var a: Optional<A<B>> = A()", as: .peer).text
    #expect(peers.hasPrefix("private var _a: Reducers.PresentationState<A<B>>\nvar $a"))
  }

  @Test func `several properties at once are left to the compiler, which refuses them`() {
    #expect(expansion(of: "@Presents var a: A?, b: B?", as: .peer).text == "")
    #expect(diagnostics(of: "@Presents var a: A?, b: B?", as: .peer) == [])
  }

  @Test(arguments: [
    (
      "@Presents let a: A?",
      """
      1:11: error: @Presents needs a var: a changes when the child comes and goes.
      → Make it a var:
      @Presents var a: A?
      """
    ),
    (
      "@Presents\nvar a: A.State",
      """
      2:5: error: @Presents needs an optional, for a is nil while the child is not there: A.State?
      → Make it optional:
      @Presents
      var a: A.State?
      """
    ),
    (
      "@Presents var a = A()",
      "1:15: error: @Presents needs the type written: @Presents var a: Child.State?"
    ),
    (
      "@Presents static var a: A?",
      "1:22: error: @Presents is for a state's own properties, and a is static."
    ),
    (
      "@Presents var a: A? { nil }",
      "1:15: error: @Presents is for stored properties, and a is computed."
    ),
    ("@Presents func a() {}", "1:11: error: @Presents is for properties, and this is a func."),
  ])
  func `what cannot be presented is explained`(_ source: String, _ message: String) {
    #expect(diagnostics(of: source, as: .peer) == [message])
    #expect(diagnostics(of: source, as: .accessor) == [])
  }
}
