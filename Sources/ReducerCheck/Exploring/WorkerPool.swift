import Foundation

/// The threads of a search, which stay the same from its first round to its last.
///
/// The first worker is the thread that made the pool; a worker's machine belongs to its thread.
final class WorkerPool {
  let count: Int
  private let work: Work

  /// What the threads share.
  ///
  /// `@unchecked Sendable` holds because the semaphores order all accesses.
  private final class Work: @unchecked Sendable {
    let begins: [DispatchSemaphore]
    let ends = DispatchSemaphore(value: 0)
    /// What the current round does; nil tells the threads to end.
    var body: ((Int) -> Void)?

    init(_ others: Int) { begins = (0..<others).map { _ in DispatchSemaphore(value: 0) } }

    /// What a thread does from its start to its end.
    func serve(_ other: Int) {
      while true {
        begins[other].wait()
        guard let body else { return }
        body(other + 1)
        ends.signal()
      }
    }
  }

  init(_ count: Int) {
    self.count = max(1, count)
    work = Work(self.count - 1)
    for other in 0..<self.count - 1 {
      let thread = Thread { [work] in work.serve(other) }
      thread.stackSize = harnessStackSize
      thread.name = "ReducerCheck worker \(other + 1)"
      thread.start()
    }
  }

  /// Runs a body once for each worker, each on its own thread, and waits for all.
  ///
  /// - Parameter meanwhile: Called now and then while it waits for the others, and at the end.
  func run(_ body: @escaping (Int) -> Void, meanwhile: () -> Void = {}) {
    work.body = body
    for begin in work.begins { begin.signal() }
    body(0)
    for _ in work.begins {
      while work.ends.wait(timeout: .now() + .milliseconds(100)) == .timedOut { meanwhile() }
    }
    meanwhile()
  }

  /// What a body makes for each worker, in their order.
  func map<Made>(_ make: @escaping (Int) -> Made) -> [Made] {
    var made: [Made?] = Array(repeating: nil, count: count)
    made.withUnsafeMutableBufferPointer { buffer in
      // Each worker writes a place of its own.
      nonisolated(unsafe) let buffer = buffer
      run { buffer[$0] = make($0) }
    }
    return made.compactMap { $0 }
  }

  deinit {
    work.body = nil
    for begin in work.begins { begin.signal() }
  }
}
