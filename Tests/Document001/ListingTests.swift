import Documents
import Foundation
import Testing

@Suite struct ListingTests {
  private static let sources = [
    ("Firma", 1), ("Perfil", 2), ("Efectos", 3), ("Traza", 4),
  ]

  @Test(arguments: sources)
  func `each source has its listing, line by line`(_ source: String, _ number: Int) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let check = ListingCheck(document: "001", number: number)
    #expect(try check.difference(inFile: folder.appending(path: "\(source).swift").path) == nil)
  }

  @Test func `no listing is left out`() throws {
    #expect(try Listing.all(ofDocument: "001").count == Self.sources.count)
  }
}
