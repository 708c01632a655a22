extension Generator {
  /// Draws the transformed values; they shrink as the originals do.
  public func map<Other>(_ transform: @escaping (Value) -> Other) -> Generator<Other> {
    Generator<Other> { source throws(Discarded) in
      transform(try draw(from: &source))
    }
  }

  /// Draws a value, then one from the generator made of it.
  public func flatMap<Other>(
    _ transform: @escaping (Value) -> Generator<Other>
  ) -> Generator<Other> {
    Generator<Other> { source throws(Discarded) in
      try source.span(.group) { source throws(Discarded) in
        try transform(try draw(from: &source)).draw(from: &source)
      }
    }
  }

  /// Draws until a value satisfies the condition, at most `attempts` times.
  ///
  /// Drawing throws `Discarded` with the label when all were rejected. A condition that most
  /// values fail is slow and shrinks badly: draw values that fit instead.
  public func filter(
    _ label: String = "filter", attempts: Int = 100, _ condition: @escaping (Value) -> Bool
  ) -> Generator {
    Generator { source throws(Discarded) in
      var rejected = 0
      repeat {
        let mark = source.mark
        let value = try draw(from: &source)
        if condition(value) { return value }
        rejected += 1
        if source.retries { source.forget(since: mark) }
      } while rejected < attempts && source.canRetry
      throw Discarded(label, attempts: rejected)
    }
  }
}

/// Draws one value of each generator, in order.
///
///     zip(.bool, .integer(in: 0...3)).map { isOn, level in Lamp(isOn: isOn, level: level) }
public func zip<each Value>(
  _ generators: repeat Generator<each Value>
) -> Generator<(repeat each Value)> {
  Generator { source throws(Discarded) in
    try source.span(.group) { source throws(Discarded) in
      (repeat try (each generators).draw(from: &source))
    }
  }
}
