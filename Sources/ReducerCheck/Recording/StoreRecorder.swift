import Reducers
import Synchronization
import TransitionSystems

/// Writes down what happens in a live store, for `reducer-check replay` and `minimize`.
///
/// ```swift
/// let recorder = StoreRecorder(of: contador)
/// let hecho = try recorder.recording("apiCliente.hecho", APICliente.liveValue.hecho)
/// let store = Store(initialState: Contador.State()) { Contador() } withDependencies: {
///   recorder.install(in: &$0)
///   $0.apiCliente.hecho = hecho
/// }
/// try recorder.write(to: "sesion.json")
/// ```
///
/// Each action is kept with where it came from, as text, and those from outside as JSON too where
/// Action is `Codable`: else the spec must be able to send or generate them. What the endpoints
/// answered that were installed through ``recording(_:_:)`` is kept; of others the replay
/// finds it out from the actions that followed.
public final class StoreRecorder: Sendable {
  private let spec: String
  private let start: Int
  /// The endpoints of the spec, if it is at hand.
  private let endpoints: [String]?
  private let log = Mutex(Log())

  private struct Log {
    var events: [StoredEvent] = []
    /// The digest of the state that each store began with, in the order they were made.
    var starts: [String] = []
    var numbers: [ObjectIdentifier: Int] = [:]
    /// The stores that have reduced something.
    var used: [Int] = []

    /// The digest of the state that the store began with which is recorded.
    var start: String? { used.first.map { starts[$0] } ?? starts.last }

    mutating func begin(_ store: ObjectIdentifier, _ digest: String) {
      numbers[store] = starts.count
      starts.append(digest)
    }

    mutating func note(_ store: ObjectIdentifier, _ digest: String) {
      if let number = numbers[store], !used.contains(number) { used.append(number) }
      // What endpoints answer is noted by other threads.
      guard let last = events.lastIndex(where: { $0.kind != .resolve }) else { return }
      events[last].state = digest
    }
  }

  /// Records for a spec that is not at hand, by its name.
  ///
  /// - Parameter start: The place of the store's initial state among those of the spec.
  public init(named spec: String, start: Int = 0) {
    self.spec = spec
    self.start = start
    endpoints = nil
  }

  /// Records for a spec.
  ///
  /// - Parameter start: The place of the store's initial state among those of the spec.
  public init(of spec: some Checkable, start: Int = 0) {
    self.spec = spec.erased.name
    self.start = start
    endpoints = spec.erased.endpoints.map(\.name)
  }

  /// Has the store that is made with these dependencies write down what happens in it.
  public func install(in dependencies: inout DependencyValues) {
    dependencies.storeRecording = StoreRecording { [self] in note($0) }
  }

  /// A dependency function that writes down what it answers, under the name the spec gives it.
  ///
  /// - Throws: ``TraceFileError`` where the spec has no endpoint of this name.
  public func recording<each Argument, Value>(
    _ name: String, _ function: @escaping @Sendable (repeat each Argument) async throws -> Value
  ) throws -> @Sendable (repeat each Argument) async throws -> Value {
    try check(name)
    return { [self] (argument: repeat each Argument) in
      var arguments: [Any] = []
      for one in repeat each argument { arguments.append(one) }
      let call = Self.text(name, arguments)
      do {
        let value = try await function(repeat each argument)
        noteAnswer(to: name, call, AnyOutcome(result: .success(value)).text)
        return value
      } catch {
        noteAnswer(to: name, call, AnyOutcome(result: .failure(error)).text)
        throw error
      }
    }
  }

  /// What has been recorded so far.
  public var trace: TraceFile {
    TraceFile(
      spec: spec, property: "", kind: TraceFile.recordingKind, start: start,
      state: log.withLock { $0.start }, events: log.withLock { $0.events })
  }

  /// Writes what has been recorded so far to a file, whole or not at all.
  ///
  /// - Throws: ``TraceFileError`` where several stores were recorded, whose events are no trace.
  public func write(to path: String) throws {
    let stores = log.withLock { $0.used.count }
    guard stores <= 1 else {
      throw TraceFileError(
        description:
          "\(stores) stores went on with dependencies that one recorder was installed in, "
          + "and what happens in several is no trace. Make a StoreRecorder for each.")
    }
    try trace.write(to: path)
  }

  private func check(_ name: String) throws {
    guard let endpoints, !endpoints.contains(name) else { return }
    throw TraceFileError(
      description: "The spec \(spec) has no endpoint \"\(name)\" to record. It has: "
        + "\(endpoints.joined(separator: ", ")). Use the name that the spec gives it.")
  }

  private static func text(_ name: String, _ arguments: [Any]) -> String {
    "\(name)(\(arguments.map { describe($0) }.joined(separator: ", ")))"
  }

  private func noteAnswer(to name: String, _ call: String, _ outcome: String) {
    append(
      StoredEvent(
        kind: .resolve, text: outcome,
        address: StoredAddress(
          startedBy: "", location: "", ids: [], endpoint: name, text: call, ordinal: 0)))
  }

  private func note(_ occurrence: StoreOccurrence) {
    switch occurrence {
    case .beginning(let store, let state):
      let digest = stateDigest(state)
      log.withLock { $0.begin(store, digest) }
    case .reduced(let store, let state):
      let digest = stateDigest(state)
      log.withLock { $0.note(store, digest) }
    case .cancelling(let startedBy):
      append(StoredEvent(kind: .cancel, text: startedBy.map { describe($0) } ?? ""))
    case .reducing(let action, .outside):
      append(
        StoredEvent(kind: .send, text: describe(action), payload: encodedAction(action)))
    case .reducing(let action, .store):
      append(StoredEvent(kind: .deliver, text: describe(action)))
    case .reducing(let action, .effect(let entry)):
      let text = describe(action)
      append(
        StoredEvent(
          kind: .deliver, text: text,
          address: StoredAddress(
            startedBy: entry.startedBy.map { describe($0) } ?? "",
            location: "\(entry.run.fileID):\(entry.run.line)", ids: entry.ids.map(\.text),
            endpoint: "", text: text, ordinal: 0)))
    }
  }

  private func append(_ event: StoredEvent) { log.withLock { $0.events.append(event) } }
}
