import Reducers
import Synchronization
import Testing

struct Greeter: Sendable {
  var greet: @Sendable () -> String
}

private enum GreeterKey: DependencyKey {
  static let liveValue = Greeter { "live" }
  static let previewValue = Greeter { "preview" }
  static let testValue = Greeter { "test" }
}

private enum LiveOnlyKey: DependencyKey {
  static let liveValue = 1
}

private enum TestOnlyKey: TestDependencyKey {
  static let testValue = 3
}

extension DependencyValues {
  var greeter: Greeter {
    get { self[GreeterKey.self] }
    set { self[GreeterKey.self] = newValue }
  }

  fileprivate var liveOnly: Int {
    get { self[LiveOnlyKey.self, fileID: "Keys", line: 7] }
    set { self[LiveOnlyKey.self] = newValue }
  }
}

private struct Model: Sendable {
  @Dependency(\.greeter) var greeter
  @Dependency(\.liveOnly, fileID: "Model", line: 12) var liveOnly
  @Dependency(TestOnlyKey.self) var testOnly
}

@Suite struct DependencyTests {
  @Test func `tests are noticed to be tests`() {
    #expect(DependencyContext.detected == .test)
    #expect(DependencyValues.current.context == .test)
  }

  @Test func `each context has its default`() {
    let model = Model()
    #expect(model.greeter.greet() == "test")
    withDependencies {
      $0.context = .live
    } operation: {
      #expect(model.greeter.greet() == "live")
    }
    withDependencies {
      $0.context = .preview
    } operation: {
      #expect(model.greeter.greet() == "preview")
    }
  }

  @Test func `what is set wins over any default`() {
    withDependencies {
      $0.greeter.greet = { "set" }
    } operation: {
      #expect(Model().greeter.greet() == "set")
    }
  }

  @Test func `a property keeps the values current when it was made`() {
    let model = withDependencies {
      $0.greeter.greet = { "kept" }
      $0.liveOnly = 5
    } operation: {
      Model()
    }
    #expect(model.greeter.greet() == "kept")
    withDependencies {
      $0.greeter.greet = { "current" }
    } operation: {
      #expect(model.greeter.greet() == "current")
      #expect(model.liveOnly == 5)
    }
  }

  @Test func `tasks inherit values and detached ones do not`() async {
    await withDependencies {
      $0.greeter.greet = { "set" }
    } operation: {
      await Task { #expect(Model().greeter.greet() == "set") }.value
      await Task.detached { #expect(Model().greeter.greet() == "test") }.value
      async let child = Model().greeter.greet()
      #expect(await child == "set")
    }
  }

  @Test func `an unset dependency without test value is reported with the line to add`() {
    let model = Model()
    let found = misuses {
      #expect(model.liveOnly == 1)
      #expect(model.liveOnly == 1)
    }
    #expect(found.count == 2)
    #expect(found.first?.kind == .uncontrolledDependency)
    #expect(found.first?.fileID == "Model")
    #expect(found.first?.line == 12)
    #expect(
      found.first?.message == """
        A dependency was not overridden: \\.liveOnly
          Read by:  the @Dependency at Model:12
          Found:    the default of the property at Keys:7
          Add this: $0.liveOnly = … in withDependencies
        """)
  }

  @Test func `reading within an update is not reported`() {
    let found = misuses {
      withDependencies {
        $0.liveOnly += 1
        @Dependency(\.liveOnly) var other
        $0.liveOnly += other
      } operation: {
        #expect(Model().liveOnly == 3)
      }
    }
    #expect(found.isEmpty)
  }

  @Test func `a key without live value is reported in a live context`() {
    let found = misuses {
      withDependencies {
        $0.context = .live
      } operation: {
        #expect(Model().testOnly == 3)
      }
    }
    #expect(found.map(\.kind) == [.missingLiveValue])
    let inTest = misuses { #expect(Model().testOnly == 3) }
    #expect(inTest.isEmpty)
  }

  @Test func `the dependencies of a value can be passed on`() {
    let parent = withDependencies {
      $0.greeter.greet = { "parent" }
      $0.liveOnly = 5
    } operation: {
      Model()
    }
    let child = withDependencies(from: parent) {
      $0.liveOnly = 6
    } operation: {
      Model()
    }
    #expect(child.greeter.greet() == "parent")
    #expect(child.liveOnly == 6)
    let found = misuses { withDependencies(from: 3) {} }
    #expect(found.map(\.kind) == [.noDependencies])
  }

  @Test func `values share storage until one of them is written to`() {
    let values = DependencyValues.current
    var copy = values
    #expect(copy.storageIdentity == values.storageIdentity)
    copy.liveOnly = 1
    #expect(copy.storageIdentity != values.storageIdentity)
    let before = copy
    copy.liveOnly = 1
    #expect(copy.storageIdentity != before.storageIdentity)
  }

  @Test func `a default is computed once a context`() {
    withDependencies {
      $0.context = .live
    } operation: {
      #expect(DependencyValues.current[CountedKey.self] == 1)
      #expect(DependencyValues.current[CountedKey.self] == 1)
    }
    #expect(DependencyValues.current[CountedKey.self] == 2)
  }
}

private enum CountedKey: DependencyKey {
  private static let counter = Counter()
  static var liveValue: Int { counter.next() }
  static var testValue: Int { counter.next() }
}

private final class Counter: Sendable {
  private let value = Atomic(0)
  func next() -> Int { value.wrappingAdd(1, ordering: .relaxed).newValue }
}
