/// What is done with each action that a reducer receives and the change that it makes.
public struct ChangePrinter<State, Action>: Sendable {
  let show: @Sendable (_ action: Action, _ old: State, _ new: State) -> Void

  /// Creates a printer from a closure.
  public init(_ show: @escaping @Sendable (_ action: Action, _ old: State, _ new: State) -> Void) {
    self.show = show
  }

  /// Prints each action and the lines in which the states differ.
  public static var differences: Self { differences { print($0) } }

  /// Hands over, for each action, its text and the lines in which the states differ.
  public static func differences(to print: @escaping @Sendable (String) -> Void) -> Self {
    Self { action, old, new in
      func indented(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n  ")
      }
      print(
        """
        received action:
          \(indented(outline(of: action)))
        \(diff(old, new) ?? "  (no state change)")

        """)
    }
  }
}

extension Reducer {
  /// Prints each action that this reducer receives, and what it changes.
  ///
  /// Effects are passed on as they are. Under the harness, which reduces an action many times,
  /// nothing is printed.
  @warn_unqualified_access
  public func _printChanges(
    _ printer: ChangePrinter<State, Action>? = .differences
  ) -> some ReducerOf<Self> {
    PrintingReducer(base: PartReducer(self), printer: printer)
  }
}

private struct PrintingReducer<Base: Reducer>: Reducer {
  let base: PartReducer<Base>
  let printer: ChangePrinter<Base.State, Base.Action>?

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    guard let printer, DependencyValues.current.context != .simulation else {
      return base.reduce(into: &state, action: action)
    }
    let old = state
    defer { printer.show(action, old, state) }
    return base.reduce(into: &state, action: action)
  }
}
