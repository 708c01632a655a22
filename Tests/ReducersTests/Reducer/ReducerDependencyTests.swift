import Foundation
import Reducers
import Testing

@Suite struct ReducerDependencyTests {
  struct Reader: Reducer {
    @Dependency(\.date) var date
    func reduce(into state: inout [Double], action: Bool) -> Effect<Bool> {
      state.append(date.now.timeIntervalSince1970)
      return .none
    }
  }

  private func date(_ seconds: Double) -> DateGenerator {
    .constant(Date(timeIntervalSince1970: seconds))
  }

  @Test func `the modifier closest to the reducer wins`() {
    var state: [Double] = []
    let reducer = Reader().dependency(\.date, date(1)).dependency(\.date, date(2))
    _ = reducer.reduce(into: &state, action: true)
    #expect(state == [1])
  }

  @Test func `a modifier may change what is there`() {
    var state: [Double] = []
    let reducer = Reader()
      .transformDependency(\.date) { $0.now += 5 }
      .dependency(\.date, date(2))
    _ = reducer.reduce(into: &state, action: true)
    #expect(state == [7])
  }

  @Test func `a value that is its own key needs no property`() {
    let reducer = Reduce<String, Bool> { state, _ in
      @Dependency(Greeting.self) var greeting
      state = greeting.text
      return .none
    }
    .dependency(Greeting(text: "hola"))
    var state = ""
    _ = reducer.reduce(into: &state, action: true)
    #expect(state == "hola")
  }
}

private struct Greeting: DependencyKey {
  var text: String
  static let liveValue = Greeting(text: "live")
}
