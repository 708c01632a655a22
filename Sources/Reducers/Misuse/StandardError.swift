#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Writes one line, unbuffered, so that it is there even if the process ends right after.
func printToStandardError(_ line: String) {
  let bytes = Array("\(line)\n".utf8)
  var written = 0
  while written < bytes.count {
    let count = bytes[written...].withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    // A closed standard error is not worth failing for.
    guard count > 0 else { return }
    written += count
  }
}
