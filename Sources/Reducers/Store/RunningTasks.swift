import Synchronization

/// The tasks of a store's effects, cancelled when the store goes.
final class RunningTasks: Sendable {
  private let tasks = Mutex<[Int: Task<Void, Never>]>([:])

  func insert(_ task: Task<Void, Never>, for id: Int) { tasks.withLock { $0[id] = task } }

  func remove(_ id: Int) { tasks.withLock { $0[id] = nil } }

  deinit {
    tasks.withLock { tasks in
      for task in tasks.values { task.cancel() }
    }
  }
}
