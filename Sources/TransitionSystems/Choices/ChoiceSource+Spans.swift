extension ChoiceSource {
  /// Other numbers for one span of a script: what comes after the span still reads as before,
  /// however many choices the new content takes.
  package struct Splice: Sendable {
    /// The span's position among those of the script's own sequence.
    package let span: Int
    /// Where the script goes on afterwards.
    package let resume: Int
    package let replacement: [UInt64]
    /// What is read when the replacement has no more numbers.
    package let template: ChoiceTemplate?

    package init(
      span: Int, resume: Int, replacement: [UInt64] = [], template: ChoiceTemplate? = nil
    ) {
      self.span = span
      self.resume = resume
      self.replacement = replacement
      self.template = template
    }
  }

  /// A point to come back to.
  struct Mark {
    let choices: Int
    let spans: Int
    let innermost: Int
  }

  /// Draws within a span.
  package mutating func span<Value>(
    _ label: ChoiceSpan.Label, _ body: (inout ChoiceSource) throws(Discarded) -> Value
  ) throws(Discarded) -> Value {
    guard recordsSpans else { return try body(&self) }
    let index = open(label, start: choices.count)
    guard let splice, splice.span == index else {
      let value = try body(&self)
      close(index)
      return value
    }
    let script = redirect(to: splice.replacement, at: 0)
    template = splice.template
    let value = try body(&self)
    template = nil
    _ = redirect(to: script, at: splice.resume)
    close(index)
    return value
  }

  /// Draws an element whose flag has just been drawn.
  mutating func element<Value>(of generator: Generator<Value>) throws(Discarded) -> Value {
    guard recordsSpans else { return try generator.draw(from: &self) }
    let index = open(.element, start: choices.count - 1)
    let value = try generator.draw(from: &self)
    close(index)
    return value
  }

  var mark: Mark { Mark(choices: choices.count, spans: spans.count, innermost: innermost) }

  /// Forgets what was drawn since the mark, so that rejected draws leave no trace in the record.
  mutating func forget(since mark: Mark) {
    choices.removeSubrange(mark.choices...)
    spans.removeSubrange(mark.spans...)
    innermost = mark.innermost
  }

  private mutating func open(_ label: ChoiceSpan.Label, start: Int) -> Int {
    spans.append(ChoiceSpan(label, start: start, end: start, parent: innermost))
    innermost = spans.count - 1
    template?.open(label)
    return innermost
  }

  private mutating func close(_ index: Int) {
    spans[index].end = choices.count
    innermost = spans[index].parent
    template?.close()
  }
}
