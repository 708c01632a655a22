#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A thread, compared by identity.
struct ThreadIdentity: @unchecked Sendable, Equatable {
  // Sendable holds because the handle is only compared.
  private let handle: pthread_t

  static var current: ThreadIdentity { ThreadIdentity(handle: pthread_self()) }

  static func == (lhs: ThreadIdentity, rhs: ThreadIdentity) -> Bool {
    pthread_equal(lhs.handle, rhs.handle) != 0
  }
}

// `@convention(thin)` is how the runtime's C++ entry points with the Swift calling convention are
// spelled; a closure has it only at file scope.
private typealias EnqueueOriginal = @convention(thin) (UnownedJob) -> Void
private typealias Enqueue = @convention(thin) (UnownedJob, EnqueueOriginal) -> Void
private typealias MainOriginal = @convention(thin) () -> UnownedSerialExecutor
private typealias MainExecutor = @convention(thin) (MainOriginal) -> UnownedSerialExecutor

private let enqueueHook: Enqueue = { job, original in
  if let executor = RuntimeHooks.current {
    executor.append(job, .anywhere)
  } else {
    original(job)
  }
}

private let mainExecutorHook: MainExecutor = { original in
  if let executor = RuntimeHooks.current {
    return executor.main.asUnownedSerialExecutor()
  } else {
    return original()
  }
}

/// The runtime's hooks for unstructured tasks, actors and the main actor.
///
/// They are process-wide and installed once. On a thread that an executor of ours holds they give
/// it the job; on every other thread they pass the job on unchanged.
enum RuntimeHooks {
  /// The executor that holds each thread, unretained: it is set only while the executor is in use.
  private static let holder: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    set("swift_task_enqueueGlobal_hook", enqueueHook)
    set("swift_task_getMainExecutor_hook", mainExecutorHook)
    return key
  }()

  static func hold(_ executor: ControlledExecutor) -> UnsafeMutableRawPointer? {
    let outer = pthread_getspecific(holder)
    pthread_setspecific(holder, Unmanaged.passUnretained(executor).toOpaque())
    return outer
  }

  static func release() -> UnsafeMutableRawPointer? {
    let outer = pthread_getspecific(holder)
    pthread_setspecific(holder, nil)
    return outer
  }

  static func restore(_ outer: UnsafeMutableRawPointer?) {
    pthread_setspecific(holder, outer)
  }

  static var current: ControlledExecutor? {
    pthread_getspecific(holder).map {
      Unmanaged<ControlledExecutor>.fromOpaque($0).takeUnretainedValue()
    }
  }

  private static func set<Hook>(_ name: String, _ hook: Hook) {
    guard let address = dlsym(dlopen(nil, RTLD_NOW), name) else { return }
    address.assumingMemoryBound(to: Optional<Hook>.self).pointee = hook
  }
}
