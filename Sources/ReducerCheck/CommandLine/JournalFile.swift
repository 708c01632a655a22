import Foundation
import Synchronization

/// A journal in a file, which survives the process that writes it.
struct JournalFile {
  let path: String

  private static var size: Int { Journal.Word.allCases.count * MemoryLayout<UInt64>.size }

  /// Makes the file and maps it; it stays mapped as long as the process lives.
  func open() throws -> Journal {
    _ = FileManager.default.createFile(atPath: path, contents: Data(count: Self.size))
    let descriptor = Foundation.open(path, O_RDWR)
    defer { close(descriptor) }
    let memory = mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    guard descriptor >= 0, let memory, memory != MAP_FAILED else {
      throw TraceFileError(
        description: "The journal \(path) cannot be mapped. Check that the folder can be written.")
    }
    return Journal(
      mapped: memory.bindMemory(to: UInt64.self, capacity: Journal.Word.allCases.count))
  }

  /// What a process that has ended had written; nil if there is nothing.
  func read() -> Journal? {
    guard let data = FileManager.default.contents(atPath: path), data.count >= Self.size else {
      return nil
    }
    let words = UnsafeMutablePointer<UInt64>.allocate(capacity: Journal.Word.allCases.count)
    data.withUnsafeBytes { bytes in
      for index in Journal.Word.allCases.indices {
        words[index] = bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self)
      }
    }
    return Journal(copied: words)
  }
}

/// Ends a process whose feature does not return from one move.
final class Watchdog: Sendable {
  private let isOver = Atomic(false)

  /// Watches a journal from a thread of its own, until it is told to stop.
  ///
  /// - Parameters:
  ///   - patience: Seconds that one move may take.
  ///   - isChild: Whether the process is one that only its parent waits for.
  ///   - bite: What to do then, or when the parent is gone.
  init(
    _ journal: Journal, patience: Double, isChild: Bool = false,
    bite: @escaping @Sendable () -> Void
  ) {
    let journal = Handover(journal)
    let parent = getppid()
    let thread = Thread { [self] in
      var last = journal.value.signs
      var since = ContinuousClock.now
      while !isOver.load(ordering: .relaxed) {
        Thread.sleep(forTimeInterval: min(0.25, patience / 4))
        if isChild && getppid() != parent { return bite() }
        let signs = journal.value.signs
        if signs != last || journal.value.stage == .ownWork {
          (last, since) = (signs, .now)
        } else if ContinuousClock.now - since > .seconds(patience) {
          return bite()
        }
      }
    }
    thread.start()
  }

  func stop() { isOver.store(true, ordering: .relaxed) }
}
