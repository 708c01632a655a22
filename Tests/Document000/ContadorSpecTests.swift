import ComposableArchitecture
import Documents
import Testing

@testable import ReducerCheck

/// The listing with the repair that the document's prose describes: the request before dies.
@Reducer
private struct ContadorQueCancela {
  typealias State = Contador.State
  typealias Action = Contador.Action
  private enum CancelID { case ultima }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      let effect = Contador().reduce(into: &state, action: action)
      guard case .pedirDato = action else { return effect }
      return effect.cancellable(id: CancelID.ultima, cancelInFlight: true)
    }
  }
}

extension Spec<Contador.State, Contador.Action> {
  fileprivate func claims() -> Self {
    endpoint("apiCliente.hecho") {
      $0.apiCliente.hecho = $1
    } returning: {
      "dato \($0)"
    }
    .always("cargando implies an in-flight effect") { $0.cargando.implies($0.hasEffectInFlight) }
    .always("an in-flight effect implies cargando") { $0.hasEffectInFlight.implies($0.cargando) }
    .always("at most one request in flight") {
      $0.inFlight.count(endpoint: "apiCliente.hecho") <= 1
    }
  }
}

@Suite struct `The listing of the counter, under the harness` {
  private let spec = Spec("Contador", of: Contador(), startingAt: Contador.State())
    .claims()
    .always("when nothing is in flight, hecho is about cuenta, or nil") {
      $0.inFlight.isEmpty.implies($0.hecho == nil || $0.hecho == "dato \($0.cuenta)")
    }

  private let broken = [
    "an in-flight effect implies cargando": [
      "send pedirDato, send pedirDato, resolve apiCliente.hecho(0) → \"dato 0\""
    ],
    "at most one request in flight": ["send pedirDato, send pedirDato"],
    "when nothing is in flight, hecho is about cuenta, or nil": [
      "send pedirDato, send incrementar, resolve apiCliente.hecho(0) → \"dato 0\""
    ],
  ]

  /// "la petición anterior debe morir": not without cancelInFlight.
  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func `fuzzing finds the three claims that do not hold`(seed: UInt64) {
    let report = SpecSession(spec: spec.sending(.incrementar, .pedirDato).erased)
      .fuzz(seed: seed, limits: FuzzLimits(walks: 200, counterexamples: 1))
    #expect(report.broken == broken)
    #expect(report.disagreements == [])
    #expect(report.verdicts["cargando implies an in-flight effect"] == .held)
  }

  @Test func `exploring finds the same, and as many configurations as are known`() {
    let report = SpecSession(spec: spec.sending(.incrementar, .pedirDato).erased)
      .explore(ExplorationLimits(depth: 6, inFlight: 2, keepsGoing: true))
    #expect(report.broken == broken)
    #expect(report.disagreements == [])
    #expect(report.verdicts["cargando implies an in-flight effect"] == .held)
    #expect(report.countsByDepth == [1, 3, 8, 20, 44, 87, 158])
  }

  @Test func `a counter that stops at two has 75 configurations`() {
    let bounded = spec.sending { $0.cuenta < 2 ? [.incrementar, .pedirDato] : [.pedirDato] }
    let report = SpecSession(spec: bounded.erased)
      .explore(ExplorationLimits(inFlight: 2, keepsGoing: true))
    #expect(report.countsByDepth == [1, 3, 8, 19, 38, 61, 75])
    #expect(report.broken == broken)
    #expect(report.verdicts["cargando implies an in-flight effect"] == .held)
  }

  @Test func `with cancelInFlight the first three claims are proved`() {
    let repaired = Spec("ContadorQueCancela", of: ContadorQueCancela(), startingAt: .init())
      .claims()
      .sending { $0.cuenta < 2 ? [.incrementar, .pedirDato] : [.pedirDato] }
    let report = SpecSession(spec: repaired.erased).explore(ExplorationLimits(keepsGoing: true))
    #expect(report.countsByDepth == [1, 3, 7, 13, 19, 25])
    #expect(report.broken == [:])
    #expect(Set(report.verdicts.values) == [.proved])
    #expect(report.verdicts.count == 3)
  }
}
