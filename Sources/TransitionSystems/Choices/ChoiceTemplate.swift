/// Reads a part of a sequence by its structure: what is drawn within a span comes from the span of
/// the same label in the same place, and is 0 where there is none.
///
/// Numbers alone would fall out of step as soon as a generator draws one choice more or less in the
/// new place, as recursive ones do near their greatest depth.
package struct ChoiceTemplate: Sendable {
  private struct Cursor {
    /// The span that is read; nil where the template has nothing to match.
    var span: Int?
    /// The next choice of it.
    var position: Int
    /// Spans before this one have been read.
    var unread = 0
  }

  private let sequence: ChoiceSequence
  private var cursors: [Cursor] = []

  /// Reads the span at a position among those of the sequence, from its first choice.
  package init(_ sequence: ChoiceSequence, span: Int) {
    self.sequence = sequence
    cursors = [Cursor(span: span, position: sequence.spans[span].start)]
  }

  /// The next choice drawn directly within the current span. An element's flag counts as such.
  mutating func next() -> UInt64 {
    guard let cursor = cursors.last, let span = cursor.span else { return 0 }
    let range = sequence.spans[span].range
    guard range.contains(cursor.position) else { return 0 }
    if let child = child(of: span, at: cursor.position), sequence.spans[child].label != .element {
      return 0
    }
    cursors[cursors.count - 1].position += 1
    return sequence.choices[cursor.position].value
  }

  /// Goes into the next span, if it has the label; an element's flag has been drawn already.
  mutating func open(_ label: ChoiceSpan.Label) {
    guard let cursor = cursors.last, let span = cursor.span else {
      return cursors.append(Cursor(span: nil, position: 0))
    }
    let drawn = label == .element ? 1 : 0
    let child = child(of: span, at: cursor.position - drawn)
    let matches = child.map { sequence.spans[$0].label == label } ?? false
    cursors.append(Cursor(span: matches ? child : nil, position: cursor.position))
  }

  /// Goes on after the span, however much of it was read.
  mutating func close() {
    guard let closed = cursors.popLast(), let span = closed.span, !cursors.isEmpty else { return }
    cursors[cursors.count - 1].position = sequence.spans[span].end
    cursors[cursors.count - 1].unread = max(closed.unread, span + 1)
  }

  /// The span directly within another that starts at a position; spans are in order of their starts.
  private func child(of span: Int, at position: Int) -> Int? {
    var index = max(span + 1, cursors[cursors.count - 1].unread)
    while index < sequence.spans.count && sequence.spans[index].start <= position {
      let candidate = sequence.spans[index]
      if candidate.parent == span && candidate.start == position && candidate.end > position {
        return index
      }
      index += 1
    }
    return nil
  }
}
