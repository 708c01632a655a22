import ControlledExecution
import Reducers

/// One run of an effect's closure, from its start: how the nodes of an automaton are computed.
///
/// The closure runs as a task on the simulation's executor. It suspends in controlled calls and
/// in sends; applying a letter of a history resumes it. A life is used for one node.
///
/// `@unchecked Sendable` holds because a life never leaves the executor's thread.
final class Life: CallHandler, EffectRuntime, @unchecked Sendable {
  struct PendingCall {
    let serial: Int
    let endpoint: Endpoint
    let arguments: [Any]
    /// The ids registered around the call inside the closure.
    let inner: [CancelID]
    var resume: ((CallResult) -> Void)?
    /// The position of a real sleep among the executor's.
    var isRealSleep = false
  }

  struct PendingSend {
    let serial: Int
    let action: Any
    var resume: (() -> Void)?
  }

  struct PendingRequest {
    let serial: Int
    let id: CancelID
    let resume: () -> Void
  }

  private let world: World
  private let run: Run<Any>
  private var task: Task<Void, Never>?
  private(set) var calls: [PendingCall] = []
  private(set) var sends: [PendingSend] = []
  private(set) var registrations: [(token: Int, id: CancelID, stop: @Sendable () -> Void)] = []
  /// Cancellations that the closure asks for and waits to see done.
  private(set) var requests: [PendingRequest] = []
  /// Modelled calls whose task was cancelled since the last letter.
  private(set) var orphans: [PendingCall] = []
  private(set) var findings: [Finding] = []
  private(set) var hasReturned = false
  private(set) var isCancelled = false
  private(set) var isParked = false
  /// Whether it waits for something that the harness does not control.
  private(set) var escapes = false
  private(set) var thrown: (any Error)?
  /// The reads since the last letter, and their answers.
  private(set) var answers: [Reading] = []
  /// Answers to give before the configuration is asked.
  private var script: [Reading] = []
  /// Whether no read may reach a configuration: the life only repeats another in other order.
  var readsOnlyScript = false
  /// The streams that endpoints have returned to it.
  private var streams: [Any] = []
  /// Whether it only goes through what the harness's clock or an endpoint's stream gives, doing the
  /// same each time: neither keeps anything from one time to the next.
  private(set) var repeats = false
  /// The send whose action is being reduced.
  private var delivering: Int?
  private var isAbandoned = false
  private var lastSerial = 0
  private var lastToken = 0
  private var callsThisDrain = 0
  private let number: Int
  private var segment = 0
  var stretch: Stretch { Stretch(owner: number, number: segment) }
  /// Whether the last letter was a resolution, before which nothing was on its way.
  private var hadNoSends = false
  /// Whether a read could not be answered because no configuration stands behind this life.
  private(set) var lacksConfiguration = false

  /// Calls that one drain may make before the closure counts as one that never suspends.
  static var callLimit: Int { 10_000 }
  /// The same for the clean-up of a life that is given up, which is no part of any result.
  static var cleanUpLimit: Int { 256 }
  /// Jobs that one drain may run before the closure counts as one that never suspends.
  static var jobLimit: Int { 100_000 }

  init(world: World, run: Run<Any>) {
    self.world = world
    self.run = run
    number = world.makeHandlerNumber()
  }

  // MARK: Letters

  func apply(_ letter: Letter, outcome: AnyOutcome?, answers script: [Reading]) {
    self.script = script
    // What was misused before was said of the node before.
    findings.removeAll { $0.kind == .misuse }
    answers = []
    orphans = []
    callsThisDrain = 0
    if !isDeliveredAtOnce(letter) { segment += 1 }
    if case .resolve = letter { hadNoSends = sends.isEmpty } else { hadNoSends = false }
    let outer = (world.handler, world.findings)
    world.handler = self
    world.findings = []
    world.executor.perform { move(letter, outcome) }
    drain()
    world.findings.forEach(note)
    (world.handler, world.findings) = outer
  }

  /// Whether a send is delivered within the event that led to it: then no time has passed since.
  private func isDeliveredAtOnce(_ letter: Letter) -> Bool {
    guard case .deliver(let serial) = letter else { return false }
    return hadNoSends && sends.count == 1 && sends[0].serial == serial
  }

  private func move(_ letter: Letter, _ outcome: AnyOutcome?) {
    switch letter {
    case .start: start()
    case .resolve(let serial, _):
      guard let outcome else { return }
      resume(serial, with: .outcome(outcome))
    case .deliver(let serial): deliver(serial)
    case .deliverCancelled(let serial):
      guard let index = sends.firstIndex(where: { $0.serial == serial }) else { return cancel() }
      // Its sender goes on last: it only learns of the cancellation once its action is reduced.
      let delivered = sends.remove(at: index)
      cancel()
      _ = world.executor.drain(budget: Self.jobLimit)
      delivered.resume?()
    case .proceed(let serial): proceed(serial)
    case .proceedCancelled(let serial):
      cancel()
      _ = world.executor.drain(budget: Self.jobLimit)
      proceed(serial)
    case .cancel: cancel()
    case .cancelInner(let id, let send):
      delivering = send
      stop(id)
    }
  }

