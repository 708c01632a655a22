import Foundation
import Reducers
import Testing

@testable import ReducerCheck

private struct Kit: Sendable, DependencyKey {
  var items: @Sendable () -> AsyncStream<Int>
  var log: @Sendable (Int) -> Void
  var flag: @Sendable () -> Bool
  var lines: @Sendable () -> AsyncThrowingStream<Int, any Error> = { AsyncThrowingStream { nil } }
  var data: @Sendable () async -> Data
  var save: @Sendable (Data) async throws -> Void
  static let liveValue = Kit(
    items: { AsyncStream { nil } }, log: { _ in }, flag: { true },
    lines: { AsyncThrowingStream { nil } }, data: { Data() }, save: { _ in })
}

extension DependencyValues {
  fileprivate var kit: Kit {
    get { self[Kit.self] }
    set { self[Kit.self] = newValue }
  }
}

extension Clock where Duration == Swift.Duration {
  fileprivate func anyNow() -> Any { now }
  fileprivate func elapsed(_ since: Any) -> Swift.Duration? {
    (since as? Instant)?.duration(to: now)
  }
}

private enum Act: Equatable {
  case start(Int)
  case stop, tick
  case got(Int)
  case data(Data)
  case id(UUID)
}

private struct S: Equatable {
  var started: Set<Int> = []
  var stopped = false
  var last = -1
  var got: [Int] = []
  var data = Data()
  var ids: [UUID] = []
}

/// A reducer of a closure.
private struct F: Reducer {
  typealias State = S
  typealias Action = Act
  @Dependency(\.backend) var backend
  @Dependency(\.kit) var kit
  @Dependency(\.continuousClock) var clock
  @Dependency(\.uuid) var uuid
  let on: @Sendable (inout S, Act, F) -> Effect<Act>
  func reduce(into state: inout S, action: Act) -> Effect<Act> { on(&state, action, self) }
}

private func spec(_ on: @escaping @Sendable (inout S, Act, F) -> Effect<Act>) -> Spec<S, Act> {
  Spec("Acting", of: F(on: on), startingAt: S())
}

@Suite struct `Nothing is proved where a difference was not looked at` {
  @Test(arguments: [[1, 2], [2, 1]]) func `a concatenation is told apart by the throttle around it`(
    order: [Int]
  ) throws {
    let s = spec { state, action, f in
      switch action {
      case .start(let n):
        state.started = [0]
        let both = Effect<Act>.concatenate(
          .run { [backend = f.backend] send in
            try await backend.f()
            await send(.got(0))
          }.throttle(id: "p", for: .seconds(1), latest: true),
          .run { [backend = f.backend] send in
            try await backend.f()
            await send(.got(1))
            await send(.got(2))
            await send(.got(3))
          })
        return n == 1
          ? both.throttle(id: "q", for: .seconds(1), latest: true) : both.cancellable(id: "q")
      case .got(let n): state.last = n
      default: break
      }
      return .none
    }
    .answering()
    .sending { $0.started.isEmpty ? order.map { .start($0) } : [] }
    .always("not 2", remembering: false) { passed, step in
      if step.kind == .advance || step.kind == .idle { passed = true }
    } check: { now, passed in
      passed || now.last != 2
    }
    let found = try searched(s)
    #expect(found.findings.map(\.violation.name).sorted() == ["not 2"])
  }

  @Test func `effects are told apart by the order in which one cancellation hits them`() throws {
    let s = spec { state, action, f in
      switch action {
      case .start(let n):
        state.started.insert(n)
        return .concatenate(
          .run { [backend = f.backend] send in try await backend.f() }.cancellable(id: "x"),
          .send(.got(n)))
      case .stop:
        state.stopped = true
        return .cancel(id: "x")
      case .got(let n): state.got.append(n)
      default: break
      }
      return .none
    }
    .answering()
    .sending { s in
      if s.stopped || !s.got.isEmpty { return [] }
      return s.started.count == 2
        ? [.stop] : [1, 2].filter { !s.started.contains($0) }.map { .start($0) }
    }
    .reachable("1 2") { $0.stopped && $0.got == [1, 2] }
    .reachable("2 1") { $0.stopped && $0.got == [2, 1] }
    let found = try searched(s)
    #expect(found.findings.map(\.violation.name).sorted() == ["1 2", "2 1"])
  }

