import Testing

@testable import TransitionSystems

@Suite struct StructuralEncodingTests {
  private func same(_ a: Any, _ b: Any) -> Bool { structurallyEqual(a, b) }

  @Test func `numbers are compared by their bits`() {
    #expect(same(Double.nan, Double.nan))
    #expect(!same(0.0, -0.0))
    #expect(same(Float16(1.5), Float16(1.5)))
    #expect(!same(Int8(-1), UInt8(255)))
    #expect(!same(Int.min, Int.max))
    #expect(!same(Int128.max, Int128.max - (1 << 64)))
    #expect(!same(Duration.seconds(1), Duration.seconds(2)))
    #expect(same(true, true) && !same(true, false))
    #expect(!same(SIMD4<Int32>(1, 2, 3, 4), SIMD4<Int32>(1, 2, 3, 5)))
    #expect(same(0..<3, 0..<3) && !same(0..<3, 0..<4) && !same(0..<3, 0...3))
  }

  @Test func `strings are compared by their UTF-8 bytes`() {
    #expect("é" == "e\u{301}")
    #expect(!same("é", "e\u{301}"))
    #expect(!same(Character("é"), Character("e\u{301}")))
    var long = String(repeating: "a", count: 200)
    long.removeLast(197)
    #expect(same(long, "aaa"))
    #expect(same(Optional(long) as Any, Optional("aaa") as Any))
    let text = "uno dos tres cuatro cinco seis"
    #expect(!same(text.prefix(3), "uno".prefix(3)))
    #expect(!same(text.prefix(3), "uno"))
    #expect(same(StaticString("abc"), StaticString("abc")))
    #expect(!same(StaticString("abc"), StaticString("abd")))
    #expect(!same(["a", "bc"], ["ab", "c"]))
    #expect(same("0123456789abcdef".utf8, "0123456789abcdef".utf8))
    for count in 0...40 {
      let one = String(repeating: "x", count: count)
      var two = one + "ñ"
      two.removeLast()
      #expect(same(one, two) && !same(one, one + "x") && !same(one, one + "\0"))
    }
  }

  @Test func `an optional differs by depth`() {
    let none: Int?? = .none
    let someNone: Int?? = .some(.none)
    #expect(!same(none as Any, someNone as Any))
    #expect(same(String?.none as Any, String?.none as Any))
    #expect(!same(String?.none as Any, String?.some("") as Any))
    #expect(!same(Int?.none as Any, String?.none as Any))
  }

  @Test func `padding never reaches the encoding`() {
    func filled(_ byte: UInt8, _ value: Relleno) -> [UInt64] {
      let memory = UnsafeMutableRawPointer.allocate(
        byteCount: MemoryLayout<Relleno>.stride, alignment: 8)
      defer { memory.deallocate() }
      memory.initializeMemory(as: UInt8.self, repeating: byte, count: 24)
      let pointer = memory.bindMemory(to: Relleno.self, capacity: 1)
      pointer.pointee.b = value.b
      pointer.pointee.n = value.n
      pointer.pointee.c = value.c
      pointer.pointee.d = value.d
      var encoder = StructuralEncoder()
      encoder.begin(PlanRegistry.plan(for: Relleno.self).record, memory)
      return encoder.words
    }
    let value = Relleno(b: true, n: 7, c: 8, d: 9)
    #expect(filled(0, value) == filled(0xFF, value))
    #expect(same(SIMD3<Float>(1, 2, 3), SIMD3<Float>(1, 2, 3)))
    #expect(!same(SIMD3<Float>(1, 2, 3), SIMD3<Float>(1, 2, 4)))
  }

