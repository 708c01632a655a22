import Testing

@testable import TransitionSystems

/// An encoder that asks `Mirror`: slow, simple, and independent of the runtime's records.
func naive(_ value: Any) -> String {
  let head = String(reflecting: type(of: value))
  switch value {
  case let text as String where type(of: value) == String.self: return "\(Array(text.utf8))"
  case let number as Double where type(of: value) == Double.self: return "\(number.bitPattern)"
  case let character as Character: return "c\(Array(String(character).utf8))"
  case let code as any FixedWidthInteger: return "\(head)\(code)"
  case let flag as Bool: return "\(flag)"
  case let object as Referencia: return "\(ObjectIdentifier(object))"
  default: break
  }
  let mirror = Mirror(reflecting: value)
  var parts = mirror.children.map { "\($0.label ?? "_"):\(naive($0.value))" }
  switch mirror.displayStyle {
  case .set, .dictionary: parts.sort()
  case .enum where parts.isEmpty: return "\(head).\(value)"
  default: break
  }
  return "\(head)(\(parts.count);\(parts.joined(separator: ",")))"
}

@Suite struct StructuralFuzzTests {
  struct Todo {
    var b: Bool
    var i: Int32
    var s: String
    var o: String?
    var m: Multiple
    var list: [Multiple]
    var bits: [ConBits]
    var two: DosBool
    var set: Set<Int8>
    var table: [String: Generico<UInt8, String>]
    var f: Double
    var pair: (x: UInt8, y: Int64)
    var any: Any
    var result: Result<String, any Error>
    var tree: Arbol
    var mixed: Mixta
    var deep: Int??
    var c: Character
    var inner: Exterior<Bool?>.Interior
    var weak: EnumDebil
  }

  static let objects = (Referencia(), Referencia())
  static let texts = ["", "a", "é", "e\u{301}", "quince letras..", "dieciséis letras", "b"]

  private func text(_ r: inout Azar) -> String { Self.texts[r.menor(Self.texts.count)] }

  private func object(_ r: inout Azar) -> Referencia {
    r.menor(2) == 0 ? Self.objects.0 : Self.objects.1
  }

  private func fault(_ r: inout Azar) -> any Error {
    switch r.menor(4) {
    case 0: Fallo(codigo: r.menor(2))
    case 1: OtroFallo(codigo: r.menor(2))
    case 2: Grave.red(r.menor(2))
    default: Grave.sinPermiso
    }
  }

  private func multiple(_ r: inout Azar) -> Multiple {
    switch r.menor(10) {
    case 0: .nada
    case 1: .texto(text(&r))
    case 2: .par(UInt8(r.menor(2)), text(&r))
    case 3: .etiquetas(id: r.menor(2), nombre: text(&r))
    case 4: .nada2
    case 5: .fallo(fault(&r))
    case 6: .cualquiera(any(&r))
    case 7: .vacia(Vacio())
    case 8: .vacio(())
    default: .una(x: Array(repeating: 1, count: r.menor(3)))
    }
  }

  private func any(_ r: inout Azar) -> Any {
    switch r.menor(8) {
    case 0: r.menor(2)
    case 1: text(&r)
    case 2: bits(&r)
    case 3: Optional(text(&r)) as Any
    case 4: (r.menor(2), r.menor(2) == 0)
    case 5: Generico<ConBits, Int?>.ambos(bits(&r), r.menor(2))
    case 6: Exterior(interior: .valor(text(&r)))
    default: valorPrivado(r.menor(2) == 0 ? nil : r.menor(2))
    }
  }

  private func bits(_ r: inout Azar) -> ConBits {
    switch r.menor(5) {
    case 0: .a(object(&r))
    case 1: .b(object(&r))
    case 2: .c(Array(repeating: 7, count: r.menor(2)))
    case 3: .d
    default: .e
    }
  }

  private func two(_ r: inout Azar) -> DosBool {
    switch r.menor(5) {
    case 0: .a(r.menor(2) == 0)
    case 1: .b(r.menor(2) == 0)
    case 2: .c(Simple.allCases[r.menor(3)])
    case 3: .d
    default: .e
    }
  }

  private func tree(_ r: inout Azar) -> Arbol {
    r.menor(3) == 0 ? .nodo(tree(&r), r.menor(2), tree(&r)) : .hoja
  }

