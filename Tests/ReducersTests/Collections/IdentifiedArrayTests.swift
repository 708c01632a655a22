import Foundation
import Reducers
import Testing

@Suite struct IdentifiedArrayTests {
  struct Item: Codable, Comparable, Hashable, Identifiable, Sendable {
    var id: Int
    var text = ""

    static func < (left: Self, right: Self) -> Bool { left.id < right.id }
  }

  private func items(_ ids: Int...) -> IdentifiedArrayOf<Item> {
    IdentifiedArray(uniqueElements: ids.map { Item(id: $0) })
  }

  @Test func `elements are read, set, appended and removed by id`() {
    var array: IdentifiedArrayOf<Item> = [Item(id: 1), Item(id: 2)]
    array[id: 2]?.text = "dos"
    #expect(array[id: 2] == Item(id: 2, text: "dos"))
    array[id: 9]?.text = "nobody"
    array[id: 3] = Item(id: 3)
    array[id: 1] = nil
    array[id: 7] = nil
    #expect(array.ids == [2, 3])
    #expect(array.remove(id: 2)?.text == "dos")
    #expect(array.remove(id: 2) == nil)
    #expect(array.index(id: 3) == 0)
    #expect(array.contains(id: 3) && !array.contains(id: 2))
  }

  @Test func `a repeated id on creation is reported and the first stays`() {
    var array: IdentifiedArrayOf<Item> = []
    let found = misuses {
      array = [Item(id: 1, text: "first"), Item(id: 1, text: "second"), Item(id: 2)]
    }
    #expect(found.map(\.kind) == [.duplicateElement])
    #expect(array.map(\.text) == ["first", ""])
  }

  @Test func `an element whose id is there is not added again`() {
    var array = items(1, 2)
    #expect(array.append(Item(id: 1, text: "new")) == (false, 0))
    #expect(array.insert(Item(id: 3), at: 0) == (true, 0))
    #expect(array.ids == [3, 1, 2])
    #expect(array.updateOrAppend(Item(id: 1, text: "new")) == Item(id: 1))
    #expect(array.updateOrInsert(Item(id: 4), at: 1).index == 1)
    #expect(array.ids == [3, 4, 1, 2])
    #expect(array[id: 1]?.text == "new")
  }

  @Test func `changing an id in place is reported and followed`() {
    var array = items(1, 2, 3)
    #expect(misuses { array[1].id = 8 }.map(\.kind) == [.elementIdentityChanged])
    #expect(array.ids == [1, 8, 3])
    #expect(array[id: 8] != nil && array[id: 2] == nil)
    #expect(misuses { array[id: 8]?.id = 3 }.map(\.kind) == [.elementIdentityChanged])
    #expect(array.ids == [1, 3])
    #expect(misuses { array[id: 5] = Item(id: 6) }.map(\.kind) == [.elementIdentityChanged])
    #expect(array.ids == [1, 3, 6])
  }

  @Test func `order can be changed`() {
    var array = items(3, 1, 2, 4)
    array.sort()
    #expect(array.ids == [1, 2, 3, 4])
    array.move(fromOffsets: IndexSet([0, 2]), toOffset: 4)
    #expect(array.ids == [2, 4, 1, 3])
    array.move(fromOffsets: [3], toOffset: 0)
    #expect(array.ids == [3, 2, 4, 1])
    array.swapAt(0, 3)
    array.reverse()
    #expect(array.ids == [3, 4, 2, 1])
    array.remove(atOffsets: [0, 1])
    #expect(array.ids == [2, 1])
    array.sort { $0.id > $1.id }
    #expect(array.map(\.id) == [2, 1])
  }

  @Test func `it is a collection whose ranges can be replaced`() {
    var array = items(1, 2, 3)
    array.replaceSubrange(0..<2, with: [Item(id: 9), Item(id: 3), Item(id: 8)])
    #expect(array.ids == [9, 8, 3])
    array += [Item(id: 10)]
    array.removeFirst()
    array.removeLast()
    #expect(array.ids == [8, 3])
    #expect(array.filter { $0.id > 5 }.ids == [8])
    array.removeAll { $0.id == 3 }
    #expect(array.ids == [8])
    array.removeAll()
    #expect(array.isEmpty)
  }

  @Test func `equality and hash are those of the elements in order`() {
    #expect(items(1, 2) == items(1, 2))
    #expect(items(1, 2) != items(2, 1))
    #expect(Set([items(1), items(1), items(2)]).count == 2)
  }

  @Test func `it is encoded as an array, and a repeated id is refused on decoding`() throws {
    let data = try JSONEncoder().encode(items(2, 1))
    #expect(try JSONDecoder().decode(IdentifiedArrayOf<Item>.self, from: data) == items(2, 1))
    let twice = try JSONEncoder().encode([Item(id: 1), Item(id: 1)])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(IdentifiedArrayOf<Item>.self, from: twice)
    }
  }

  @Test func `ids may be at any key path`() {
    var array = IdentifiedArray(uniqueElements: ["a", "bb"], id: \.count)
    array[id: 2] = "cc"
    #expect(array.elements == ["a", "cc"])
  }

  @Test func `it agrees with a plain array through many random changes`() {
    var state: UInt64 = 1
    func draw(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    var array = items()
    var plain: [Item] = []
    for step in 0..<4000 {
      let item = Item(id: draw(30), text: "\(step)")
      let index = plain.firstIndex { $0.id == item.id }
      switch draw(6) {
      case 0, 1:
        let place = draw(plain.count + 1)
        array.insert(item, at: place)
        if index == nil { plain.insert(item, at: place) }
      case 2:
        array.remove(id: item.id)
        if let index { plain.remove(at: index) }
      case 3:
        array[id: item.id] = item
        if let index { plain[index] = item } else { plain.append(item) }
      case 4:
        array[id: item.id] = nil
        if let index { plain.remove(at: index) }
      default:
        array[id: item.id]?.text += "!"
        if let index { plain[index].text += "!" }
        if plain.count > 1 {
          array.swapAt(0, plain.count - 1)
          plain.swapAt(0, plain.count - 1)
        }
      }
      #expect(array.elements == plain)
      #expect(array.ids == plain.map(\.id))
      #expect(plain.indices.allSatisfy { array.index(id: plain[$0].id) == $0 })
      #expect(array.index(id: 99) == nil)
    }
  }
}
