import Foundation
import Reducers
import Testing

@Suite struct OutlineTests {
  @Test func `what is short goes on one line, as it would be written`() {
    let usuario = Ficha.Usuario(id: 1, nombre: "Ana", etiquetas: ["b", "a"])
    #expect(
      outline(of: usuario)
        == "Ficha.Usuario(id: 1, nombre: \"Ana\", correo: nil, etiquetas: [\"a\", \"b\"])")
    #expect(outline(of: Ficha.Ruta.inicio) == ".inicio")
    #expect(outline(of: Ficha.Ruta.detalle(id: 3, desde: "x")) == ".detalle(id: 3, desde: \"x\")")
    #expect(outline(of: Ficha.Ruta.dato(.success("uno"))) == ".dato(.success(\"uno\"))")
    #expect(
      outline(of: Ficha.Ruta.dato(.failure(Ficha.Fallo(codigo: 2))))
        == ".dato(.failure(Ficha.Fallo(codigo: 2)))")
    #expect(outline(of: [10: "b", 9: "a"]) == "[9: \"a\", 10: \"b\"]")
    #expect(outline(of: Set([10, 9, 1])) == "[1, 9, 10]")
    #expect(outline(of: [:] as [String: Int]) == "[:]" && outline(of: [Int]()) == "[]")
    #expect(outline(of: (1, dos: "a")) == "(1, dos: \"a\")" && outline(of: ()) == "()")
  }

  @Test func `what is long goes on several lines, without commas`() {
    let pantalla = Ficha.Pantalla(
      usuario: Ficha.Usuario(id: 1, nombre: "Ana", correo: "ana@example.org"), hecho: "nada")
    #expect(
      outline(of: [Ficha.Ruta.nota("a\nb"), .usuario(pantalla.usuario)])
        == """
        [
          .nota(
            \"""
              a
              b
              \"""
          )
          .usuario(Ficha.Usuario(
            id: 1
            nombre: "Ana"
            correo: "ana@example.org"
            etiquetas: []
          ))
        ]
        """)
    #expect(
      outline(of: pantalla)
        == """
        Ficha.Pantalla(
          usuario: Ficha.Usuario(
            id: 1
            nombre: "Ana"
            correo: "ana@example.org"
            etiquetas: []
          )
          cargando: false
          cuenta: 0
          hecho: "nada"
        )
        """)
  }

  @Test func `optionals are what they hold`() {
    #expect(outline(of: Int?.none as Any) == "nil" && outline(of: Int?.some(3) as Any) == "3")
    #expect(outline(of: Int??.some(.none) as Any) == ".some(nil)")
  }

  @Test func `objects show their fields once, those of their superclass first`() {
    let nodo = Ficha.Nodo("a")
    nodo.siguiente = Ficha.Nodo("b")
    nodo.siguiente?.siguiente = nodo
    #expect(
      outline(of: nodo)
        == """
        Ficha.Nodo(
          nombre: "a"
          siguiente: Ficha.Nodo(nombre: "b", siguiente: Ficha.Nodo(…))
        )
        """)
    #expect(outline(of: Ficha.Derivada()) == "Ficha.Derivada(base: 1, derivada: 2)")
  }

  @Test func `an endless value is shown to a limit, which is said`() {
    let text = outline(of: Ficha.Cadena.larga(10_000))
    #expect(text.contains("… deeper than 100 levels") && text.utf8.count < 20_000)
  }

  @Test func `a description of one's own hides nothing, a mirror is respected`() {
    #expect(outline(of: Ficha.Terca.una) == ".una")
    #expect(outline(of: Ficha.Espejo()) == "Ficha.Espejo(b: 2)")
    #expect(outline(of: Ficha.Caja(valor: [1])) == "Ficha.Caja<Array<Int>>(valor: [1])")
    #expect(outline(of: Ficha.Caja<Int>.secreta) == "Ficha.Caja<Int>.Secreta(x: 1)")
    #expect(outline(of: Ficha.Observada()) == "Ficha.Observada(cuenta: 1, detalle: 7)")
  }

  @Test func `system types read as their descriptions`() {
    #expect(outline(of: UUID(7)) == "00000000-0000-0000-0000-000000000007")
    #expect(outline(of: Duration.seconds(1)) == "1.0 seconds" && outline(of: 1.5) == "1.5")
    #expect(outline(of: Decimal(1.5)) == "1.5" && outline(of: 0..<3) == "0..<3")
    #expect(outline(of: Date(timeIntervalSince1970: 0)) == "1970-01-01 00:00:00 +0000")
    #expect(outline(of: Date(timeIntervalSince1970: 0.5)) == "1970-01-01 00:00:00 +0000 + 0.5 s")
    #expect(outline(of: Data([1, 255])) == "2 bytes 01 ff")
    #expect(outline(of: Ficha.Usuario.self) == "Ficha.Usuario.self")
    #expect(outline(of: { 1 } as @Sendable () -> Int) == "closure")
    #expect(outline(of: AnyHashable("a")) == "\"a\"" && outline(of: Character("a")) == "\"a\"")
  }
}
