/// What a value looks like from outside: its parts as a tree, each with its text.
struct Outline: Equatable {
  enum Kind: Equatable {
    /// One line that says it all.
    case leaf
    /// A text, kept without quotes.
    case text(String)
    /// Parts known by their names, keys or identities.
    case named
    /// Parts known by their places.
    case ordered
  }

  struct Part: Equatable {
    /// What is written in front of it.
    var label: String?
    /// What makes it the same part in another value; nil where only its place does.
    var key: String?
    var outline: Outline
  }

  var kind: Kind
  /// A leaf's text, or what stands in front of the parts.
  var opening: String
  var closing = ""
  var parts: [Part] = []

  static func leaf(_ text: String) -> Outline { Outline(kind: .leaf, opening: text) }

  static func text(_ text: String) -> Outline {
    Outline(kind: .text(text), opening: text.debugDescription)
  }

  var isGroup: Bool { kind == .named || kind == .ordered }

  /// The text's lines, if it has more than one.
  var textLines: [Substring]? {
    guard case .text(let text) = kind, text.contains(where: \.isNewline) else { return nil }
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  }
}

extension Outline {
  /// Columns that a line may take before its parts go on lines of their own.
  static var width: Int { 80 }

  /// The text, on one line where it fits, behind a label and at an indentation.
  func lines(label: String? = nil, indent: String = "") -> [String] {
    let start = indent + (label.map { "\($0): " } ?? "")
    if let textLines {
      let inner = indent + "  "
      return ["\(start)\"\"\""] + textLines.map { inner + $0 } + ["\(inner)\"\"\""]
    }
    if let line = oneLine, start.count + line.count <= Self.width || !isGroup {
      return [start + line]
    }
    let inner = parts.flatMap { $0.outline.lines(label: $0.label, indent: indent + "  ") }
    return ["\(start)\(opening)"] + inner + ["\(indent)\(closing)"]
  }

  private var oneLine: String? {
    if textLines != nil { return nil }
    guard isGroup else { return opening }
    var inner: [String] = []
    for part in parts {
      guard let line = part.outline.oneLine else { return nil }
      inner.append((part.label.map { "\($0): " } ?? "") + line)
    }
    return opening + inner.joined(separator: ", ") + closing
  }
}
