/// A recipe that draws values, simplest first: whatever breaks is shrunk by drawing again.
///
///     let points = zip(.integer(in: 0...9), .integer(in: 0...9)).map(Point.init)
///
/// A generator is a pure function of its choices: it must not read a clock, a global, or a random
/// number that it did not draw.
public struct Generator<Value> {
  private let body: (inout ChoiceSource) throws(Discarded) -> Value

  package init(_ body: @escaping (inout ChoiceSource) throws(Discarded) -> Value) {
    self.body = body
  }

  /// Draws one value, recording the choices in the source.
  package func draw(from source: inout ChoiceSource) throws(Discarded) -> Value {
    try body(&source)
  }

  /// Draws the value that the numbers stand for, missing ones taken as 0.
  package func replay(_ numbers: [UInt64]) throws(Discarded) -> Value {
    var source = ChoiceSource(script: numbers)
    return try body(&source)
  }
}

extension Generator {
  /// Draws several values, each free to depend on those before it.
  ///
  ///     .compose { draw in
  ///       let count = try draw(.integer(in: 1...6))
  ///       return try draw(.array(of: .bool, count: count...count))
  ///     }
  ///
  /// An error of any other type than `Discarded` discards the draw, and is named as the reason.
  public static func compose(
    _ body: @escaping (inout ChoiceSource) throws -> Value
  ) -> Generator {
    Generator { source throws(Discarded) in
      try source.span(.group) { source throws(Discarded) in
        do {
          return try body(&source)
        } catch {
          // A closure literal has no typed errors of its own, so the type is regained here.
          throw error as? Discarded ?? Discarded("compose, which threw \(error),", attempts: 1)
        }
      }
    }
  }

  /// Draws the same value each time, without a choice.
  public static func always(_ value: Value) -> Generator {
    Generator { _ in value }
  }
}
