extension EffectLedger {
  /// Notes that a child is presented, until it goes or what presented it is cancelled.
  ///
  /// A concatenation that it is returned in does not wait for it.
  mutating func present(_ scope: EffectScope, _ dismissal: Any, _ context: Context) {
    var context = context
    context.scope = context.scope.appending(scope)
    context.sequence = nil
    let role = Role.presentation(dismissal: dismissal)
    entries.append(
      Entry(id: makeID(), phase: .running, birth: Birth(.presentation, context, role)))
  }

  /// Has the nearest presentation around an entry told to end.
  mutating func dismiss(_ dismissal: Dismissal, from entry: Entry) {
    guard let scope = entry.scope.nearestPresentation else {
      return report(.dismissalWithoutPresentation(dismissal))
    }
    let presentation = entries.first { $0.birth.isPresentation && $0.scope == scope }
    guard let presentation, case .presentation(let action) = presentation.role else {
      // What was cancelled with its child may still ask for what has been done.
      if entry.phase != .draining { report(.dismissalOfCancelledPresentation(dismissal)) }
      return
    }
    finish(presentation.id)
    append(action, presentation.group)
  }
}

extension Run where Action == Any {
  /// Stands for the closure that a presentation does not have.
  fileprivate static let presentation = Run<Any>(
    facts: RunFacts(
      name: "presentation", fileID: #fileID, line: #line, priority: nil, handlesErrors: true,
      closures: []), body: { _ in })

}

extension EffectScope {
  /// The place of a child that is presented.
  package init(presented child: ChildIdentity, at place: SourcePlace) {
    self.init(PresentedStep(place: place, child: child))
  }

  /// The innermost presented child that this place is, or is inside.
  var nearestPresentation: EffectScope? {
    guard let index = elements.lastIndex(where: { $0.base is PresentedStep }) else { return nil }
    var result = self
    result.elements.removeSubrange((index + 1)...)
    return result
  }
}

/// The step from a parent to a child that it presents.
private struct PresentedStep: Hashable, CustomStringConvertible {
  let place: SourcePlace
  let child: ChildIdentity

  var description: String {
    let child = "\(child)"
    return child.isEmpty ? "\(place)" : "\(place)/\(child)"
  }
}
