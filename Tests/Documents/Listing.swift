import Foundation

/// A piece of code in one of the documents.
package struct Listing: Equatable {
  package let lines: [String]

  package init(lines: [String]) { self.lines = lines }

  /// The listings of a document, `"000"` for instance, in their order.
  package static func all(ofDocument number: String) throws -> [Listing] {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Texts/\(number).txt")
    return all(in: try String(contentsOf: file, encoding: .utf8))
  }

  /// The runs of code lines in a text; blank lines between two of code belong to the run.
  package static func all(in text: String) -> [Listing] {
    var listings: [Listing] = []
    var lines: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if isCode(line) || line.isEmpty && !lines.isEmpty {
        lines.append(line)
      } else {
        listings += listing(of: lines)
        lines = []
      }
    }
    return listings + listing(of: lines)
  }

  private static func listing(of lines: [String]) -> [Listing] {
    let end = lines.lastIndex { !$0.isEmpty }
    return end.map { [Listing(lines: Array(lines[...$0]))] } ?? []
  }

  /// Prose begins with a capital; so do the lines of diagrams, but for those of these words.
  private static func isCode(_ line: String) -> Bool {
    codeBeginnings.contains { line.hasPrefix($0) }
  }

  private static let codeBeginnings = [
    "@", "  ", "}", "await ", "extension ", "func ", "import ", "let ", "private ", "struct ",
    "var ",
  ]
}
