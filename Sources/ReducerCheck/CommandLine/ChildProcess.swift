import Foundation

/// How a child process ended.
enum ChildEnd {
  case result(Job.Result)
  /// It died of a signal, or gave up on a feature that does not return.
  case died(FindingKind, detail: String, Journal?)
}

/// Runs jobs in child processes, so that a feature that traps takes only a child with it.
struct ChildProcess {
  /// The executable of this process.
  let executable: String
  let directory: String

  init() throws {
    guard let path = Bundle.main.executablePath else {
      throw TraceFileError(description: "The path of this executable cannot be found.")
    }
    executable = path
    directory = NSTemporaryDirectory() + "reducer-check-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true)
  }

  func clean() { try? FileManager.default.removeItem(atPath: directory) }

  func job(
    _ spec: String, _ work: Job.Work, _ options: CommandOptions
  ) -> Job {
    Job(
      spec: spec, work: work, events: options.maxEvents, inFlight: options.maxInFlight,
      corpus: options.corpus, journal: directory + "/journal", result: directory + "/result",
      showsProgress: options.showsProgress, patience: options.patience)
  }

  #if os(macOS) || os(Linux)
    /// Runs one job to its end.
    func run(_ job: Job) throws -> ChildEnd {
      let file = directory + "/job"
      for path in [job.result, job.journal] { try? FileManager.default.removeItem(atPath: path) }
      try JSONEncoder().encode(job).write(to: URL(fileURLWithPath: file))
      let errors = directory + "/errors"
      _ = FileManager.default.createFile(atPath: errors, contents: nil)
      let process = Process()
      process.executableURL = URL(fileURLWithPath: executable)
      process.arguments = [Job.argument, file]
      var environment = ProcessInfo.processInfo.environment
      // The runtime's own crash report would take seconds and say less than ours.
      environment["SWIFT_BACKTRACE"] = "enable=no"
      process.environment = environment
      let output = job.showsProgress ? nil : FileHandle(forWritingAtPath: errors)
      if let output { process.standardError = output }
      try process.run()
      wait(for: process)
      try? output?.close()
      if process.terminationReason == .exit && process.terminationStatus == 0 {
        let data = FileManager.default.contents(atPath: job.result) ?? Data()
        return .result(try JSONDecoder().decode(Job.Result.self, from: data))
      }
      let text = FileManager.default.contents(atPath: errors).map {
        String(decoding: $0, as: UTF8.self)
      }
      let journal = JournalFile(path: job.journal).read()
      let isHang = process.terminationStatus == Job.hangCode && process.terminationReason == .exit
      return isHang
        ? .died(.hang, detail: "it did not return within \(job.patience) s", journal)
        : .died(.trap, detail: detail(process.terminationStatus, text ?? ""), journal)
    }

    /// Waits for a child, and passes a Ctrl-C on: a child is no part of the terminal's group.
    private func wait(for process: Process) {
      var isPassedOn = false
      while process.isRunning {
        if Interrupts.happened && !isPassedOn {
          isPassedOn = true
          process.interrupt()
        }
        Thread.sleep(forTimeInterval: 0.002)
      }
    }
  #else
    /// Other systems allow no child processes.
    func run(_ job: Job) throws -> ChildEnd {
      throw TraceFileError(
        description: "The command runs specs in child processes, which this system does not allow. "
          + "Call check(_:) in a test instead.")
    }
  #endif

  /// What the runtime said before it trapped, or else the signal.
  private func detail(_ signal: Int32, _ errors: String) -> String {
    let lines = errors.split(separator: "\n")
    if let line = lines.last(where: { $0.contains("Fatal error") || $0.contains("recondition") }) {
      return String(line)
    }
    let names: [Int32: String] = [
      SIGILL: "SIGILL", SIGTRAP: "SIGTRAP", SIGSEGV: "SIGSEGV (endless recursion, or memory)",
      SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE",
    ]
    return names[signal] ?? "signal or status \(signal)"
  }

  /// The child's side: does one job and leaves its result.
  static func serve(_ file: String, _ specs: [AnySpec]) -> Int32 {
    Interrupts.watch()
    guard let data = FileManager.default.contents(atPath: file),
      let job = try? JSONDecoder().decode(Job.self, from: data),
      let spec = specs.first(where: { $0.name == job.spec }),
      let journal = try? JournalFile(path: job.journal).open()
    else { return 2 }
    let watchdog = Watchdog(journal, patience: job.patience, isChild: true) {
      _exit(Job.hangCode)
    }
    let result = job.run(spec, journal: journal)
    watchdog.stop()
    guard let encoded = try? JSONEncoder().encode(result) else { return 2 }
    return FileManager.default.createFile(atPath: job.result, contents: encoded) ? 0 : 2
  }
}
