/// The `#if` blocks that a place in the source is inside of.
struct ConditionStack {
  private struct Block {
    /// What earlier clauses of the block asked for, none of which held.
    var refuted: [String]
    /// What the present clause asks for; nil for `#else`.
    var condition: String?

    var text: String {
      (refuted.map { "!(\($0))" } + (condition.map { ["(\($0))"] } ?? []))
        .joined(separator: " && ")
    }
  }

  private var blocks: [Block] = []

  /// All that has to hold at the present place, or nil if nothing has to.
  var text: String? {
    blocks.isEmpty ? nil : blocks.map(\.text).joined(separator: " && ")
  }

  mutating func enter(_ directive: String, _ condition: String) {
    switch directive {
    case "#if": blocks.append(Block(refuted: [], condition: condition))
    case "#elseif": next(condition)
    case "#else": next(nil)
    case "#endif": _ = blocks.popLast()
    default: break
    }
  }

  private mutating func next(_ condition: String?) {
    guard var block = blocks.popLast() else { return }
    if let earlier = block.condition { block.refuted.append(earlier) }
    block.condition = condition
    blocks.append(block)
  }
}
