import Foundation
import Reducers
import Testing

@testable import ReducerCheck

extension Clock where Duration == Swift.Duration {
  fileprivate func anyNow() -> Any { now }

  fileprivate func elapsed(_ since: Any) -> Swift.Duration? {
    (since as? Instant)?.duration(to: now)
  }
}

/// Compares an instant of one moment with one of another.
private struct Stopwatch: Reducer {
  struct State {
    var first: Any?
    var elapsed: Duration?
    var isAwake = false
  }
  enum Action { case tick, wake }

  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .tick:
      if let first = state.first {
        state.elapsed = clock.elapsed(first)
        return .none
      }
      state.first = clock.anyNow()
      return .run { send in
        try await clock.sleep(for: .seconds(10))
        await send(.wake)
      }
    case .wake: state.isAwake = true
    }
    return .none
  }
}

@Suite struct `Differences that are hard to see` {
  @Test(arguments: [[1, 2], [2, 1]]) func `the throttle around a concatenation`(
    order: [Int]
  ) throws {
    let spec = ActingFeature.spec(starting: order) { feature, number in
      let both = Effect<ActingFeature.Action>.concatenate(
        .run { [backend = feature.backend] send in
          try await backend.f()
          await send(.got(0))
        }.throttle(id: "p", for: .seconds(1), latest: true),
        .run { [backend = feature.backend] send in
          try await backend.f()
          for number in 1...3 { await send(.got(number)) }
        })
      return number == 1
        ? both.throttle(id: "q", for: .seconds(1), latest: true) : both.cancellable(id: "q")
    }
    .always("not 2 at once", remembering: false) { hasPassed, step in
      if step.kind == .advance || step.kind == .idle { hasPassed = true }
    } check: { now, hasPassed in
      hasPassed || now.last != 2
    }
    #expect(try searched(spec).names == ["not 2 at once"])
  }

  @Test func `the order in which one cancellation hits what has something to come`() throws {
    let spec = ActingFeature.spec(starting: [1, 2], each: true, stops: true) { feature, number in
      .concatenate(
        .run { [backend = feature.backend] _ in try await backend.f() }.cancellable(id: "x"),
        .send(.got(number)))
    }
    .reachable("1 2") { $0.isStopped && $0.got == [1, 2] }
    .reachable("2 1") { $0.isStopped && $0.got == [2, 1] }
    #expect(try searched(spec).names == ["1 2", "2 1"])
  }

  @Test(arguments: [false, true])
  func `the order in which one cancellation hits what does something then`(isInside: Bool) throws {
    let spec = ActingFeature.spec(starting: [1, 2], each: true, stops: true) { feature, number in
      let (backend, kit) = (feature.backend, feature.kit)
      @Sendable func work() async {
        do { try await backend.f() } catch { kit.log(number) }
      }
      return isInside
        ? .run { _ in try? await withTaskCancellation(id: "x") { await work() } }
        : .run { _ in await work() }.cancellable(id: "x")
    }
    .logging()
    .reachable("1 2") { $0.environment([Int].self) == [1, 2] }
    .reachable("2 1") { $0.environment([Int].self) == [2, 1] }
    #expect(try searched(spec).names == ["1 2", "2 1"])
  }

