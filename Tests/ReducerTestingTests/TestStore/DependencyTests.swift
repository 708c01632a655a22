import Foundation
import ReducerTesting
import Reducers
import Synchronization
import Testing

/// A client whose live value counts the calls it should never get.
struct Vivo: Sendable, DependencyKey {
  var llama: @Sendable () async throws -> String
  static let llamadas = Log()
  static var liveValue: Vivo {
    Vivo {
      llamadas("llamada")
      return "en vivo"
    }
  }
}

extension DependencyValues {
  var vivo: Vivo {
    get { self[Vivo.self] }
    set { self[Vivo.self] = newValue }
  }
}

@Suite struct DependencyTests {
  struct Llamador: Reducer {
    struct State: Equatable { var dicho = "" }
    enum Action: Equatable {
      case llamar
      case dicho(String)
      case identificar
    }
    @Dependency(\.vivo) var vivo
    @Dependency(\.uuid) var uuid

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .llamar: return .run { send in await send(.dicho(try await vivo.llama())) }
      case .dicho(let texto):
        state.dicho = texto
        return .none
      case .identificar:
        state.dicho = uuid().uuidString
        return .none
      }
    }
  }

  /// Counts; each is to begin at nothing.
  struct Memoria: Sendable, TestDependencyKey {
    let next: @Sendable () -> Int

    static var testValue: Memoria {
      let count = Mutex(0)
      return Memoria {
        count.withLock {
          $0 += 1
          return $0
        }
      }
    }
  }

  struct Recordador: Reducer {
    struct State: Equatable { var cuenta = 0 }
    @Dependency(Memoria.self) var memoria

    func reduce(into state: inout State, action: Int) -> Effect<Int> {
      state.cuenta = memoria.next()
      return .none
    }
  }

  @Test(arguments: 0..<3) func `what a test value keeps is one store's own`(attempt: Int) async {
    let store = TestStore(initialState: Recordador.State()) { Recordador() }
    await store.send(0) { $0.cuenta = 1 }
    await store.send(0) { $0.cuenta = 2 }
  }

  @Test func `an endpoint nobody overrode fails the test, and is not called`() async {
    let found = await failures {
      let store = TestStore(initialState: Llamador.State()) { Llamador() }
      await store.send(.llamar)
      await store.receive(.dicho("en vivo")) { $0.dicho = "en vivo" }
      await store.send(.identificar)
      await store.finish()
    }
    #expect(
      found.messages == [
        """
        A dependency was not overridden: \\.vivo
          Read by:  the @Dependency at ReducerTestingTests/DependencyTests.swift:LINE
          Found:    the default of the property at ReducerTestingTests/DependencyTests.swift:LINE
          Add this: $0.vivo = … in withDependencies

        The live value is not given out in a test, and there is no other: the test store stops \
        here, and nothing that the feature does from here on happens.
        """
      ])
    #expect(Vivo.llamadas.all == [])
  }

  @Test func `a reducer that reads what nobody overrode goes no further`() async {
    let found = await failures {
      let store = TestStore(initialState: Banco.State()) {
        Banco { _ in
          @Dependency(\.vivo) var vivo
          _ = vivo
          return .none
        }
      }
      await store.send(.tic)
      #expect(store.state == Banco.State())
    }
    #expect(found.count == 1)
  }

  @Test func `a stand-in that does nothing is given out, and fails the test`() async {
    let found = await failures {
      let store = TestStore(initialState: Llamador.State()) { Llamador() }
      await store.send(.identificar) { $0.dicho = "00000000-0000-0000-0000-000000000000" }
    }
    #expect(found.count == 1)
    #expect(
      found.messages.first?.hasPrefix("A dependency was not overridden: \\.uuid\n") == true)
  }

  @Test func `dependencies are set in the middle of a test, for what comes`() async {
    let (stream, answers) = AsyncStream<Void>.makeStream()
    let store = TestStore(initialState: Llamador.State()) {
      Llamador()
    } withDependencies: {
      $0.vivo.llama = {
        for await _ in stream { break }
        return "antes"
      }
    }
    await store.send(.llamar)
    store.dependencies = DependencyValues()
    store.dependencies.vivo.llama = { "después" }
    await store.send(.llamar)
    await store.receive(.dicho("después")) { $0.dicho = "después" }
    answers.yield()
    await store.receive(.dicho("antes")) { $0.dicho = "antes" }
    await store.withDependencies {
      $0.vivo.llama = { "durante" }
    } operation: {
      await store.send(.llamar)
      await store.receive(.dicho("durante")) { $0.dicho = "durante" }
    }
    await store.send(.llamar)
    await store.receive(.dicho("después")) { $0.dicho = "después" }
  }

  @Test func `the context is that of a test, the description's too`() async {
    let store = TestStore(initialState: Llamador.State()) {
      Llamador()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    #expect(store.dependencies.context == .test)
    await store.send(.identificar) {
      @Dependency(\.uuid) var uuid
      $0.dicho = "00000000-0000-0000-0000-000000000000"
      #expect(uuid() == UUID(1))
    }
  }

  @Test func `what a description misuses fails the test`() async {
    let line = #line
    let found = await failures {
      let store = TestStore(initialState: Banco.State()) { Banco { _ in .none } }
      await store.send(.tic) {
        @Dependency(\.uuid) var uuid
        _ = uuid
        $0.cuenta = 1
      }
    }
    #expect(found.map { Int($0.place.line) } == [line + 3])
    #expect(found.messages[0].hasPrefix("A dependency was not overridden: \\.uuid\n"))
  }

  @Test func `what making the state and the feature misuses fails the test`() async {
    let line = #line
    let found = await failures {
      _ = TestStore(
        initialState: Llamador.State(dicho: Dependency(\.uuid).wrappedValue().uuidString)
      ) {
        Llamador()
      }
    }
    #expect(found.map { Int($0.place.line) } == [line + 2])
  }
}
