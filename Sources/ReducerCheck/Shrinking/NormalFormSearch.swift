/// The smallest trace that breaks a demand, looked up in a small space.
///
/// Breadth-first over configurations, effects told apart by age; of the traces to a configuration
/// the first in normal form is kept, which is enough since the order of traces is the same
/// whatever comes after. It gives up when it has met more configurations than its limit.
struct NormalFormSearch {
  let machine: Simulation
  let demand: String
  let limit: Int

  struct Found {
    let events: [TraceEvent]
    /// Configurations within reach of shorter traces, all of which hold.
    let configurations: Int
    /// Whether every shorter trace was looked at, and what was compared is all there is.
    let isWhole: Bool
  }

  private struct Reached {
    let configuration: Configuration
    let events: [TraceEvent]
  }

  /// The smallest trace from an initial state that is no longer than `length`; nil if the limit
  /// was reached or there is none.
  func smallest(from start: Int, length: Int) -> Found? {
    // What is not small is not worth the time here; told apart by itself it merges less.
    machine.shapes.limit = 64
    machine.shapes.replayLimit = 512
    var checker = Checker(machine)
    let configuration = machine.start(from: machine.model.initialStates[start])
    if breaks(checker.check(start: configuration)) {
      return Found(events: [], configurations: 0, isWhole: true)
    }
    var isWhole = configuration.state.notices.isEmpty
    let revision = machine.revision
    var seen: Set<[UInt64]> = [machine.keyInOrder(configuration)]
    var layer = [Reached(configuration: configuration, events: [])]
    for _ in 0..<length {
      let (counted, isWholeSoFar) = (seen.count, isWhole)
      var next: [[UInt64]: Reached] = [:]
      var order: [[UInt64]] = []
      var best: [TraceEvent]?
      for reached in layer {
        guard seen.count + order.count <= limit else { return nil }
        successors(of: reached, &checker, &isWhole) { successor, events, isBroken in
          if isBroken {
            if best.map({ precedes(events, $0) }) ?? true { best = events }
            return
          }
          let key = machine.keyInOrder(successor)
          guard !seen.contains(key) else { return }
          if let other = next[key] {
            if !precedes(events, other.events) { return }
          } else {
            order.append(key)
          }
          next[key] = Reached(configuration: successor, events: events)
        }
      }
      if machine.revision != revision { return nil }
      if let best {
        return Found(
          events: best, configurations: counted,
          isWhole: isWholeSoFar && machine.isExact)
      }
      seen.formUnion(order)
      layer = order.compactMap { next[$0] }
      isWhole = isWhole && layer.allSatisfy { $0.configuration.state.notices.isEmpty }
    }
    return nil
  }

  private func breaks(_ violations: [Violation]) -> Bool {
    violations.contains { $0.demand == demand }
  }

  private func successors(
    of reached: Reached, _ checker: inout Checker, _ isWhole: inout Bool,
    _ body: (Configuration, [TraceEvent], Bool) -> Void
  ) {
    var events: [Event] = []
    machine.events(in: reached.configuration, into: &events)
    for event in events {
      var script: [Int]? = []
      while let current = script {
        var successor = reached.configuration
        let step = checker.step(event, from: &successor, decisions: .scripted(current))
        script = step.report.decisions.successor
        if machine.isRefused(successor) {
          isWhole = false
          continue
        }
        let named = TraceEvent(
          event, decisions: step.report.decisions, in: reached.configuration, machine)
        body(successor, reached.events + [named], breaks(step.violations))
      }
      // What answers otherwise each time has no space that could be looked through.
      if isWhole, machine.purityFinding(of: event, in: reached.configuration) != nil {
        isWhole = false
      }
    }
  }
}
