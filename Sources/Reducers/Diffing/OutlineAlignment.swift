/// What became of the parts of a value in another: which stayed, changed, went and came.
enum OutlineStep {
  case same(Outline.Part, place: Int)
  case changed(old: Outline.Part, new: Outline.Part, places: (old: Int, new: Int))
  case removed(Outline.Part, place: Int)
  case added(Outline.Part, place: Int)
}

extension Outline {
  /// Pairs of parts up to which the best alignment is looked for; beyond, places are compared.
  static var alignmentLimit: Int { 1_000_000 }

  /// The steps from this outline's parts to another's.
  ///
  /// Named parts are aligned by their keys. Of ordered ones those that are equal are aligned, and
  /// between them the first that went with the first that came, and so on.
  ///
  /// After Myers, "An O(ND) difference algorithm and its variations", 1986, as the standard library
  /// has it.
  func steps(to other: Outline) -> [OutlineStep] {
    let (old, new) = (parts, other.parts)
    guard old.count * new.count <= Self.alignmentLimit else { return pairedByPlace(old, new) }
    if kind == .named {
      return steps(old, new, removals(from: old.map(\.key), to: new.map(\.key)))
    }
    return steps(old, new, removals(from: old, to: new))
  }

  private func removals<Element: Equatable>(
    from old: [Element], to new: [Element]
  ) -> (removed: Set<Int>, added: Set<Int>) {
    var result: (removed: Set<Int>, added: Set<Int>) = ([], [])
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, _, _): result.removed.insert(offset)
      case .insert(let offset, _, _): result.added.insert(offset)
      }
    }
    return result
  }

  private func steps(
    _ old: [Part], _ new: [Part], _ gone: (removed: Set<Int>, added: Set<Int>)
  ) -> [OutlineStep] {
    var result: [OutlineStep] = []
    var (left, right) = (0, 0)
    while left < old.count || right < new.count {
      let gapStart = (left, right)
      while gone.removed.contains(left) { left += 1 }
      while gone.added.contains(right) { right += 1 }
      result += gap(old, gapStart.0..<left, new, gapStart.1..<right)
      guard left < old.count, right < new.count else { continue }
      result.append(step(old, left, new, right))
      left += 1
      right += 1
    }
    return result
  }

  private func gap(
    _ old: [Part], _ removed: Range<Int>, _ new: [Part], _ added: Range<Int>
  ) -> [OutlineStep] {
    let pairs = kind == .named ? 0 : min(removed.count, added.count)
    let changed = zip(removed, added).prefix(pairs).map { step(old, $0, new, $1) }
    return changed
      + removed.dropFirst(pairs).map { .removed(old[$0], place: $0) }
      + added.dropFirst(pairs).map { .added(new[$0], place: $0) }
  }

  private func pairedByPlace(_ old: [Part], _ new: [Part]) -> [OutlineStep] {
    let pairs = min(old.count, new.count)
    return (0..<pairs).map { step(old, $0, new, $0) }
      + (pairs..<old.count).map { .removed(old[$0], place: $0) }
      + (pairs..<new.count).map { .added(new[$0], place: $0) }
  }

  private func step(_ old: [Part], _ left: Int, _ new: [Part], _ right: Int) -> OutlineStep {
    old[left] == new[right]
      ? .same(new[right], place: right)
      : .changed(old: old[left], new: new[right], places: (left, right))
  }
}
