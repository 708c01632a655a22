import Synchronization

extension DependencyValues {
  /// Makes the ids of elements of stacks; each store has one of its own that counts from zero.
  ///
  /// Outside of a store, a stack numbers its elements by itself.
  public var stackElementID: StackElementIDGenerator {
    get { explicitValue(of: StackElementIDKey.self) ?? StackElementIDKey.testValue }
    set { self[StackElementIDKey.self] = newValue }
  }

  /// These values with a generator of stack ids, new unless there is one.
  package var withStackElementIDs: DependencyValues {
    guard explicitValue(of: StackElementIDKey.self) == nil else { return self }
    var result = self
    result.stackElementID = .incrementing
    return result
  }
}

/// Makes the ids of elements of stacks.
public struct StackElementIDGenerator: Sendable {
  private let generate: @Sendable (_ least: Int) -> Int

  /// Creates a generator from a closure that is given the least number it may answer with.
  package init(_ generate: @escaping @Sendable (_ least: Int) -> Int) { self.generate = generate }

  /// The next id.
  public func next() -> StackElementID { next(atLeast: 0) }

  /// The next id that is at least the one of a number.
  package func next(atLeast least: Int) -> StackElementID {
    StackElementID(generation: generate(least))
  }

  /// A new generator that counts from zero.
  public static var incrementing: Self { .counting(from: 0) }

  /// A new generator that counts from a number.
  public static func counting(from start: Int) -> Self {
    let counter = StackElementIDCounter(next: start)
    return Self { counter.draw(atLeast: $0) }
  }
}

/// The next id of a stack's element, shared by those that draw from it.
package final class StackElementIDCounter: Sendable {
  private let nextGeneration: Mutex<Int>

  package init(next: Int) { nextGeneration = Mutex(next) }

  /// The number that is drawn next.
  package var next: Int { nextGeneration.withLock { $0 } }

  package func draw(atLeast least: Int) -> Int {
    nextGeneration.withLock { next in
      let drawn = max(next, least)
      next = drawn + 1
      return drawn
    }
  }
}

private enum StackElementIDKey: TestDependencyKey {
  static var testValue: StackElementIDGenerator { StackElementIDGenerator { $0 } }
}
