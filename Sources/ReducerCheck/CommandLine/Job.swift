import Foundation
import TransitionSystems

/// One piece of work for a child process, and what it came to.
///
/// A reducer or an effect that traps takes its process with it. So the command gives each spec to
/// a child, which leaves a journal of what it was about to do.
struct Job: Codable {
  enum Work: Codable {
    case fuzz(seed: UInt64, walks: Int?, seconds: Double?, shrinks: Bool)
    case explore(ExplorationLimits, CheckpointFiles)
    /// Explores up to a move that kills the process, and says how one gets there.
    case exploreToDeath(ExplorationLimits, move: UInt64, from: String?)
    case draw(ExplorationLimits, around: TraceFile?)
    case replay(TraceFile, name: String)
    case minimize(TraceFile, name: String)
    case traceToDeath(seed: UInt64, walks: Int?, event: UInt64, probing: Bool)
    case describeDeadly(TraceFile)
  }

  let spec: String
  let work: Work
  var events = FuzzLimits().events
  var inFlight: Int?
  let corpus: String
  let journal: String
  let result: String
  var showsProgress = false
  /// Seconds that one move may take before the child gives up on it.
  var patience: Double

  enum Result: Codable {
    case searched(SpecReport)
    case drawn(SpacePicture)
    case replayed(EntryReport)
    case minimized(DemandReport)
    case failed(String)
  }

  /// The argument that makes the command a child.
  static let argument = "__job"
  /// The exit code of a child whose feature did not return.
  static let hangCode: Int32 = 86
}

extension Job {
  /// Does the work in this process.
  func run(_ spec: AnySpec, journal: Journal) -> Result {
    let corpus = CorpusFolder(path: corpus)
    let known = corpus.files(of: [spec.name]).compactMap { file in
      (try? TraceFile.read(file)).map { (file, $0) }
    }
    let session = SpecSession(spec: spec, known: known, journal: journal)
    do {
      switch work {
      case .fuzz(let seed, let walks, let seconds, let shrinks):
        return .searched(fuzz(session, seed, walks, seconds, shrinks))
      case .explore(let limits, let files):
        return .searched(explore(session, limits, files))
      case .exploreToDeath(let limits, let move, let file):
        return .minimized(try session.exploreToDeath(limits, move: move, from: file))
      case .draw(let limits, let file): return .drawn(try session.picture(limits, around: file))
      case .replay(let file, let name): return .replayed(session.replay(file, named: name))
      case .minimize(let file, let name):
        return .minimized(try session.minimize(file, named: name))
      case .traceToDeath(let seed, let walks, let event, let probing):
        return .minimized(
          try session.traceToDeath(
            seed: seed, limits: limits(walks), event: event, probing: probing))
      case .describeDeadly(let file): return .minimized(try session.describeDeadly(file))
      }
    } catch {
      return .failed("\(error)")
    }
  }

  private func limits(_ walks: Int?) -> FuzzLimits {
    FuzzLimits(walks: walks, events: events, inFlight: inFlight)
  }

  private func fuzz(
    _ session: SpecSession, _ seed: UInt64, _ walks: Int?, _ seconds: Double?, _ shrinks: Bool
  ) -> SpecReport {
    let clock = ContinuousClock()
    let deadline = seconds.map { clock.now.advanced(by: .seconds($0)) }
    var progress = showsProgress ? Progress(name: session.spec.name) : nil
    let report = session.fuzz(seed: seed, limits: limits(walks), shrinks: shrinks) {
      walks, events in
      progress?.show("\(grouped(walks)) walks, \(grouped(events)) events")
      return Interrupts.happened || (deadline.map { clock.now >= $0 } ?? false)
    }
    progress?.clear()
    return report
  }
}

extension Job {
  fileprivate func explore(
    _ session: SpecSession, _ limits: ExplorationLimits, _ files: CheckpointFiles
  ) -> SpecReport {
    let clock = ContinuousClock()
    var deadline: ContinuousClock.Instant?
    var progress = showsProgress ? Progress(name: session.spec.name) : nil
    let report = session.explore(limits, files) { state in
      progress?.show(
        "depth \(state.depth), \(grouped(state.configurations)) configurations "
          + (state.isFollowing
            ? "made again"
            : "\(grouped(state.generated)) steps, \(grouped(state.frontier)) to expand")
          + ", \(grouped(MemoryUse.now / 1_000_000)) MB")
      if Interrupts.happened { return SearchStop(.interruption, "it was interrupted") }
      if let seconds = limits.seconds, !state.isFollowing {
        // Time is for what is new.
        let end = deadline ?? clock.now.advanced(by: .seconds(seconds))
        deadline = end
        if clock.now >= end { return SearchStop(.time, "\(seconds) s were over (--time)") }
      }
      return memoryStop(limits.memory ?? MemoryUse.allowed)
    }
    progress?.clear()
    return report
  }

  private func memoryStop(_ allowed: Int) -> SearchStop? {
    let used = MemoryUse.now
    guard used > allowed else { return nil }
    return SearchStop(
      .memory,
      "its memory reached \(grouped(used / 1_000_000)) MB of the \(grouped(allowed / 1_000_000)) MB "
        + "it may take (--max-memory; --compact takes less)")
  }
}

/// A line on the terminal that says how far a run is.
private struct Progress {
  let name: String
  private var last = ContinuousClock.now

  init(name: String) { self.name = name }

  mutating func show(_ text: @autoclosure () -> String) {
    guard ContinuousClock.now - last > .milliseconds(200) else { return }
    last = .now
    Console.error("\r\u{1B}[K\(name): \(text()) …", terminator: "")
  }

  func clear() { Console.error("\r\u{1B}[K", terminator: "") }
}