  /// Cancels the parts registered under an id. What was cancelled is not registered any more, so
  /// that to cancel it again leads nowhere new.
  private func stop(_ id: CancelID) {
    for registration in registrations where registration.id == id { registration.stop() }
    registrations.removeAll { $0.id == id }
  }

  private func start() {
    let send = Send<Any> { [self] action in await self.send(action) }
    let run = run
    task = Task(executorPreference: world.executor) { [self] in
      do {
        try await EffectContext.$runtime.withValue(self) { try await run.perform(send) }
      } catch {
        thrown = error
      }
      hasReturned = true
    }
  }

  private func cancel() {
    isCancelled = true
    task?.cancel()
    for index in sends.indices.reversed() { drop(at: index) }
    while !world.executor.sleeps.isEmpty { world.executor.wake(at: 0) }
    calls.removeAll { $0.isRealSleep }
  }

  private func deliver(_ serial: Int) {
    guard let index = sends.firstIndex(where: { $0.serial == serial }) else { return }
    drop(at: index)
  }

  private func proceed(_ serial: Int) {
    guard let index = requests.firstIndex(where: { $0.serial == serial }) else { return }
    requests.remove(at: index).resume()
  }

  private func drop(at index: Int) {
    sends.remove(at: index).resume?()
  }

  private func resume(_ serial: Int, with result: CallResult) {
    guard let index = calls.firstIndex(where: { $0.serial == serial }) else { return }
    let call = calls.remove(at: index)
    if call.isRealSleep {
      let position = calls[..<index].count { $0.isRealSleep }
      world.executor.wake(at: position)
    } else {
      call.resume?(result)
    }
  }

  private func drain() {
    let foreign = world.executor.foreignJobs
    runOut()
    if hasReturned && sends.contains(where: { $0.serial != delivering }) && !isAbandoned {
      // What tasks of its own would still send comes too late.
      note(.misuse(.sendAfterCompletion(of: run)))
      let late = sends.filter { $0.serial != delivering }
      world.executor.perform { for send in late { deliver(send.serial) } }
      runOut()
    }
    registerRealSleeps()
    if isParked { note(.neverSuspends(run)) }
    let isWaiting = !calls.isEmpty || !sends.isEmpty || !requests.isEmpty
    if world.executor.foreignJobs > foreign || (!hasReturned && !isWaiting && !isParked) {
      escapes = true
      note(.uncontrolledWait(of: run))
    }
    if hasReturned && isWaiting { note(.outlivesEffect(run)) }
    if let thrown {
      note(.misuse(.unhandledError(thrown, from: run)))
      self.thrown = nil
    }
  }

  private func registerRealSleeps() {
    let known = calls.count { $0.isRealSleep }
    for sleep in world.executor.sleeps.dropFirst(known) {
      note(.realSleep(in: run, sleep.duration))
      lastSerial += 1
      calls.append(
        PendingCall(
          serial: lastSerial, endpoint: .realSleep, arguments: [sleep.duration], inner: [],
          resume: nil, isRealSleep: true))
    }
  }

  private func note(_ finding: Finding) {
    if !findings.contains(where: { $0.signature == finding.signature }) {
      findings.append(finding)
    }
  }

  /// Notes that the closure did something else than the last time it was given this history.
  ///
  /// What escapes control does so at its own time, and says nothing of the closure.
  func noteDrift() {
    if !escapes { note(.notAFunction(run)) }
  }

  /// Gives the life up.
  ///
  /// The suspended task is left alone at first, which costs some two kilobytes: to end it would
  /// take its closure where no run of the feature need ever go. When a simulation has left many
  /// behind, further ones are cancelled and run out.
  func abandon() {
    defer { world.executor.dropSleeps() }
    guard !(hasReturned && calls.isEmpty), !isParked, !escapes else { return }
    world.livesLeft += 1
    if world.livesLeft > Self.leftLimit { end() }
  }

  /// Suspended tasks that a simulation may leave behind.
  private static var leftLimit: Int { 5_000 }

  /// Cancels what is left and lets it run out, so that the task's memory is freed.
  private func end() {
    isAbandoned = true
    if isParked { return }
    let outer = world.handler
    world.handler = self
    defer { world.handler = outer }
    // Under control throughout: what an unstructured task is resumed with must not escape.
    world.executor.perform { cleanUp() }
  }

  private func cleanUp() {
    cancel()
    for _ in 0..<64 where !isParked && (!hasReturned || !calls.isEmpty || !requests.isEmpty) {
      callsThisDrain = 0
      runOut()
      while !requests.isEmpty { requests.removeFirst().resume() }
      for call in calls {
        let result: CallResult =
          call.endpoint.cancellation == .ignored
          ? call.endpoint.outcomes(call.arguments).first.map(CallResult.outcome) ?? .cancelled
          : .cancelled
        resume(call.serial, with: result)
      }
      while !world.executor.sleeps.isEmpty { world.executor.wake(at: 0) }
    }
    runOut()
  }

