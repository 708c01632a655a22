import Reducers
import Testing

@testable import ReducerCheck

@Suite struct `What is done in one way of several keeps from a proof` {
  /// What keeps from a proof where an effect can be cancelled that does something, sends and writes.
  private func reservations(
    _ begin: @escaping @Sendable (ActingFeature) -> Effect<ActingFeature.Action>
  ) throws -> [String] {
    let spec = ActingFeature.spec(stops: true) { feature, _ in
      begin(feature).cancellable(id: "x")
    }
    .writing()
    .endpoint("items") {
      $0.kit.items = $1
    } elements: {
      [7]
    }
    .endpoint("flag") {
      $0.kit.flag = $1
    } outcomes: {
      [.success(true), .success(false)]
    }
    return try searched(spec).reservations
  }

  @Test func `an element that comes just before a cancellation`() throws {
    let found = try reservations { feature in
      .run { [kit = feature.kit, backend = feature.backend] send in
        for await _ in kit.items() {
          await send(.got(1))
          return await backend.write(1)
        }
      }
    }
    #expect(found == [Shortcut.lateReturns.text])
  }

  @Test func `two calls that return just before it`() throws {
    let found = try reservations { feature in
      .run { [backend = feature.backend] send in
        await withTaskGroup(of: Void.self) { group in
          for number in [1, 2] {
            group.addTask {
              do { try await backend.call(number) } catch { return }
              await send(.got(number))
              await backend.write(number)
            }
          }
        }
      }
    }
    #expect(found == [Shortcut.lateReturns.text])
  }

  @Test func `a sleep that may be due by then`() throws {
    let found = try reservations { feature in
      .run { [clock = feature.clock, backend = feature.backend] send in
        try await clock.sleep(for: .seconds(1))
        await send(.got(1))
        await backend.write(1)
      }
    }
    #expect(found == [Shortcut.lateReturns.text])
  }

  @Test func `a cancellation that is asked for just before`() throws {
    let found = try reservations { feature in
      .run { [backend = feature.backend] _ in
        try await backend.f()
        await Task.cancel(id: "y")
      }
    }
    #expect(found == [Shortcut.lateReturns.text])
  }

  @Test func `a read just before a cancellation`() throws {
    let found = try reservations { feature in
      .run { [kit = feature.kit, backend = feature.backend] send in
        try await backend.f()
        if kit.flag() {
          await send(.got(1))
          await backend.write(1)
        }
      }
    }
    #expect(found == [Shortcut.lateReturns.text])
  }

  @Test func `an effect that might not have started when it was cancelled`() throws {
    let found = try reservations { feature in
      .run { [backend = feature.backend] _ in await backend.write(1) }
    }
    #expect(found == [Shortcut.promptStarts.text])
  }

  @Test func `nothing does where a cancelled effect has nothing more to do`() throws {
    let found = try reservations { feature in
      .run { [backend = feature.backend] send in
        try await backend.f()
        await send(.got(1))
      }
    }
    #expect(found == [])
  }

  @Test func `a draw on the way to an action`() throws {
    let spec = Spec(
      "Acting",
      of: ActingFeature { feature, _ in
        .run { [backend = feature.backend, uuid = feature.uuid] send in
          try await backend.f()
          await send(.drew(uuid()))
        }
      }, startingAt: .init()
    )
    .answering()
    .sending { $0.started.isEmpty ? [.start(1)] : $0.ids.count < 2 ? [.draw] : [] }
    #expect(try searched(spec).reservations == [Shortcut.hastyReads.text])
  }

  @Test func `a choice in the starting actions`() throws {
    struct Choosing: Reducer {
      @Dependency(\.kit) var kit

      func reduce(into state: inout Bool?, action: Bool) -> Effect<Bool> {
        state = kit.flag()
        return .none
      }
    }
    let spec = Spec("Choosing", of: Choosing(), startingAt: Bool?.none)
      .endpoint("flag") {
        $0.kit.flag = $1
      } outcomes: {
        [.success(true), .success(false)]
      }
      .starting(with: true)
      .sending { _ in [] }
    #expect(try searched(spec).reservations == [Shortcut.startChoices.text])
  }

  @Test func `a memory that configurations share`() throws {
    final class Server { var steps = 0 }
    let spec = ActingFeature.spec { _, _ in .none }
      .always("at most 3 steps", remembering: Server()) { server, _ in
        server.steps += 1
      } check: { _, server in
        server.steps <= 3
      }
    let found = try searched(spec)
    #expect(found.reservations.contains { $0.hasPrefix("what the property \"at most 3 steps\"") })
  }

  @Test func `a reducer is audited in what effects send`() throws {
    final class Counter: @unchecked Sendable { var count = 0 }
    struct Counting: Reducer {
      enum Action { case start, got }

      @Dependency(\.backend) var backend
      let counter: Counter

      func reduce(into state: inout Int, action: Action) -> Effect<Action> {
        guard action == .got else {
          state = 1
          return .run { [backend] send in
            try await backend.f()
            await send(.got)
          }
        }
        counter.count += 1
        state = counter.count
        return .none
      }
    }
    let spec = Spec("Counting", of: Counting(counter: Counter()), startingAt: 0)
      .answering()
      .sending { $0 == 0 ? [.start] : [] }
    #expect(try searched(spec).findings.map(\.violation.kind).contains("impureReducer"))
  }
}
