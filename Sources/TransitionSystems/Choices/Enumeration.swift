/// The values of a generator, counted through.
package struct Enumeration<Value> {
  /// In the order of their choices; a value made by two sequences is here twice.
  package var values: [Value] = []
  /// Whether these are all: no limit was reached.
  package var isComplete = false
  /// How many sequences the generator discarded.
  package var discarded = 0
}

extension Generator {
  /// Lists the values of a finite domain, or the first `limit` of a larger one.
  ///
  /// - Complexity: one draw a value, and one for each discarded sequence, at most `limit` in all.
  package func allValues(limit: Int) -> Enumeration<Value> {
    var odometer = Odometer(self)
    var enumeration = Enumeration<Value>()
    while enumeration.values.count + enumeration.discarded < limit, let step = odometer.next() {
      switch step {
      case .value(let value, _): enumeration.values.append(value)
      case .skipped: enumeration.discarded += 1
      }
    }
    enumeration.isComplete = odometer.isFinished
    return enumeration
  }
}