  @Test func `sets and dictionaries have no order`() {
    var azar = Azar(estado: 1)
    for count in [0, 1, 2, 3, 10, 100] {
      let elements = (0..<count).map { "elemento \($0)" }
      let one = Set(elements.shuffled(using: &azar))
      var two = Set<String>(minimumCapacity: 1000)
      for element in elements.shuffled(using: &azar) { two.insert(element) }
      #expect(same(one, two))
      if count > 0 { #expect(!same(one, one.subtracting([elements[0]]))) }
      let pairs = elements.enumerated().map { ($1, $0) }
      let table = Dictionary(uniqueKeysWithValues: pairs.shuffled(using: &azar))
      var other = Dictionary(uniqueKeysWithValues: pairs.shuffled(using: &azar))
      #expect(same(table, other))
      if count > 0 {
        other[elements[0]] = -1
        #expect(!same(table, other))
      }
    }
    #expect(!same(["a": 1, "b": 2], ["a": 2, "b": 1]))
    #expect(same(Set([Set([1, 2]), Set([3])]), Set([Set([3]), Set([2, 1])])))
  }

  @Test func `arrays are compared element by element`() {
    #expect(same([1, 2, 3], [1, 2, 3]) && !same([1, 2, 3], [1, 3, 2]))
    #expect(same(ContiguousArray(["a"]), ContiguousArray(["a"])))
    #expect(same([[1], []], [[1], []]) && !same([[1], []], [[], [1]]))
    #expect(same([Vacio(), Vacio()], [Vacio(), Vacio()]) && !same([Vacio()], [Vacio(), Vacio()]))
    let slice = [0, 1, 2, 3][1...2]
    #expect(same(slice, [9, 1, 2][1...2]))
    #expect(!same(slice, [1, 2][0...1]))
  }

  @Test func `existentials are compared by dynamic type and contents`() {
    #expect(same([1 as Any, "a", Fallo()], [1 as Any, "a", Fallo()]))
    #expect(!same([1 as Any], [Int8(1) as Any]))
    let forms: [any Forma] = [Cuadrado(lado: 1), Grande()]
    #expect(same(forms, [Cuadrado(lado: 1), Grande()] as [any Forma]))
    #expect(!same(forms, [Cuadrado(lado: 2), Grande()] as [any Forma]))
    let sides: [any Forma<Int>] = [Cuadrado(lado: 1), Grande()]
    #expect(same(sides, [Cuadrado(lado: 1), Grande()] as [any Forma<Int>]))
    #expect(!same(sides, [Cuadrado(lado: 1), Grande(lado: 9)] as [any Forma<Int>]))
    #expect(same([Fallo() as any Error], [Fallo() as any Error]))
    #expect(!same([Fallo() as any Error], [OtroFallo() as any Error]))
    #expect(!same([Fallo() as any Error], [Fallo(codigo: 1) as any Error]))
    let results: [Result<String, any Error>] = [.success("a"), .failure(Grave.red(1))]
    #expect(same(results, [.success("a"), .failure(Grave.red(1))] as [Result<String, any Error>]))
    #expect(!same(results, [.success("a"), .failure(Grave.red(2))] as [Result<String, any Error>]))
    #expect(same(AnyHashable("a"), AnyHashable("a")))
    #expect(!same(AnyHashable("a"), AnyHashable("b")))
    #expect(same([AnyHashable(1): 2], [AnyHashable(1): 2]))
  }

  @Test func `metatypes and key paths are compared`() {
    func types(_ e: any Any.Type) -> ConMetatipos {
      ConMetatipos(t: Int.self, n: 3, c: Referencia.self, e: e)
    }
    #expect(same(types(Int.self), types(Int.self)))
    #expect(!same(types(Int.self), types(String.self)))
    #expect(same(\Relleno.b, \Relleno.b) && !same(\Relleno.c, \Relleno.b))
    let appended = (\[Relleno].[0] as KeyPath).appending(path: \Relleno.n)
    #expect(appended == \[Relleno].[0].n)
    #expect(structuralWords(of: appended) == structuralWords(of: \[Relleno].[0].n))
    #expect(structuralNotices(in: appended).isEmpty)
    #expect(!same(TuplaConMetatipo(t: (Int.self, 1)), TuplaConMetatipo(t: (Int.self, 1))))
    #expect(structuralNotices(in: TuplaConMetatipo(t: (Int.self, 1))).first?.kind == .opaque)
  }

  @Test func `an inline array is compared element by element`() {
    guard #available(macOS 26, *) else { return }
    let a: InlineArray<3, String> = ["a", "b", "c"]
    let b: InlineArray<3, String> = ["a", "b", "d"]
    #expect(structuralWords(of: a) == structuralWords(of: a))
    #expect(structuralWords(of: a) != structuralWords(of: b))
  }

  @Test func `types that contain themselves in ever larger form have a plan`() {
    let value = Nido.anidado(.anidado(.plano([[1], [2, 3]])))
    #expect(same(value, Nido.anidado(.anidado(.plano([[1], [2, 3]])))))
    #expect(!same(value, Nido.anidado(.anidado(.plano([[1], [2, 4]])))))
  }

  @Test func `a long list takes no stack and a deep tree is noticed`() {
    var list = Lista.fin
    for n in 0..<20_000 { list = .mas(n, list) }
    #expect(structuralWords(of: list) == structuralWords(of: list))
    #expect(structuralNotices(in: list).isEmpty)
    var tree = Arbol.hoja
    for n in 0..<20_000 { tree = .nodo(tree, n, .hoja) }
    var encoder = StructuralEncoder()
    encoder.encode(tree)
    #expect(encoder.noticeKinds == .tooDeep)
    #expect(structuralWords(of: tree) != structuralWords(of: tree))
  }

  @Test func `deeply nested arrays and existentials do not overflow the stack`() {
    var arrays = Anidada(hijas: [])
    for _ in 0..<10_000 { arrays = Anidada(hijas: [arrays]) }
    #expect(structuralWords(of: arrays) != structuralWords(of: arrays))
    var existential: Any = 1
    for _ in 0..<10_000 { existential = [existential] }
    #expect(structuralWords(of: existential) != structuralWords(of: existential))
    let kinds = structuralNotices(in: existential).map(\.kind)
    #expect(kinds == [.tooDeep])
  }

  @Test func `a fingerprint is that of the words on every machine`() {
    #expect(structuralFingerprint(of: 1) != structuralFingerprint(of: 2))
    #expect(structuralFingerprint(of: [1, 2]) != structuralFingerprint(of: [2, 1]))
    let known = [UInt64]().withUnsafeBufferPointer { structuralFingerprint(ofWords: $0) }
    #expect(known == structuralFingerprint(of: Vacio()))
    let seen = Set((0..<50_000).map { structuralFingerprint(of: Corto(n: $0, b: true, s: nil)) })
    #expect(seen.count == 50_000)
    let low = Set((0..<256).map { structuralFingerprint(of: $0) & 0xFFF })
    #expect(low.count > 220)
    // Pinned: changing the mix makes stored fingerprints useless.
    #expect(
      structuralFingerprint(of: Relleno(b: true, n: 7, c: 8, d: 9)) == 5_485_980_044_082_390_556)
  }
}
