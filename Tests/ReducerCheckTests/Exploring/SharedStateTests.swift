import Foundation
import Reducers
import Testing

@testable import ReducerCheck

private final class Box { var number = 0 }

/// A reducer of a closure.
private struct Acting<State>: Reducer {
  enum Action { case make, bump, look }

  let act: (inout State, Action) -> Void

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    act(&state, action)
    return .none
  }
}

private func search<State>(
  _ state: State, configurations: Int? = nil,
  _ act: @escaping (inout State, Acting<State>.Action) -> Void,
  asking properties: (Spec<State, Acting<State>.Action>) -> Spec<State, Acting<State>.Action> = {
    $0
  }
) throws -> Exploration {
  let spec = Spec("Acting", of: Acting(act: act), startingAt: state).sending(.make, .bump, .look)
  return try searched(
    properties(spec.never("never") { _ in false }),
    ExplorationLimits(configurations: configurations, workers: 1, keepsGoing: true))
}

private enum Switch {
  case off
  case on(Box)
  case count(Int)
}

@Suite struct `Nothing is proved of what copies share` {
  private let shared = Box()

  private func isNoticed(_ found: Exploration) -> Bool {
    found.reservations.contains(Shortcut.sharedState.text)
  }

  @Test func `in a state that is an enum`() throws {
    let found = try search(Switch.off) { [shared] state, action in
      if case .make = action { state = .on(shared) }
    }
    #expect(isNoticed(found))
  }

  @Test func `in a state that is an optional, a tuple or an object`() throws {
    struct Holder { var box: Box? }
    let optional = try search(Holder?.none) { [shared] state, action in
      if case .make = action { state = Holder(box: shared) }
    }
    #expect(isNoticed(optional))
    let tuple = try search((box: Box?.none, number: 0)) { [shared] state, action in
      if case .make = action { state.box = shared }
    }
    #expect(isNoticed(tuple))
    let object = try search(Box()) { state, action in
      if case .make = action { state.number = 1 }
    }
    #expect(isNoticed(object))
  }

  @Test func `in a weak reference`() throws {
    struct Holder {
      weak var box: Box?
      var number = 0
    }
    let found = try search(Holder()) { [shared] state, action in
      if case .make = action { state.box = shared }
    }
    #expect(isNoticed(found))
  }

  @Test func `in a field that had many values before`() throws {
    struct Holder { var value = Switch.count(0) }
    let found = try search(Holder()) { [shared] state, action in
      guard case .make = action, case .count(let number) = state.value else { return }
      state.value = number < 1_050 ? .count(number + 1) : .on(shared)
    }
    #expect(found.configurations == 1_052)
    #expect(isNoticed(found))
  }

  @Test func `in an object made anew again and again`() throws {
    // One that is gone may leave its address to the next, and so look like it.
    struct Holder {
      var box = Box()
      var isDone = false
    }
    let found = try search(Holder(), configurations: 200) { state, _ in
      state.box = Box()
    } asking: {
      $0.eventually("done", whileTheOutsideActs: true) { $0.isDone }
    }
    #expect(isNoticed(found))
    let isLost = found.reservations.contains { $0.contains("could not be gone again") }
    #expect(!found.isClosed || isLost != (found.findings.count == 1))
  }

  @Test func `in an action`() throws {
    enum Sent {
      case use(Box)
      case set(Box)
    }
    struct Using: Reducer {
      func reduce(into state: inout Int, action: Sent) -> Effect<Sent> {
        switch action {
        case .use(let box): state = box.number
        case .set(let box): box.number = 1
        }
        return .none
      }
    }
    let spec = Spec("Using", of: Using(), startingAt: 0).sending(.use(shared), .set(shared))
      .never("one") { $0.state == 1 }
    let found = try searched(spec)
    #expect(
      found.reservations == [
        "the action use(Box) holds a reference or a closure, which all configurations share"
      ])
  }

  @Test func `in what a property comes to remember`() throws {
    let found = try search(0) { _, _ in
    } asking: { spec in
      spec.always("remembers", remembering: Box?.none) { [shared] box, _ in
        box = shared
      } check: { _, _ in
        true
      }
    }
    #expect(found.reservations.contains(Shortcut.sharedMemory.text))
  }
}

@Suite struct `A part of other bytes or text is told from the same by itself` {
  @Test func `by its indices`() throws {
    struct Holder {
      var data = Data()
      var isHit = false
    }
    let found = try search(Holder()) { state, action in
      switch action {
      case .make: state.data = Data([1, 2])
      case .bump: state.data = Data([0, 1, 2]).dropFirst()
      case .look: state.isHit = !state.data.isEmpty && !state.data.indices.contains(0)
      }
    } asking: {
      $0.reachable("hit") { $0.isHit }
    }
    #expect(found.findings.map(\.violation.name) == ["hit"])
  }

  @Test func `by what it is a part of`() throws {
    struct Holder {
      var text: Substring = ""
      var isHit = false
    }
    let found = try search(Holder()) { state, action in
      switch action {
      case .make: state.text = "ab"
      case .bump: state.text = "xab".dropFirst()
      case .look: state.isHit = state.text.base.count == 3
      }
    } asking: {
      $0.reachable("hit") { $0.isHit }
    }
    #expect(found.findings.map(\.violation.name) == ["hit"])
  }
}

@Suite struct `An audit of purity` {
  @Test func `goes through optionals, arrays and dictionaries`() throws {
    struct Holder {
      var numbers: [String: [Set<Int>?]] = ["": [[]]]
      var first = 0
    }
    let found = try search(Holder()) { state, action in
      switch action {
      case .make: for number in 0..<200 { state.numbers[""]?[0]?.insert(number) }
      case .bump: break
      case .look: state.first = state.numbers[""]?[0]?.first ?? 0
      }
    }
    #expect(found.findings.map(\.violation.kind) == ["impureReducer"])
  }

  @Test func `does not mind objects that are made anew`() throws {
    struct Holder { var error: (any Error)? }
    let found = try search(Holder(), configurations: 20) { state, action in
      if case .make = action { state.error = URLError(.badServerResponse) }
    }
    #expect(found.findings.isEmpty)
  }

  @Test func `does not mind them in what effects send`() throws {
    struct Failing: Reducer {
      enum Action {
        case start
        case failed(any Error)
      }

      @Dependency(\.backend) var backend

      func reduce(into state: inout Int, action: Action) -> Effect<Action> {
        guard case .start = action else { return .none }
        state = 1
        return .run { [backend] send in
          try? await backend.f()
          try? await backend.f()
          await send(.failed(URLError(.badServerResponse)))
        }
      }
    }
    let spec = Spec("Failing", of: Failing(), startingAt: 0).answering()
      .sending { $0 == 0 ? [.start] : [] }
    #expect(try searched(spec).findings.isEmpty)
  }
}
