extension Misuse {
  static func actionForAbsentChild<Action>(at place: SourcePlace, action: Action) -> Self {
    Self(
      .actionForAbsentChild, at: place,
      """
      An "ifLet" received a child action when the child's state was nil.
        Action: \(caseName(of: action))
      A parent that runs before this operator may have removed the child, or an effect or a view \
      outlived it. Run the child first, and cancel what it started when it goes.
      """)
  }

  static func missingElement<Action>(at place: SourcePlace, id: Any, action: Action) -> Self {
    Self(
      .missingElement, at: place,
      """
      A "forEach" received an action for an element that is not there.
        Element: \(id)
        Action: \(caseName(of: action))
      A parent that runs before this operator may have removed the element, or an effect or a view \
      outlived it. Run the children first, and cancel what an element started when it goes.
      """)
  }

  static func stateInAnotherCase<Action, Child>(
    _ operation: String, at place: SourcePlace, action: Action, expected: Child.Type
  ) -> Self {
    Self(
      .stateInAnotherCase, at: place,
      """
      \(operation == "Scope" ? "A" : "An") "\(operation)" received a child action when the state \
      was in another case.
        Child: \(expected)
        Action: \(caseName(of: action))
      A parent that runs before this operator may have changed the case, or an effect or a view \
      outlived it. Run the child first, and cancel what it started when it goes.
      """)
  }

  init(_ kind: Kind, at place: SourcePlace, _ message: String) {
    self.init(kind: kind, message: message, fileID: place.fileID, line: place.line)
  }

  /// The type and case of an action without its payload, which may be large.
  static func caseName<Action>(of action: Action) -> String {
    let mirror = Mirror(reflecting: action)
    guard mirror.displayStyle == .enum else { return "\(Action.self)" }
    return "\(Action.self).\(mirror.children.first?.label ?? "\(action)")"
  }
}
