import Reducers

extension TestMessage {
  // MARK: Effects

  static func stillAlive(_ effect: EffectStanding) -> String {
    """
    An effect that this action led to is still alive at the end of the test:

    \(list([effect]))

    \(remedy(for: [effect])) To end the test before the effect ends, use \
    `await store.skipInFlightEffects()`.
    """
  }

  static func notFinished(_ effects: [EffectStanding]) -> String {
    """
    \(count(effects.count, "effect has", "effects have")) not ended:

    \(list(effects))

    \(remedy(for: effects)) To end the test before an effect ends, use \
    `await store.skipInFlightEffects()`.
    """
  }

  static var nothingInFlight: String {
    """
    There is nothing to skip: no effect is in flight.

    Leave the call away, or make it `skipInFlightEffects(strict: false)`.
    """
  }

  static func skippedEffects(_ effects: [EffectStanding]) -> String {
    """
    \(count(effects.count, "effect was", "effects were")) in flight, and the test leaves it at that:

    \(list(effects))
    """
  }

  static func endlessSleeping(_ sleepers: Int, wakes: Int) -> String {
    """
    The clock ran until its sleepers had been woken \(wakes) times, and \
    \(count(sleepers, "task sleeps", "tasks sleep")) still.

    Cancel the effect that sleeps again and again before `run()`, or use `advance(by:)`.
    """
  }

  // MARK: What should not have been

  static func misuse(_ misuse: Misuse) -> String {
    let place = "\(misuse.fileID):\(misuse.line)"
    return misuse.message.contains(place) ? misuse.message : "\(misuse.message)\n\nSee \(place)."
  }

  /// What follows the misuse that a store has stopped at.
  static var halted: String {
    """


    The live value is not given out in a test, and there is no other: the test store stops here, \
    and nothing that the feature does from here on happens.
    """
  }

  static func escape(_ escape: Escape) -> String {
    switch escape {
    case .realSleep(let duration, let origin):
      """
      \(origin.map { "The effect at \($0)" } ?? "A task that an effect started") sleeps \
      \(duration) in real time, which a test store does not wait for: it never wakes.

      Sleep on a clock that the test controls: `@Dependency(\\.continuousClock) var clock` in the \
      feature, `$0.continuousClock = TestClock()` in the test.
      """
    case .stray(let origins):
      """
      \(oneOf(origins)) was resumed from a thread that the test store does not control: what \
      happens when differs from run to run.

      Put what calls back (a queue, a thread, URLSession) behind a dependency that the test answers.
      """
    case .restless(let origins):
      """
      \(oneOf(origins)) does not come to rest: it goes on and on without ever waiting.

      Let it wait for a clock or an answer in each round. Nothing that it does from here on happens.
      """
    }
  }

  private static func oneOf(_ origins: [String]) -> String {
    switch origins.count {
    case 0: "Something that no effect in flight has started"
    case 1: "The effect at \(origins[0])"
    default: "One of the effects at \(origins.joined(separator: ", "))"
    }
  }

  /// What most likely lets effects go on.
  static func remedy(for effects: [EffectStanding]) -> String {
    let waits = effects.flatMap(\.waits)
    if waits.contains(where: { $0 == .receive || $0 == .followUp || $0 == .start }) {
      return "Receive what waits: `await store.receive(…)`."
    }
    if waits.contains(where: { if case .clock = $0 { true } else { false } }) {
      return "Advance the clock: `await clock.advance(by: …)`. Or cancel what sleeps."
    }
    if waits.contains(where: { if case .realSleep = $0 { true } else { false } }) {
      return "Sleep on a clock that the test controls, not in real time."
    }
    return """
      Let the test answer what it waits for, or send an action that cancels it. What a thread, a \
      queue or URLSession is to answer, a test store does not wait for: put it behind a dependency.
      """
  }
}
