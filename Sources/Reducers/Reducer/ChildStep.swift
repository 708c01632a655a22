/// What one action did to a child and its parent, put together by the rule that all operators share.
///
/// The child runs first. Its identities before and after the parent's run alone are compared; those
/// that are gone have everything they started cancelled. Effects come in the order child, parent,
/// cancellation, presentation.
struct ChildStep<Action> {
  private var effect: Effect<Action>

  init(child: Effect<Action>, parent: Effect<Action>) {
    effect = child.followed(by: parent)
  }

  mutating func remove(_ scope: EffectScope) {
    effect = effect.followed(by: .removing(scope))
  }

  mutating func present(_ scope: EffectScope, dismissal: Action) {
    effect = effect.followed(by: .presenting(scope, dismissal: dismissal))
  }

  func finish() -> Effect<Action> { effect }
}
