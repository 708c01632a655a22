/// Something an effect did that a test store does not control.
enum Escape {
  /// It slept in real time.
  case realSleep(Duration, String?)
  /// It was resumed by a thread that is not under control; one of these was.
  case stray([String])
  /// Something never comes to rest; one of these.
  case restless([String])
}
