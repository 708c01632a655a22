import ReducerTesting
import Reducers
import Testing

/// A test store in Swift Testing, outside of any actor.
@Suite struct NonisolatedTests {
  @Test func `a test store works`() async {
    let store = contador()
    await store.send(.pedirDato) { $0.cargando = true }
    await store.receive(\.datoRecibido.success) {
      $0.cargando = false
      $0.hecho = "dato 0"
    }
    await store.finish()
  }

  @Test func `a failure is an issue of the test, at the line to blame`() async {
    let line = #line + 3
    await withKnownIssue {
      let store = contador()
      await store.send(.incrementar) {
        $0.cuenta = 1
        $0.cargando = true
      }
    } matching: { issue in
      issue.sourceLocation?.line == line
        && issue.sourceLocation?.fileName == "SwiftTestingTests.swift"
        && issue.comments.map(\.rawValue).contains {
          $0.hasPrefix("The state after .incrementar is")
        }
    }
  }

  @Test func `what a test leaves behind is an issue of the test, where the store goes`() async {
    await withKnownIssue {
      let store = contador()
      await store.send(.pedirDato) { $0.cargando = true }
    } matching: { issue in
      issue.comments.map(\.rawValue).contains { $0.hasPrefix("1 action was sent by effects") }
    }
  }
}

/// The same on the main actor, and with a store that belongs to the suite.
@MainActor @Suite struct MainActorTests {
  let store = contador()
  let pulsaciones = 0

  @Test func `a test store works`() async {
    await store.send(.pedirDato) { $0.cargando = true }
    await store.receive(\.datoRecibido.success) {
      $0.cargando = false
      $0.hecho = "dato \(pulsaciones)"
    }
    let task = await store.send(.incrementar) { $0.cuenta = 1 }
    await task.finish()
  }

  @Test func `a failure is an issue of the test`() async {
    await withKnownIssue {
      await store.send(.incrementar)
    } matching: { issue in
      issue.comments.map(\.rawValue).contains { $0.hasPrefix("The state changed after") }
    }
  }
}

/// On an actor of the test's own.
@globalActor actor Aparte { static let shared = Aparte() }

@Suite struct OtherActorTests {
  @Aparte @Test func `a test store works`() async {
    let store = contador()
    await store.send(.incrementar) { $0.cuenta = 1 }
  }
}
