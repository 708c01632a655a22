import Testing

@testable import TransitionSystems

/// Payloads of several sizes, and none.
private enum Member: Hashable {
  case word(Int)
  case byte(UInt8)
  case pair(UInt16, UInt16)
  case one, two

  init(_ number: Int) {
    switch number % 5 {
    case 0: self = .word(-number)
    case 1: self = .byte(UInt8(truncatingIfNeeded: number))
    case 2: self = .pair(UInt16(truncatingIfNeeded: number), 7)
    case 3: self = .one
    default: self = .two
    }
  }
}

/// Containers read where they lie, beside the same walked through their interfaces.
@Suite struct NativeStorageTests {
  /// Words by the container's own interface.
  private func walked<Container: StructuralContainer>(_ container: Container) -> [UInt64] {
    var encoder = StructuralEncoder()
    let plans = Container.elementTypes.map(PlanSlot.make)
    withUnsafePointer(to: container) {
      Container.encodeElements(at: UnsafeRawPointer($0), plans: plans, into: &encoder)
    }
    return encoder.words
  }

  private func check<Container: StructuralContainer>(_ container: Container) {
    #expect(structuralWords(of: container) == walked(container))
  }

  @Test(arguments: [0, 1, 2, 24, 25, 63, 64, 65, 200])
  func `containers read where they lie are encoded as their interfaces show them`(_ count: Int) {
    let numbers = (0..<count).map { $0 * 31 % 101 + $0 }
    check(numbers)
    check(ContiguousArray(numbers.map(String.init)))
    check(numbers.map { SIMD4<Float>(repeating: Float($0)) })
    check(numbers.map { $0 % 2 == 0 ? Generico<UInt8, String>.b("\($0)") : .a(1) })
    check(Set(numbers))
    check(Set(numbers.map { UInt8(truncatingIfNeeded: $0) }))
    check(Set(numbers.map { "\($0)" }))
    check(Set(numbers.map { $0 % 3 == 0 ? nil : [$0] }))
    check(Set(numbers.map(Member.init)))
    check(Set(numbers.map { $0 % 3 == 0 ? nil : $0 }))
    check(Set(numbers.map { $0 % 3 == 0 ? nil : $0 % 2 == 0 }))
    check(Dictionary(uniqueKeysWithValues: Set(numbers).map { ("\($0)", [UInt8(1), 2]) }))
    check(Dictionary(uniqueKeysWithValues: Set(numbers).map { ($0, $0 % 2 == 0) }))
    check(Dictionary(uniqueKeysWithValues: Set(numbers).map { ($0, Vacio()) }))
    var removed = Set(numbers)
    for number in numbers.prefix(count / 2) { removed.remove(number) }
    check(removed)
  }

  #if !canImport(ObjectiveC)
    @Test func `the standard library stores containers as is assumed`() {
      #expect(NativeStorage.isAsAssumed)
    }
  #endif
}