  private func mixed(_ r: inout Azar) -> Mixta {
    switch r.menor(4) {
    case 0: .plana(r.menor(2))
    case 1: .caja(mixed(&r))
    case 2: .etiquetada(izquierda: mixed(&r), n: UInt8(r.menor(2)))
    default: .fin
    }
  }

  private func generic(_ r: inout Azar) -> Generico<UInt8, String> {
    switch r.menor(4) {
    case 0: .a(UInt8(r.menor(2)))
    case 1: .b(text(&r))
    case 2: .ambos(1, text(&r))
    default: .ninguno
    }
  }

  private func weak(_ r: inout Azar) -> EnumDebil {
    switch r.menor(3) {
    case 0: .a(ConDebil(objeto: r.menor(2) == 0 ? nil : object(&r), n: r.menor(2)))
    case 1: .b(text(&r))
    default: .c
    }
  }

  /// A value in which only a few fields vary, so that equal ones are met often.
  private func whole(_ r: inout Azar) -> Todo {
    var value = Todo(
      b: true, i: 0, s: "", o: nil, m: .nada, list: [], bits: [], two: .d, set: [], table: [:],
      f: 0, pair: (0, 0), any: 0, result: .success(""), tree: .hoja, mixed: .fin, deep: nil,
      c: "a", inner: .fin, weak: .c)
    for _ in 0..<2 { vary(&value, &r) }
    return value
  }

  private func vary(_ value: inout Todo, _ r: inout Azar) {
    switch r.menor(20) {
    case 0: value.b.toggle()
    case 1: value.i = Int32(r.menor(3)) - 1
    case 2: value.s = text(&r)
    case 3: value.o = text(&r)
    case 4: value.m = multiple(&r)
    case 5: value.list = (0..<r.menor(3)).map { _ in multiple(&r) }
    case 6: value.bits = (0..<r.menor(3)).map { _ in bits(&r) }
    case 7: value.two = two(&r)
    case 8: value.set = Set((0..<r.menor(4)).map { _ in Int8(r.menor(4)) })
    case 9: value.table[text(&r)] = generic(&r)
    case 10: value.f = [-0.0, .nan, 1, .infinity][r.menor(4)]
    case 11: value.pair = (UInt8(r.menor(2)), Int64(r.menor(2)))
    case 12: value.any = any(&r)
    case 13: value.result = r.menor(2) == 0 ? .success(text(&r)) : .failure(fault(&r))
    case 14: value.tree = tree(&r)
    case 15: value.mixed = mixed(&r)
    case 16: value.deep = [.none, .some(.none), .some(1)][r.menor(3)]
    case 17: value.c = r.menor(2) == 0 ? "é" : "e\u{301}"
    case 18: value.inner = [.valor(nil), .valor(true), .lista([nil, false]), .fin][r.menor(4)]
    default: value.weak = weak(&r)
    }
  }

  private func agree(_ count: Int, _ make: (inout Azar) -> Any) -> Int {
    var textOf: [[UInt64]: String] = [:]
    var wordsOf: [String: [UInt64]] = [:]
    var r = Azar(estado: 42)
    for _ in 0..<count {
      let value = make(&r)
      let (words, text) = (structuralWords(ofDynamic: value), naive(value))
      let (knownText, knownWords) = (textOf[words] ?? text, wordsOf[text] ?? words)
      guard knownText == text, knownWords == words else {
        Issue.record("\(text) and \(knownText): \(words) and \(knownWords)")
        return 0
      }
      textOf[words] = text
      wordsOf[text] = words
    }
    return wordsOf.count
  }

  @Test func `a successor's key, made from its parent's, is that of it alone`() {
    let successors = Successors(ErasedPlan(of: Todo.self), stride: MemoryLayout<Todo>.stride)
    #expect(ErasedPlan(of: Todo.self).fixedSize == nil)
    var r = Azar(estado: 7)
    for _ in 0..<1_000 {
      successors.forgetParent()
      // Parents that are alive together: each may be like the one before it.
      var parents = [whole(&r)]
      for _ in 0..<2 {
        parents.append(parents[parents.count - 1])
        vary(&parents[parents.count - 1], &r)
      }
      compare(successors, parents, size: nil) { child, number in
        for _ in 0..<number { vary(&child, &r) }
      }
    }
  }

  /// Arrays whose elements are their own encoding, which are packed from where they lie.
  private struct Llanos {
    enum Caso { case a, b, c }