  @Test(arguments: [false, true])
  func `so are effects that do something when they are cancelled`(isInside: Bool) throws {
    let s = spec { state, action, f in
      switch action {
      case .start(let n):
        state.started.insert(n)
        let backend = f.backend
        let kit = f.kit
        @Sendable func work() async {
          do { try await backend.f() } catch { kit.log(n) }
        }
        return isInside
          ? .run { _ in try? await withTaskCancellation(id: "x") { await work() } }
          : .run { _ in await work() }.cancellable(id: "x")
      case .stop:
        state.stopped = true
        return .cancel(id: "x")
      default: break
      }
      return .none
    }
    .answering()
    .environment([Int]())
    .endpoint("log") {
      $0.kit.log = $1
    } serving: { (m: inout [Int], n: Int) in
      m.append(n)
    }
    .sending { s in
      if s.stopped { return [] }
      return s.started.count == 2
        ? [.stop] : [1, 2].filter { !s.started.contains($0) }.map { .start($0) }
    }
    .reachable("1 2") { $0.environment([Int].self) == [1, 2] }
    .reachable("2 1") { $0.environment([Int].self) == [2, 1] }
    let found = try searched(s)
    #expect(found.findings.map(\.violation.name).sorted() == ["1 2", "2 1"])
  }

  @Test(arguments: [[0, 1], [1, 0]]) func `sleeps are told apart by what they lead to together`(
    order: [Int]
  ) throws {
    let s = spec { state, action, f in
      switch action {
      case .start:
        state.started = [0]
        return .run { [backend = f.backend, clock = f.clock] send in
          let first = await backend.read()
          await withTaskGroup(of: Int.self) { group in
            group.addTask {
              try? await clock.sleep(for: .seconds(10))
              return first
            }
            try? await clock.sleep(for: .seconds(1))
            group.addTask {
              try? await clock.sleep(for: .seconds(10))
              return 1 - first
            }
            group.addTask {
              try? await backend.f()
              return 2
            }
            let one = await group.next()
            let two = await group.next()
            await send(.got(one == 2 ? two! : 9))
          }
        }
      case .got(let n): state.last = n
      default: break
      }
      return .none
    }
    .answering()
    .endpoint("read") {
      $0.backend.read = $1
    } outcomes: {
      order.map { .success($0) }
    }
    .sending { $0.started.isEmpty ? [.start(1)] : [] }
    .reachable("0") { $0.last == 0 }
    .reachable("1") { $0.last == 1 }
    let found = try searched(s)
    #expect(found.findings.map(\.violation.name).sorted() == ["0", "1"])
  }

  @Test func `requests on their way are told apart by what they ask`() throws {
    let s = spec { state, action, f in
      switch action {
      case .start(let n):
        state.started = [0]
        return .run { [kit = f.kit] _ in try await kit.save(Data([UInt8(n)])) }.cancellable(id: "x")
      case .stop:
        state.stopped = true
        return .cancel(id: "x")
      default: return .none
      }
    }
    .environment(Data())
    .endpoint("save") {
      $0.kit.save = $1
    } serving: { (m: inout Data, d: Data) in
      m = d
    }
    .sending { $0.started.isEmpty ? [.start(1), .start(2)] : $0.stopped ? [] : [.stop] }
    .step("1 after stop") {
      !($0.before.state.stopped && $0.before.environment(Data.self).isEmpty
        && $0.after.environment(Data.self) == Data([1]))
    }
    .step("2 after stop") {
      !($0.before.state.stopped && $0.before.environment(Data.self).isEmpty
        && $0.after.environment(Data.self) == Data([2]))
    }
    let found = try searched(s)
    #expect(found.findings.map(\.violation.name).sorted() == ["1 after stop", "2 after stop"])
  }

