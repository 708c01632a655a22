/// What a byte may be in Swift source.
///
/// Looked up in a table: a plugin is rarely optimized, and each byte of a source is asked for.
struct ByteClass: OptionSet {
  let rawValue: UInt8

  /// A letter, `_`, `$`, or part of a character beyond ASCII.
  static let letter = Self(rawValue: 1)
  static let digit = Self(rawValue: 2)
  static let punctuation = Self(rawValue: 4)
  static let operatorCharacter = Self(rawValue: 8)
  static let space = Self(rawValue: 16)
  static let newline = Self(rawValue: 32)

  fileprivate static let all: [UInt8] = (0...UInt8.max).map { byte in
    switch byte {
    case 0x0A, 0x0D: newline.rawValue
    case 0x20, 0x09, 0x0B, 0x0C, 0: space.rawValue
    case 0x30...0x39: digit.rawValue
    case 0x41...0x5A, 0x61...0x7A, 0x5F, 0x24, 0x80...: letter.rawValue
    case _ where "()[]{},;:.@\\".utf8.contains(byte): punctuation.rawValue
    case _ where "/=-+!*%<>&|^~?".utf8.contains(byte): operatorCharacter.rawValue
    default: 0
    }
  }
}

extension UInt8 {
  private func isAny(of mask: UInt8) -> Bool { ByteClass.all[Int(self)] & mask != 0 }

  var isNewline: Bool { isAny(of: ByteClass.newline.rawValue) }
  var isSpace: Bool { isAny(of: ByteClass.space.rawValue) }
  var isDigit: Bool { isAny(of: ByteClass.digit.rawValue) }
  var isPunctuation: Bool { isAny(of: ByteClass.punctuation.rawValue) }
  var isOperatorCharacter: Bool { isAny(of: ByteClass.operatorCharacter.rawValue) }
  var isWordCharacter: Bool { isAny(of: ByteClass.letter.rawValue | ByteClass.digit.rawValue) }
}
