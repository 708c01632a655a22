/// Splits source into declarations.
///
/// Only what is needed to find where each begins and ends is looked at; the parts of one are read on
/// demand, so nothing recurses into what is nested.
struct DeclarationParser {
  let tree: TokenTree
  let end: Int
  var index: Int
  private var conditions = ConditionStack()
  private(set) var declarations: [Declaration] = []

  private init(_ tree: TokenTree, _ range: Range<Int>) {
    self.tree = tree
    index = range.lowerBound
    end = range.upperBound
  }

  /// The declarations that some tokens hold. What is none, such as a macro's use, is left out.
  static func declarations(in tree: TokenTree, _ range: Range<Int>) -> [Declaration] {
    var parser = DeclarationParser(tree, range)
    while parser.index < parser.end { parser.step() }
    return parser.declarations
  }

  private mutating func step() {
    if tree.tokens[index].kind == .pound {
      stepOverDirective()
    } else if tree.is(index, ";") {
      index += 1
    } else {
      stepOverDeclaration()
    }
  }

  private mutating func stepOverDirective() {
    let directive = tree.tokens[index].text
    let start = index + 1
    index = start
    while index < end, !tree.tokens[index].startsLine { index = tree.index(after: index) }
    let condition = tree.spelling(start..<max(start, min(index, end)))
    conditions.enter(directive, condition)
  }

  private mutating func stepOverDeclaration() {
    let start = index
    let attributes = parseAttributes()
    let modifiers = parseModifiers()
    guard index < end, Self.keywords.contains(tree.tokens[index].text) else {
      index = max(index, start + 1)
      index = endOfDeclaration()
      return
    }
    let keywordIndex = index
    index += 1
    index = endOfDeclaration()
    declarations.append(
      Declaration(
        tree: tree, attributes: attributes, modifiers: modifiers, keywordIndex: keywordIndex,
        range: start..<index, condition: conditions.text))
  }

  private mutating func parseAttributes() -> [Attribute] {
    var attributes: [Attribute] = []
    while index < end, tree.is(index, "@") {
      let start = index
      index = max(start + 1, tree.endOfAttribute(index, before: end))
      attributes.append(Attribute(tree, start..<index))
    }
    return attributes
  }

  private mutating func parseModifiers() -> [String] {
    var modifiers: [String] = []
    while index < end, isModifier(index) {
      let start = index
      index += 1
      if index < end, tree.is(index, "(") { index = tree.index(after: index) }
      modifiers.append(tree.spelling(start..<index))
    }
    return modifiers
  }

  /// A word is a modifier only in front of another or of a keyword: `class` may be either.
  private func isModifier(_ index: Int) -> Bool {
    guard Self.modifiers.contains(tree.tokens[index].text) else { return false }
    var next = index + 1
    if tree.is(next, "(") { next = tree.index(after: next) }
    guard next < end, let text = tree.token(next)?.text else { return false }
    return Self.keywords.contains(text) || Self.modifiers.contains(text)
  }

  /// The first place from here on where a next declaration begins.
  private func endOfDeclaration() -> Int {
    var index = index
    while index < end {
      if tree.is(index, ";") { return index }
      if tree.tokens[index].startsLine, beginsDeclaration(index), !isContinued(at: index - 1) {
        return index
      }
      index = tree.index(after: index)
    }
    return min(index, end)
  }

  private func beginsDeclaration(_ index: Int) -> Bool {
    let token = tree.tokens[index]
    switch token.kind {
    case .pound: return true
    case .punctuation: return token.text == "@"
    case .word:
      return Self.keywords.contains(token.text) && !tree.is(index + 1, ":") || isModifier(index)
    default: return false
    }
  }

  /// Whether what ends in a token cannot be all.
  private func isContinued(at index: Int) -> Bool {
    guard let token = tree.token(index) else { return false }
    if token.kind == .punctuation { return [",", ":", "."].contains(token.text) }
    guard token.kind == .operatorCharacter else { return false }
    // A type may end in `?`, `!` or `>`, an arrow never does.
    return !["?", "!", ">"].contains(token.text) || tree.isPair(index - 1, "->")
  }

  static let keywords: Set<String> = [
    "var", "let", "func", "init", "deinit", "subscript", "typealias", "associatedtype", "struct",
    "enum", "class", "actor", "extension", "protocol", "case", "operator", "precedencegroup",
    "macro", "import",
  ]

  private static let modifiers: Set<String> = [
    "open", "public", "package", "internal", "fileprivate", "private", "static", "class", "final",
    "lazy", "weak", "unowned", "dynamic", "optional", "required", "convenience", "override",
    "mutating", "nonmutating", "indirect", "isolated", "nonisolated", "distributed", "prefix",
    "postfix", "infix", "borrowing", "consuming", "__consuming",
  ]
}

extension Attribute {
  fileprivate init(_ tree: TokenTree, _ range: Range<Int>) {
    var names = range.dropFirst()
    let open = range.first { tree.is($0, "(") || tree.is($0, "<") }
    if let open { names = names.prefix { $0 < open } }
    name = names.last.map { tree.tokens[$0].text } ?? ""
    text = tree.spelling(range)
    let parenthesis = range.last.map { tree.partner(of: $0) }
    arguments = parenthesis.flatMap { open in
      tree.is(open, "(") ? tree.verbatim(open + 1..<range.upperBound - 1) : nil
    }
    offset = tree.tokens[range.lowerBound].offset
  }
}
