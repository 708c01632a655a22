extension Generator where Value: FixedWidthInteger {
  /// Draws any integer of the type, boundaries often; simplest first: 0, 1, -1, 2, -2 …
  public static var integer: Generator { integer(in: Value.min...Value.max) }

  /// Draws an integer of the range, boundaries often; the nearer to 0 the simpler.
  public static func integer(in range: ClosedRange<Value>) -> Generator {
    guard Value.bitWidth <= UInt64.bitWidth else { return wideInteger(in: range) }
    let order = IntegerOrder(range)
    let bound = order.bound
    return Generator { source in
      Value(truncatingIfNeeded: order.bits(at: source.value(upTo: bound)))
    }
  }

  /// Integers of more than 64 bits: the upper part is drawn as an integer of its own.
  private static func wideInteger(in range: ClosedRange<Value>) -> Generator {
    if let lower = Int64(exactly: range.lowerBound), let upper = Int64(exactly: range.upperBound) {
      return Generator<Int64>.integer(in: lower...upper).map { Value($0) }
    }
    let order = IntegerOrder((range.lowerBound >> 64)...(range.upperBound >> 64))
    return Generator { source in
      let upper = source.value(upTo: order.bound)
      let signed = Int64(bitPattern: order.bits(at: upper))
      let top = Value.isSigned ? Value(truncatingIfNeeded: signed) : Value(order.bits(at: upper))
      let value = (top << 64) | Value(truncatingIfNeeded: source.value(upTo: .max))
      return min(max(value, range.lowerBound), range.upperBound)
    }
  }
}

extension Generator where Value == Bool {
  /// Draws false or true; false is the simpler.
  public static var bool: Generator {
    Generator { source in source.uniform(upTo: 1) == 1 }
  }
}

extension Generator where Value == Double {
  /// Draws any finite number: whole ones first, then short fractions, then any bits.
  ///
  /// Negative zero, the smallest and the greatest numbers come too; infinities and NaN do not.
  public static var double: Generator {
    .oneOf(
      Generator<Int64>.integer(in: -(1 << 53)...(1 << 53)).map { Double($0) },
      zip(Generator<Int32>.integer, .integer(in: 1...10)).map { Double($0) / Double(1 << $1) },
      .element(of: [
        -0.0, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .leastNormalMagnitude, .ulpOfOne,
        .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
      ]),
      Generator<UInt64>.integer.map { bits in
        let any = Double(bitPattern: bits)
        return any.isFinite ? any : Double(bitPattern: bits & 0x800F_FFFF_FFFF_FFFF)
      })
  }

  /// Draws a number of the range; the lower end is the simplest, the upper one may come.
  public static func double(in range: ClosedRange<Double>) -> Generator {
    Generator<UInt64>.integer(in: 0...(1 << 53)).map { step in
      let share = Double(step) / Double(1 << 53 as UInt64)
      let value = range.lowerBound * (1 - share) + range.upperBound * share
      return min(max(value, range.lowerBound), range.upperBound)
    }
  }
}
