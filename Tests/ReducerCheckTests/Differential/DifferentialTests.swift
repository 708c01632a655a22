import Specs
import Testing
import TransitionSystems

@testable import ReducerCheck

private let amount = Amount("DIFFERENTIAL")

extension Amount {
  /// Events on each example feature.
  fileprivate var events: Int { isFull ? 100_000 : 3_000 }
  fileprivate var features: Int { count(150, full: 2_000) }
  fileprivate var walks: Int { isFull ? 5 : 1 }
  fileprivate var length: Int { 40 }
}

private func picks(_ seed: UInt64, _ index: Int, count: Int) -> [UInt64] {
  var random = RandomSource(seed: RandomSource.derivedSeed(seed, index: UInt64(index)))
  return (0..<count).map { _ in random.next() }
}

@Suite struct `The abstract machine and the live store agree (Differential)` {
  static let examples = [
    contador.erased, contadorCancelInFlight.erased, perfil001.erased, perfil002.erased,
    catchUp(repaired: false).erased, catchUp(repaired: true).erased,
    autosave(repaired: false).erased, autosave(repaired: true).erased,
    like(repaired: false).erased, like(repaired: true).erased,
    search(repaired: false).erased, search(repaired: true).erased,
    retry(repaired: false).erased, retry(repaired: true).erased,
  ]

  @Test(arguments: examples.map(\.name))
  func `on the example features`(name: String) throws {
    let failure = try onHarnessThread { () -> String? in
      let spec = try #require(Self.examples.first { $0.name == name })
      var lockstep = try Lockstep(spec)
      let machine = lockstep.machine
      return machine.perform {
        var index = 0
        while lockstep.events < amount.events {
          if let failure = lockstep.walk(picks(1, index, count: 60)) {
            return "walk \(index)\n\(lockstep.shrink(failure).text)"
          }
          index += 1
        }
        return nil
      }
    }
    if let failure { Issue.record("\(failure)") }
  }

  @Test func `on generated features`() throws {
    let report = try onHarnessThread {
      var report = GeneratedReport()
      let first = amount.firstSeed
      for seed in first..<first + amount.features { try report.check(UInt64(seed)) }
      return report
    }
    print(report.summary)
    for failure in report.failures { Issue.record("\(failure)") }
    // Of a few features neither need be true.
    guard amount.features >= 150 else { return }
    #expect(report.abandoned * 5 < report.walks, "\(report.summary)")
    for kind in EventKind.allCases { #expect(report.kinds[kind, default: 0] > 0, "\(kind)") }
  }
}

/// What comparing generated features came to.
private struct GeneratedReport {
  var failures: [String] = []
  var walks = 0
  var events = 0
  var abandoned = 0
  var kinds: [EventKind: Int] = [:]

  static var mostFailures: Int { 5 }

  var summary: String {
    "\(walks) walks, \(events) events, \(abandoned) walks given up, \(failures.count) failures"
  }

  mutating func check(_ seed: UInt64) throws {
    guard failures.count < Self.mostFailures else { return }
    var generator = PlanGenerator(seed: seed)
    let plan = generator.feature()
    guard let failure = try walk(plan, seed) else { return }
    let (smallest, shrunk) = try shrink(plan, failure)
    failures.append("seed \(seed)\n\(smallest)\n\(shrunk.text)")
  }

  private mutating func walk(_ plan: FeaturePlan, _ seed: UInt64) throws -> Lockstep.Failure? {
    var lockstep = try Lockstep(plan.spec.erased)
    let machine = lockstep.machine
    let failure = machine.perform { () -> Lockstep.Failure? in
      for index in 0..<amount.walks {
        walks += 1
        if let failure = lockstep.walk(picks(seed, index, count: amount.length)) { return failure }
      }
      return nil
    }
    events += lockstep.events
    abandoned += lockstep.abandoned
    kinds.merge(lockstep.kinds, uniquingKeysWith: +)
    return failure
  }

  /// Simplifies the feature and shortens the walk in turn, for as long as the two disagree.
  private func shrink(
    _ plan: FeaturePlan, _ failure: Lockstep.Failure
  ) throws -> (FeaturePlan, Lockstep.Failure) {
    var (plan, failure) = (plan, failure)
    while true {
      failure = try shortened(plan, failure) ?? failure
      var simplified = false
      for simpler in plan.simpler {
        guard let still = try shortened(simpler, failure, all: false) else { continue }
        (plan, failure, simplified) = (simpler, still, true)
        break
      }
      if !simplified { return (plan, failure) }
    }
  }

  private func shortened(
    _ plan: FeaturePlan, _ failure: Lockstep.Failure, all: Bool = true
  ) throws -> Lockstep.Failure? {
    var lockstep = try Lockstep(plan.spec.erased)
    let machine = lockstep.machine
    return machine.perform {
      guard let again = lockstep.walk(failure.picks) else { return nil }
      return all ? lockstep.shrink(again) : again
    }
  }
}
