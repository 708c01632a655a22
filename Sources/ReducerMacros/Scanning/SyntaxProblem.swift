/// Source that is no Swift, with the place where that shows.
package struct SyntaxProblem: Error, Equatable {
  package enum Kind: Equatable, Sendable {
    case unterminatedComment
    case unterminatedString
    case unterminatedRegex
    case unterminatedRawIdentifier
    case unbalancedBracket
    case missingDeclaration
  }

  package let kind: Kind
  package let offset: Int

  package init(kind: Kind, offset: Int) {
    self.kind = kind
    self.offset = offset
  }

  package var message: String {
    switch kind {
    case .unterminatedComment: "This comment has no end."
    case .unterminatedString: "This string has no end."
    case .unterminatedRegex: "This regular expression has no end."
    case .unterminatedRawIdentifier: "This name has no closing backtick."
    case .unbalancedBracket: "This bracket has no partner."
    case .missingDeclaration: "A declaration was expected here."
    }
  }
}
