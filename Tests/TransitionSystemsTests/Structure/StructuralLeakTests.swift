import Synchronization
import Testing

@testable import TransitionSystems

@Suite(.serialized) struct StructuralLeakTests {
  static let alive = Atomic<Int>(0)

  final class Contada: Sendable {
    let name = "una cadena que no cabe en dos palabras"
    init() { StructuralLeakTests.alive.add(1, ordering: .relaxed) }
    deinit { StructuralLeakTests.alive.subtract(1, ordering: .relaxed) }
  }

  struct Error: Swift.Error { var culpable: Contada }

  enum Carga {
    case clase(Contada)
    case otra(Contada)
    case fallo(any Swift.Error)
    case lista([Contada])
    case cualquiera(Any)
    indirect case caja(Carga)
    case debil(Debil)
    case etiquetada(a: Contada, b: Contada)
  }

  struct Debil { weak var objeto: Contada? }
  enum SinDebil {
    case a(Contada)
    case b([Contada])
    case c(Contada)
  }
  enum ConDebilDentro {
    case a(Debil)
    case b(Contada)
    case c([Contada])
  }

  private func values() -> [Any] {
    let object = Contada()
    return [
      Carga.clase(object), Carga.otra(Contada()), Carga.fallo(Error(culpable: Contada())),
      Carga.lista([object, Contada()]), Carga.cualquiera([Contada()]),
      Carga.caja(.caja(.clase(Contada()))), Carga.debil(Debil(objeto: object)),
      Carga.etiquetada(a: object, b: Contada()), SinDebil.a(object), SinDebil.b([Contada()]),
      SinDebil.c(Contada()), ConDebilDentro.a(Debil(objeto: object)), ConDebilDentro.b(object),
      ConDebilDentro.c([object]), [String(repeating: "largo", count: 9): Contada()],
      Result<Contada, any Swift.Error>.failure(Error(culpable: object)), object as Any,
    ]
  }

  @Test func `encoding a million values neither keeps nor frees what they hold`() {
    do {
      let values = values()
      let before = Self.alive.load(ordering: .relaxed)
      var encoder = StructuralEncoder()
      for _ in 0..<60_000 {
        for value in values {
          encoder.removeAll()
          encoder.encode(value)
        }
      }
      #expect(Self.alive.load(ordering: .relaxed) == before)
      withExtendedLifetime(values) {}
    }
    #expect(Self.alive.load(ordering: .relaxed) == 0)
  }

  @Test func `taking enums apart and building them neither keeps nor frees`() throws {
    do {
      let cases = try #require(EnumReflection<Carga>())
      for value in values() {
        guard let value = value as? Carga, let found = cases.enumCase(of: value) else { continue }
        for _ in 0..<2_000 {
          let payload = cases.payload(of: value)
          let again = try #require(cases.embed(payload: payload, inCase: found))
          #expect(structurallyEqual(again, value))
          guard found.name != "cualquiera" else { continue }
          #expect(cases.embed(payload: [Contada(), "no cabe"] as [Any], inCase: found) == nil)
        }
        _ = describe(value)
        _ = fieldChanges(from: value, to: value)
      }
    }
    #expect(Self.alive.load(ordering: .relaxed) == 0)
  }
}
