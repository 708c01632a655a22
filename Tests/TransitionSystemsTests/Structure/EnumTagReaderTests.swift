import Testing

@testable import TransitionSystems

/// Tags as they are read where they lie, beside those that the enum's own code tells.
@Suite struct `Tags read by address` {
  enum Plain { case a, b, c }
  enum Bytes {
    case a(UInt8)
    case b(UInt8)
    case c, d, e
  }
  enum Words {
    case a(Int)
    case b(Int)
    case c
    case d(UInt32)
  }
  enum Spare {
    case a(Bool)
    case b(Bool)
    case c
  }
  enum Texts {
    case a(String)
    case b([Int])
    case c, d
  }
  enum Mixed {
    case a(UInt16)
    case b(UInt64)
    case c(UInt8)
    case d, e
  }
  enum Nested {
    case a(Bytes)
    case b(Bytes?)
    case c
    case d(Plain)
  }
  enum Wide {
    case a(UInt64, UInt64)
    case b(UInt8)
    case c
  }
  indirect enum Deep {
    case a(Deep)
    case b(Deep)
    case c
  }
  enum Pointers {
    case a(AnyObject)
    case b(AnyObject)
    case c, d
  }
  final class Thing {}

  @Test func `are those that the enum's own code tells`() {
    compare([Plain.a, .b, .c])
    compare([Bytes.a(0), .a(255), .b(0), .b(255), .c, .d, .e])
    compare([Words.a(-1), .a(0), .b(-1), .b(0), .c, .d(0), .d(.max)])
    compare([Spare.a(true), .a(false), .b(true), .b(false), .c])
    compare([Texts.a(""), .a("abc"), .b([]), .b([1]), .c, .d])
    compare([Mixed.a(.max), .b(.max), .c(.max), .a(0), .b(0), .c(0), .d, .e])
    compare([Nested.a(.a(1)), .a(.e), .b(nil), .b(.a(255)), .b(.d), .c, .d(.a), .d(.c)])
    compare([Wide.a(.max, .max), .a(0, 0), .b(7), .c])
    compare([Deep.a(.c), .b(.a(.c)), .c])
    compare([Pointers.a(Thing()), .b(Thing()), .c, .d])
    compare([Bytes?.none, .some(.a(3)), .some(.e)])
    compare([Words?.none, .some(.a(3)), .some(.c)])
  }

  private func compare<Value>(_ values: [Value]) {
    guard let reader = EnumTagReader(of: Value.self) else {
      Issue.record("\(Value.self) is no enum.")
      return
    }
    var (counts, marked) = (Array(repeating: 0, count: 8), Array(repeating: 0, count: 8))
    var (sent, odd) = (counts, marked)
    for (index, value) in values.enumerated() {
      let tag = EnumReflection<Value>()?.tag(of: value) ?? -1
      sent[tag] += 1
      odd[tag] += index % 2
    }
    let marks = values.indices.map { $0 % 2 == 1 }
    values.withUnsafeBufferPointer { values in
      guard let first = values.baseAddress else { return }
      reader.count(
        first, values.count, stride: MemoryLayout<Value>.stride, in: &counts, marks, in: &marked)
    }
    #expect(counts == sent)
    #expect(marked == odd)
  }
}
