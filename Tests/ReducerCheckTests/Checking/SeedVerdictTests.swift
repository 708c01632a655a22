import Examples
import Specs
import Testing

@testable import ReducerCheck

/// What fuzzing a spec with one seed found: each broken demand and its minimal trace.
private func found<State, Action>(
  _ spec: Spec<State, Action>, seed: UInt64
) throws -> [String: [String]] {
  let outcome = try onHarnessThread {
    try SpecRun(spec.erased).fuzz(seed: seed, limits: FuzzLimits(walks: 300))
  }
  var result: [String: [String]] = [:]
  for counterexample in outcome.counterexamples {
    #expect(counterexample.disagreement == nil)
    result[counterexample.violation.name, default: []].append(
      counterexample.trace.events.map { "\($0.kind.rawValue) \($0.subject)" }
        .joined(separator: ", "))
  }
  return result
}

@Suite struct `Fuzzing finds what is known of the seeds' features` {
  @Test(arguments: [1, 2, 3])
  func `Contador`(seed: UInt64) throws {
    let traces = try found(contador, seed: seed)
    #expect(
      traces == [
        "an in-flight effect implies cargando": [
          "send pedirDato, send pedirDato, resolve apiCliente.hecho(0) → \"dato 0\""
        ],
        "at most one request in flight": ["send pedirDato, send pedirDato"],
        "when nothing is in flight, hecho is about cuenta, or nil": [
          "send pedirDato, send incrementar, resolve apiCliente.hecho(0) → \"dato 0\""
        ],
      ])
  }
}
