extension DependencyValues {
  /// Lets a presented feature end its own presentation: `await dismiss()`, from an effect.
  public var dismiss: DismissEffect {
    get { explicitValue(of: DismissKey.self) ?? DismissEffect(kind: .notPresented) }
    set { self[DismissKey.self] = newValue }
  }

  /// Whether the feature is presented, by `ifLet` on a `@Presents` or in a stack.
  public var isPresented: Bool { dismiss.isPresented }
}

/// Ends the nearest presentation around the effect that calls it.
///
/// ```swift
/// @Dependency(\.dismiss) var dismiss
///
/// return .run { _ in await dismiss() }
/// ```
///
/// The presenting feature is sent `.dismiss`, or in a stack `.popFrom(id:)`; its reducer removes the
/// child, and with it everything the child has started, the calling effect included: after the call
/// its task is cancelled. A call where nothing presents the feature is reported as ``Misuse`` of kind
/// `dismissalWithoutPresentation`.
public struct DismissEffect: Sendable {
  enum Kind: Sendable {
    case notPresented
    case presented
    case replaced(@MainActor @Sendable () async -> Void)
  }

  private let kind: Kind

  init(kind: Kind) { self.kind = kind }

  /// Creates one that does something else, for tests.
  public init(_ dismiss: @escaping @MainActor @Sendable () async -> Void) {
    kind = .replaced(dismiss)
  }

  /// Ends the presentation, and returns once the presenting feature has dealt with it.
  public func callAsFunction(fileID: StaticString = #fileID, line: UInt = #line) async {
    if case .replaced(let dismiss) = kind { return await dismiss() }
    let dismissal = Dismissal(fileID: "\(fileID)", line: Int(line))
    guard let runtime = EffectContext.runtime else {
      return report(.dismissalOutsideEffect(dismissal))
    }
    await runtime.cancel(CancelID(dismissal))
  }

  var isPresented: Bool { if case .notPresented = kind { false } else { true } }
  var isOfPresentation: Bool { if case .presented = kind { true } else { false } }
}

private enum DismissKey: TestDependencyKey {
  static var testValue: DismissEffect { DismissEffect(kind: .notPresented) }
}

/// What an effect asks its store for by `dismiss()`, by way of a cancellation.
package struct Dismissal: Hashable, Sendable, CustomStringConvertible {
  let fileID: String
  let line: Int

  package var description: String { "dismiss() at \(fileID):\(line)" }
}

extension CancelID {
  /// The dismissal that a cancellation with this id stands for, if it does.
  var dismissal: Dismissal? {
    type == ObjectIdentifier(Dismissal.self) ? value.base as? Dismissal : nil
  }
}
