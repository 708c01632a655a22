/// The asynchronous work of an effect: its closure, and what is known of it from outside.
public struct Run<Action>: @unchecked Sendable {
  // Sendable holds because every stored closure is `@Sendable` and the rest is immutable.

  /// What the person called it, if they did.
  public var name: String? { facts.name }
  /// The file of the line that made it.
  public var fileID: String { "\(facts.fileID)" }
  /// The line that made it.
  public var line: Int { facts.line }
  /// The priority of its task.
  public var priority: TaskPriority? { facts.priority }
  /// Whether it has a `catch`.
  public var handlesErrors: Bool { facts.handlesErrors }
  /// What it may be told from another by: its closures, in the order they were wrapped.
  package var closures: [Any] { facts.closures }
  /// The dependencies that were current when it was made.
  package var dependencies: DependencyValues { facts.dependencies }
  /// Whether it only waits, as a debounce does, and nothing of the feature's runs in it.
  @usableFromInline package var isDelay = false
  @usableFromInline let facts: RunFacts
  @usableFromInline let body: @Sendable (Send<Action>) async throws -> Void

  @inlinable
  init(facts: RunFacts, body: @escaping @Sendable (Send<Action>) async throws -> Void) {
    self.facts = facts
    self.body = body
  }

  /// Does the work, under the dependencies it was made with.
  ///
  /// - Throws: What the closure throws and no `catch` took; a `CancellationError`, and any error
  ///   thrown because the task was cancelled, count as the work's end and are not thrown on.
  package func perform(_ send: Send<Action>) async throws {
    try await DependencyValues.$current.withValue(dependencies) {
      try await body(send)
    }
  }

  @inlinable
  func map<NewAction>(
    _ transform: @escaping @Sendable (Action) -> NewAction, holder: Any?
  ) -> Run<NewAction> {
    let body = body
    var mapped = Run<NewAction>(facts: holder.map(facts.wrapped) ?? facts) { send in
      try await body(send.pullback(transform))
    }
    mapped.isDelay = isDelay
    return mapped
  }
}

/// What is known of a run from outside: shared by its copies, whatever their actions' type.
@usableFromInline
final class RunFacts {
  let name: String?
  /// Written out only for a report, since that takes longer than the rest of making a run.
  let fileID: StaticString
  let line: Int
  let priority: TaskPriority?
  let handlesErrors: Bool
  let closures: [Any]
  let dependencies: DependencyValues

  private init(
    name: String?, fileID: StaticString, line: Int, priority: TaskPriority?,
    handlesErrors: Bool, closures: [Any], dependencies: DependencyValues
  ) {
    self.name = name
    self.fileID = fileID
    self.line = line
    self.priority = priority
    self.handlesErrors = handlesErrors
    self.closures = closures
    self.dependencies = dependencies
  }

  /// What is known where the run is made.
  @usableFromInline
  convenience init(
    name: String?, fileID: StaticString, line: UInt, priority: TaskPriority?,
    handlesErrors: Bool, closures: [Any]
  ) {
    self.init(
      name: name, fileID: fileID, line: Int(line), priority: priority,
      handlesErrors: handlesErrors, closures: closures, dependencies: .current)
  }

  /// The same, with one more closure around it.
  @usableFromInline
  func wrapped(in holder: Any) -> RunFacts {
    RunFacts(
      name: name, fileID: fileID, line: line, priority: priority, handlesErrors: handlesErrors,
      closures: closures + [holder], dependencies: dependencies)
  }
}

/// A closure inside a struct of exactly its type, by which the harness recognises it.
///
/// A function passed as a generic argument is wrapped in a thunk with a context of its own; a
/// struct that holds one is passed as it is.
@usableFromInline
enum ClosureHolder {
  @usableFromInline
  struct Operation<Action> {
    @usableFromInline let function: @Sendable (Send<Action>) async throws -> Void

    @inlinable
    init(function: @escaping @Sendable (Send<Action>) async throws -> Void) {
      self.function = function
    }
  }

  @usableFromInline
  struct Handler<Action> {
    @usableFromInline let function: @Sendable (any Error, Send<Action>) async -> Void

    @inlinable
    init(function: @escaping @Sendable (any Error, Send<Action>) async -> Void) {
      self.function = function
    }
  }

  @usableFromInline
  struct Transform<Action, NewAction> {
    @usableFromInline let function: @Sendable (Action) -> NewAction

    @inlinable
    init(function: @escaping @Sendable (Action) -> NewAction) { self.function = function }
  }
}

/// The channel through which a running effect feeds actions back.
///
/// `await send(action)` returns once the action and everything it causes synchronously have been
/// reduced. A send from a cancelled task is dropped; one after the effect's closure has returned
/// is reported as ``Misuse`` and dropped.
public struct Send<Action>: @unchecked Sendable {
  // Sendable holds because the closure is handed over as one and never mutated.
  @usableFromInline let deliver: (Action) async -> Void

  @inlinable
  package init(_ deliver: @escaping (Action) async -> Void) {
    self.deliver = deliver
  }

  /// Sends an action to the store.
  @inlinable
  public func callAsFunction(_ action: Action) async {
    await deliver(action)
  }

  @inlinable
  func pullback<Child>(_ transform: @escaping @Sendable (Child) -> Action) -> Send<Child> {
    Send<Child> { action in await deliver(transform(action)) }
  }
}
