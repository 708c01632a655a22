import Foundation
import Reducers
import Synchronization
import Testing

@Suite struct SimulationTests {
  final class Log: Sendable {
    private let entries = Mutex<[UncontrolledDependency]>([])
    var all: [UncontrolledDependency] { entries.withLock { $0 } }
    func append(_ read: UncontrolledDependency) { entries.withLock { $0.append(read) } }
  }

  private struct Reader {
    @Dependency(\.greeter, fileID: "Reader", line: 4) var greeter
    @Dependency(\.uuid) var uuid
  }

  private func simulate(
    _ log: Log, setting update: (inout DependencyValues) -> Void = { _ in },
    operation: () -> Void
  ) {
    withDependencies {
      $0.context = .simulation
      $0.onUncontrolled = { log.append($0) }
      update(&$0)
    } operation: {
      operation()
    }
  }

  @Test func `each read of an unset dependency is told, even if it has a test value`() {
    let log = Log()
    let found = misuses {
      simulate(log) {
        let reader = Reader()
        #expect(reader.greeter.greet() == "test")
        #expect(reader.greeter.greet() == "test")
      }
    }
    #expect(log.all.map(\.property) == ["\\.greeter", "\\.greeter"])
    #expect(log.all.first?.reader == DependencyPlace(fileID: "Reader", line: 4))
    #expect(
      log.all.first?.declaration?.fileID == "ReducersTests/DependencyTests.swift")
    #expect(found.isEmpty)
  }

  @Test func `what is set is not told, nor what an update reads`() {
    let log = Log()
    simulate(log) {
      $0.greeter.greet = { "set" }
    } operation: {
      #expect(Reader().greeter.greet() == "set")
    }
    #expect(log.all.isEmpty)
  }

  @Test func `without an observer the read is a misuse`() {
    let found = misuses {
      withDependencies {
        $0.context = .simulation
      } operation: {
        #expect(Reader().uuid() == UUID(0))
      }
    }
    #expect(found.map(\.kind) == [.uncontrolledDependency])
  }
}
