/// Plain characters, simplest first, then the ones that break programs: combining, composed,
/// joined, right to left, invisible, and control characters.
private let simplestCharacters: [Character] =
  Array("abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ ")
  + Array("-_.,:;!?'\"()[]{}<>/\\|@#$%&*+=^~`")
  + ["é", "e\u{301}", "ß", "İ", "日", "א", "😀", "👨‍👩‍👧", "🇪🇸", "\u{200B}", "\u{FEFF}"]
  + ["\n", "\t", "\r\n", "\0"]

/// How many scalars lie below, and above, the surrogates, which are no scalars.
private let surrogates: ClosedRange<UInt64> = 0xD800...0xDFFF
private let scalarCount: UInt64 = 0x11_0000 - 0x800

extension Generator where Value == Character {
  /// Draws a character: seven of eight from a short list, letters first, else any scalar.
  public static var character: Generator {
    let usual = Generator<Character>.element(of: simplestCharacters)
    let any = Generator<UInt64>.integer(in: 0...(scalarCount - 1)).map { index in
      let code = index < surrogates.lowerBound ? index : index + 0x800
      return Character(Unicode.Scalar(UInt32(code)) ?? "a")
    }
    return .frequency((7, usual), (1, any))
  }
}

extension Generator where Value == String {
  /// Draws a string of usual length: "" first, then "a".
  public static var string: Generator { string(count: 0...32) }

  /// Draws a string of so many characters; shorter and earlier in the alphabet is simpler.
  ///
  /// Characters may join when put side by side, so the string's own count can be less.
  public static func string(
    of character: Generator<Character> = .character, count: ClosedRange<Int>
  ) -> Generator {
    Generator<[Character]>.array(of: character, count: count).map { String($0) }
  }
}
