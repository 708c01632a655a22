import Testing
import TransitionSystems

@testable import ReducerCheck

@Suite struct `A configuration that was moved` {
  @Test func `goes back to what it was, by every step of random systems`() throws {
    let counts = try onHarnessThread { () throws -> (steps: Int, effects: Int) in
      var counts = (steps: 0, effects: 0)
      for seed in UInt64(0)..<60 {
        let machine = try RandomSystem(seed: seed).run().machine
        machine.perform {
          var queue = machine.model.initialStates.map { machine.start(from: $0) }
          for index in 0..<40 where index < queue.count {
            let (count, successors) = step(from: queue[index], machine)
            counts.steps += count
            counts.effects += queue[index].ledger.entries.count
            queue += successors
          }
        }
      }
      return counts
    }
    #expect(counts.steps > 10_000)
    #expect(counts.effects > 1_000)
  }

  /// Takes every step there is with one copy, and returns how many those were and where they led.
  private func step(
    from configuration: Configuration, _ machine: Machine
  ) -> (Int, [Configuration]) {
    let words = structuralWords(of: configuration)
    var events: [Event] = []
    machine.events(in: configuration, into: &events)
    var copy = configuration
    var moved: [Configuration] = []
    var count = 0
    for event in events {
      var script: [Int]? = []
      while let current = script {
        script = machine.apply(event, to: &copy, decisions: .scripted(current)).decisions.successor
        count += 1
        // Every other one is kept, so that its memory is shared when it goes back.
        if count % 2 == 0 { moved.append(copy) }
        copy.goBack(to: configuration)
        #expect(structuralWords(of: copy) == words)
      }
    }
    return (count, moved)
  }
}
