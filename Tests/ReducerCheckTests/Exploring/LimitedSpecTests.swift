import Examples
import Reducers
import Specs
import Testing

@testable import ReducerCheck

@Suite struct `A spec of too many properties of liveness` {
  private func error(of count: Int) -> String {
    let spec = (0..<count).reduce(completions(of: 2)) { spec, number in
      spec.eventually("done \(number)") { $0.isDone.allSatisfy { $0 } }
    }
    do {
      return try searched(spec).isClosed ? "closed" : "not closed"
    } catch {
      return "\(error)"
    }
  }

  @Test func `is refused, not searched for some of them`() {
    #expect(error(of: 64) == "closed")
    #expect(
      error(of: 65)
        == "The spec Completions cannot run. It has 65 properties of the kinds .eventually and "
        + ".leadsTo, and one search can tell 64 apart. Make two specs of it.")
  }
}
