import Observation

/// Told when the state of a store's runtime has changed.
@MainActor
protocol StateObserver: AnyObject {
  /// Notifies those that track what has changed.
  func stateHasChanged()
}

/// The fields of a store's state that someone has read, each with the value it had.
@MainActor
final class ObservedFields<State, Action>: StateObserver {
  private unowned let link: any StoreLink<State, Action>
  private var fields: [AnyKeyPath: ObservedField<State>] = [:]
  private var lastNumber = 0
  private var isAdded = false

  init(_ link: any StoreLink<State, Action>) { self.link = link }

  /// Notes a read of a field.
  func access<Value: Equatable>(_ keyPath: KeyPath<State, Value>) {
    field(keyPath) { state in
      let value = state[keyPath: keyPath]
      return { $0[keyPath: keyPath] == value }
    }
  }

  /// Notes a read of a field whose type may be comparable when the program runs.
  func access<Value>(_ keyPath: KeyPath<State, Value>) {
    field(keyPath) { state in
      guard let type = Value.self as? any Equatable.Type else { return { _ in false } }
      return Self.comparison(state[keyPath: keyPath], keyPath, as: type)
    }
  }

  private static func comparison<Value, Comparable: Equatable>(
    _ value: Value, _ keyPath: KeyPath<State, Value>, as type: Comparable.Type
  ) -> (State) -> Bool {
    let value = value as? Comparable
    return { ($0[keyPath: keyPath] as? Comparable) == value }
  }

  private func field(
    _ keyPath: AnyKeyPath, isSame: (State) -> (State) -> Bool
  ) {
    if let field = fields[keyPath] { return field.access() }
    if !isAdded { link.add(self) }
    isAdded = true
    lastNumber += 1
    let field = ObservedField(number: lastNumber, isSame: isSame(link.state))
    fields[keyPath] = field
    field.access()
  }

  func stateHasChanged() {
    if fields.isEmpty { return }
    let state = link.state
    // In the order of their first reads; a field is forgotten until it is read again.
    let changed = fields.filter { !$0.value.isSame(state) }
      .sorted { $0.value.number < $1.value.number }
    for (keyPath, _) in changed { fields[keyPath] = nil }
    for (_, field) in changed { field.notify() }
  }
}

/// One field that someone may track.
final class ObservedField<State>: Observable {
  let number: Int
  /// Whether a state has the value that was read.
  let isSame: (State) -> Bool
  private let registrar = ObservationRegistrar()

  init(number: Int, isSame: @escaping (State) -> Bool) {
    self.number = number
    self.isSame = isSame
  }

  private var value: Void { () }

  func access() { registrar.access(self, keyPath: \.value) }

  func notify() { registrar.withMutation(of: self, keyPath: \.value) {} }
}
