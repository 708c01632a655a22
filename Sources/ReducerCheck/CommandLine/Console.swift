import Foundation
import Synchronization

/// Where the command writes: results to standard output, everything else to standard error.
enum Console {
  static func print(_ text: String) {
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
  }

  static func error(_ text: String, terminator: String = "\n") {
    FileHandle.standardError.write(Data((text + terminator).utf8))
  }

  /// Whether standard error is a terminal, where progress can be shown.
  static var isTerminal: Bool { isatty(2) == 1 }
}

/// Ctrl-C: the first one ends the run with what it has, the second one ends the process.
enum Interrupts {
  private static let flag = Atomic(false)

  static var happened: Bool { flag.load(ordering: .relaxed) }

  static func watch() {
    _ = happened
    signal(SIGINT) { _ in
      Interrupts.flag.store(true, ordering: .relaxed)
      signal(SIGINT, SIG_DFL)
    }
  }
}
