import Testing

@testable import TransitionSystems

struct SharedPartsTests {
  struct Valor {
    var numero = 0
    var lista: [Int] = []
    var nombres: [String] = []
    var dentro = Dentro()
    var texto = "un texto que no cabe en dos palabras"
  }

  struct Dentro {
    var conjunto: Set<Int> = []
    var tabla: [Int: Double] = [:]
    var quizas: [Int]? = [1]
  }

  final class Objeto {}

  struct ConObjetos { var objetos: [Objeto] }

  /// Where the object lies that an array, a set or a dictionary refers to.
  private func address<Container>(_ container: Container) -> UInt {
    withUnsafeBytes(of: container) { $0.load(as: UInt.self) }
  }

  private func valor(_ seed: Int) -> Valor {
    Valor(
      numero: seed, lista: Array(seed..<seed + 9),
      nombres: ["uno", "número \(seed) con un nombre"],
      dentro: Dentro(
        conjunto: Set(seed..<seed + 5), tabla: [seed: Double(seed), seed + 1: 0.5], quizas: [seed]))
  }

  private func share<Value>(_ value: inout Value, _ parts: SharedParts) {
    withUnsafeMutablePointer(to: &value) { parts.share(UnsafeMutableRawPointer($0)) }
  }

  private func isSame<Value>(_ one: Value, _ two: Value) -> Bool {
    structuralWords(ofDynamic: one) == structuralWords(ofDynamic: two)
  }

  @Test func `equal parts become one object, wherever in the value they lie`() {
    let parts = SharedParts(ErasedPlan(of: Valor.self))
    var (one, two) = (valor(1), valor(1))
    two.numero = 7
    #expect(address(one.lista) != address(two.lista))
    share(&one, parts)
    share(&two, parts)
    #expect(address(one.lista) == address(two.lista))
    #expect(address(one.nombres) == address(two.nombres))
    #expect(address(one.dentro.conjunto) == address(two.dentro.conjunto))
    #expect(address(one.dentro.tabla) == address(two.dentro.tabla))
    #expect(two.numero == 7)
    // In an enum the reference may lie in bits of its own.
    #expect(address(one.dentro.quizas) != address(two.dentro.quizas))
    var three = valor(2)
    share(&three, parts)
    #expect(isSame(three, valor(2)))
    #expect(address(one.lista) != address(three.lista))
  }

  @Test func `a set that was filled in another order becomes the same`() {
    let parts = SharedParts(ErasedPlan(of: Dentro.self))
    var one = Dentro(conjunto: Set((0..<40).map { $0 }))
    var two = Dentro(conjunto: Set((0..<40).reversed().map { $0 }))
    share(&one, parts)
    share(&two, parts)
    #expect(address(one.conjunto) == address(two.conjunto))
  }

  struct Numeros { var lista: [Double] }

  @Test func `what is told apart stays apart: zeros of two signs, and payloads of no number`() {
    let parts = SharedParts(ErasedPlan(of: Numeros.self))
    let values: [Double] = [0, -0.0, .nan, .signalingNaN, 1]
    var shared = values.map { Numeros(lista: [$0]) }
    for index in shared.indices { share(&shared[index], parts) }
    #expect(
      shared.map { $0.lista[0].bitPattern } == values.map(\.bitPattern))
    #expect(Set(shared.map { address($0.lista) }).count == values.count)
  }

  @Test func `arrays of objects stay as they are`() {
    let parts = SharedParts(ErasedPlan(of: ConObjetos.self))
    let objeto = Objeto()
    var (one, two) = (ConObjetos(objetos: [objeto]), ConObjetos(objetos: [objeto]))
    share(&one, parts)
    share(&two, parts)
    #expect(address(one.objetos) != address(two.objetos))
  }

  @Test func `more values than the table holds are what they were, and are let go with it`() {
    var values: [Valor] = []
    do {
      let parts = SharedParts(ErasedPlan(of: Valor.self))
      for round in 0..<3 {
        for seed in 0..<6_000 {
          var value = valor(seed)
          share(&value, parts)
          if !isSame(value, valor(seed)) { Issue.record("\(round), \(seed): \(value)") }
          if round == 2, seed % 500 == 0 { values.append(value) }
        }
      }
    }
    // What is referred to from one place only is changed where it lies.
    for index in values.indices {
      let before = address(values[index].lista)
      values[index].lista[0] = 9
      #expect(address(values[index].lista) == before)
    }
  }

  @Test func `a part that is seldom met again is looked for no more`() {
    let parts = SharedParts(ErasedPlan(of: Numeros.self))
    for number in 0..<2_000 {
      var value = Numeros(lista: [Double(number)])
      share(&value, parts)
    }
    var (one, two) = (Numeros(lista: [0.5]), Numeros(lista: [0.5]))
    share(&one, parts)
    share(&two, parts)
    #expect(address(one.lista) != address(two.lista))
  }
}
