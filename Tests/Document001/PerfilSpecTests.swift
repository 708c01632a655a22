import ComposableArchitecture
import Documents
import Testing

@testable import ReducerCheck

@Suite struct `The listing of the profile, whose run has no catch, under the harness` {
  private let spec = Spec("Perfil", of: Perfil(), startingAt: Perfil.State())
    .endpoint("api.perfil") {
      $0.api.perfil = $1
    } returning: {
      Usuario(nombre: "Ana")
    }
    .sending(.aparecer)
    .always("cargando implies an in-flight effect") { $0.cargando.implies($0.hasEffectInFlight) }
    .always("an in-flight effect implies cargando") { $0.hasEffectInFlight.implies($0.cargando) }

  private let broken = [
    "cargando implies an in-flight effect": ["send aparecer, resolve api.perfil() → failure"],
    "unhandledError in Document001Tests/Perfil.swift": [
      "send aparecer, resolve api.perfil() → failure"
    ],
    "an in-flight effect implies cargando": [
      "send aparecer, send aparecer, resolve api.perfil() → Usuario(nombre: \"Ana\")"
    ],
  ]

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func `fuzzing finds the error that nobody catches, and the races`(seed: UInt64) {
    let report = SpecSession(spec: spec.erased)
      .fuzz(seed: seed, limits: FuzzLimits(walks: 200, counterexamples: 1))
    #expect(report.broken == broken)
    #expect(report.disagreements == [])
  }

  @Test func `exploring finds the same, and as many configurations as are known`() {
    let report = SpecSession(spec: spec.erased)
      .explore(ExplorationLimits(inFlight: 2, keepsGoing: true))
    #expect(report.broken == broken)
    #expect(report.disagreements == [])
    #expect(report.countsByDepth == [1, 2, 5, 7, 9])
    #expect(report.exploration?.isClosed == true)
  }
}
