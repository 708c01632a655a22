import Reducers

/// Something wrong that no property had to look for.
struct Finding {
  let kind: FindingKind
  /// What tells it from another finding of its kind; it holds no line, which edits would change.
  let name: String
  let message: String

  var signature: String { "\(kind.rawValue) \(name)" }
}

/// The kinds of findings that need no property.
public enum FindingKind: String, Sendable, Codable, CaseIterable {
  /// A misuse of the reducer core: an unhandled error, an action for an absent child, …
  case misuse
  /// The reducer gave two answers to one input.
  case impureReducer
  /// An effect did something else with the same outcomes.
  case notAFunction
  /// An effect's result depends on the order in which threads run.
  case threadOrder
  /// Something the harness does not control was called or awaited.
  case uncontrolled
  /// An effect's closure returned while unstructured work of it goes on.
  case outlivesEffect
  /// Two effects were taken for one that are not the same.
  case unsoundMerge
  /// An effect goes on without ever suspending.
  case neverSuspends
  /// The process died in a reducer or an effect.
  case trap
  /// A reducer or an effect did not return.
  case hang
}

extension Finding {
  static func misuse(_ misuse: Misuse) -> Finding {
    Finding(
      kind: .misuse, name: "\(misuse.kind.rawValue) in \(misuse.fileID)",
      message: misuse.message)
  }

  static func uncontrolledWait(of run: Run<Any>) -> Finding {
    Finding(
      kind: .uncontrolled, name: "wait in \(run.fileID)",
      message: "The effect at \(run.place) waits for something the harness does not control. "
        + "Reach the world through a dependency, and give the spec an endpoint for it: "
        + ".endpoint(\"name\") { $0.name = $1 }.")
  }

  static func outlivesEffect(_ run: Run<Any>) -> Finding {
    Finding(
      kind: .outlivesEffect, name: "effect in \(run.fileID)",
      message: "The effect at \(run.place) returned while a task that it started goes on, which no "
        + "cancellation reaches. Await the task, or use a task group or async let.")
  }

  static func noOutcomes(_ endpoint: Endpoint) -> Finding {
    Finding(
      kind: .uncontrolled, name: "no outcomes for \(endpoint.name)",
      message: SpecificationError.noOutcomes(endpoint.name))
  }

  static func realSleep(in run: Run<Any>, _ duration: Duration) -> Finding {
    Finding(
      kind: .uncontrolled, name: "sleep in \(run.fileID)",
      message: "The effect at \(run.place) sleeps for real (\(duration)). Sleep on "
        + "@Dependency(\\.continuousClock) instead: `try await clock.sleep(for: …)`.")
  }

  static func outsideEffect(_ endpoint: Endpoint) -> Finding {
    Finding(
      kind: .uncontrolled, name: "\(endpoint.name) outside an effect",
      message: "\(endpoint.name) was called outside of an effect of the feature. Call it in the "
        + "closure of a `run`.")
  }

  static func neverSuspends(_ run: Run<Any>) -> Finding {
    Finding(
      kind: .neverSuspends, name: "effect in \(run.fileID)",
      message: "The effect at \(run.place) goes on without suspending, as a loop does that "
        + "swallows its cancellation. Let the error out, or check Task.isCancelled.")
  }

  static func feedsItself(_ caseName: String, _ limit: Int) -> Finding {
    Finding(
      kind: .neverSuspends, name: "reducer, by \(caseName)",
      message: "The reducer feeds itself: \(limit) actions were reduced in one step, the last of "
        + "them \(caseName). An action leads back to itself by .send; break the circle.")
  }

  static func notAFunction(_ run: Run<Any>) -> Finding {
    Finding(
      kind: .notAFunction, name: "effect in \(run.fileID)",
      message: "The effect at \(run.place) is not a function of its outcomes: given the same ones "
        + "again it did something else. It keeps state outside its closure, or reads something "
        + "that is not a dependency.")
  }

  static func dependsOnThreadOrder(_ run: Run<Any>) -> Finding {
    Finding(
      kind: .threadOrder, name: "effect in \(run.fileID)",
      message: "The effect at \(run.place) depends on the order in which its tasks run: with the "
        + "latest first it waits for something else.")
  }

  static var impureReducer: Finding {
    Finding(
      kind: .impureReducer, name: "reducer",
      message: "The reducer is not pure: given the same state and action again it answered "
        + "otherwise. It reads something that is neither state, action nor dependency, or the "
        + "order of a set or dictionary.")
  }
}

extension Run {
  /// Where it was made.
  var place: String { "\(fileID):\(line)" }
}
