import Foundation
import Reducers
import Testing

@Suite struct `State of a presented child` {
  struct Screen: Hashable, Codable {
    var text = ""
    @PresentationState var next: Screen?
  }

  @Test func `it is its optional value`() {
    var screen = Screen(next: Screen(text: "a"))
    #expect(screen.next?.text == "a")
    screen.next?.text = "b"
    #expect(screen.next?.text == "b")
    screen.next = nil
    #expect(screen == Screen())
  }

  @Test func `a child changed through the projected value is changed`() {
    var screen = Screen(next: Screen(text: "a"))
    screen.$next.wrappedValue?.text = "b"
    #expect(screen.next?.text == "b")
  }

  @Test func `a copy does not see later changes`() {
    let before = Screen(next: Screen(text: "a"))
    var after = before
    after.next?.text = "b"
    #expect(before.next?.text == "a")
  }

  @Test func `equality and hash look at the child alone`() {
    var one = PresentationState(wrappedValue: 1)
    one.presented = ChildIdentity(id: 7)
    #expect(one == PresentationState(wrappedValue: 1))
    #expect(one.hashValue == PresentationState(wrappedValue: 1).hashValue)
    #expect(one != PresentationState(wrappedValue: nil))
  }

  @Test func `a feature that presents itself is encoded and decoded`() throws {
    let screen = Screen(text: "a", next: Screen(text: "b"))
    let data = try JSONEncoder().encode(screen)
    #expect(try JSONDecoder().decode(Screen.self, from: data) == screen)
  }

  @Test func `it is printed as its value`() {
    let mirror = Mirror(reflecting: PresentationState(wrappedValue: 3))
    #expect(mirror.displayStyle == .optional)
    #expect(mirror.children.map { $0.value as? Int } == [3])
  }
}
