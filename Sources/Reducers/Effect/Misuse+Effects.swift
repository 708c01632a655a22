extension Misuse {
  /// An error that the work of an effect threw and no `catch` took.
  package static func unhandledError<Action>(_ error: any Error, from run: Run<Action>) -> Misuse {
    Misuse(
      kind: .unhandledError,
      message: "The effect at \(run.fileID):\(run.line) threw \(error), and has no catch. "
        + "Add `catch: { error, send in … }` to its run, or handle the error inside.",
      fileID: run.fileID, line: run.line)
  }

  /// A send from work that had already returned.
  package static func sendAfterCompletion<Action>(of run: Run<Action>) -> Misuse {
    Misuse(
      kind: .sendAfterCompletion,
      message: "The effect at \(run.fileID):\(run.line) sent an action after it had returned; "
        + "the action is dropped. Await the work that sends it before returning.",
      fileID: run.fileID, line: run.line)
  }
}
