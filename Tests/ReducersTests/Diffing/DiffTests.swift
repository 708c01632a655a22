import Reducers
import Testing

@Suite struct DiffTests {
  @Test func `values that look alike do not differ`() {
    #expect(diff(Ficha.Pantalla(), Ficha.Pantalla()) == nil)
    #expect(diff({}, {}) == nil)
  }

  @Test func `a changed field stands among what stayed`() {
    #expect(
      diff(Ficha.Pantalla(), Ficha.Pantalla(cuenta: 1, hecho: "x"))
        == """
          Ficha.Pantalla(
            … 2 unchanged
        -   cuenta: 0
        +   cuenta: 1
        -   hecho: nil
        +   hecho: "x"
          )
        """)
  }

  @Test func `a nested struct is opened where it differs, and says which it is`() {
    var pantalla = Ficha.Pantalla()
    pantalla.usuario.nombre = "Eva"
    #expect(
      diff(Ficha.Pantalla(), pantalla)
        == """
          Ficha.Pantalla(
            usuario: Ficha.Usuario(
              id: 1
        -     nombre: "Ana"
        +     nombre: "Eva"
              … 2 unchanged
            )
            … 3 unchanged
          )
        """)
  }

  @Test func `enums differ in their payload or as a whole`() {
    #expect(
      diff(Ficha.Ruta.detalle(id: 1, desde: "x"), Ficha.Ruta.detalle(id: 2, desde: "x"))
        == """
          .detalle(
        -   id: 1
        +   id: 2
            desde: "x"
          )
        """)
    #expect(
      diff(Ficha.Ruta.dato(.success("uno")), Ficha.Ruta.dato(.failure(Ficha.Fallo())))
        == """
        - .dato(.success("uno"))
        + .dato(.failure(Ficha.Fallo(codigo: 0)))
        """)
    #expect(
      diff(Ficha.Ruta.inicio, Ficha.Ruta.detalle(id: 2, desde: "x"))
        == """
        - .inicio
        + .detalle(id: 2, desde: "x")
        """)
    let otra = Ficha.Usuario(id: 2, nombre: "Ana")
    #expect(
      diff(Ficha.Ruta.usuario(Ficha.Usuario(id: 1, nombre: "Ana")), Ficha.Ruta.usuario(otra))
        == """
          .usuario(Ficha.Usuario(
        -   id: 1
        +   id: 2
            … 3 unchanged
          ))
        """)
  }

  @Test func `an optional appears and goes as a whole`() {
    #expect(
      diff(Ficha.Usuario?.none as Any, Ficha.Usuario(id: 1, nombre: "Ana"))
        == """
        - nil
        + Ficha.Usuario(id: 1, nombre: "Ana", correo: nil, etiquetas: [])
        """)
  }

  @Test func `of an array only what changed is shown, with its place`() {
    #expect(
      diff([1, 2, 3, 4, 5], [1, 2, 30, 4, 5, 6])
        == """
          [
            … 2 unchanged
        -   [2]: 3
        +   [2]: 30
            … 2 unchanged
        +   [5]: 6
          ]
        """)
    #expect(
      diff(["a", "b", "c"], ["b", "c"])
        == """
          [
        -   [0]: "a"
            … 2 unchanged
          ]
        """)
    let old = [Ficha.Usuario(id: 1, nombre: "Ana"), Ficha.Usuario(id: 2, nombre: "Eva")]
    var new = old
    new[1].nombre = "Eve"
    new.insert(Ficha.Usuario(id: 3, nombre: "Leo"), at: 0)
    #expect(
      diff(old, new)
        == """
          [
        +   [0]: Ficha.Usuario(id: 3, nombre: "Leo", correo: nil, etiquetas: [])
            [1]: Ficha.Usuario(id: 1, nombre: "Ana", correo: nil, etiquetas: [])
            [1 → 2]: Ficha.Usuario(
              id: 2
        -     nombre: "Eva"
        +     nombre: "Eve"
              … 2 unchanged
            )
          ]
        """)
  }

  @Test func `elements of an identified array are compared with those of their id`() {
    let old: IdentifiedArrayOf<Ficha.Usuario> = [
      Ficha.Usuario(id: 1, nombre: "Ana"), Ficha.Usuario(id: 2, nombre: "Eva"),
      Ficha.Usuario(id: 3, nombre: "Leo"),
    ]
    var new = old
    new[id: 1] = nil
    new[id: 3]?.correo = "leo@example.org"
    #expect(
      diff(old, new)
        == """
          [
        -   Ficha.Usuario(id: 1, nombre: "Ana", correo: nil, etiquetas: [])
            Ficha.Usuario(id: 2, nombre: "Eva", correo: nil, etiquetas: [])
            Ficha.Usuario(
              id: 3
              nombre: "Leo"
        -     correo: nil
        +     correo: "leo@example.org"
              etiquetas: []
            )
          ]
        """)
  }

  @Test func `sets and dictionaries differ in their members, in a stable order`() {
    #expect(
      diff(Set(["a", "b", "c"]), Set(["c", "b", "d"]))
        == """
          [
        -   "a"
            … 2 unchanged
        +   "d"
          ]
        """)
    #expect(
      diff(["a": 1, "b": 2, "c": 3], ["a": 1, "b": 20, "d": 4])
        == """
          [
            "a": 1
        -   "b": 2
        +   "b": 20
        -   "c": 3
        +   "d": 4
          ]
        """)
  }

  @Test func `a text of several lines differs by lines`() {
    let old = "uno\ndos\ntres\ncuatro\ncinco\nseis\nsiete\nocho"
    #expect(
      diff(Ficha.Caja(valor: old), Ficha.Caja(valor: old.replacing("cinco", with: "CINCO")))
        == """
          Ficha.Caja<String>(
            valor: \"""
              … 2 unchanged
              tres
              cuatro
        -     cinco
        +     CINCO
              seis
              siete
              … 1 unchanged
              \"""
          )
        """)
  }

  @Test func `a long text of one line is shown around its difference`() {
    let old = String(repeating: "abcdefghij", count: 12)
    let new = old.replacingMiddle()
    #expect(
      diff(old, new)
        == """
        - …"abcdefghijabcdefghij|abcdefghijabcdefghij"…
        + …"abcdefghijabcdefghij#abcdefghijabcdefghij"…
        """.replacing("|", with: ""))
  }

  @Test func `an object differs in its fields, and an endless one comes to an end`() {
    let (old, new) = (Ficha.Nodo("a"), Ficha.Nodo("b"))
    (old.siguiente, new.siguiente) = (old, new)
    #expect(
      diff(old, new)
        == """
          Ficha.Nodo(
        -   nombre: "a"
        +   nombre: "b"
            siguiente: Ficha.Nodo(…)
          )
        """)
  }

  @Test func `values of different types differ as a whole`() {
    #expect(
      diff(1 as Any, "1" as Any)
        == """
        - 1
        + "1"
        """)
  }
}

extension String {
  fileprivate func replacingMiddle() -> String {
    String(prefix(60)) + "#" + String(dropFirst(60))
  }
}
