import Testing

@testable import TransitionSystems

@Suite struct `Rebuilding what has no order` {
  struct Nodo: Equatable {
    var hijos: [Nodo] = []
    var marcas: Set<Int> = []
  }

  struct Liso: Equatable {
    var hijos: [Liso] = []
    var numeros: [Int] = []
    var texto: String? = "uno"
  }

  struct Todo: Equatable {
    var numero = 1
    var quizas: Set<Int>? = [1, 2, 3]
    var tabla: [String: Set<Int>] = ["a": [1, 2, 3, 4, 5]]
    var nodo = Nodo(hijos: [Nodo(marcas: [7, 8, 9])])
  }

  /// Where the object lies that a collection refers to.
  private func address<Container>(_ container: Container) -> UInt {
    withUnsafeBytes(of: container) { $0.load(as: UInt.self) }
  }

  @Test func `replaces sets and dictionaries wherever they lie, by equal ones`() {
    let old = Todo()
    var new = old
    rebuildUnordered(&new)
    #expect(new == old)
    #expect(new.quizas!.capacity > old.quizas!.capacity)
    #expect(new.tabla.capacity > old.tabla.capacity)
    #expect(new.tabla["a"]!.capacity > old.tabla["a"]!.capacity)
    #expect(new.nodo.hijos[0].marcas.capacity > old.nodo.hijos[0].marcas.capacity)
  }

  @Test func `leaves what holds none as it is`() {
    var value = Liso(numeros: [1, 2])
    let numbers = address(value.numeros)
    rebuildUnordered(&value)
    #expect(address(value.numeros) == numbers)
    var list = [[1, 2], [3]]
    let whole = address(list)
    rebuildUnordered(&list)
    #expect(address(list) == whole)
  }

  @Test func `changes the order of a set of colliding members, as another history would`() {
    // Some orders stay the same by chance: not that of each of many sets.
    let sets = (0..<20).map { first in Set((first..<first + 9).map { $0 * 64 }) }
    let changed = sets.filter { old in
      var new = old
      rebuildUnordered(&new)
      return Array(new) != Array(old)
    }
    #expect(!changed.isEmpty)
  }
}
