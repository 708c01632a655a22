import Foundation

/// Looks for a document's listing in a source file, where it stands between two comments.
///
/// ```swift
/// // Document 000, listing 1.
/// …
/// // End of the listing.
/// ```
package struct ListingCheck {
  package let document: String
  package let number: Int

  package init(document: String, number: Int) {
    self.document = document
    self.number = number
  }

  /// What differs; nil if each line is the same.
  package func difference(inFile path: String) throws -> String? {
    let listings = try Listing.all(ofDocument: document)
    guard listings.indices.contains(number - 1) else {
      return "Document \(document) has \(listings.count) listings, and not a listing \(number)."
    }
    let source = try String(contentsOfFile: path, encoding: .utf8)
    return difference(between: listings[number - 1], and: source)
  }

  /// What differs between a listing and a source; nil if each line is the same.
  package func difference(between listing: Listing, and source: String) -> String? {
    let all = source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let opening = "// Document \(document), listing \(number)."
    guard let start = all.firstIndex(of: opening),
      let end = all[start...].firstIndex(of: "// End of the listing.")
    else { return "The source has no lines between \(opening) and // End of the listing." }
    let found = Array(all[start + 1..<end])
    for (line, (expected, actual)) in zip(listing.lines, found).enumerated()
    where expected != actual {
      return "Line \(line + 1) of the listing:\n  document  \(expected)\n  source    \(actual)"
    }
    if listing.lines.count == found.count { return nil }
    return "The listing has \(listing.lines.count) lines, the source \(found.count)."
  }
}