  @Test func `what is still to come of a send can be cancelled`() throws {
    let s = spec { state, action, f in
      switch action {
      case .start:
        state.started = [0]
        return .merge(
          .concatenate(
            .run { [backend = f.backend] _ in await backend.g() }.cancellable(id: "x"),
            .send(.got(1))),
          .run { [backend = f.backend] send in
            try await backend.f()
            await send(.stop)
          })
      case .stop:
        state.stopped = true
        return .cancel(id: "x")
      case .got(let n): state.last = n
      default: break
      }
      return .none
    }
    .answering()
    .cancellable()
    .sending { $0.started.isEmpty ? [.start(1)] : [] }
    .quiescent("goes on") { !$0.stopped || $0.last == 1 }
    let found = try searched(s)
    #expect(found.findings.map(\.violation.name).sorted() == ["goes on"])
  }

  @Test func `the starting actions are listened to`() throws {
    struct Broken: Error {}
    let s = spec { state, action, f in
      switch action {
      case .start: return .run { _ in throw Broken() }
      default: return .none
      }
    }
    .starting(with: .start(1))
    .sending { _ in [] }
    let found = try searched(s)
    #expect(found.findings.count == 1)
  }

  @Test func `an effect is compared by what it calls and sends when it is led there again`() throws
  {
    final class Counter: @unchecked Sendable { var n = 0 }
    let counter = Counter()
    let s = spec { state, action, f in
      switch action {
      case .start:
        state.started = [0]
        return .run { [backend = f.backend] send in
          counter.n += 1
          let n = counter.n
          try await backend.f()
          await send(.got(n))
        }
      case .got(let n): state.last = n
      default: break
      }
      return .none
    }
    .answering()
    .sending { $0.started.isEmpty ? [.start(1)] : [] }
    .reachable("1") { $0.last == 1 }
    let found = try searched(s)
    #expect(found.findings.contains { $0.violation.kind == "notAFunction" })
  }

  @Test func `instants of two moments are not one`() throws {
    struct St {
      var first: Any?
      var elapsed: Duration?
      var woken = false
    }
    enum A { case tick, wake }
    struct G: Reducer {
      typealias State = St
      typealias Action = A
      @Dependency(\.continuousClock) var clock
      func reduce(into state: inout St, action: A) -> Effect<A> {
        switch action {
        case .tick:
          if let first = state.first {
            state.elapsed = clock.elapsed(first)
            return .none
          }
          state.first = clock.anyNow()
          return .run { [clock] send in
            try await clock.sleep(for: .seconds(10))
            await send(.wake)
          }
        case .wake: state.woken = true
        }
        return .none
      }
    }
    let s = Spec("G", of: G(), startingAt: St())
      .sending { $0.elapsed == nil ? [.tick] : [] }
      .always("ten when woken") { !$0.woken || $0.elapsed != .zero }
      .reachable("ten") { $0.elapsed == .seconds(10) }
    let found = try searched(s)
    #expect(found.findings.contains { $0.violation.name == "ten" })
  }

  @Test func `an effect may write to an environment after a call`() throws {
    let s = spec { state, action, f in
      switch action {
      case .start:
        state.started = [0]
        return .run { [kit = f.kit, backend = f.backend] _ in
          try await backend.f()
          kit.log(1)
        }
      default: return .none
      }
    }
    .answering()
    .environment(0)
    .endpoint("log") {
      $0.kit.log = $1
    } serving: { (m: inout Int, n: Int) in
      m |= n
    }
    .sending { $0.started.isEmpty ? [.start(1)] : [] }
    .reachable("log") { $0.environment(Int.self) == 1 }
    let found = try searched(s)
    #expect(found.findings.map(\.violation.name).sorted() == ["log"])
  }

