import Testing

@testable import TransitionSystems

@Suite struct FieldChangesTests {
  struct Perfil {
    var nombre = "Ana"
    var edad: Int? = 3
  }
  struct Item {
    var x = 0
    var y = "a"
  }
  struct Estado {
    var cargando = false
    var hecho: String?
    var perfil = Perfil()
    var otro: Perfil?
    var items = [Item(), Item(), Item()]
    var camino = Generico<Int, String>.ninguno
    var mapa = ["a": 1, "b": 2]
    var par = (x: 1, 2)
  }

  private func changes(_ change: (inout Estado) -> Void) -> [String] {
    let old = Estado()
    var new = old
    change(&new)
    return fieldChanges(from: old, to: new).map { "\($0.path): \($0.before) → \($0.after)" }
  }

  @Test func `changed fields are named in declared order`() {
    #expect(changes { _ in } == [])
    #expect(
      changes {
        $0.perfil.nombre = "Eva"
        $0.hecho = "dato 0"
        $0.cargando = true
      } == [
        "cargando: false → true", "hecho: nil → \"dato 0\"", "perfil.nombre: \"Ana\" → \"Eva\"",
      ])
    #expect(changes { $0.otro = Perfil() } == ["otro: nil → Perfil(nombre: \"Ana\", edad: 3)"])
    #expect(changes { $0.par.x = 2 } == ["par.x: 1 → 2"])
    #expect(changes { $0.perfil.edad = nil } == ["perfil.edad: 3 → nil"])
  }

  @Test func `an array shows what changed, came and went`() {
    #expect(changes { $0.items[2].x = 5 } == ["items[2].x: 0 → 5"])
    #expect(
      changes { $0.items.insert(Item(x: 7), at: 1) } == ["items[1]: — → Item(x: 7, y: \"a\")"])
    #expect(changes { $0.items.removeLast(2) }.count == 2)
    #expect(changes { $0.items = [] }.first == "items[0]: Item(x: 0, y: \"a\") → —")
  }

  @Test func `an enum changes as a whole and a dictionary by key`() {
    #expect(changes { $0.camino = .ambos(1, "x") } == ["camino: ninguno → ambos(1, \"x\")"])
    #expect(
      changes { $0.mapa = ["a": 3, "c": 2] } == [
        "mapa[\"a\"]: 1 → 3", "mapa[\"b\"]: 2 → —", "mapa[\"c\"]: — → 2",
      ])
  }

  @Test func `every difference is a change`() {
    #expect(fieldChanges(from: "é", to: "e\u{301}").count == 1)
    #expect(fieldChanges(from: 1, to: "a").map(\.path) == [""])
    #expect(fieldChanges(from: [0, 1][1...], to: [1][0...]).count == 1)
    #expect(fieldChanges(from: Referencia(), to: Referencia()).count == 1)
    #expect(fieldChanges(from: Double.nan, to: Double.nan).isEmpty)
    let (a, b) = (Referencia(), Referencia())
    #expect(fieldChanges(from: [ObjectIdentifier(a): 1], to: [ObjectIdentifier(b): 1]).count >= 1)
  }
}
