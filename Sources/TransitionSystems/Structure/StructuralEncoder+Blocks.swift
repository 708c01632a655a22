extension StructuralEncoder {
  /// Appends a value's dynamic type and its encoding behind the number of their words, so that
  /// what follows cannot be taken for a part of it.
  package mutating func appendBlock(dynamic value: Any) {
    let start = count
    append(0)
    encodeDynamic(value)
    storage[start] = UInt64(count - start - 1)
  }

  /// Appends words behind their number.
  package mutating func appendBlock(_ words: [UInt64]) {
    append(UInt64(words.count))
    for word in words { append(word) }
  }

  /// Appends pairs of words in their order, behind their number, so that the order they came in
  /// does not matter.
  package mutating func appendSorted(_ pairs: inout [(UInt64, UInt64)]) {
    append(UInt64(pairs.count))
    // They are few: sorted by insertion, in place.
    for index in pairs.indices.dropFirst() {
      var place = index
      while place > 0, pairs[place] < pairs[place - 1] {
        pairs.swapAt(place, place - 1)
        place -= 1
      }
    }
    reserve(2 * pairs.count)
    for index in pairs.indices {
      append(pairs[index].0)
      append(pairs[index].1)
    }
  }
}