  @Test func `a reducer is audited in what effects send`() throws {
    final class Counter: @unchecked Sendable { var n = 0 }
    let counter = Counter()
    let s = spec { state, action, f in
      switch action {
      case .start:
        state.started = [0]
        return .run { [backend = f.backend] send in
          try await backend.f()
          await send(.got(1))
        }
      case .got:
        counter.n += 1
        state.last = counter.n
      default: break
      }
      return .none
    }
    .answering()
    .sending { $0.started.isEmpty ? [.start(1)] : [] }
    .always("one") { $0.last < 2 }
    let found = try searched(s)
    #expect(found.findings.contains { $0.violation.kind == "impureReducer" })
  }

  @Test func `an element that comes just before a cancellation keeps from a proof`() throws {
    let s = spec { state, action, f in
      switch action {
      case .start:
        state.started = [0]
        return .run { [kit = f.kit, backend = f.backend] send in
          for await _ in kit.items() {
            await send(.got(1))
            await backend.write(1)
            return
          }
        }.cancellable(id: "x")
      case .stop:
        state.stopped = true
        return .cancel(id: "x")
      case .got(let n): state.last = n
      default: break
      }
      return .none
    }
    .environment(0)
    .endpoint("write") {
      $0.backend.write = $1
    } serving: { (m: inout Int, n: Int) in
      m |= n
    }
    .endpoint("items") {
      $0.kit.items = $1
    } elements: {
      [7]
    }
    .sending { $0.started.isEmpty ? [.start(1)] : $0.stopped ? [] : [.stop] }
    .reachable("log without got") { $0.environment(Int.self) == 1 && $0.last == -1 }
    let found = try searched(s)
    #expect(found.reservations == [Shortcut.lateReturns.text])
  }

  @Test func `so do two calls that return together`() throws {
    let s = spec { state, action, f in
      switch action {
      case .start:
        state.started = [0]
        return .run { [backend = f.backend] send in
          await withTaskGroup(of: Void.self) { group in
            for n in [1, 2] {
              group.addTask {
                do { try await backend.call(n) } catch { return }
                await send(.got(n))
                await backend.write(n)
              }
            }
          }
        }.cancellable(id: "x")
      case .stop:
        state.stopped = true
        return .cancel(id: "x")
      case .got(let n): state.last = n
      default: break
      }
      return .none
    }
    .answering()
    .environment(0)
    .endpoint("write") {
      $0.backend.write = $1
    } serving: { (m: inout Int, n: Int) in
      m |= n
    }
    .sending { $0.started.isEmpty ? [.start(1)] : $0.stopped ? [] : [.stop] }
    .reachable("one") { $0.environment(Int.self) == 1 && $0.last == -1 }
    .reachable("both") { $0.environment(Int.self) == 3 && $0.last == -1 }
    let found = try searched(s)
    #expect(found.reservations == [Shortcut.lateReturns.text])
  }

  @Test func `so does a sleep that is due`() throws {
    let s = spec { state, action, f in
      switch action {
      case .start:
        state.started = [0]
        return .merge(
          .run { [clock = f.clock] send in
            try await clock.sleep(for: .seconds(1))
            await send(.stop)
          },
          .run { [backend = f.backend, clock = f.clock] send in
            try await clock.sleep(for: .seconds(1))
            await send(.got(1))
            await backend.write(1)
          }.cancellable(id: "x"))
      case .stop:
        state.stopped = true
        return .cancel(id: "x")
      case .got(let n): state.last = n
      default: break
      }
      return .none
    }
    .environment(0)
    .endpoint("write") {
      $0.backend.write = $1
    } serving: { (m: inout Int, n: Int) in
      m |= n
    }
    .sending { $0.started.isEmpty ? [.start(1)] : [] }
    .reachable("log without got") { $0.environment(Int.self) == 1 && $0.last == -1 }
    let found = try searched(s)
    #expect(found.reservations == [Shortcut.lateReturns.text])
  }

