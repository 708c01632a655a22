import Reducers
import Testing

@Suite struct CasePathableMacroTests {
  @CasePathable enum Suceso {
    case vacio
    case texto(String)
    case quiza(Int?)
    case etiquetado(id: Int)
    case varios(x: Int, String)
    case funcion(@Sendable () -> Int)
    indirect case otro(Self)
    case `default`(Bool)
    case error(any Error)
  }

  @Test func `each case has a path that embeds and extracts`() {
    #expect(Suceso.vacio.is(\.vacio))
    #expect(Suceso.texto("a")[case: \.texto] == "a")
    #expect(Suceso.quiza(nil)[case: \.quiza] == .some(nil))
    #expect(Suceso.etiquetado(id: 3)[case: \.etiquetado] == 3)
    let pair = Suceso.varios(x: 1, "b")[case: \.varios]
    #expect(pair?.x == 1)
    #expect(pair?.1 == "b")
    #expect(Suceso.funcion { 7 }[case: \.funcion]?() == 7)
    #expect(Suceso.otro(.texto("c")).is(\.otro.texto))
    #expect(Suceso.default(true).is(\.default))
    #expect(!Suceso.vacio.is(\.error))
    #expect((\Suceso.Cases.varios)((x: 2, "d")).is(\.varios))
    #expect((\Suceso.Cases.otro.otro.vacio)().is(\.otro.otro))
  }
}
