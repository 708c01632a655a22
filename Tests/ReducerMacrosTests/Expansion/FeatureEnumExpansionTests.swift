import ReducerMacros
import Testing

@Suite struct FeatureEnumExpansionTests {
  @Test func `an enum of features has their states, their actions and themselves`() {
    let source = """
      @Reducer(state: .equatable, .sendable, action: .hashable)
      public enum Ruta {
        case aviso
        case detalle(A.Detalle)
        indirect case lista(de: Lista<Int>)
        case dato(id: Int?, String)
        @ReducerCaseIgnored case nota(Nota)
        #if DEBUG
          case prueba(Prueba)
        #endif
      }
      """
    #expect(
      expansion(of: source).text == #"""
        @Reducers.CasePathable
        @dynamicMemberLookup
        @Reducers.ObservableState
        public enum State: Reducers.CaseReducerState, Swift.Equatable, Swift.Sendable {
          public typealias StateReducer = Ruta
          case aviso
          case detalle(A.Detalle.State)
          indirect case lista(Lista<Int>.State)
          case dato(id: Int?, String)
          case nota(Nota)
          #if (DEBUG)
          case prueba(Prueba.State)
          #endif
        }
        @Reducers.CasePathable
        public enum Action: Swift.Hashable {
          case detalle(A.Detalle.Action)
          indirect case lista(Lista<Int>.Action)
          #if (DEBUG)
          case prueba(Prueba.Action)
          #endif
        }
        public init() { self = .aviso }
        public var body: some Reducers.Reducer<Self.State, Self.Action> { Self.body }
        @Reducers.ReducerBuilder<Self.State, Self.Action>
        public static var body: some Reducers.Reducer<Self.State, Self.Action> {
          Reducers.Scope(state: \Self.State.Cases.detalle, action: \Self.Action.Cases.detalle) { A.Detalle() }
          Reducers.Scope(state: \Self.State.Cases.lista, action: \Self.Action.Cases.lista) { Lista<Int>() }
          #if (DEBUG)
          Reducers.Scope(state: \Self.State.Cases.prueba, action: \Self.Action.Cases.prueba) { Prueba() }
          #endif
        }
        """#)
  }

  @Test(arguments: [
    "case a(Int)", "case a(B?)", "case a([B])", "case a((B, C))", "case a(any P)", "case a(B & C)",
    "case a(B, C)", "case a(() -> B)", "case a", "@ReducerCaseIgnored case a(B)",
    "case a(Swift.Int)", "case a(Optional<B>)",
  ])
  func `a case that names no feature is data`(_ enumCase: String) {
    let text = expansion(of: "@Reducer enum R { \(enumCase) }").text
    #expect(!text.contains("Scope"))
    #expect(!text.contains(".State)"))
  }

  @Test func `both conformances are named, but for those that are there`() {
    let source = "@Reducer enum R { case a(A) }"
    let both = expansion(
      of: source, as: .extension, missing: ["Reducer", "CaseReducer"], extending: "R")
    #expect(both.text == "extension R: Reducers.CaseReducer, Reducers.Reducer {}")
    let one = expansion(of: source, as: .extension, missing: ["CaseReducer"], extending: "R")
    #expect(one.text == "extension R: Reducers.CaseReducer {}")
  }

  @Test func `two cases of one name are ambiguous`() {
    #expect(
      diagnostics(of: "@Reducer enum R { case a(A), a(b: B) }") == [
        """
        1:30: error: Two cases are named a, so \\.a would be ambiguous: give one of them another \
        name.
        """
      ])
  }

  @Test func `protocols are asked for on enums only`() {
    #expect(
      diagnostics(of: "@Reducer(state: .equatable) struct F {}") == [
        """
        1:29: error: @Reducer's state: and action: are for enums, whose State and Action it \
        writes: conform those of F where they are declared.
        """
      ])
  }
}
