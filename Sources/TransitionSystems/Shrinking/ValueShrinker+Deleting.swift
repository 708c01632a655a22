extension ValueShrinker {
  /// Deletes elements of each list, outer lists first.
  static func deleteElements(_ run: inout Run) {
    var position = 0
    while position < run.best.sequence.spans.count {
      if run.best.sequence.spans[position].label == .list { deleteElements(of: position, &run) }
      position += 1
    }
  }

  private static func deleteElements(of list: Int, _ run: inout Run) {
    let sequence = run.best.sequence
    let elements = sequence.children(of: list).filter { sequence.spans[$0].label == .element }
    guard !elements.isEmpty else { return }
    let lengths = lengthChoices(of: list, in: sequence)
    var length: Int?
    _ = deletion(from: elements) { kept in
      let ranges = elements.filter { !kept.contains($0) }.map { sequence.spans[$0].range }
      let numbers = sequence.values(without: ranges)
      if let length {
        return attempt(numbers, ranges.count, length, &run) ? kept : nil
      }
      if lengths.isEmpty { return run.attempt(numbers) ? kept : nil }
      for candidate in lengths where attempt(numbers, ranges.count, candidate, &run) {
        length = candidate
        return kept
      }
      return nil
    }
  }

  /// Keeps one element of a list, its leaves at their bounds: what several elements reached
  /// together, one at the end of its range may reach alone.
  static func keepOneAtBound(_ run: inout Run) {
    for list in run.best.sequence.positions(of: .list) {
      let sequence = run.best.sequence
      guard sequence.spans.indices.contains(list) else { return }
      let elements = sequence.children(of: list)
      guard elements.count > 1, let first = elements.first else { continue }
      let kept = sequence.spans[first].range
      let numbers = sequence.choices[kept].map { $0.kind == .value ? $0.bound : $0.value }
      _ = run.attempt(replacing: list, by: numbers + [0])
    }
  }

  /// Deletes elements and says so in the choice that seems to hold the length: accepted only when
  /// the numbers then fit exactly, which needs no property.
  private static func attempt(
    _ numbers: [UInt64], _ deleted: Int, _ length: Int, _ run: inout Run
  ) -> Bool {
    var numbers = numbers
    guard numbers[length] >= UInt64(deleted) else { return false }
    numbers[length] -= UInt64(deleted)
    return run.attempt(numbers) { $0.sequence.count == numbers.count }
  }

  /// Choices before a list of a fixed length that may be that length, the nearest first.
  private static func lengthChoices(of list: Int, in sequence: ChoiceSequence) -> [Int] {
    let span = sequence.spans[list]
    let flags = sequence.children(of: list).map { sequence.spans[$0].start }
    let isFixed = (flags + [span.end - 1]).allSatisfy { sequence.choices[$0].bound == 0 }
    guard isFixed else { return [] }
    let before = sequence.positions(of: .value).filter { $0 < span.start }
    return Array(before.filter { sequence.choices[$0].value > 0 }.suffix(4).reversed())
  }
}