    var bytes: [UInt8] = []
    var booleanos: [Bool] = []
    var casos: [Caso] = []
    var cortos: [Int16] = []
    var enteros: ContiguousArray<Int> = []
    var dobles: [Double] = []
    var anchos: [SIMD2<UInt64>] = []
    var anidados: [[UInt8]] = []

    /// Another array in place of one of them, of up to 40 elements.
    mutating func vary(_ r: inout Azar) {
      let count = r.menor(2) == 0 ? r.menor(4) : r.menor(41)
      func some<Element>(_ make: (inout Azar) -> Element) -> [Element] {
        (0..<count).map { _ in make(&r) }
      }
      switch r.menor(8) {
      case 0: bytes = some { UInt8($0.menor(256)) }
      case 1: booleanos = some { $0.menor(2) == 0 }
      case 2: casos = some { [.a, .b, .c][$0.menor(3)] }
      case 3: cortos = some { Int16($0.menor(3) - 1) }
      case 4: enteros = ContiguousArray(some { [0, 1, -1, .max, .min, 1 << 55][$0.menor(6)] })
      case 5: dobles = some { [0, -0.0, .nan, 1][$0.menor(4)] }
      case 6: anchos = some { SIMD2(UInt64($0.menor(3)), .max) }
      default: anidados = some { Array(repeating: UInt8($0.menor(2)), count: $0.menor(3)) }
      }
    }
  }

  @Test func `a successor's key with plain arrays is that of it alone`() {
    let plan = ErasedPlan(of: Llanos.self)
    let arrays = (0..<plan.reference.record.pointee.count)
      .count { PlainArray(plan.reference.record.pointee.steps[$0]) != nil }
    #expect(arrays == 7)
    let successors = Successors(plan, stride: MemoryLayout<Llanos>.stride)
    var r = Azar(estado: 8)
    for _ in 0..<600 {
      successors.forgetParent()
      var parents = [Llanos()]
      for _ in 0..<5 { parents[0].vary(&r) }
      parents.append(parents[0])
      parents[1].vary(&r)
      compare(successors, parents, size: nil) { child, number in
        for _ in 0..<number { child.vary(&r) }
      }
    }
  }

  /// More parts than there are bits for.
  struct Muchos {
    struct Diez {
      var a = [UInt8](), b = 0.5, c = [Int](), d = "", e = Set<Int>(), f = [[Int]]()
      var g = UInt8?.none, h = [Bool](), i = [Int: Int](), j = "un texto que no cabe"
    }
    var a = Diez(), b = Diez(), c = Diez(), d = Diez(), e = Diez(), f = Diez(), g = Diez()
    var h = Diez()

    mutating func vary(_ r: inout Azar) {
      let field: WritableKeyPath<Self, Diez> =
        [\.a, \.b, \.c, \.d, \.e, \.f, \.g, \.h, \.h, \.h][r.menor(10)]
      let number = r.menor(3)
      switch r.menor(10) {
      case 0: self[keyPath: field].a = [UInt8(number)]
      case 1: self[keyPath: field].b = Double(number)
      case 2: self[keyPath: field].c = [number, 1]
      case 3: self[keyPath: field].d = "\(number)"
      case 4: self[keyPath: field].e = [number, 7]
      case 5: self[keyPath: field].f = [[number]]
      case 6: self[keyPath: field].g = number == 0 ? nil : 1
      case 7: self[keyPath: field].h = [number == 0]
      case 8: self[keyPath: field].i = [number: 1]
      default: self[keyPath: field].j = "otro texto que no cabe, con un \(number)"
      }
    }
  }

  @Test func `a successor's key is that of it alone, however many parts it has`() {
    let plan = ErasedPlan(of: Muchos.self)
    #expect(plan.reference.record.pointee.count > 66)
    let successors = Successors(plan, stride: MemoryLayout<Muchos>.stride)
    var r = Azar(estado: 9)
    for _ in 0..<200 {
      successors.forgetParent()
      var parents = [Muchos()]
      for _ in 0..<5 { parents[0].vary(&r) }
      parents.append(parents[0])
      parents[1].vary(&r)
      compare(successors, parents, size: nil) { child, number in
        for _ in 0..<number { child.vary(&r) }
      }
    }
  }

