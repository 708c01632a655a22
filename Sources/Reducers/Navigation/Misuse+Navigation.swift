extension Misuse {
  static func actionForAbsentPresentation<Action>(
    at place: SourcePlace, action: PresentationAction<Action>
  ) -> Self {
    let text: String
    if case .presented(let action) = action {
      text = caseName(of: action)
    } else {
      text = "dismiss"
    }
    return Self(
      .actionForAbsentChild, at: place,
      """
      An "ifLet" received a presentation action when nothing was presented.
        Action: \(text)
      A parent that runs before this operator may have removed the child, or an effect or a view \
      outlived it. Run the child first, and cancel what it started when it goes.
      """)
  }

  static func unknownStackElement(at place: SourcePlace, id: StackElementID) -> Self {
    Self(
      .unknownStackElement, at: place,
      """
      A "forEach" was to pop an element that is not on the stack.
        Element: \(id)
      It may have been popped already. Send popFrom with an id of the stack.
      """)
  }

  static func duplicateStackElement(at place: SourcePlace, id: StackElementID) -> Self {
    Self(
      .duplicateStackElement, at: place,
      """
      A "forEach" was to push an element under an id that is on the stack already; it was not pushed.
        Element: \(id)
      Draw an id for each push: @Dependency(\\.stackElementID) var stackElementID, then \
      stackElementID.next().
      """)
  }

  static func dismissalWithoutPresentation(_ dismissal: Dismissal) -> Self {
    Self(
      dismissal,
      """
      A feature asked to be dismissed, but nothing presents it.
      Present it by an ifLet on a @Presents, or in a stack; or tell its parent by an action.
      """)
  }

  static func dismissalOfCancelledPresentation(_ dismissal: Dismissal) -> Self {
    Self(
      dismissal,
      """
      A feature asked to be dismissed, but its presentation is not listened to any more: what the \
      action that presented it had started was cancelled.
      Do not cancel the task of the send that presents a feature; or send its dismissal instead.
      """)
  }

  static func dismissalOutsideEffect(_ dismissal: Dismissal) -> Self {
    Self(
      dismissal,
      """
      A feature asked to be dismissed outside of an effect, so it is not known which one.
      Call dismiss() from the closure of a run, or from a task inside it.
      """)
  }

  private init(_ dismissal: Dismissal, _ message: String) {
    self.init(
      kind: .dismissalWithoutPresentation, message: message, fileID: dismissal.fileID,
      line: dismissal.line)
  }
}
