/// Writes a difference line by line: what went, what came, and enough of what stayed to see where.
struct DiffLines {
  /// Unchanged lines shown around a change in a text of several.
  static var context: Int { 2 }

  private(set) var lines: [String] = []

  mutating func compare(_ old: Outline, _ new: Outline, label: String?, indent: String) {
    let start = indent + (label.map { "\($0): " } ?? "")
    if let oldLines = old.textLines, let newLines = new.textLines {
      compare(oldLines, newLines, start: start, indent: indent + "  ")
    } else if case .text(let before) = old.kind, case .text(let after) = new.kind,
      let (before, after) = shortened(before, after)
    {
      lines += ["- \(start)\(before)", "+ \(start)\(after)"]
    } else if old.isGroup, old.kind == new.kind, old.opening == new.opening,
      old.closing == new.closing
    {
      lines.append("  \(start)\(old.opening)")
      write(old.steps(to: new), isOrdered: old.kind == .ordered, indent: indent + "  ")
      lines.append("  \(indent)\(old.closing)")
    } else {
      write(old, "- ", label: label, indent: indent)
      write(new, "+ ", label: label, indent: indent)
    }
  }

  private mutating func write(_ outline: Outline, _ sign: String, label: String?, indent: String) {
    lines += outline.lines(label: label, indent: indent).map { sign + $0 }
  }

  private mutating func write(_ steps: [OutlineStep], isOrdered: Bool, indent: String) {
    var same: [Outline.Part] = []
    for step in steps {
      if case .same(let part, let place) = step {
        same.append(labelled(part, isOrdered ? "[\(place)]" : nil))
        continue
      }
      fold(&same, indent)
      write(step, isOrdered: isOrdered, indent: indent)
    }
    fold(&same, indent)
  }

  private mutating func write(_ step: OutlineStep, isOrdered: Bool, indent: String) {
    switch step {
    case .same: return
    case .removed(let part, let place):
      let label = isOrdered ? "[\(place)]" : part.label
      write(part.outline, "- ", label: label, indent: indent)
    case .added(let part, let place):
      let label = isOrdered ? "[\(place)]" : part.label
      write(part.outline, "+ ", label: label, indent: indent)
    case .changed(let old, let new, let places):
      let place = places.old == places.new ? "[\(places.old)]" : "[\(places.old) → \(places.new)]"
      compare(old.outline, new.outline, label: isOrdered ? place : new.label, indent: indent)
    }
  }

  private func labelled(_ part: Outline.Part, _ label: String?) -> Outline.Part {
    var part = part
    if let label { part.label = label }
    return part
  }

  /// Writes how many parts stayed; a single short one itself, and what tells an element by.
  private mutating func fold(_ same: inout [Outline.Part], _ indent: String) {
    defer { same = [] }
    let mayShowAll = same.count(where: { $0.label != "id" }) == 1
    var hidden = 0
    for part in same {
      let whole = part.outline.lines(label: part.label, indent: indent)
      if whole.count == 1, mayShowAll || part.label == "id" {
        lines.append("  \(whole[0])")
      } else {
        hidden += 1
      }
    }
    if hidden > 0 { lines.append("  \(indent)… \(hidden) unchanged") }
  }
}

extension DiffLines {
  // MARK: Texts

  private mutating func compare(
    _ old: [Substring], _ new: [Substring], start: String, indent: String
  ) {
    func whole(_ lines: [Substring]) -> Outline {
      let parts = lines.map { Outline.Part(label: nil, key: nil, outline: .leaf(String($0))) }
      return Outline(kind: .ordered, opening: "", parts: parts)
    }
    lines.append("  \(start)\"\"\"")
    let changes = whole(old).steps(to: whole(new)).flatMap(\.textLines)
    let changed = changes.indices.filter { changes[$0].sign != " " }
    var hidden = 0
    for (place, line) in changes.enumerated() {
      let isNear = changed.contains { abs($0 - place) <= Self.context }
      if !isNear { hidden += 1 }
      if isNear || place == changes.count - 1, hidden > 0 {
        lines.append("  \(indent)… \(hidden) unchanged")
        hidden = 0
      }
      if isNear { lines.append("\(line.sign) \(indent)\(line.text)") }
    }
    lines.append("  \(indent)\"\"\"")
  }

  /// Two long texts of one line without most of what they share at their ends.
  private func shortened(_ old: String, _ new: String) -> (String, String)? {
    guard max(old.count, new.count) > Outline.width else { return nil }
    let (old, new) = (Array(old), Array(new))
    let shared = min(old.count, new.count)
    let head = (0..<shared).first { old[$0] != new[$0] } ?? shared
    let tail =
      (0..<shared - head).first { old[old.count - 1 - $0] != new[new.count - 1 - $0] }
      ?? shared - head
    func middle(_ text: [Character]) -> String {
      let kept = 20
      let (start, end) = (max(0, head - kept), min(text.count, text.count - tail + kept))
      let quoted = String(text[start..<end]).debugDescription
      return (start > 0 ? "…" : "") + quoted + (end < text.count ? "…" : "")
    }
    return (middle(old), middle(new))
  }
}

extension OutlineStep {
  fileprivate var textLines: [(sign: String, text: String)] {
    switch self {
    case .same(let part, _): [(" ", part.outline.opening)]
    case .removed(let part, _): [("-", part.outline.opening)]
    case .added(let part, _): [("+", part.outline.opening)]
    case .changed(let old, let new, _):
      [("-", old.outline.opening), ("+", new.outline.opening)]
    }
  }
}
