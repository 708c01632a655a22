import Reducers
import Testing

private enum Screen: CasePathable {
  case list
  case detail(Fila.State)

  struct AllCasePaths: Sendable {
    var detail: AnyCasePath<Screen, Fila.State> {
      AnyCasePath(embed: Screen.detail) { if case .detail(let s) = $0 { s } else { nil } }
    }
  }

  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

private enum Action: CasePathable {
  case row(Fila.Action)
  case rows(IdentifiedActionOf<Fila>)

  struct AllCasePaths: Sendable {
    var row: AnyCasePath<Action, Fila.Action> {
      AnyCasePath(embed: Action.row) { if case .row(let a) = $0 { a } else { nil } }
    }
    var rows: AnyCasePath<Action, IdentifiedActionOf<Fila>> {
      AnyCasePath(embed: Action.rows) { if case .rows(let a) = $0 { a } else { nil } }
    }
  }

  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

private struct Parts {
  var row: Fila.State?
  var rows: IdentifiedArrayOf<Fila.State> = []
}

@Suite struct `Messages of misuse` {
  private func said(_ operation: () throws -> Void) rethrows -> [String] {
    try misuses(in: operation).map(\.description)
  }

  @Test func `an action for an absent child`() {
    let reducer = EmptyReducer<Parts, Action>()
      .ifLet(\.row, action: \.row, then: { Fila() }, fileID: "F", line: 1)
    var state = Parts()
    #expect(
      said { _ = reducer.reduce(into: &state, action: .row(.pulsar)) } == [
        """
        F:1: misuse (actionForAbsentChild): An "ifLet" received a child action when the child's \
        state was nil.
          Action: Action.pulsar
        A parent that runs before this operator may have removed the child, or an effect or a view \
        outlived it. Run the child first, and cancel what it started when it goes.
        """
      ])
  }

  @Test func `an action for a missing element`() {
    let reducer = EmptyReducer<Parts, Action>()
      .forEach(\.rows, action: \.rows, element: { Fila() }, fileID: "F", line: 2)
    var state = Parts()
    let action = Action.rows(.element(id: 4, action: .pulsar))
    #expect(
      said { _ = reducer.reduce(into: &state, action: action) } == [
        """
        F:2: misuse (missingElement): A "forEach" received an action for an element that is not \
        there.
          Element: 4
          Action: Action.pulsar
        A parent that runs before this operator may have removed the element, or an effect or a \
        view outlived it. Run the children first, and cancel what an element started when it goes.
        """
      ])
  }

  @Test(arguments: ["ifCaseLet", "Scope"])
  func `an action for a child in another case`(operation: String) {
    var state = Screen.list
    let found = said {
      if operation == "Scope" {
        _ = Scope<Screen, Action, Fila>(
          state: \.detail, action: \.row, child: { Fila() }, fileID: "F", line: 3
        ).reduce(into: &state, action: .row(.pulsar))
      } else {
        _ = EmptyReducer<Screen, Action>()
          .ifCaseLet(\.detail, action: \.row, then: { Fila() }, fileID: "F", line: 3)
          .reduce(into: &state, action: .row(.pulsar))
      }
    }
    #expect(
      found == [
        """
        F:3: misuse (stateInAnotherCase): \(operation == "Scope" ? "A" : "An") "\(operation)" \
        received a child action when the state was in another case.
          Child: Fila
          Action: Action.pulsar
        A parent that runs before this operator may have changed the case, or an effect or a view \
        outlived it. Run the child first, and cancel what it started when it goes.
        """
      ])
  }

  @Test func `two elements of one id`() {
    let rows = [Fila.State(id: 1), Fila.State(id: 1)]
    #expect(
      said { _ = IdentifiedArray(uniqueElements: rows, fileID: "F", line: 4) } == [
        """
        F:4: misuse (duplicateElement): Two elements of an identified array have the id 1. The \
        first was kept. Give each element an id of its own.
        """
      ])
  }

  @Test func `dependencies of a value that has none`() {
    let found = said {
      withDependencies(from: 3, operation: {}, fileID: "F", line: 5)
    }
    #expect(
      found == [
        """
        F:5: misuse (noDependencies): The dependencies of a Int were asked for, but it has none: \
        the current ones are used. Declare at least one with @Dependency.
        """
      ])
  }

  @MainActor @Test func `a send from a reducer`() {
    @MainActor final class Box { var store: Store<Int, Bool>? }
    let box = Box()
    let store = Store(initialState: 0) {
      Reduce<Int, Bool> { state, again in
        state += 1
        if again { MainActor.assumeIsolated { _ = box.store?.send(false, fileID: "F", line: 6) } }
        return .none
      }
    }
    box.store = store
    #expect(
      said { store.send(true) } == [
        """
        F:6: misuse (reentrantSend): An action was sent to the store while it was reducing another \
        one. It is reduced after those that wait; return it as an effect instead.
        """
      ])
    #expect(store.state == 2)
    box.store = nil
  }

  private struct Broken: Error, CustomStringConvertible {
    var description: String { "Broken" }
  }

  @MainActor @Test func `an error that nobody takes, and a send after the end`() async {
    let found = MisuseCollector()
    await withMisuseReporter(found.append) {
      let store = Store(initialState: 0) {
        Reduce<Int, Bool> { _, late in
          if !late {
            return .run(operation: { _ in throw Broken() }, fileID: "F", line: 7)
          }
          return .run(
            operation: { send in Task { @MainActor in await send(false) } }, fileID: "F", line: 8)
        }
      }
      await store.send(false).finish()
      await store.send(true).finish()
      while found.misuses.count < 2 { await Task.yield() }
    }
    #expect(
      found.misuses.map(\.description) == [
        """
        F:7: misuse (unhandledError): The effect at F:7 threw Broken, and has no catch. Add \
        `catch: { error, send in … }` to its run, or handle the error inside.
        """,
        """
        F:8: misuse (sendAfterCompletion): The effect at F:8 sent an action after it had returned; \
        the action is dropped. Await the work that sends it before returning.
        """,
      ])
  }
}
