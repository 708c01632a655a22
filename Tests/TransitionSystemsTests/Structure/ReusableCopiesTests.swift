import Testing

@testable import TransitionSystems

/// Copies in memory that is used again, beside copies that the compiler makes.
struct ReusableCopiesTests {
  enum Mensaje: Hashable {
    case uno(UInt32)
    case dos, tres
  }

  struct Estado {
    var numero: UInt8 = 0
    var lista: [UInt8] = []
    var otra: [UInt8] = []
    var quizas: Int?
    var anchos: ContiguousArray<SIMD2<UInt64>> = []
    var conjunto: Set<Mensaje> = []
    var bytes: Set<UInt8> = []
    var tabla: [UInt16: Mensaje] = [:]
    var vacios: [Int: Vacio] = [:]
    var fin = true
  }

  struct Vacio {}

  /// Changes a value a little, often so that its containers grow, shrink or become others.
  private func vary(_ value: inout Estado, _ r: inout Azar) {
    let number = r.menor(40)
    switch r.menor(18) {
    case 0: value.numero = UInt8(number)
    case 1: value.lista.append(UInt8(number))
    case 2: value.lista.append(contentsOf: repeatElement(UInt8(number), count: r.menor(200)))
    case 3: _ = value.lista.popLast()
    case 4: value.otra = value.lista
    case 5: value.lista = []
    case 6: if !value.otra.isEmpty { value.otra[r.menor(value.otra.count)] = UInt8(number) }
    case 7: value.quizas = value.quizas == nil ? number : nil
    case 8: value.anchos.append(SIMD2(UInt64(number), .max))
    case 9: value.anchos.removeAll(keepingCapacity: true)
    case 10: value.conjunto.insert(r.menor(4) == 0 ? .dos : .uno(UInt32(number)))
    case 11: value.conjunto.remove(.uno(UInt32(number)))
    case 12: value.conjunto = [.tres]
    case 13: value.bytes.formUnion((0..<UInt8(r.menor(90))).map { $0 &* 3 })
    case 14: value.bytes.remove(UInt8(number))
    case 15: value.tabla[UInt16(number)] = r.menor(3) == 0 ? nil : .uno(UInt32(number))
    case 16: value.tabla = value.tabla.filter { $0.key.isMultiple(of: 2) }
    default: value.vacios[number] = r.menor(3) == 0 ? nil : Vacio()
    }
  }

  private func same(_ one: Estado, _ two: Estado) -> Bool {
    structuralWords(of: one) == structuralWords(of: two)
  }

  private func reusable<Value>(_ type: Value.Type) -> ReusableCopies? {
    let plan = ErasedPlan(of: type)
    return ReusableCopies(
      plan, stride: MemoryLayout<Value>.stride, alignment: MemoryLayout<Value>.alignment,
      sharing: SharedParts(plan))
  }

  @Test(arguments: 0..<16)
  func `what happens to copies is what happens to those that the compiler makes`(_ seed: Int)
    throws
  {
    let copies = try #require(reusable(Estado.self))
    var r = Azar(estado: UInt64(seed))
    // What was taken out or let out, and what it has to be for ever.
    var kept: [(Estado, Estado)] = []
    var escaped: [([UInt8], Set<Mensaje>, [UInt16: Mensaje])] = []
    var expectedEscaped = escaped
    for _ in 0..<16 {
      copies.removeAll()
      var parents: [Estado] = []
      for _ in 0..<3 {
        var parent = kept.isEmpty || r.menor(4) == 0 ? Estado() : kept[r.menor(kept.count)].1
        for _ in 0..<r.menor(12) { vary(&parent, &r) }
        parents.append(parent)
      }
      var twins: [Estado] = []
      parents.withUnsafeBufferPointer { parents in
        for parent in parents.indices {
          let number = r.menor(50)
          let address = parents.baseAddress! + parent
          let made = copies.append(address, count: number).assumingMemoryBound(to: Estado.self)
          for index in 0..<number {
            #expect(same(made[index], parents[parent]))
            #expect(Array(made[index].conjunto) == Array(parents[parent].conjunto))
            #expect(made[index].tabla.map(\.key) == parents[parent].tabla.map(\.key))
            var twin = parents[parent]
            let changes = r.menor(4)
            var again = r
            for _ in 0..<changes { vary(&made[index], &r) }
            for _ in 0..<changes { vary(&twin, &again) }
            twins.append(twin)
            if r.menor(9) == 0 {
              let copy = made[index]
              escaped.append((copy.lista, copy.conjunto, copy.tabla))
              expectedEscaped.append((twin.lista, twin.conjunto, twin.tabla))
            }
          }
          // No change of a copy reaches what it was made from.
          #expect(copies.count == twins.count)
        }
        let all = copies.first.assumingMemoryBound(to: Estado.self)
        var index = 0
        while index < twins.count {
          #expect(same(all[index], twins[index]))
          index += 1
        }
        let target = UnsafeMutablePointer<Estado>.allocate(capacity: 1)
        defer { target.deallocate() }
        index = r.menor(9)
        while index < twins.count {
          // Which parent it is made from makes no difference to what is taken out.
          copies.take(index, madeFrom: parents.baseAddress! + r.menor(3), to: target)
          kept.append((target.move(), twins[index]))
          index += 1 + r.menor(9)
        }
      }
    }
    #expect(kept.count > 100)
    #expect(kept.allSatisfy { same($0.0, $0.1) })
    #expect(escaped.elementsEqual(expectedEscaped) { $0 == $1 })
  }

