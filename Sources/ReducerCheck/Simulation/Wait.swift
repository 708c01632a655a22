import Reducers
import TransitionSystems

/// One call or send that an effect waits for and may not be starved of: everything but the next
/// element of a stream, where the environment has none ready.
struct Wait: Equatable {
  let effect: Int
  let serial: Int
  /// Whether it waits for no more than the return of what the environment has done.
  let isServed: Bool
}

extension Machine {
  /// What a configuration waits for, in the order of its ledger.
  final func waits(in configuration: Configuration) -> [Wait] {
    configuration.ledger.entries.flatMap { entry in
      entry.state.map { $0.waits(of: entry.id, $0.node.waits, configuration.model) } ?? []
    }
  }

  /// What a configuration waits for, in the order of its key: the waits of configurations whose keys
  /// are equal correspond to each other by their places in it.
  final func waitsInKeyOrder(in configuration: Configuration) -> [Wait] {
    let entries = configuration.ledger.entries
    let order = entries.count < 2 ? Array(entries.indices) : effectsInKeyOrder(of: configuration)
    return order.flatMap { index in
      entries[index].state.map {
        $0.waits(of: entries[index].id, waitsInKeyOrder(of: $0), configuration.model)
      } ?? []
    }
  }
}

extension Running {
  /// - Parameter serials: Of what it waits for whatever the environment has.
  fileprivate func waits(of effect: Int, _ serials: [Int], _ model: Any) -> [Wait] {
    let ready = node.calls.filter { $0.isReady(in: model) }.map(\.serial)
    return (serials + ready).map { serial in
      Wait(
        effect: effect, serial: serial, isServed: served.contains { $0.call == serial })
    }
  }
}

extension Node {
  /// The serials of what it waits for and may not be starved of.
  var waits: [Int] {
    calls.filter { $0.endpoint.kind != .subscription }.map(\.serial) + sends.map(\.serial)
  }
}

extension Node.Call {
  /// Whether it waits for an element of a stream, and the environment's model has one.
  func isReady(in model: Any) -> Bool {
    guard endpoint.kind == .subscription, let serve = endpoint.serve else { return false }
    var model = model
    return serve(&model, arguments) != nil
  }
}
