#if canImport(Darwin)
  import Darwin

  private let readSome = Darwin.read
  private let writeSome = Darwin.write
#elseif canImport(Glibc)
  import Glibc

  private let readSome = Glibc.read
  private let writeSome = Glibc.write
#elseif canImport(Musl)
  import Musl

  private let readSome = Musl.read
  private let writeSome = Musl.write
#endif

/// The two pipes to the compiler: each message is its length in eight bytes, then JSON.
struct PluginConnection {
  /// The next message, or nil once the compiler has closed its end.
  func read() -> [UInt8]? {
    guard let header = readBytes(8) else { return nil }
    let length = header.reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    guard length < Self.greatestLength else { return nil }
    return readBytes(Int(length))
  }

  /// Sends a message; false if the compiler no longer listens.
  func write(_ message: JSON) -> Bool {
    let body = Array(message.text.utf8)
    let header = (0..<8).map { UInt8(truncatingIfNeeded: body.count >> (8 * $0)) }
    return writeBytes(header + body)
  }

  private static let greatestLength: UInt64 = 1 << 32

  private func readBytes(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let got = bytes.withUnsafeMutableBytes { buffer in
        // Stays inside: `filled` is less than `count`, the size of the buffer.
        readSome(STDIN_FILENO, buffer.baseAddress! + filled, count - filled)
      }
      guard got > 0 else { return nil }
      filled += got
    }
    return bytes
  }

  private func writeBytes(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { buffer in
        writeSome(STDOUT_FILENO, buffer.baseAddress, buffer.count)
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }
}
