extension Int: Generated {}
extension Int8: Generated {}
extension Int16: Generated {}
extension Int32: Generated {}
extension Int64: Generated {}
extension UInt: Generated {}
extension UInt8: Generated {}
extension UInt16: Generated {}
extension UInt32: Generated {}
extension UInt64: Generated {}

@available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
extension Int128: Generated {}

@available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
extension UInt128: Generated {}

extension Bool: Generated {
  /// Draws false or true; false is the simpler.
  public static var generator: Generator<Bool> { .bool }
}

extension Double: Generated {
  /// Draws any finite number, whole ones first.
  public static var generator: Generator<Double> { .double }
}

extension Float: Generated {
  /// Draws any finite number, whole ones first.
  public static var generator: Generator<Float> {
    Generator<Double>.double.map { wide in
      let narrow = Float(wide)
      let greatest = Float.greatestFiniteMagnitude
      return min(max(narrow, -greatest), greatest)
    }
  }
}

extension Character: Generated {
  /// Draws a character, letters first.
  public static var generator: Generator<Character> { .character }
}

extension String: Generated {
  /// Draws a string, "" first.
  public static var generator: Generator<String> { .string }
}

extension Optional: Generated where Wrapped: Generated {
  /// Draws nil or a value; nil is the simpler.
  public static var generator: Generator<Wrapped?> { .optional(Wrapped.generator) }
}

extension Array: Generated where Element: Generated {
  /// Draws an array of usual length; shorter is simpler.
  public static var generator: Generator<[Element]> { .array(of: Element.generator) }
}

extension Set: Generated where Element: Generated {
  /// Draws a set of usual size.
  public static var generator: Generator<Set<Element>> { .set(of: Element.generator) }
}

extension Dictionary: Generated where Key: Generated, Value: Generated {
  /// Draws a dictionary of usual size.
  public static var generator: Generator<[Key: Value]> {
    .dictionary(Key.generator, Value.generator)
  }
}
