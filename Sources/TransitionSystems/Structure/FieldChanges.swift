/// What changed from one value to another, by the paths of stored properties in declared order.
///
/// Structs, tuples and optionals that stay filled are gone into (`perfil.nombre`), arrays element
/// by element (`items[2].x`) around what was inserted or removed, dictionaries by key. An enum, a
/// set or any other value changes as a whole. An element or a key that is not there on one side
/// shows as `—`. Two values of different types change as a whole at the root, whose path is empty.
package func fieldChanges(
  from old: Any, to new: Any
) -> [(path: String, before: String, after: String)] {
  var comparison = FieldComparison()
  comparison.compare(old, new, path: "")
  return comparison.changes
}

private struct FieldComparison {
  private static let absent = "—"

  var changes: [(path: String, before: String, after: String)] = []

  mutating func compare(_ old: Any, _ new: Any, path: String) {
    guard !structurallyEqual(old, new) else { return }
    let known = changes.count
    compareParts(old, new, path: path)
    // A difference that no part shows, such as a slice's start, is still a change.
    if changes.count == known { whole(old, new, path) }
  }

  private mutating func compareParts(_ old: Any, _ new: Any, path: String) {
    guard type(of: old) == type(of: new) else { return whole(old, new, path) }
    switch (StoredShape(of: old), StoredShape(of: new)) {
    case (.optional(let before?), .optional(let after?)):
      compare(before, after, path: path)
    case (.structure(let before), .structure(let after)) where before.count == after.count:
      fields(before.map { ($0.name, $0.value) }, after.map(\.value), path)
    case (.tuple(let before), .tuple(let after)) where before.count == after.count:
      let named = before.enumerated().map { ($1.label ?? "\($0)", $1.value) }
      fields(named, after.map(\.value), path)
    case (.list(let before), .list(let after)):
      lists(before, after, path)
    case (.dictionary(let before), .dictionary(let after)):
      dictionaries(before, after, path)
    default:
      whole(old, new, path)
    }
  }

  private mutating func whole(_ old: Any, _ new: Any, _ path: String) {
    changes.append((path, describe(old), describe(new)))
  }

  private mutating func fields(
    _ before: [(name: String, value: Any)], _ after: [Any], _ path: String
  ) {
    for (index, field) in before.enumerated() {
      compare(
        field.value, after[index], path: path.isEmpty ? field.name : "\(path).\(field.name)")
    }
  }

  /// Leaves out the equal beginning and end; pairs what is between, the rest came or went.
  private mutating func lists(_ before: [Any], _ after: [Any], _ path: String) {
    let shorter = min(before.count, after.count)
    var start = 0
    while start < shorter, structurallyEqual(before[start], after[start]) { start += 1 }
    var end = 0
    while end < shorter - start,
      structurallyEqual(before[before.count - 1 - end], after[after.count - 1 - end])
    { end += 1 }
    let (oldEnd, newEnd) = (before.count - end, after.count - end)
    for index in start..<max(oldEnd, newEnd) {
      let inner = "\(path)[\(index)]"
      if index < min(oldEnd, newEnd) {
        compare(before[index], after[index], path: inner)
      } else if index < oldEnd {
        changes.append((inner, describe(before[index]), Self.absent))
      } else {
        changes.append((inner, Self.absent, describe(after[index])))
      }
    }
  }

  private mutating func dictionaries(
    _ before: [(key: Any, value: Any)], _ after: [(key: Any, value: Any)], _ path: String
  ) {
    var sides: [String: (old: Any?, new: Any?)] = [:]
    for (key, value) in before { sides[describe(key), default: (nil, nil)].old = value }
    for (key, value) in after { sides[describe(key), default: (nil, nil)].new = value }
    let keys = (before + after).reduce(into: [[UInt64]: String]()) { texts, member in
      texts[structuralWords(ofDynamic: member.key)] = describe(member.key)
    }
    // Two keys with one text cannot be told apart in a path: the whole is left to the caller.
    guard Set(keys.values).count == keys.count else { return }
    for key in sides.keys.sorted(by: textOrder) {
      let inner = "\(path)[\(key)]"
      switch sides[key] {
      case (let old?, let new?)?: compare(old, new, path: inner)
      case (let old?, nil)?: changes.append((inner, describe(old), Self.absent))
      case (nil, let new?)?: changes.append((inner, Self.absent, describe(new)))
      default: break
      }
    }
  }
}