  @Test(arguments: [[0, 1], [1, 0]]) func `what sleeps lead to together`(order: [Int]) throws {
    let spec = ActingFeature.spec { feature, _ in
      .run { [backend = feature.backend, clock = feature.clock] send in
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
          if one == 2, let two { await send(.got(two)) }
        }
      }
    }
    .endpoint("read") {
      $0.backend.read = $1
    } outcomes: {
      order.map { .success($0) }
    }
    .reachable("0") { $0.last == 0 }
    .reachable("1") { $0.last == 1 }
    #expect(try searched(spec).names == ["0", "1"])
  }

  @Test func `what requests ask that are on their way`() throws {
    let spec = ActingFeature.spec(starting: [1, 2], stops: true) { feature, number in
      .run { [kit = feature.kit] _ in try await kit.save(Data([UInt8(number)])) }
        .cancellable(id: "x")
    }
    .environment(Data())
    .endpoint("save") {
      $0.kit.save = $1
    } serving: { (data: inout Data, new: Data) in
      data = new
    }
    .step("1 after stop") { !($0.before.isStopped && $0.wrote(1)) }
    .step("2 after stop") { !($0.before.isStopped && $0.wrote(2)) }
    #expect(try searched(spec).names == ["1 after stop", "2 after stop"])
  }

  @Test func `a send of which only something later is left can be cancelled`() throws {
    let spec = ActingFeature.spec { feature, _ in
      .merge(
        .concatenate(
          .run { [backend = feature.backend] _ in await backend.g() }.cancellable(id: "x"),
          .send(.got(1))),
        .run { [backend = feature.backend] send in
          try await backend.f()
          await send(.stop)
        })
    }
    .cancellable()
    .quiescent("goes on") { !$0.isStopped || $0.last == 1 }
    #expect(try searched(spec).names == ["goes on"])
  }

  @Test func `what starting actions do wrong`() throws {
    struct Broken: Error {}
    let spec = ActingFeature.spec { _, _ in .run { _ in throw Broken() } }
      .starting(with: .start(1))
    #expect(try searched(spec).findings.count == 1)
  }

  @Test func `what an effect keeps from one life to the next`() throws {
    final class Counter: @unchecked Sendable { var count = 0 }
    let counter = Counter()
    let spec = ActingFeature.spec { feature, _ in
      .run { [backend = feature.backend] send in
        counter.count += 1
        let count = counter.count
        try await backend.f()
        await send(.got(count))
      }
    }
    #expect(try searched(spec).findings.contains { $0.violation.kind == "notAFunction" })
  }

  @Test func `instants of two moments`() throws {
    let spec = Spec("Stopwatch", of: Stopwatch(), startingAt: Stopwatch.State())
      .sending { $0.elapsed == nil ? [.tick] : [] }
      .always("ten when awake") { !$0.isAwake || $0.elapsed != .zero }
      .reachable("ten") { $0.elapsed == .seconds(10) }
    #expect(try searched(spec).names.contains("ten"))
  }

  @Test func `an effect writes to an environment after a call`() throws {
    let spec = ActingFeature.spec { feature, _ in
      .run { [kit = feature.kit, backend = feature.backend] _ in
        try await backend.f()
        kit.log(1)
      }
    }
    .logging()
    .reachable("log") { $0.environment([Int].self) == [1] }
    #expect(try searched(spec).names == ["log"])
  }

  @Test func `the order of three threads`() throws {
    let spec = ActingFeature.spec { _, _ in
      .run { send in
        await withTaskGroup(of: Int.self) { group in
          for number in 1...3 { group.addTask { number } }
          var order: [Int] = []
          for await number in group { order.append(number) }
          await send(.got(order[1]))
        }
      }
    }
    #expect(try searched(spec).findings.contains { $0.violation.kind == "threadOrder" })
  }

  @Test func `a stream throws that something else was cancelled`() throws {
    let spec = ActingFeature.spec { feature, _ in
      .run { [kit = feature.kit] send in
        do {
          for try await _ in kit.lines() {}
          await send(.got(1))
        } catch {
          await send(.got(2))
        }
      }
    }
    .endpoint("lines", failing: [CancellationError()]) {
      $0.kit.lines = $1
    } elements: {
      [Int]()
    }
    .reachable("threw") { $0.last == 2 }
    #expect(try searched(spec).names == ["threw"])
  }

  @Test func `an element that the environment has ready is still to come`() throws {
    let spec = ActingFeature.spec { feature, _ in
      .run { [kit = feature.kit] send in
        for await number in kit.items() { await send(.got(number)) }
      }
    }
    .environment([7])
    .endpoint("items") {
      $0.kit.items = $1
    } next: { (list: inout [Int]) in
      list.isEmpty ? nil : list.removeFirst()
    }
    .starting(with: .start(1))
    .quiescent("all came") { $0.last == 7 }
    .eventually("it comes") { $0.last == 7 }
    .never("it has come") { $0.last == 7 }
    #expect(try searched(spec).names == ["it has come"])
  }
}

extension Transition<ActingFeature.State, ActingFeature.Action> {
  /// Whether the step wrote a byte to an empty environment.
  fileprivate func wrote(_ byte: UInt8) -> Bool {
    before.environment(Data.self).isEmpty && after.environment(Data.self) == Data([byte])
  }
}
