import Documents
import Foundation
import Testing

@Suite struct ListingTests {
  private static let sources = [
    ("Contador", 1), ("ContadorConReduce", 2), ("Filtro", 3),
  ]

  @Test(arguments: sources)
  func `each source has its listing, line by line`(_ source: String, _ number: Int) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let check = ListingCheck(document: "003", number: number)
    #expect(try check.difference(inFile: folder.appending(path: "\(source).swift").path) == nil)
  }

  @Test func `no listing is left out`() throws {
    #expect(try Listing.all(ofDocument: "003").count == Self.sources.count)
  }
}
