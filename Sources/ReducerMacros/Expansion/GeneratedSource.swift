/// Lines of generated source.
struct GeneratedSource {
  private(set) var lines: [String] = []

  var text: String { lines.joined(separator: "\n") }

  mutating func add(_ text: String) {
    lines += text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// Adds lines that are compiled only if a condition holds.
  mutating func add(_ text: String, if condition: String?) {
    guard let condition else { return add(text) }
    add("#if \(condition)\n\(text)\n#endif")
  }

  /// Adds a block, its contents indented.
  mutating func add(_ opening: String, _ closing: String = "}", contents: (inout Self) -> Void) {
    var inner = Self()
    contents(&inner)
    add(opening)
    lines += inner.lines.map { $0.isEmpty ? "" : "  " + $0 }
    add(closing)
  }
}
