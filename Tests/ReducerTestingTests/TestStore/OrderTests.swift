import ReducerTesting
import Reducers
import Synchronization
import Testing

/// What happened, in order, told from wherever it happened.
final class Log: Sendable {
  private let lines = Mutex<[String]>([])
  var all: [String] { lines.withLock { $0 } }
  func callAsFunction(_ line: String) { lines.withLock { $0.append(line) } }
}

@Suite struct OrderTests {
  @Test func `sent effects come first, in list order, then runs, in list order`() async {
    let log = Log()
    func run(_ name: String) -> Effect<Banco.Action> {
      .run { send in
        log("starts \(name)")
        await send(.hecho(name))
      }
    }
    let store = banco(
      running: .merge(run("1"), .send(.tic), .merge(run("2"), run("3")), .send(.fin), run("4")))
    await store.send(.haz("x"))
    #expect(log.all == [])
    await store.receive(.tic) { $0.cuenta = 1 }
    #expect(log.all == [])
    await store.receive(.fin) { $0.registro = ["fin"] }
    #expect(log.all == ["starts 1", "starts 2", "starts 3", "starts 4"])
    for name in ["1", "2", "3", "4"] {
      await store.receive(.hecho(name)) { $0.registro.append(name) }
    }
  }

  @Test func `what actions lead to at once comes breadth first`() async {
    let store = banco { action in
      switch action {
      case .haz: .merge(.send(.hecho("a")), .send(.hecho("b")))
      case .hecho("a"): .send(.hecho("c"))
      default: .none
      }
    }
    await store.send(.haz("x"))
    for name in ["a", "b", "c"] {
      await store.receive(.hecho(name)) { $0.registro.append(name) }
    }
  }

  @Test func `send returns to the effect once what followed at once is received, too`() async {
    let log = Log()
    let store = banco { action in
      switch action {
      case .haz:
        .run { send in
          await send(.hecho("a"))
          log("sent")
        }
      case .hecho("a"): .send(.hecho("b"))
      default: .none
      }
    }
    await store.send(.haz("x"))
    await store.receive(.hecho("a")) { $0.registro = ["a"] }
    #expect(log.all == [])
    await store.receive(.hecho("b")) { $0.registro = ["a", "b"] }
    #expect(log.all == ["sent"])
  }

  @Test func `tasks, groups, actors and the main actor: the same order every run`() async {
    actor Contable {
      var suma = 0
      func apunta(_ n: Int) -> Int {
        suma += n
        return suma
      }
    }
    func order() async -> [String] {
      let contable = Contable()
      let store = banco(
        running: .merge(
          .run { send in
            await withTaskGroup(of: Void.self) { group in
              for n in 1...3 {
                group.addTask { await send(.hecho("grupo \(n) \(await contable.apunta(n))")) }
              }
            }
          },
          .run { send in
            async let uno = Task { await contable.apunta(10) }.value
            async let dos = Task.detached { await contable.apunta(100) }.value
            await send(.hecho("\(await uno) \(await dos)"))
          },
          .run { send in
            let suma = await contable.apunta(1000)
            await MainActor.run {}
            await Task.yield()
            await send(.hecho("principal \(suma)"))
          }))
      store.exhaustivity = .off
      await store.send(.haz("x"))
      await store.skipReceivedActions()
      return store.state.registro
    }
    let first = await order()
    #expect(first.count == 5)
    for _ in 0..<20 { #expect(await order() == first) }
  }

  @Test func `what a test lets go on, goes on by its next step`() async {
    let (stream, answers) = AsyncStream<String>.makeStream()
    let store = banco(
      running: .run { send in for await answer in stream { await send(.hecho(answer)) } })
    await store.send(.haz("x"))
    answers.yield("a")
    await store.receive(.hecho("a")) { $0.registro = ["a"] }
    answers.yield("b")
    answers.finish()
    await store.receive(.hecho("b")) { $0.registro = ["a", "b"] }
  }

  @Test func `an expectation inside an effect belongs to the test`() async {
    await withKnownIssue {
      let store = banco(running: .run { _ in #expect(Bool(false), "en el efecto") })
      await store.send(.haz("x"))
    } matching: { issue in
      issue.comments.map(\.rawValue) == ["en el efecto"]
    }
  }
}
