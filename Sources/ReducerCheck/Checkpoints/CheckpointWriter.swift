import Foundation

/// Writes how far a search is: now and then, and when it stops.
final class CheckpointWriter {
  let file: CheckpointFile
  private let interval: Duration
  private var last = ContinuousClock.now
  /// Why the last attempt failed; nil if it did not.
  private(set) var problem: String?

  /// Time from one checkpoint to the next.
  static var usualInterval: Duration { .seconds(120) }

  init(_ file: CheckpointFile, every interval: Duration = CheckpointWriter.usualInterval) {
    self.file = file
    self.interval = interval
  }

  /// Whether it is time for another one.
  var isDue: Bool { ContinuousClock.now - last >= interval }

  /// Writes a checkpoint. A search goes on although it cannot be written.
  func write(_ checkpoint: Checkpoint) {
    do {
      try file.write(checkpoint)
      problem = nil
    } catch {
      problem = reason(error)
    }
    last = .now
  }
}

/// Where a search keeps how far it is, and where it begins.
struct Checkpointing {
  var writer: CheckpointWriter?
  /// What to go on from; nil for the start.
  var start: Checkpoint?
  /// The executable that searches.
  var build = ""
}

/// The files that a command names.
struct CheckpointFiles: Codable {
  /// What to write how far the search is to.
  var checkpoint: String?
  /// What to go on from.
  var resume: String?
  /// Whether a checkpoint that is there is this command's own, from a search that died.
  var isOwn = false

  /// Opens the files for a search.
  ///
  /// - Throws: ``CheckpointError`` where one of them will not do.
  func open(for run: SpecRun, _ limits: ExplorationLimits) throws -> Checkpointing {
    var result = Checkpointing()
    if checkpoint == nil && resume == nil { return result }
    let search = SearchIdentity(run.model, limits)
    let journal = run.machine.journal
    result.build = journal.doingOwnWork { Checksum.ofExecutable }
    if let resume {
      let start = try journal.doingOwnWork { try CheckpointFile(path: resume).read() }
      if let obstacle = start.head.search.obstacle(to: search, in: resume) {
        throw CheckpointError(description: obstacle)
      }
      result.start = start
    }
    if let checkpoint { result.writer = try writer(to: checkpoint) }
    return result
  }

  private func writer(to path: String) throws -> CheckpointWriter {
    let file = CheckpointFile(path: path)
    let isResumed = resume.map { samePath($0, path) } ?? false
    if !isResumed, !isOwn, FileManager.default.fileExists(atPath: path) {
      throw CheckpointError(
        description:
          "The checkpoint \(path) is there already, and would be lost. Go on from it with "
          + "--resume \(path), or remove it, or name another file.")
    }
    do {
      try file.prepare()
    } catch {
      throw CheckpointError(
        description: "The checkpoint \(path) cannot be written: \(reason(error)) Name a file in a "
          + "folder that can be written.")
    }
    return CheckpointWriter(file)
  }
}

/// A sentence of why a file could not be used.
func reason(_ error: any Error) -> String {
  if let error = error as? CheckpointError { return error.description }
  return (error as NSError).localizedDescription
}
