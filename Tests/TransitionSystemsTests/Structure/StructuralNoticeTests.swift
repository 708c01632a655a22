import Testing

@testable import TransitionSystems

@Suite struct StructuralNoticeTests {
  struct Estado {
    var sesion: Sesion
    var items: [ConCierre]
    var camino: Camino
  }
  struct Sesion {
    var delegado: (any DeClase)?
    var nombre: String
  }
  enum Camino {
    case raiz
    case hijo(ConDebil)
  }

  @Test func `references and closures are named by their path`() {
    let object = Referencia()
    let state = Estado(
      sesion: Sesion(delegado: Delegado(), nombre: "a"),
      items: [ConCierre(accion: {}, n: 1)], camino: .hijo(ConDebil(objeto: object, n: 2)))
    #expect(
      structuralNotices(in: state).map(\.path) == [
        "sesion.delegado.some", "items[0].accion", "camino.hijo.objeto",
      ])
    #expect(structuralNotices(in: state).map(\.kind) == [.reference, .function, .reference])
    withExtendedLifetime(object) {}
  }

  @Test func `what structure can compare is not noticed`() {
    let value: [Any] = [
      1, "largo largo largo largo", [1, 2], ["a": Set([1])], Fallo(), Grave.red(1), 1..<2,
      Duration.seconds(1), AnyHashable("a"), Character("a"), String?.none as Any, \Relleno.b,
    ]
    #expect(structuralNotices(in: value).isEmpty)
  }

  @Test func `references are compared by identity`() {
    let (a, b) = (Referencia(), Referencia())
    #expect(structurallyEqual(a, a) && !structurallyEqual(a, b))
    #expect(structurallyEqual([a as AnyObject], [a as AnyObject]))
    #expect(structurallyEqual(ConDebil(objeto: a, n: 1), ConDebil(objeto: a, n: 1)))
    #expect(!structurallyEqual(ConDebil(objeto: a, n: 1), ConDebil(objeto: b, n: 1)))
    #expect(structurallyEqual(ConDebil(objeto: nil, n: 1), ConDebil(objeto: nil, n: 1)))
    #expect(structurallyEqual(ConUnowned(objeto: a, n: 1), ConUnowned(objeto: a, n: 1)))
    #expect(!structurallyEqual(ConUnowned(objeto: a, n: 1), ConUnowned(objeto: b, n: 1)))
    #expect(structuralNotices(in: ConUnowned(objeto: a, n: 1)).map(\.path) == ["objeto"])
    var dead: ConUnowned?
    do {
      let short = Referencia()
      dead = ConUnowned(objeto: short, n: 2)
    }
    #expect(structurallyEqual(dead as Any, dead as Any))
    withExtendedLifetime((a, b)) {}
  }

  @Test func `an error that is a class is noticed`() {
    let error: any Error = ErrorDeClase()
    #expect(structuralNotices(in: Result<Int, any Error>.failure(error)).map(\.path) == ["failure"])
    #expect(structurallyEqual(error, error) && !structurallyEqual(error, ErrorDeClase()))
  }

  @Test func `unsafe pointers are noticed`() {
    let pointer = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    defer { pointer.deallocate() }
    #expect(structuralNotices(in: pointer).map(\.kind) == [.pointer])
  }

  @Test func `members of unordered collections have a path without a position`() {
    let a = Referencia()
    #expect(structuralNotices(in: ["k": a, "l": a]).map(\.path) == ["[]"])
  }
}
