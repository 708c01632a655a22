import Testing

@testable import TransitionSystems

@Suite struct `Packed words` {
  /// Words of each length, at both ends of it.
  private var samples: [UInt64] {
    var result: [UInt64] = [0, .max]
    for bit in 0..<64 {
      let power: UInt64 = 1 << UInt64(bit)
      result += [power, power - 1, power &+ 1]
    }
    return result
  }

  private func pack(_ words: [UInt64]) -> [UInt8] {
    var packed = PackedBytes()
    words.withUnsafeBufferPointer {
      if let first = $0.baseAddress { packed.pack(first, count: $0.count) }
    }
    return Array(UnsafeRawBufferPointer(start: packed.first, count: packed.count))
  }

  /// Reads packed words back, by the number of zero bits that the first byte of each ends in.
  private func unpack(_ bytes: [UInt8]) -> [UInt64] {
    var words: [UInt64] = []
    var rest = bytes[...]
    func take(_ count: Int) -> UInt64 {
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    while let first = rest.first {
      if first == 0 {
        rest = rest.dropFirst()
        words.append(take(8))
      } else {
        let length = first.trailingZeroBitCount + 1
        words.append(take(length) >> UInt64(length))
      }
    }
    return words
  }

  @Test func `can be read back`() {
    for word in samples {
      #expect(unpack(pack([word])) == [word])
      for other in samples { #expect(unpack(pack([word, other])) == [word, other]) }
    }
    var random = Azar(estado: 5)
    for _ in 0..<300 {
      let words = (0..<random.menor(40)).map { _ in random.next() >> UInt64(random.menor(64)) }
      #expect(unpack(pack(words)) == words)
    }
  }

  @Test func `take a byte for seven bits`() {
    #expect(pack([0]).count == 1)
    #expect(pack([127]).count == 1)
    #expect(pack([128]).count == 2)
    #expect(pack([1 << 56 - 1]).count == 8)
    #expect(pack([1 << 56]).count == 9)
  }

  @Test func `do not depend on what is around them`() {
    let words = samples
    #expect(pack(words) == words.flatMap { pack([$0]) })
  }
}