  @Test func `nothing is made for a copy of what an earlier one has left room for`() throws {
    let copies = try #require(reusable(Estado.self))
    var parents = [Estado()]
    parents[0].lista = [1, 2, 3]
    parents[0].conjunto = [.dos, .uno(1), .uno(2), .uno(3)]
    parents[0].tabla = [1: .dos]
    parents.append(parents[0])
    parents[1].lista = [4]
    parents[1].conjunto = [.tres]
    parents[1].tabla = [2: .tres]
    func addresses(of copy: UnsafeMutableRawPointer) -> [UnsafeRawPointer] {
      let copy = copy.assumingMemoryBound(to: Estado.self).pointee
      return [address(copy.lista), address(copy.conjunto), address(copy.tabla)]
    }
    parents.withUnsafeBufferPointer { parents in
      let first = addresses(of: copies.append(parents.baseAddress!, count: 1))
      for turn in 0..<20 {
        copies.removeAll()
        let copy = copies.append(parents.baseAddress! + turn % 2, count: 1)
        #expect(addresses(of: copy) == first)
        copy.assumingMemoryBound(to: Estado.self).pointee.lista[0] = 9
        #expect(addresses(of: copy) == first)
      }
      #expect(parents[0].lista == [1, 2, 3])
      #expect(parents[1].lista == [4])
      // What is known elsewhere is left alone.
      let known = copies.first.assumingMemoryBound(to: Estado.self).pointee
      copies.removeAll()
      let copy = copies.append(parents.baseAddress!, count: 1)
      #expect(zip(addresses(of: copy), first).allSatisfy { $0 != $1 })
      #expect(known.lista == [9])
    }
  }

  @Test func `parts that are long are shared until they are changed`() throws {
    let copies = try #require(reusable(Estado.self))
    var parents = [Estado()]
    parents[0].lista = Array(repeating: 7, count: 10_000)
    parents[0].otra = [1]
    parents.withUnsafeBufferPointer { parents in
      for _ in 0..<3 {
        copies.removeAll()
        let made = copies.append(parents.baseAddress!, count: 1)
          .assumingMemoryBound(to: Estado.self)
        #expect(address(made.pointee.lista) == address(parents[0].lista))
        #expect(address(made.pointee.otra) != address(parents[0].otra))
        made.pointee.lista[0] = 8
        #expect(parents[0].lista[0] == 7)
      }
    }
  }

  @Test func `what was unchanged is taken out as part of what it was made from`() throws {
    let copies = try #require(reusable(Estado.self))
    var parents = [Estado()]
    parents[0].lista = [1, 2]
    parents[0].conjunto = [.dos]
    try parents.withUnsafeBufferPointer { parents in
      let parent = try #require(parents.baseAddress)
      let made = copies.append(parent, count: 2).assumingMemoryBound(to: Estado.self)
      made[1].lista[0] = 5
      let target = UnsafeMutablePointer<Estado>.allocate(capacity: 1)
      defer { target.deallocate() }
      copies.take(1, madeFrom: parent, to: target)
      let taken = target.move()
      #expect(address(taken.conjunto) == address(parent.pointee.conjunto))
      #expect(address(taken.lista) != address(parent.pointee.lista))
      #expect(taken.lista == [5, 2])
    }
  }

  @Test func `copies let go of what they were made from`() throws {
    var parents = [Estado()]
    parents[0].lista = Array(repeating: 7, count: 10_000)
    parents[0].conjunto = [.dos]
    do {
      let copies = try #require(reusable(Estado.self))
      parents.withUnsafeBufferPointer { _ = copies.append($0.baseAddress!, count: 300) }
      #expect(!HeapObject.isUnshared(address(parents[0].lista)))
    }
    #expect(HeapObject.isUnshared(address(parents[0].lista)))
    #expect(HeapObject.isUnshared(address(parents[0].conjunto)))
  }

  @Test func `states with anything else in them are not copied so`() {
    final class Objeto {}
    struct Texto { var texto = "", lista: [Int] = [] }
    struct Textos { var lista: [String] = [] }
    struct Referencia { var objeto = Objeto(), lista: [Int] = [] }
    struct Cierre { var cierre = {}, lista: [Int] = [] }
    struct Numeros { var numero = 1 }
    struct Quizas { var lista: [Int]? }
    struct Parte { var parte: ArraySlice<Int> = [], lista: [Int] = [] }
    enum Caso {
      case lleno([Int])
      case vacio
    }
    struct Casos { var caso = Caso.vacio, lista: [Int] = [] }
    for isCopied in [
      reusable(Texto.self), reusable(Textos.self), reusable(Referencia.self), reusable(Cierre.self),
      reusable(Numeros.self), reusable(Quizas.self), reusable(Parte.self), reusable(Casos.self),
    ].map({ $0 != nil }) {
      #expect(!isCopied)
    }
    #expect(reusable(Estado.self) != nil)
  }

  private func address<Container>(_ container: Container) -> UnsafeRawPointer {
    withUnsafeBytes(of: container) { $0.load(as: UnsafeRawPointer.self) }
  }
}
