import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The last word of a process that dies while it fuzzes.
///
/// A trap cannot be caught in the process that meets it. So a trace file is written beforehand,
/// with room for the number of the deadly event; a signal handler fills that in, says where the
/// file is, and lets the process die as it would have. `replay` and `minimize` take the file.
final class CrashNote: @unchecked Sendable {
  // Sendable holds because it is written before its thread is marked, and read by the handler on
  // that very thread.

  private let path: String
  private let journal: Journal
  private let memory: UnsafeMutableRawPointer
  private let size: Int
  private let digits: Int
  private let message: [UInt8]

  /// Notes made so far in this process.
  private static let made = Atomic(0)
  /// The room for the number, in digits.
  private static var width: Int { 20 }
  private static let mark = "\"event\" : "

  /// Writes the file with the number left open.
  init(spec: String, seed: UInt64, limits: FuzzLimits, folder: String, journal: Journal) throws {
    // Tests run side by side, and several may check specs of one name.
    let number = Self.made.add(1, ordering: .relaxed).newValue
    path = (folder as NSString).appendingPathComponent(
      "\(spec)-\(ProcessInfo.processInfo.processIdentifier)-\(number).json")
    self.journal = journal
    var trace = TraceFile(
      spec: spec, property: "died", kind: FindingKind.trap.rawValue, seed: seed, events: [])
    trace.death = TraceFile.Death(
      walks: limits.walks ?? 0, maxEvents: limits.events, event: 0)
    let text = String(decoding: try trace.encoded, as: UTF8.self)
    let room = String(repeating: " ", count: Self.width - 1) + "0"
    let bytes = Array(text.replacingOccurrences(of: Self.mark + "0", with: Self.mark + room).utf8)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    guard let place = bytes.firstRange(of: Array(Self.mark.utf8)) else {
      throw TraceFileError(description: "Internal error: no room for the deadly event.")
    }
    digits = place.upperBound
    size = bytes.count
    let descriptor = open(path, O_RDWR)
    defer { close(descriptor) }
    guard let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
      memory != MAP_FAILED
    else { throw TraceFileError(description: "\(path) cannot be mapped.") }
    self.memory = memory
    message = Array(
      """

      ReducerCheck: the process is dying in a reducer or an effect of \(spec), or does not return.
      The trace is in \(path); to see it: reducer-check minimize \(path)


      """.utf8)
  }

  /// Runs work during which the death of this thread is noted; afterwards the file is removed.
  func watch<Value>(_ body: () throws -> Value) rethrows -> Value {
    #if os(macOS) || os(Linux)
      Self.install()
      pthread_setspecific(Self.current, Unmanaged.passUnretained(self).toOpaque())
      // A stack of its own for the handler: the thread's may be what has run out.
      var stack = stack_t()
      stack.ss_size = 1 << 16
      stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: 1 << 16, alignment: 16)
      sigaltstack(&stack, nil)
    #endif
    defer {
      #if os(macOS) || os(Linux)
        pthread_setspecific(Self.current, nil)
        let room = stack.ss_sp
        stack.ss_flags = Int32(SS_DISABLE)
        sigaltstack(&stack, nil)
        room?.deallocate()
      #endif
      munmap(memory, size)
      unlink(path)
    }
    return try body()
  }

  /// Fills in the number of the deadly event, with nothing but stores and system calls.
  func fillIn() {
    var rest = journal.events
    var place = digits + Self.width - 1
    repeat {
      memory.storeBytes(of: UInt8(48 + rest % 10), toByteOffset: place, as: UInt8.self)
      rest /= 10
      place -= 1
    } while rest > 0 && place >= digits
    message.withUnsafeBytes { bytes in _ = write(2, bytes.baseAddress, bytes.count) }
  }

  // MARK: Signals

  fileprivate static let current: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  fileprivate static let signals = [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE]

  private static let installed: Void = {
    _ = current
    for signal in signals {
      var action = sigaction()
      #if canImport(Darwin)
        action.__sigaction_u.__sa_handler = handler
      #else
        action.__sigaction_handler.sa_handler = handler
      #endif
      action.sa_flags = Int32(SA_ONSTACK) | Int32(bitPattern: UInt32(SA_RESETHAND))
      sigaction(signal, &action, nil)
    }
  }()

  private static func install() { _ = installed }
}

/// Notes the death; the signal comes again when the instruction is tried again, and is deadly.
private let handler: @convention(c) (Int32) -> Void = { signal in
  if let note = pthread_getspecific(CrashNote.current) {
    Unmanaged<CrashNote>.fromOpaque(note).takeUnretainedValue().fillIn()
  }
  if signal == SIGABRT { abort() }
}
