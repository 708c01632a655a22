import Foundation
import Testing

@testable import TransitionSystems

@Suite struct DescribeTests {
  struct Usuario {
    var nombre: String
    var edad: Int?
  }
  enum Accion {
    case abrir
    case datoRecibido(Result<String, any Error>)
    indirect case elemento(id: Int, action: Accion)
    case vista(Usuario)
  }
  struct Propia: CustomStringConvertible {
    var a = 1
    var description: String { "oculta" }
  }
  struct PropiaVacia: CustomStringConvertible { var description: String { "visible" } }
  struct Espejo: CustomReflectable {
    var a = 1
    var customMirror: Mirror { Mirror(self, children: ["b": 2]) }
  }
  struct Perezosa {
    lazy var cara = 3
    var n = 1
  }

  @Test func `enums show case and payload with labels`() {
    #expect(
      describe(Accion.datoRecibido(.success("dato 0"))) == "datoRecibido(success(\"dato 0\"))")
    #expect(
      describe(Accion.datoRecibido(.failure(Fallo(codigo: 2))))
        == "datoRecibido(failure(Fallo(codigo: 2)))")
    #expect(describe(Accion.elemento(id: 3, action: .abrir)) == "elemento(id: 3, action: abrir)")
    #expect(
      describe(Accion.vista(Usuario(nombre: "Ana", edad: 3)))
        == "vista(Usuario(nombre: \"Ana\", edad: 3))")
    #expect(describe(valorPrivado(3)) == "a(3)" && describe(valorPrivado(nil)) == "b")
    #expect(describe(Multiple.par(1, "x")) == "par(1, \"x\")")
  }

  @Test func `plain values read as in source`() {
    #expect(describe(String?.none as Any) == "nil" && describe(Int?.some(3) as Any) == "3")
    #expect(describe(Int??.some(.none) as Any) == "nil")
    #expect(describe([1, 2]) == "[1, 2]" && describe([Int]()) == "[]")
    #expect(describe("a\n\"b\"") == "\"a\\n\\\"b\\\"\"")
    #expect(describe(Set(["b", "a", "c"])) == "[\"a\", \"b\", \"c\"]")
    #expect(describe(["b": 1, "a": 2]) == "[\"a\": 2, \"b\": 1]")
    #expect(describe([String: Int]()) == "[:]")
    #expect(describe((1, x: "a")) == "(1, x: \"a\")")
    #expect(describe(1.5) == "1.5" && describe(Double.nan) == "nan" && describe(true) == "true")
    #expect(describe(0..<3) == "0..<3" && describe(1...2) == "1...2")
    #expect(describe(Duration.seconds(1)) == "1.0 seconds")
    #expect(describe(Fallo() as any Error) == "Fallo(codigo: 0)")
    #expect(describe(AnyHashable("a")) == "\"a\"" && describe(Character("a")) == "\"a\"")
    #expect(describe(()) == "()" && describe(Vacio()) == "Vacio()")
  }

  @Test func `references show no address`() {
    let object = Referencia()
    #expect(describe(object) == "Referencia")
    #expect(describe(ConCierre(accion: {}, n: 1)) == "ConCierre(accion: closure, n: 1)")
    #expect(describe(ConDebil(objeto: object, n: 1)) == "ConDebil(objeto: Referencia, n: 1)")
    #expect(describe(ConDebil(objeto: nil, n: 1)) == "ConDebil(objeto: nil, n: 1)")
    #expect(describe(ConUnowned(objeto: object, n: 1)) == "ConUnowned(objeto: Referencia, n: 1)")
    #expect(describe(Int.self) == "Int.self")
    #expect(
      describe(ConMetatipos(t: Int.self, n: 3, c: Referencia.self, e: String.self))
        == "ConMetatipos(t: Int.self, n: 3, c: Referencia.self, e: String.self)")
  }

  @Test func `a custom description counts only where nothing else can be shown`() {
    #expect(describe(Propia()) == "Propia(a: 1)" && describe(PropiaVacia()) == "visible")
    #expect(describe(Espejo()) == "Espejo(a: 1)")
    #expect(describe(Perezosa()) == "Perezosa(cara: nil, n: 1)")
    let id = UUID()
    #expect(describe(id) == id.uuidString)
    #expect(describe(Decimal(1.5)) == "1.5")
    #expect(describe(Date(timeIntervalSince1970: 0)) == Date(timeIntervalSince1970: 0).description)
    #expect(structurallyEqual(id, id) && !structurallyEqual(id, UUID()))
    #expect(structurallyEqual(Date(timeIntervalSince1970: 1), Date(timeIntervalSince1970: 1)))
    #expect(structurallyEqual(Decimal(1.5), Decimal(1.5)))
    #expect(structuralNotices(in: [id as Any, Decimal(1), Date()]).isEmpty)
  }
}
