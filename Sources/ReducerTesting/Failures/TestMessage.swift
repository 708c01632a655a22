import Reducers

/// The words of each failure: what was found, the difference, the likeliest fix, the way around.
enum TestMessage {
  // MARK: State

  static func mismatch<State, Action>(
    _ expected: State, _ actual: State, after action: Action?
  ) -> String {
    """
    The state\(after(action)) is not as described (- described, + actual):

    \(indented(difference(expected, actual)))

    Correct the description, or the feature. \(Self.partly)
    """
  }

  static func undescribed<State, Action>(
    _ before: State, _ after: State, after action: Action?
  ) -> String {
    """
    The state changed\(Self.after(action)), and the test does not describe it (- before, + after):

    \(indented(difference(before, after)))

    Describe it in the closure of this call: { $0.… = … }. \(Self.partly)
    """
  }

  static func noChange<Action>(after action: Action?) -> String {
    """
    The closure\(after(action)) describes no change: the state was so before.

    Leave the closure away, or describe what the action should change. To describe the state as it \
    is, use `store.assert { … }`.
    """
  }

  static func threw<Action>(_ error: any Error, after action: Action?) -> String {
    "The closure that describes the state\(after(action)) threw an error: \(outline(of: error))"
  }

  static func skippedChanges<State, Action>(
    _ described: State, _ actual: State, after action: Action?
  ) -> String {
    """
    The state\(after(action)) changed in what the test leaves out (- described, + actual):

    \(indented(difference(described, actual)))
    """
  }

  private static var partly: String {
    "To describe only a part, set `store.exhaustivity = .off`."
  }

  private static func difference(_ old: Any, _ new: Any) -> String {
    diff(old, new)
      ?? """
      The two are not equal, but all that is stored in them looks the same:
      \(outline(of: new))
      Look at its `==`, or at what an object or a closure in it hides.
      """
  }

  // MARK: Actions

  static func waiting<Action>(_ actions: [Action], before action: Action) -> String {
    """
    \(count(actions.count, "action waits", "actions wait")) to be received before \
    \(short(action)) can be sent:

    \(list(actions))

    Receive what waits: `await store.receive(…)`. Not to describe it, use \
    `await store.skipReceivedActions()`.
    """
  }

  static func dismissed<Action>(_ action: Action) -> String {
    """
    The feature has dismissed itself, and \(short(action)) was sent to it all the same; it is not \
    reduced.

    End the test where the feature ends, or look why it asks for its dismissal.
    """
  }

  static func unexpected<Action>(
    _ action: Action, insteadOf expected: String, _ value: Action?, later: Int?, of count: Int
  ) -> String {
    let head = "Expected to receive \(expected), but the next action is another"
    let whole = value.map {
      "\(head) (- expected, + received):\n\n\(indented(difference($0, action)))"
    }
    let place =
      later.map { "The one expected waits, too: it is number \($0 + 1) of \(count). " } ?? ""
    return """
      \(whole ?? "\(head):\n\n\(list([action]))")

      \(place)Receive \(short(action)) first, or correct the feature. To receive only what the test \
      is about, set `store.exhaustivity = .off`.
      """
  }

  static func nothing<Action>(
    _ expected: String, skipped: [Action], _ effects: [EffectStanding]
  ) -> String {
    let others =
      skipped.isEmpty ? "nothing waits to be received" : "only others came (\(names(skipped)))"
    let head = "Expected to receive \(expected), but \(others)"
    if effects.isEmpty {
      return """
        \(head), and no effect is in flight.

        Look whether the feature returns the effect that sends it, and whether it was cancelled.
        """
    }
    return """
      \(head). In flight:

      \(list(effects))

      \(remedy(for: effects))
      """
  }

  static func unreceived<Action>(_ actions: [Action]) -> String {
    """
    \(count(actions.count, "action was", "actions were")) sent by effects and not received:

    \(list(actions))

    Receive them: `await store.receive(…)`. Not to describe them, use \
    `await store.skipReceivedActions()`, or `store.exhaustivity = .off` for the whole test.
    """
  }

  static var nothingToReceive: String {
    """
    There is nothing to skip: no action waits to be received.

    Leave the call away, or make it `skipReceivedActions(strict: false)`.
    """
  }

  static func skippedActions<Action>(_ actions: [Action]) -> String {
    """
    \(count(actions.count, "action was", "actions were")) received that the test leaves out:

    \(list(actions))
    """
  }

  static func endlessActions<Action>(_ count: Int, last: Action) -> String {
    """
    \(count) actions were skipped, and there are always more. The last one:

    \(list([last]))

    Cancel the effect that sends them before they are skipped.
    """
  }
}
