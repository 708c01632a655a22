/// Reading the values of options.
extension CommandOption {
  static func number<Value: FixedWidthInteger>(
    _ text: String, _ name: String, _ what: String
  ) throws -> Value {
    guard let value = Value(text) else {
      throw UsageError(description: "\(name) takes \(what), not \"\(text)\".")
    }
    return value
  }

  static func positive(_ text: String, _ name: String) throws -> Int {
    let value: Int = try number(text, name, "a whole number of at least 1")
    guard value > 0 else {
      throw UsageError(description: "\(name) takes a whole number of at least 1, not \(value).")
    }
    return value
  }

  /// A limit of a search: to some, 0 is none.
  static func limit(_ text: String, _ name: String) throws -> Int {
    if text == "0" {
      throw UsageError(
        description:
          "\(name) takes a whole number of at least 1, not 0. For no limit, leave it out.")
    }
    return try positive(text, name)
  }

  static func size(_ text: String, _ name: String) throws -> Int {
    let units: [(String, Double)] = [("K", 1e3), ("M", 1e6), ("G", 1e9), ("", 1)]
    if let value = amount(text.uppercased(), units, atMost: 1e18) { return Int(value) }
    throw UsageError(
      description: "\(name) takes a size above 0, as 500M or 4G, not \"\(text)\".")
  }

  static func duration(_ text: String, _ name: String) throws -> Double {
    let units: [(String, Double)] = [("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600), ("", 1)]
    if let value = amount(text, units, atMost: 1e9) { return value }
    throw UsageError(
      description: "\(name) takes a time above 0, as 30, 30s or 5m, not \"\(text)\".")
  }

  /// A number with a unit behind it; nil where it is none, or out of bounds.
  private static func amount(
    _ text: String, _ units: [(String, Double)], atMost most: Double
  ) -> Double? {
    for (unit, factor) in units where text.hasSuffix(unit) {
      if let value = Double(text.dropLast(unit.count)) {
        return value > 0 && value * factor <= most ? value * factor : nil
      }
    }
    return nil
  }
}
