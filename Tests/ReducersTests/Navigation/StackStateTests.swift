import Foundation
import Reducers
import Testing

@Suite struct `State of a stack` {
  private func stack(_ names: String...) -> StackState<String> { StackState(names) }

  @Test func `elements are numbered as they are put on top`() {
    var stack = stack("a", "b")
    stack.append("c")
    #expect(stack.ids == [0, 1, 2])
    #expect(Array(stack) == ["a", "b", "c"])
    #expect(stack[id: 1] == "b")
    #expect(stack.last == "c")
    #expect("\(stack)" == "[#0: a, #1: b, #2: c]")
  }

  @Test func `an id is not given again while the stack remembers it`() {
    var stack = stack("a", "b")
    stack.mounted = stack.ids
    stack.removeLast()
    stack.append("c")
    #expect(stack.ids == [0, 2])
  }

  @Test func `elements are changed, removed and added by id`() {
    var stack = stack("a", "b", "c")
    stack[id: 0]? += "!"
    #expect(Array(stack) == ["a!", "b", "c"])
    stack[id: 1] = nil
    #expect(Array(stack) == ["a!", "c"])
    #expect(stack.ids == [0, 2])
    stack[id: 9]? += "!"
    stack[id: 7] = "new"
    #expect(stack.ids == [0, 2, 7])
    #expect(stack[id: 7] == "new")
  }

  @Test func `a pop from an element takes it and all above, a pop to it all above`() {
    var stack = stack("a", "b", "c", "d")
    stack.pop(to: 2)
    #expect(stack.ids == [0, 1, 2])
    stack.pop(from: 1)
    #expect(stack.ids == [0])
    stack.pop(from: 8)
    stack.pop(to: 8)
    #expect(stack.ids == [0])
  }

  @Test func `a range is replaced by elements under new ids`() {
    var stack = stack("a", "b", "c")
    stack.replaceSubrange(1..<2, with: ["x", "y"])
    #expect(stack.ids == [0, 3, 4, 2])
    #expect(Array(stack) == ["a", "x", "y", "c"])
    stack.insert("z", at: 0)
    #expect(stack.ids == [5, 0, 3, 4, 2])
    stack.removeAll { $0 == "x" || $0 == "c" }
    #expect(stack.ids == [5, 0, 4])
    stack.removeAll()
    #expect(stack.isEmpty && stack.ids.isEmpty)
  }

  @Test func `equality and hash look at ids and elements, not at what is remembered`() {
    let one = stack("a")
    var other = one
    other.mounted = [0]
    #expect(one == other && one.hashValue == other.hashValue)
    other.removeAll()
    other.append("a")
    #expect(one != other, "the same element under another id")
  }

  @Test func `ids are drawn from the dependency`() {
    withDependencies {
      $0.stackElementID = .counting(from: 5)
    } operation: {
      #expect(stack("a", "b").ids == [5, 6])
      #expect(stack("c").ids == [7])
    }
  }

  @Test func `a stack is encoded as its elements`() throws {
    let data = try JSONEncoder().encode(stack("a", "b"))
    #expect(String(decoding: data, as: UTF8.self) == #"["a","b"]"#)
    #expect(try JSONDecoder().decode(StackState<String>.self, from: data) == stack("a", "b"))
    let action = StackAction<String, String>.push(id: 3, state: "a")
    let encoded = try JSONEncoder().encode(action)
    #expect(try JSONDecoder().decode(StackAction<String, String>.self, from: encoded) == action)
  }
}