  @Test func `so does a sleep that may be due by then`() throws {
    // Two effects in one: an actor-free shared box is not needed; a late return of a sleeper.
    let s = spec { state, action, f in
      switch action {
      case .start:
        state.started = [0]
        return .run { [clock = f.clock, backend = f.backend] send in
          try await clock.sleep(for: .seconds(1))
          await send(.got(1))
          await backend.write(1)
        }.cancellable(id: "x")
      case .stop:
        state.stopped = true
        return .cancel(id: "x")
      case .got(let n): state.last = n
      default: break
      }
      return .none
    }
    .environment(0)
    .endpoint("write") {
      $0.backend.write = $1
    } serving: { (m: inout Int, n: Int) in
      m |= n
    }
    .sending { $0.started.isEmpty ? [.start(1)] : $0.stopped ? [] : [.stop] }
    .reachable("log without got") { $0.environment(Int.self) == 1 && $0.last == -1 }
    let found = try searched(s)
    #expect(found.reservations == [Shortcut.lateReturns.text])
  }

  @Test func `so does a draw on the way to an action`() throws {
    let s = spec { state, action, f in
      switch action {
      case .start:
        state.started = [0]
        return .run { [backend = f.backend, uuid = f.uuid] send in
          try await backend.f()
          await send(.id(uuid()))
        }
      case .tick: state.ids.append(f.uuid())
      case .id(let id): state.ids.append(id)
      default: break
      }
      return .none
    }
    .answering()
    .sending { s in s.started.isEmpty ? [.start(1)] : s.ids.count < 2 ? [.tick] : [] }
    .reachable("out of order") { $0.ids == [UUID(1), UUID(0)] }
    let found = try searched(s)
    #expect(found.reservations == [Shortcut.hastyReads.text])
  }

  @Test func `so does a cancellation that is asked for just before`() throws {
    let s = spec { state, action, f in
      switch action {
      case .start:
        state.started = [0]
        return .run { [backend = f.backend] send in
          try await backend.f()
          await Task.cancel(id: "y")
        }.cancellable(id: "x")
      case .stop:
        state.stopped = true
        return .merge(
          .cancel(id: "x"),
          .run { [backend = f.backend] send in
            try await backend.call(1)
            await send(.got(1))
          }.cancellable(id: "y"))
      case .got(let n): state.last = n
      default: break
      }
      return .none
    }
    .answering()
    .sending { $0.started.isEmpty ? [.start(1)] : $0.stopped ? [] : [.stop] }
    .quiescent("got") { !$0.stopped || $0.last == 1 }
    let found = try searched(s)
    #expect(found.reservations == [Shortcut.lateReturns.text])
  }

  @Test(arguments: [[true, false], [false, true]]) func `so does a read just before a cancellation`(
    order: [Bool]
  ) throws {
    let s = spec { state, action, f in
      switch action {
      case .start:
        state.started = [0]
        return .run { [kit = f.kit, backend = f.backend] send in
          try await backend.f()
          if kit.flag() {
            await send(.got(1))
            await backend.write(1)
          }
        }.cancellable(id: "x")
      case .stop:
        state.stopped = true
        return .cancel(id: "x")
      case .got(let n): state.last = n
      default: break
      }
      return .none
    }
    .answering()
    .environment(0)
    .endpoint("write") {
      $0.backend.write = $1
    } serving: { (m: inout Int, n: Int) in
      m |= n
    }
    .endpoint("flag") {
      $0.kit.flag = $1
    } outcomes: {
      order.map { .success($0) }
    }
    .sending { $0.started.isEmpty ? [.start(1)] : $0.stopped ? [] : [.stop] }
    .reachable("log without got") { $0.environment(Int.self) == 1 && $0.last == -1 }
    let found = try searched(s)
    #expect(found.reservations == [Shortcut.lateReturns.text])
  }

  @Test func `so does a choice in the starting actions`() throws {
    let s = spec { state, action, f in
      switch action {
      case .start: state.last = f.kit.flag() ? 1 : 0
      default: break
      }
      return .none
    }
    .endpoint("flag") {
      $0.kit.flag = $1
    } outcomes: {
      [.success(true), .success(false)]
    }
    .starting(with: .start(1))
    .sending { _ in [] }
    .reachable("1") { $0.last == 1 }
    .reachable("0") { $0.last == 0 }
    let found = try searched(s)
    #expect(found.reservations == [Shortcut.startChoices.text])
  }

