import Documents
import Testing

@Suite struct ListingCheckTests {
  private let check = ListingCheck(document: "009", number: 1)
  private let listing = Listing(lines: ["var a = 1", "", "var b = 2"])

  private func difference(from source: String) -> String? {
    check.difference(between: listing, and: source)
  }

  @Test func `the documents have fourteen listings`() throws {
    let counts = try ["000", "001", "002", "003"].map { try Listing.all(ofDocument: $0).count }
    #expect(counts == [3, 4, 4, 3])
  }

  @Test func `a listing is a run of code lines, with the blank ones inside it`() {
    let text = """
      Una frase que habla de func y de var.

      import A

      @B
      struct C {
        var d: Int

        let e: Int
      }

      Otra frase.

      flowchart LR
      V[Vista] --> S
      style S fill:#cba6f7

      Y otra más.

      let f = 1
      """
    #expect(
      Listing.all(in: text) == [
        Listing(
          lines: [
            "import A", "", "@B", "struct C {", "  var d: Int", "", "  let e: Int", "}",
          ]),
        Listing(lines: ["let f = 1"]),
      ])
  }

  @Test func `the same lines are no difference`() {
    let source = """
      import A
      // Document 009, listing 1.
      var a = 1

      var b = 2
      // End of the listing.
      """
    #expect(difference(from: source) == nil)
  }

  @Test func `one character is a difference`() {
    let source = """
      // Document 009, listing 1.
      var a = 1

      var b = 2\u{20}
      // End of the listing.
      """
    #expect(
      difference(from: source) == """
        Line 3 of the listing:
          document  var b = 2
          source    var b = 2\u{20}
        """)
  }

  @Test func `a line more or less is a difference`() {
    let opening = "// Document 009, listing 1."
    let end = "// End of the listing."
    #expect(
      difference(from: "\(opening)\nvar a = 1\n\n\(end)")
        == "The listing has 3 lines, the source 2.")
    #expect(
      difference(from: "\(opening)\nvar a = 1\n\nvar b = 2\n\n\(end)")
        == "The listing has 3 lines, the source 4.")
  }

  @Test func `a source without the two comments has no listing`() {
    #expect(
      difference(from: "var a = 1\n\nvar b = 2") == """
        The source has no lines between // Document 009, listing 1. and // End of the listing.
        """)
  }

  @Test func `a listing that the document has not is named`() throws {
    let check = ListingCheck(document: "003", number: 4)
    #expect(
      try check.difference(inFile: #filePath)
        == "Document 003 has 3 listings, and not a listing 4.")
  }
}
