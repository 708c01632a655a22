import ControlledExecution
import Synchronization

/// The test clocks that the effects on a stage sleep on.
final class StageClocks: Sendable {
  typealias Work = @Sendable () -> Void

  private struct Members {
    var clocks: [TestClock] = []
    var isBlocked = false
    var act: (@Sendable (@escaping Work) async -> Void)?
  }

  /// Those of the stage whose thread this is.
  static var current: StageClocks? { ControlledExecutor.current?.host as? StageClocks }

  private let members = Mutex(Members())

  /// Whether actions wait to be received: until then no time passes.
  var isBlocked: Bool {
    get { members.withLock { $0.isBlocked } }
    set { members.withLock { $0.isBlocked = newValue } }
  }

  /// Does something on the stage and lets everything come to rest.
  var act: (@Sendable (@escaping Work) async -> Void)? {
    get { members.withLock { $0.act } }
    set { members.withLock { $0.act = newValue } }
  }

  func add(_ clock: TestClock) {
    members.withLock { members in
      if !members.clocks.contains(where: { $0 === clock }) { members.clocks.append(clock) }
    }
  }

  /// Lets the time pass that the clocks were granted and have not spent.
  nonisolated(nonsending) func flow() async {
    for clock in members.withLock({ $0.clocks }) { await clock.flow() }
  }

  /// How long an effect still sleeps.
  func sleeps(of entry: Int) -> [Duration] {
    members.withLock { $0.clocks }.flatMap { $0.sleeps(of: entry, on: self) }
  }
}
