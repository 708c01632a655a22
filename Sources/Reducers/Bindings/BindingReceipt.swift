import Synchronization

/// Tells the store that sent a binding action whether a reducer applied it.
final class BindingReceipt: Sendable {
  private let mark = Atomic(false)

  var wasApplied: Bool { mark.load(ordering: .relaxed) }

  func markApplied() { mark.store(true, ordering: .relaxed) }
}

extension Misuse {
  static func unhandledBinding<State>(
    _ keyPath: PartialKeyPath<State>, action: Any.Type, fileID: StaticString, line: UInt
  ) -> Self {
    Self(
      kind: .unhandledBinding,
      message: """
        A binding was written to, but no reducer applied it: the state has not changed.
          Field:  \(keyPath)
          Action: \(action).binding
        Put a BindingReducer() into the body of the feature.
        """,
      fileID: "\(fileID)", line: Int(line))
  }
}