  /// Runs what waits; what does not come to an end is forgotten, and the life with it.
  private func runOut() {
    guard world.executor.drain(budget: Self.jobLimit) == .exhausted else { return }
    isParked = true
    world.executor.forgetJobs()
  }

  // MARK: What the closure does

  func call(_ endpoint: Endpoint, _ arguments: [Any]) async -> CallResult {
    callsThisDrain += 1
    lastSerial += 1
    let serial = lastSerial
    let inner = registrations.map(\.id)
    if endpoint.serve == nil && endpoint.outcomes(arguments).isEmpty { note(.noOutcomes(endpoint)) }
    return await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        if callsThisDrain > (isAbandoned ? Self.cleanUpLimit : Self.callLimit) {
          isParked = true
        } else if Task.isCancelled && endpoint.cancellation != .ignored {
          return continuation.resume(returning: .cancelled)
        }
        calls.append(
          PendingCall(
            serial: serial, endpoint: endpoint, arguments: arguments, inner: inner,
            resume: { continuation.resume(returning: $0) }))
      }
    } onCancel: {
      if endpoint.cancellation != .ignored { self.cancelled(serial) }
    }
  }

  private func cancelled(_ serial: Int) {
    guard let call = calls.first(where: { $0.serial == serial }) else { return }
    if call.endpoint.hasServedPhase { orphans.append(call) }
    resume(serial, with: .cancelled)
  }

  func ask(_ ask: Ask) -> Answer {
    if let index = script.firstIndex(where: { $0.ask.isAlike(ask) }) {
      // Not simply the first: in another order of jobs the reads come in another order too.
      answers.append(script.remove(at: index))
      return answers[answers.count - 1].answer
    }
    if world.isExpanding || isAbandoned || readsOnlyScript {
      lacksConfiguration = true
      return placeholder(for: ask)
    }
    let answer = world.answer(ask)
    answers.append(Reading(ask: ask, answer: answer))
    return answer
  }

  private func placeholder(for endpoint: Endpoint, _ arguments: [Any]) -> AnyOutcome {
    if let declared = endpoint.outcomes(arguments).first { return declared }
    var model = world.model
    return endpoint.serve?(&model, arguments)
      ?? AnyOutcome(result: .failure(EndpointFailure(endpoint: endpoint.name)))
  }

  private func placeholder(for ask: Ask) -> Answer {
    switch ask {
    case .uuid, .random, .stackElementID: Answer(key: 0, value: UInt64(0))
    case .now: Answer(key: 0, value: Duration.zero)
    case .outcome(let endpoint, let arguments):
      Answer(key: 0, value: placeholder(for: endpoint, arguments))
    }
  }

  private func send(_ action: Any) async {
    if Task.isCancelled || isCancelled || isAbandoned { return await drop() }
    if hasReturned {
      await drop()
      return note(.misuse(.sendAfterCompletion(of: run)))
    }
    callsThisDrain += 1
    lastSerial += 1
    let serial = lastSerial
    let handover = Handover(action)
    await withTaskCancellationHandler {
      await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
        // Here once more: a task without a preference may have been put back before it came here.
        if Task.isCancelled { return continuation.resume() }
        sends.append(
          PendingSend(serial: serial, action: handover.value, resume: { continuation.resume() }))
      }
    } onCancel: {
      // While its action is reduced it is left alone: its sender goes on last.
      if serial != delivering { deliver(serial) }
    }
    if Task.isCancelled { await drop() }
  }

  /// As the store learns of a send that it drops: the effect's other tasks may go on meanwhile.
  @MainActor private func drop() async {}

  // MARK: EffectRuntime

  /// A life stands alone: the ledger's number of its effect differs from use to use.
  var entry: Int { 0 }

  func returned(stream: Any) { streams.append(stream) }

  func repeats(through source: Any) {
    // A stream made of an endpoint's may count or leave out: only the endpoint's own is known.
    let words = structuralWords(ofDynamic: source)
    repeats = source is HarnessClock || streams.contains { structuralWords(ofDynamic: $0) == words }
  }

  func cancel(_ id: CancelID) async {
    if isAbandoned { return }
    lastSerial += 1
    let serial = lastSerial
    await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
      requests.append(PendingRequest(serial: serial, id: id, resume: { continuation.resume() }))
    }
  }

  // On the main actor, as the store's: what tasks of one effect do here interleaves alike.
  @MainActor func register(
    _ id: CancelID, cancelInFlight: Bool, stop: @escaping @Sendable () -> Void
  ) async -> Int {
    if cancelInFlight { await cancel(id) }
    lastToken += 1
    registrations.append((lastToken, id, stop))
    return lastToken
  }

  @MainActor func unregister(_ token: Int) async {
    registrations.removeAll { $0.token == token }
  }
}

/// A value handed from an effect's task to the harness on the same thread.
///
/// Sendable holds because the effect gives the value up when it sends it.
struct Handover<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