  /// Takes four children of each parent in, and compares their keys with those of each alone.
  private func compare<Value>(
    _ successors: Successors, _ parents: [Value], size: Int?,
    _ change: (inout Value, Int) -> Void
  ) {
    let writer = StoreWriter()
    successors.removeAll()
    var children: [Value] = []
    parents.withUnsafeBufferPointer { parents in
      for place in parents.indices {
        var own = Array(repeating: parents[place], count: 4)
        for index in own.indices { change(&own[index], index) }
        successors.begin(UInt32(place), at: parents.baseAddress! + place, step: 10 * place)
        own.withUnsafeBufferPointer {
          let changes = successors.append($0.baseAddress!, count: $0.count)
          for index in own.indices {
            let isCopy = structuralWords(of: own[index]) == structuralWords(of: parents[place])
            #expect(changes[index] == !isCopy)
          }
        }
        children += own
      }
    }
    var found = 0
    for index in children.indices {
      let words = structuralWords(of: children[index])
      if words == structuralWords(of: parents[index / 4]) { continue }
      let entry = successors.entries[found]
      found += 1
      #expect(Int(entry.index) == index)
      #expect(Int(entry.parent) == index / 4)
      words.withUnsafeBufferPointer { words in
        let (key, own) = (entry.key(in: successors.keys), writer.key(of: words, size: size ?? -1))
        #expect(bytes(of: key) == bytes(of: own))
      }
      successors.note(entry, .init(kind: .new, number: 7))
      let noted = successors.found[successors.found.count - 1]
      #expect(successors.step(to: noted) == 10 * (index / 4) + index % 4)
      #expect(successors.parent(of: noted).place == UInt32(index / 4))
    }
    #expect(successors.entries.count == found)
    #expect(successors.count == children.count)
  }

  private func bytes(of key: ConfigurationKey) -> [UInt8] {
    Array(UnsafeRawBufferPointer(start: key.start, count: key.count))
  }

  /// Values that are their own encoding, of one to three words.
  @Test func `plain successors' keys are those of each alone`() {
    func compare<Value: BitwiseCopyable>(_ zero: Value) {
      let successors = Successors(ErasedPlan(of: Value.self), stride: MemoryLayout<Value>.stride)
      var r = Azar(estado: 7)
      func fill(_ value: inout Value, _ number: Int) {
        withUnsafeMutableBytes(of: &value) { bytes in
          for _ in 0..<number { bytes[r.menor(bytes.count)] = UInt8(r.menor(256)) }
        }
      }
      for _ in 0..<100 {
        successors.forgetParent()
        var parents = [zero, zero, zero]
        for index in parents.indices { fill(&parents[index], 20) }
        let size = ErasedPlan(of: Value.self).fixedSize
        #expect(size != nil)
        self.compare(successors, parents, size: size, fill)
      }
    }
    compare(UInt8(0))
    compare(UInt16(0))
    compare((UInt8(0), UInt8(0), UInt8(0)))
    compare(UInt32(0))
    compare((UInt8(0), UInt8(0), UInt8(0), UInt8(0), UInt8(0)))
    compare((UInt32(0), UInt16(0)))
    compare((UInt8(0), UInt8(0), UInt8(0), UInt8(0), UInt8(0), UInt8(0), UInt8(0)))
    compare(UInt64(0))
    compare((UInt64(0), UInt8(0)))
    compare((UInt64(0), UInt16(0), UInt8(0)))
    compare((UInt64(0), UInt32(0)))
    compare((UInt64(0), UInt64(0)))
    compare((UInt64(0), UInt64(0), UInt8(0)))
  }

  @Test func `encodings are equal exactly when a naive walk says so`() {
    #expect(agree(2_000, multiple) > 30)
    #expect(agree(2_000, bits) == 8)
    #expect(agree(2_000, two) == 9)
    #expect(agree(2_000, tree) > 30)
    #expect(agree(2_000, mixed) > 20)
    #expect(agree(2_000, generic) > 10)
    #expect(agree(2_000, weak) > 10)
    #expect(agree(2_000, any) > 20)
    #expect(agree(8_000, whole) > 500)
  }

  @Test func `many threads may ask for plans at once`() async {
    let all = await withTaskGroup(of: [[UInt64]].self) { group in
      for _ in 0..<8 {
        group.addTask {
          var r = Azar(estado: 7)
          return (0..<300).map { _ in structuralWords(of: whole(&r)) }
        }
      }
      return await group.reduce(into: [[[UInt64]]]()) { $0.append($1) }
    }
    #expect(all.allSatisfy { $0 == all[0] })
  }
}
