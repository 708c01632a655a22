import TransitionSystems

@testable import ReducerCheck

/// What a feature shows within some steps, by taking every way: nothing is merged, nothing is taken
/// for the same.
///
/// It is the oracle for the keys of configurations, and for the events that are left out.
struct EveryWay {
  /// What was shown after so many steps, or fewer.
  private(set) var shown: Set<[UInt64]> = []
  private(set) var depth = 0

  private static var deepest: Int { 8 }

  /// - Parameter most: Ways after which no longer ones are taken.
  init(_ machine: Simulation, ways most: Int) {
    machine.perform {
      var ends = machine.model.initialStates.map(machine.start)
      for end in ends { shown.insert(end.view) }
      while depth < Self.deepest {
        var longer: [Configuration] = []
        for end in ends where longer.count <= most {
          machine.eachSuccessor(of: end) { _, successor, _ in longer.append(successor) }
        }
        if longer.count > most { return }
        for end in longer { shown.insert(end.view) }
        ends = longer
        depth += 1
      }
    }
  }

  /// What is shown within as many steps by configurations that are told apart by their keys.
  static func shown(by machine: Simulation, depth: Int) -> Set<[UInt64]> {
    machine.perform {
      var (shown, seen): (Set<[UInt64]>, Set<[UInt64]>) = ([], [])
      var layer = machine.model.initialStates.map(machine.start)
      for steps in 0...depth {
        layer = layer.filter { seen.insert(machine.key($0)).inserted }
        for configuration in layer { shown.insert(configuration.view) }
        if steps == depth { break }
        layer = layer.flatMap { configuration in
          var events: [Event] = []
          machine.events(in: configuration, into: &events)
          return events.flatMap { machine.successors(of: configuration, by: $0) }
        }
      }
      return shown
    }
  }
}

extension Configuration {
  /// What can be seen of it, but for the numbers of effects.
  fileprivate var view: [UInt64] {
    var words = state.words
    let effects = zip(effectsPicture, ledger.entries).map { picture, entry in
      let served = (entry.state?.served ?? []).map(\.outcome.text).sorted()
      return String(picture.drop { $0 != " " }) + served.joined(separator: ", ")
    }
    for text in effects.sorted() + orphans.map(\.text).sorted() {
      words += structuralWords(of: text)
    }
    return words + structuralWords(ofDynamic: model)
  }
}
