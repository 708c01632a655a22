/// A type with a usual way to draw its values.
///
///     enum Flavour: CaseIterable, Generated { case lemon, mint }   // nothing more to write
///     struct Order: Generated {
///       static var generator: Generator<Order> { zip(.any, .any).map(Order.init) }
///     }
public protocol Generated {
  /// Draws any value of the type, simplest first.
  static var generator: Generator<Self> { get }
}

extension Generator where Value: Generated {
  /// Draws any value of the type, in its usual way.
  public static var any: Generator { Value.generator }
}

extension Generated where Self: CaseIterable {
  /// Draws one of the cases; earlier ones are simpler.
  public static var generator: Generator<Self> { .element(of: Array(allCases)) }
}

extension Generated where Self: FixedWidthInteger {
  /// Draws any integer of the type, boundaries often.
  public static var generator: Generator<Self> { .integer }
}
