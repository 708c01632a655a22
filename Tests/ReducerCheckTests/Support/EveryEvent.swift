@testable import ReducerCheck

extension Machine {
  /// Every event that is enabled in a configuration, written for clarity: effects that are alike
  /// each have their own.
  func everyEvent(in configuration: Configuration) -> [Event] {
    var result: [Event] = []
    events(in: configuration, into: &result)
    result.removeAll { event in
      switch event {
      case .resolve, .serve, .advance, .deliver: true
      case .send, .serveOrphan, .idle, .cancel, .move: false
      }
    }
    for entry in configuration.ledger.entries {
      guard let running = entry.state, !running.node.isOpaque else { continue }
      for call in running.node.calls {
        result += self.events(of: call, in: running, of: entry.id, configuration)
      }
      result += running.node.sends.map { .deliver(effect: entry.id, send: $0.serial) }
    }
    return result
  }

  private func events(
    of call: Node.Call, in running: Running, of effect: Int, _ configuration: Configuration
  ) -> [Event] {
    let answer = Event.resolve(effect: effect, call: call.serial, outcome: 0)
    if call.endpoint.kind == .sleep {
      let remaining = running.sleeps.first { $0.call == call.serial }?.remaining
      return remaining != nil && remaining == configuration.earliestDeadline
        ? [.advance(effect: effect, call: call.serial)] : []
    }
    guard let serve = call.endpoint.serve else {
      return call.outcomes.indices.map {
        .resolve(effect: effect, call: call.serial, outcome: $0)
      }
    }
    if call.endpoint.kind == .subscription {
      var model = configuration.model
      return serve(&model, call.arguments) == nil ? [] : [answer]
    }
    let isServed = running.served.contains { $0.call == call.serial }
    return [isServed ? answer : .serve(effect: effect, call: call.serial)]
  }

  /// Where each event leads, with every combination of the choices inside it.
  func eachSuccessor(
    of configuration: Configuration, _ body: (Event, Configuration, Checker.Step) -> Void
  ) {
    for event in everyEvent(in: configuration) {
      eachSuccessor(of: configuration, by: event) { body(event, $0, $1) }
    }
  }

  /// Where an event leads.
  func successors(of configuration: Configuration, by event: Event) -> [Configuration] {
    var result: [Configuration] = []
    eachSuccessor(of: configuration, by: event) { successor, _ in result.append(successor) }
    return result
  }

  private func eachSuccessor(
    of configuration: Configuration, by event: Event,
    _ body: (Configuration, Checker.Step) -> Void
  ) {
    var checker = Checker(self)
    var script: [Int]? = []
    while let current = script {
      var successor = configuration
      let step = checker.step(event, from: &successor, decisions: .scripted(current))
      script = step.report.decisions.successor
      if !isRefused(successor) { body(successor, step) }
    }
  }
}
