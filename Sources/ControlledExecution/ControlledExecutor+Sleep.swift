#if os(Linux)
  @_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency

  // What a sleep of the runtime's own reaches: instead of a timer it finds this queue. The
  // protocol is an SPI of the toolchain's library, there on Linux alone.
  extension ControlledExecutor: SchedulingExecutor {
    package func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
      hold(UnownedJob(job), for: delay as? Duration ?? .zero)
    }

    package func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
      hold(UnownedJob(job), for: clock.now.duration(to: instant) as? Duration ?? .zero)
    }
  }
#endif
