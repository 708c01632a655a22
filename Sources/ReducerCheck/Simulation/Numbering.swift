import Synchronization

/// Numbers for sequences of words: equal ones have equal numbers, different ones different numbers.
final class Numbering: Sendable {
  private let lock = Mutex<[[UInt64]: Int]>([:])

  /// The number of some words, counted from 1.
  func number(of words: [UInt64]) -> Int {
    lock.withLock { numbers in
      if let known = numbers[words] { return known }
      let number = numbers.count + 1
      numbers[words] = number
      return number
    }
  }
}
