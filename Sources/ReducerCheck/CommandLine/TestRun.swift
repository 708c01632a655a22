import Foundation

/// A spec fuzzed inside a test: what a test library needs to report it.
public struct TestRun: Sendable {
  /// The reports of the findings that the corpus does not know, and of what could not be run.
  public let failures: [String]
  /// What the walks came to.
  public let report: SpecReport

  /// Fuzzes a spec in this process.
  ///
  /// A reducer that traps ends the process; the path of its trace is printed before.
  ///
  /// - Parameters:
  ///   - seed: The seed of all random choices.
  ///   - walks: Walks at most.
  ///   - corpus: The folder of known traces; nil for a folder `Corpus` in the folder of `file` or
  ///     above it.
  ///   - file: The test's file.
  public init(
    of spec: any Checkable, seed: UInt64 = 1, walks: Int = 500, corpus: String? = nil,
    beside file: String = #filePath
  ) {
    let spec = spec.erased
    let limits = FuzzLimits(walks: walks)
    let folder = corpus ?? Self.corpus(above: file)
    let entries = folder.map { CorpusFolder(path: $0).files(of: [spec.name]) } ?? []
    let known = entries.compactMap { file in (try? TraceFile.read(file)).map { (file, $0) } }
    let session = SpecSession(spec: spec, known: known)
    let report: SpecReport
    do {
      let note = try CrashNote(
        spec: spec.name, seed: seed, limits: limits,
        folder: NSTemporaryDirectory() + "reducer-check",
        journal: session.journal)
      let watchdog = Watchdog(session.journal, patience: Self.patience) {
        note.fillIn()
        abort()
      }
      report = session.fuzz(seed: seed, limits: limits, noting: note)
      watchdog.stop()
    } catch {
      var failed = SpecReport(spec: spec.name, seed: seed)
      failed.error = "\(error)"
      report = failed
    }
    self.report = report
    let format = TextFormat(command: "reducer-check")
    let new = (report.properties + report.findings).filter {
      $0.verdict == .falsified && $0.known == nil
    }
    let stale = entries.map { session.replay($0) }.filter { $0.outcome != .asExpected }
    var messages = report.error.map { [$0] } ?? []
    if let corpus, !FileManager.default.fileExists(atPath: corpus) {
      messages.append(
        "There is no corpus folder \(corpus). Without one that is named, the nearest Corpus above the "
          + "test's file is taken.")
    }
    failures = messages + new.map { format.text($0, report) } + stale.map(\.message)
  }

  /// Seconds that one step of a feature may take before the process is ended.
  private static var patience: Double { 60 }

  /// The corpus folder nearest above a file.
  private static func corpus(above file: String) -> String? {
    var folder = (file as NSString).deletingLastPathComponent
    while folder.count > 1 {
      let corpus = (folder as NSString).appendingPathComponent("Corpus")
      if FileManager.default.fileExists(atPath: corpus) { return corpus }
      folder = (folder as NSString).deletingLastPathComponent
    }
    return nil
  }
}
