/// A run of choices that belong together: an element, a list, one side of an alternative.
package struct ChoiceSpan: Hashable, Sendable {
  /// What was drawn within a span. Spans of one label are interchangeable often enough to try.
  package enum Label: UInt8, Hashable, Sendable {
    case list
    /// An element of a list with the flag before it.
    case element
    case optional
    case alternative
    case recursive
    /// Several draws made one value.
    case group
  }

  package var label: Label
  package var start: Int
  package var end: Int
  /// The position, among a sequence's spans, of the span around this one; -1 outermost.
  package var parent: Int

  package init(_ label: Label, start: Int, end: Int, parent: Int) {
    self.label = label
    self.start = start
    self.end = end
    self.parent = parent
  }

  package var range: Range<Int> { start..<end }
}
