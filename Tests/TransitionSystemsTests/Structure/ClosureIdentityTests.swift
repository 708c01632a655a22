import Testing

@testable import TransitionSystems

@Suite struct ClosureIdentityTests {
  typealias Operation = @Sendable (Int) async -> Void
  struct Holder { let run: Operation }
  struct Plain { let run: () -> Int }
  struct Generic<F: Sendable>: Sendable { let f: F }

  @inline(never) private func make(_ n: Int, _ s: String, _ o: Referencia) -> Holder {
    Holder { _ in
      _ = (n, s, o)
      print(n, s, o)
    }
  }
  @inline(never) private func number(_ n: Int) -> Holder { Holder { _ in print(n) } }
  @inline(never) private func padded(_ a: UInt8, _ b: Int64, _ c: Bool, _ d: UInt16?) -> Holder {
    Holder { _ in print(a, b, c, d as Any) }
  }
  @inline(never) private func object(_ o: Referencia) -> Holder { Holder { _ in print(o) } }
  @inline(never) private func list(_ l: [String]) -> Holder {
    let n = l.count
    return Holder { _ in print(l, n) }
  }
  @inline(never) private func generic<T: Sendable>(_ t: T) -> Holder { Holder { _ in print(t) } }
  @inline(never) private func wrapped(_ n: Int) -> Generic<Operation> {
    Generic { _ in print(n) }
  }
  @inline(never) private func unwrapped(_ g: Generic<Operation>) -> Holder { Holder(run: g.f) }
  @inline(never) private func nested(_ inner: @escaping Operation) -> Holder {
    Holder { await inner($0 + 1) }
  }

  private func equal(_ a: Holder, _ b: Holder) -> Bool {
    let (x, y) = (ClosureIdentity(of: a), ClosureIdentity(of: b))
    if x == y { #expect(x?.fingerprint == y?.fingerprint && x?.hashValue == y?.hashValue) }
    withExtendedLifetime((a, b)) {}
    return x != nil && x == y
  }

  @Test func `closures of one line with equal captures are equal`() {
    let (a, b) = (Referencia(), Referencia())
    #expect(equal(make(1, "corta", a), make(1, "corta", a)))
    #expect(!equal(make(1, "corta", a), make(2, "corta", a)))
    #expect(!equal(make(1, "corta", a), make(1, "otra", a)))
    #expect(!equal(make(1, "corta", a), make(1, "corta", b)))
    #expect(equal(number(3), number(3)) && !equal(number(3), number(4)))
    #expect(!equal(number(3), generic(3)))
    #expect(equal(object(a), object(a)) && !equal(object(a), object(b)))
    #expect(equal(padded(1, 2, true, nil), padded(1, 2, true, nil)))
    #expect(!equal(padded(1, 2, true, nil), padded(1, 2, true, 0)))
    #expect(equal(Holder { _ in }, Holder { _ in }) == false)
  }

  @Test func `captured text and arrays are compared by contents`() {
    let long = String(repeating: "texto largo ", count: 4)
    #expect(equal(list([long, "a"]), list([String(repeating: "texto largo ", count: 4), "a"])))
    #expect(!equal(list([long, "a"]), list([long, "b"])))
  }

  @Test func `a closure inside a closure or thunk is looked into`() {
    #expect(equal(nested(number(1).run), nested(number(1).run)))
    #expect(!equal(nested(number(1).run), nested(number(2).run)))
    #expect(equal(unwrapped(wrapped(1)), unwrapped(wrapped(1))))
    #expect(!equal(unwrapped(wrapped(1)), unwrapped(wrapped(2))))
  }

  @Test func `equal closures are found among allocations of all sizes`() {
    var azar = Azar(estado: 3)
    var garbage: [UnsafeMutableRawPointer] = []
    defer { for memory in garbage { memory.deallocate() } }
    let object = Referencia()
    var hits = 0
    let first = (make(1, "corta", object), padded(1, 2, true, nil), unwrapped(wrapped(1)))
    for _ in 0..<2_000 {
      for _ in 0..<8 {
        let size = 16 + azar.menor(160)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        memory.initializeMemory(as: UInt8.self, repeating: UInt8(azar.menor(256)), count: size)
        garbage.append(memory)
      }
      while garbage.count > 40 { garbage.remove(at: azar.menor(garbage.count)).deallocate() }
      if equal(first.0, make(1, "corta", object)) { hits += 1 }
      if equal(first.1, padded(1, 2, true, nil)) { hits += 1 }
      if equal(first.2, unwrapped(wrapped(1))) { hits += 1 }
    }
    #expect(hits == 6_000)
  }

  @Test func `generic captures may be missed but are never confused`() {
    let one = generic("a")
    #expect(equal(one, one))
    #expect(!equal(generic("a"), generic("b")))
    #expect(!equal(generic(1), generic("b")))
  }

  @Test func `a captured var that is not Sendable is compared by its box`() {
    func counter() -> Plain {
      var n = 0
      return Plain {
        n += 1
        return n
      }
    }
    let (a, b) = (counter(), counter())
    #expect(ClosureIdentity(of: a) == ClosureIdentity(of: a))
    #expect(ClosureIdentity(of: a) != ClosureIdentity(of: b))
    withExtendedLifetime((a, b)) {}
  }

  @Test func `only a struct that is one function has an identity`() {
    #expect(ClosureIdentity(of: 3) == nil)
    #expect(ClosureIdentity(of: "dos palabras") == nil)
    #expect(ClosureIdentity(of: (1, 2)) == nil)
  }
}
