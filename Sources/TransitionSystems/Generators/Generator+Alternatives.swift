extension Generator {
  /// Draws one of the values; earlier ones are simpler.
  ///
  /// Drawing throws `Discarded` when there is none.
  public static func element(of values: [Value]) -> Generator {
    Generator { source throws(Discarded) in
      guard !values.isEmpty else { throw Discarded("element(of:)") }
      return values[Int(source.uniform(upTo: UInt64(values.count - 1)))]
    }
  }

  /// Draws from one of the generators, each as likely; earlier ones are simpler.
  public static func oneOf(_ generators: Generator...) -> Generator {
    oneOf(generators)
  }

  /// Draws from one of the generators, each as likely; earlier ones are simpler.
  ///
  /// Drawing throws `Discarded` when there is none.
  public static func oneOf(_ generators: [Generator]) -> Generator {
    Generator { source throws(Discarded) in
      guard !generators.isEmpty else { throw Discarded("oneOf") }
      return try source.span(.alternative) { source throws(Discarded) in
        try generators[source.branch(generators.count)].draw(from: &source)
      }
    }
  }

  /// Draws from one of the generators, as often as its weight says; earlier ones are simpler.
  ///
  ///     .frequency((9, .always(.tick)), (1, .always(.reset)))
  ///
  /// A weight of 0 or less is never drawn. Drawing throws `Discarded` when none is left.
  public static func frequency(_ weighted: (Int, Generator)...) -> Generator {
    let drawn = weighted.filter { $0.0 > 0 }
    let weights = drawn.map(\.0)
    let total = weights.reduce(0, +)
    return Generator { source throws(Discarded) in
      guard !drawn.isEmpty else { throw Discarded("frequency") }
      return try source.span(.alternative) { source throws(Discarded) in
        try drawn[source.branch(weights: weights, total: total)].1.draw(from: &source)
      }
    }
  }

  /// Draws nested values: a leaf, or whatever `grow` makes of smaller ones, `depth` levels at most.
  ///
  ///     .recursive(.integer.map(Tree.leaf)) { tree in
  ///       zip(tree, tree).map(Tree.node)
  ///     }
  public static func recursive(
    _ leaf: Generator, depth: Int = 5, _ grow: (Generator) -> Generator
  ) -> Generator {
    var level = Generator { source throws(Discarded) in
      try source.span(.recursive) { source throws(Discarded) in
        _ = source.branch(1)
        return try leaf.draw(from: &source)
      }
    }
    for _ in 0..<max(depth, 0) {
      let grown = grow(level)
      level = Generator { source throws(Discarded) in
        try source.span(.recursive) { source throws(Discarded) in
          try (source.branch(2) == 0 ? leaf : grown).draw(from: &source)
        }
      }
    }
    return level
  }
}
