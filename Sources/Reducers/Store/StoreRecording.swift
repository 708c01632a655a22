/// Something that happened in a store, for whoever writes it down.
package enum StoreOccurrence {
  /// A store was made, with this state.
  case beginning(store: ObjectIdentifier, state: Any)
  /// An action is about to be reduced.
  case reducing(action: Any, StoreOrigin)
  /// What was about to be reduced last is reduced.
  case reduced(store: ObjectIdentifier, state: Any)
  /// The outside cancels what one of its sends has started.
  case cancelling(startedBy: Any?)
}

/// Where an action came from.
package enum StoreOrigin {
  /// From outside.
  case outside
  /// From a running effect.
  case effect(EffectLedger.Entry)
  /// From what an action before it asked for at once, or from a throttle window.
  case store
}

/// Is told of all that happens in a store.
package struct StoreRecording: Sendable {
  package let note: @Sendable (StoreOccurrence) -> Void

  package init(note: @escaping @Sendable (StoreOccurrence) -> Void) { self.note = note }
}

extension DependencyValues {
  /// Who writes down what happens in a store that is made with these values.
  package var storeRecording: StoreRecording? {
    get { explicitValue(of: StoreRecordingKey.self) ?? nil }
    set { self[StoreRecordingKey.self] = newValue }
  }
}

private enum StoreRecordingKey: TestDependencyKey {
  static var testValue: StoreRecording? { nil }
}
