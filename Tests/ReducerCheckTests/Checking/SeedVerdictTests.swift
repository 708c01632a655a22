import Examples
import Foundation
import Specs
import Testing

@testable import ReducerCheck

/// What fuzzing a spec with one seed found: each broken demand and its minimal traces.
///
/// Walks are added until everything that is expected was found, up to 2,000.
private func found(
  _ spec: any Checkable, seed: UInt64, expecting count: Int
) throws -> [String: [String]] {
  for walks in [20, 200, 2_000] {
    let outcome = try onHarnessThread {
      try SpecRun(spec.erased).fuzz(
        seed: seed, limits: FuzzLimits(walks: walks, counterexamples: 1))
    }
    guard outcome.counterexamples.count >= count || walks == 2_000 else { continue }
    var result: [String: [String]] = [:]
    for counterexample in outcome.counterexamples {
      #expect(counterexample.disagreement == nil)
      #expect(counterexample.certificate != .none)
      result[counterexample.violation.name, default: []].append(
        counterexample.trace.events.map { "\($0.kind.rawValue) \($0.subject)" }
          .joined(separator: ", "))
    }
    return result
  }
  return [:]
}

/// Checks that a spec's counterexamples are these, for seeds 1 to 100.
private func expect(_ spec: any Checkable, finds expected: [String: String]) throws {
  for seed in 1...Seeds.count {
    let traces = try found(spec, seed: seed, expecting: expected.count)
    #expect(traces == expected.mapValues { [$0] }, "seed \(seed)")
  }
}

private enum Seeds {
  static let count: UInt64 = 100
}

@Suite struct `Fuzzing finds what is known of the seeds' features, minimal, with each of 100 seeds`
{
  @Test func `Contador`() throws {
    try expect(
      contador,
      finds: [
        "an in-flight effect implies cargando":
          "send pedirDato, send pedirDato, resolve apiCliente.hecho(0) → \"dato 0\"",
        "at most one request in flight": "send pedirDato, send pedirDato",
        "when nothing is in flight, hecho is about cuenta, or nil":
          "send pedirDato, send incrementar, resolve apiCliente.hecho(0) → \"dato 0\"",
      ])
  }

  @Test func `Perfil001`() throws {
    try expect(
      perfil001,
      finds: [
        "cargando implies an in-flight effect": "send aparecer, resolve api.perfil() → failure",
        "unhandledError in Examples/Perfil001.swift":
          "send aparecer, resolve api.perfil() → failure",
        "an in-flight effect implies cargando":
          "send aparecer, send aparecer, resolve api.perfil() → Usuario(nombre: \"Ana\")",
      ])
  }

  @Test func `Perfil002`() throws {
    try expect(
      perfil002,
      finds: [
        "an in-flight effect implies cargando":
          "send aparecio, send aparecio, resolve api.perfil() → Usuario(nombre: \"Ana\")"
      ])
  }

  @Test func `Contador with cancelInFlight holds`() throws {
    for seed in 1...4 as ClosedRange<UInt64> {
      #expect(try found(contadorCancelInFlight, seed: seed, expecting: 0) == [:])
    }
  }
}

@Suite struct `Fuzzing finds the known traces, minimal, with each of 100 seeds` {
  @Test func `the jugs of Die Hard`() throws {
    try expect(
      jugs,
      finds: [
        "four litres in the big jug":
          "send fillBig, send bigToSmall, send emptySmall, send bigToSmall, send fillBig, send bigToSmall"
      ])
  }

  @Test func `a stale search`() throws {
    try expect(
      search(repaired: false),
      finds: [
        "the results are the query's":
          "send type(\"a\"), send type(\"b\"), resolve searchClient.search(\"b\") → \"b\", resolve searchClient.search(\"a\") → \"a\""
      ])
  }

  @Test func `loading without an effect`() throws {
    try expect(
      retry(repaired: false),
      finds: [
        "loading implies an effect in flight":
          "send load, resolve loader.load() → failure, send cancel"
      ])
  }

  @Test func `a chat that believes it has caught up (B02)`() throws {
    try expect(
      catchUp(repaired: false),
      finds: [
        "caught up and no event on its way implies the server's messages":
          "send open, serve chat.fetch(), move a message arrives, resolve chat.events() → 2, resolve chat.fetch() → [1]"
      ])
  }

  @Test func `a deleted record that comes back (B14)`() throws {
    try expect(
      autosave(repaired: false),
      finds: [
        "a deleted record stays deleted":
          "send edit(1), send delete(1), serve records.delete(1), serve records.set(1)"
      ])
  }

  @Test func `a clean-up that clears its successor's flag (B18)`() throws {
    try expect(
      like(repaired: false),
      finds: [
        "loading exactly while a call is in flight":
          "send like, send like, deliver cleanUp(generation: 1)"
      ])
  }

  @Test(arguments: [
    catchUp(repaired: true) as any Checkable, autosave(repaired: true), like(repaired: true),
    search(repaired: true), retry(repaired: true),
  ])
  func `the repairs are clean`(spec: any Checkable) throws {
    for seed in 1...2 as ClosedRange<UInt64> {
      let outcome = try onHarnessThread {
        try SpecRun(spec.erased).fuzz(seed: seed, limits: FuzzLimits(walks: 300))
      }
      #expect(outcome.counterexamples.isEmpty)
    }
  }
}
