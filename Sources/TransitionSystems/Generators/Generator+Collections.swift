extension Generator {
  /// Draws an array whose length lies in `count`; shorter is simpler.
  public static func array<Element>(
    of element: Generator<Element>, count: ClosedRange<Int> = 0...32
  ) -> Generator where Value == [Element] {
    Generator { source throws(Discarded) in
      try source.span(.list) { source throws(Discarded) in
        var elements: [Element] = []
        while source.continues(after: elements.count, in: count) {
          elements.append(try source.element(of: element))
        }
        return elements
      }
    }
  }

  /// Draws nil or a value; nil is the simpler, and comes in one of four.
  public static func optional<Wrapped>(
    _ wrapped: Generator<Wrapped>
  ) -> Generator where Value == Wrapped? {
    Generator { source throws(Discarded) in
      try source.span(.optional) { source throws(Discarded) in
        guard source.flag(192) else { return nil }
        return try wrapped.draw(from: &source)
      }
    }
  }

  /// Draws a set whose size lies in `count`.
  ///
  /// Drawing throws `Discarded` when the elements repeat too often to reach the smallest size.
  public static func set<Element: Hashable>(
    of element: Generator<Element>, count: ClosedRange<Int> = 0...32
  ) -> Generator where Value == Set<Element> {
    distinct("set(of:)", element, count: count).map { Set($0) }
  }

  /// Draws a dictionary whose size lies in `count`.
  ///
  /// Drawing throws `Discarded` when the keys repeat too often to reach the smallest size.
  public static func dictionary<Key: Hashable, Element>(
    _ keys: Generator<Key>, _ values: Generator<Element>, count: ClosedRange<Int> = 0...32
  ) -> Generator where Value == [Key: Element] {
    let pairs = zip(keys, values).map { Entry(key: $0, value: $1) }
    return distinct("dictionary", pairs, count: count).map { entries in
      Dictionary(uniqueKeysWithValues: entries.map { ($0.key, $0.value) })
    }
  }

  /// Elements without repetition, in the order drawn; repeated ones leave no trace in the record.
  private static func distinct<Element: Hashable>(
    _ label: String, _ element: Generator<Element>, count: ClosedRange<Int>
  ) -> Generator<[Element]> {
    Generator<[Element]> { source throws(Discarded) in
      try source.span(.list) { source throws(Discarded) in
        var seen: Set<Element> = []
        var elements: [Element] = []
        var repeated = 0
        var mark = source.mark
        while source.continues(after: elements.count, in: count) {
          let drawn = try source.element(of: element)
          if seen.insert(drawn).inserted {
            elements.append(drawn)
          } else {
            repeated += 1
            guard source.canRetry, repeated < 100 + 10 * count.lowerBound else {
              throw Discarded(label, attempts: repeated)
            }
            source.forget(since: mark)
          }
          mark = source.mark
        }
        return elements
      }
    }
  }
}

/// A key with its value, equal when the key is.
private struct Entry<Key: Hashable, Value>: Hashable {
  let key: Key
  let value: Value

  static func == (left: Entry, right: Entry) -> Bool { left.key == right.key }

  func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
