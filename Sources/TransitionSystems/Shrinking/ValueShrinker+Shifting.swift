extension ValueShrinker {
  /// Deletes an element and lowers by one what is above its place, which may be references to
  /// the elements after it.
  static func deleteAndShift(_ run: inout Run) {
    for list in run.best.sequence.positions(of: .list) {
      var place = run.best.sequence.children(of: list).count - 1
      while place >= 0 {
        deleteAndShift(place, of: list, &run)
        place -= 1
      }
    }
  }

  private static func deleteAndShift(_ place: Int, of list: Int, _ run: inout Run) {
    let sequence = run.best.sequence
    let elements = sequence.children(of: list)
    guard elements.indices.contains(place) else { return }
    let range = sequence.spans[elements[place]].range
    var shifted = sequence
    var changed = false
    for index in sequence.positions(of: .value) where !range.contains(index) {
      guard sequence.choices[index].value > UInt64(place) else { continue }
      shifted.choices[index].value -= 1
      changed = true
    }
    if changed { run.attempt(shifted.values(without: [range])) }
  }
}
