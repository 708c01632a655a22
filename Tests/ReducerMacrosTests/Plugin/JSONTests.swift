import ReducerMacros
import Testing

@Suite struct JSONTests {
  private func value(_ text: String) -> JSON? { JSONParser.value(of: Array(text.utf8)) }

  @Test func `values of every kind are read`() {
    #expect(
      value(#" {"a": [1, -2, 3.5, true, false, null], "b": {}, "c": [] } "#)
        == ["a": [1, -2, 3, .bool(true), .bool(false), .null], "b": .object([]), "c": []])
  }

  @Test func `escapes stand for what they say`() {
    #expect(
      value(#""\"\\\/\b\f\n\r\té\u00e9\ud83d\ude00\ud800""#)
        == "\"\\/\u{8}\u{C}\n\r\té\u{e9}😀\u{FFFD}")
  }

  @Test func `what is written is read back`() {
    let all = String(String.UnicodeScalarView((0..<0x180).compactMap(Unicode.Scalar.init))) + "😀"
    let json: JSON = [
      "a\"b": [.string(all), 7, .null, .bool(true), .bool(false)], "c": .object([]),
    ]
    #expect(value(json.text) == json)
  }

  @Test(arguments: [
    "", "{", "[", "[1", "[1,", "{\"a\"", "{\"a\":", "{\"a\":1", "\"", "\"\\", "\"\\u12", "tru",
    "1 2",
    "{1:2}", "-", "\"\\ud83d\\", "\"\\ud83d\\u", "]", "nul", String(repeating: "[", count: 100_000),
  ])
  func `what is no JSON is refused`(_ text: String) {
    #expect(value(text) == nil)
  }
}