  @Test func `the order of three threads is tried in more than two ways`() throws {
    let s = spec { state, action, f in
      switch action {
      case .start:
        state.started = [0]
        return .run { send in
          await withTaskGroup(of: Int.self) { group in
            for n in 1...3 { group.addTask { n } }
            var order: [Int] = []
            for await n in group { order.append(n) }
            await send(.got(order[1]))
          }
        }
      case .got(let n): state.last = n
      default: break
      }
      return .none
    }
    .sending { $0.started.isEmpty ? [.start(1)] : [] }
    .always("middle") { $0.last == -1 || $0.last == 2 }
    let found = try searched(s)
    #expect(found.findings.contains { $0.violation.kind == "threadOrder" })
  }

  @Test func `a stream may throw that something else was cancelled`() throws {
    let s = spec { state, action, f in
      switch action {
      case .start:
        state.started = [0]
        return .run { [kit = f.kit] send in
          do {
            for try await _ in kit.lines() {}
            await send(.got(1))
          } catch {
            await send(.got(2))
          }
        }
      case .got(let n): state.last = n
      default: break
      }
      return .none
    }
    .endpoint("lines", failing: [CancellationError()]) {
      $0.kit.lines = $1
    } elements: {
      [Int]()
    }
    .sending { $0.started.isEmpty ? [.start(1)] : [] }
    .reachable("threw") { $0.last == 2 }
    let found = try searched(s)
    #expect(found.findings.map(\.violation.name).sorted() == ["threw"])
  }

  @Test func `an element that the environment has ready is still to come`() throws {
    let s = spec { state, action, f in
      switch action {
      case .start:
        return .run { [kit = f.kit] send in
          for await n in kit.items() { await send(.got(n)) }
        }
      case .got(let n): state.last = n
      default: break
      }
      return .none
    }
    .environment([7])
    .endpoint("items") {
      $0.kit.items = $1
    } next: { (m: inout [Int]) in
      m.isEmpty ? nil : m.removeFirst()
    }
    .starting(with: .start(1))
    .sending { _ in [] }
    .quiescent("all came") { $0.last == 7 }
    .eventually("it comes") { $0.last == 7 }
    .never("it has come") { $0.last == 7 }
    let found = try searched(s)
    #expect(found.findings.map(\.violation.name) == ["it has come"])
  }

  @Test func `so does an effect that might not have started when it was cancelled`() throws {
    let s = spec { state, action, f in
      switch action {
      case .start:
        state.started = [0]
        return .run { [backend = f.backend] _ in await backend.write(1) }.cancellable(id: "x")
      case .stop:
        state.stopped = true
        return .cancel(id: "x")
      default: return .none
      }
    }
    .environment(0)
    .endpoint("write") {
      $0.backend.write = $1
    } serving: { (m: inout Int, n: Int) in
      m |= n
    }
    .sending { $0.started.isEmpty ? [.start(1)] : $0.stopped ? [] : [.stop] }
    let found = try searched(s)
    #expect(found.reservations == [Shortcut.promptStarts.text])
  }

  @Test func `so does a memory that configurations share`() throws {
    let s = spec { state, action, f in
      switch action {
      case .start:
        state.started = [0]
        return .run { [backend = f.backend] send in
          try await backend.f()
          await send(.got(1))
        }.cancellable(id: "x")
      case .got(let n): state.last = n
      case .stop:
        state.stopped = true
        return .cancel(id: "x")
      default: break
      }
      return .none
    }
    .answering()
    .sending { $0.started.isEmpty ? [.start(1)] : $0.stopped ? [] : [.stop] }
    .always("at most 3 steps", remembering: Server()) { server, _ in
      server.n += 1
    } check: { _, server in
      server.n <= 3
    }
    let found = try searched(s)
    #expect(found.reservations.contains { $0.hasPrefix("what the property \"at most 3 steps\"") })
  }
}

private final class Server { var n = 0 }
