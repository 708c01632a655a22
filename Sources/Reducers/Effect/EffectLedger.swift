import Synchronization

/// The bookkeeping of a store's effects: what is registered, what is cancelled, what comes next.
///
/// A pure state machine. The live store and the harness tell it what the reducer returned and
/// which effects have ended; it answers with what to do, in three lists: `sends` to reduce,
/// `starts` and `cancellations`. Both drive it alike, so what "cancelled", "removed" or "one after
/// another" means is written once.
///
/// Actions are kept without their type, so that this machine, which the harness runs millions of
/// times, is no generic code. Effects in flight are few, so look-ups are linear scans.
@usableFromInline
package struct EffectLedger {
  @usableFromInline package typealias ID = Int

  /// An effect that was returned and has not ended.
  ///
  /// What the harness asks of entries at every step is inlinable: a call from another module would
  /// copy the entry.
  @usableFromInline
  package struct Entry {
    @usableFromInline package let id: ID
    @usableFromInline package var phase: Phase { didSet { numbers = Numbers() } }
    /// What never changes of it, shared by all copies.
    @usableFromInline package let birth: Birth
    /// The registrations its closure has made inside, reported by the interpreter.
    package var inner: [Registration] = []
    /// What the interpreter keeps with it: a task, or where its automaton stands.
    package var running: AnyObject? { didSet { numbers = Numbers() } }
    /// What an interpreter has numbered of it.
    package var numbers = Numbers()

    init(id: ID, phase: Phase, birth: Birth) {
      self.id = id
      self.phase = phase
      self.birth = birth
    }
  }

  /// Numbers that an interpreter gives what can reach an entry and where it stands; forgotten when
  /// either changes.
  package struct Numbers {
    /// Who gave them; 0 for nobody.
    package var owner: UInt64 = 0
    package var reach: UInt64 = 0
    package var place: UInt64 = 0

    package init() {}
  }

  /// What an effect was registered with.
  @usableFromInline
  package final class Birth {
    @usableFromInline package let run: Run<Any>
    package let registrations: [Registration]
    @usableFromInline package let scope: EffectScope
    /// The send from outside that it, or an action that led to it, came from.
    @usableFromInline package let group: Int
    /// The action the reducer returned it for; nil for what a store starts by itself.
    package let startedBy: Any?
    @usableFromInline package let sequence: ID?
    package let role: Role
    /// The places above it that register something, where effects are registered when they start.
    package let sites: [Site]
    /// Whether it is no work of the feature's: the clock of a throttle window, or a presentation.
    @usableFromInline package let isHidden: Bool
    /// Numbers that the interpreter may keep for what can reach the effect: while it is registered,
    /// and while it drains.
    package let tag = Atomic<UInt64>(0)
    package let drainingTag = Atomic<UInt64>(0)

    init(_ run: Run<Any>, _ context: Context, _ role: Role) {
      self.run = run
      self.role = role
      isHidden =
        switch role {
        case .window, .presentation: true
        case .work, .throttled: false
        }
      registrations = context.registrations
      scope = context.scope
      group = context.group
      startedBy = context.startedBy
      sequence = context.sequence
      sites = context.sites
    }

    package var isPresentation: Bool { if case .presentation = role { true } else { false } }
  }

  @usableFromInline
  package enum Phase { case registered, running, draining }

  package enum Role {
    case work
    /// Its actions pass a throttle window.
    case throttled(Gate)
    /// It is the clock of a throttle window.
    case window(Registration)
    /// It waits for the presented child at its scope to go, or to ask for its dismissal; it has no
    /// closure that runs.
    case presentation(dismissal: Any)
  }

  /// A throttle, at the place it was registered.
  ///
  /// A class, for it is large and rare, and what has room for one is copied at every step.
  package final class Gate {
    package let key: Registration
    package let throttle: Throttle<Any>

    init(key: Registration, throttle: Throttle<Any>) {
      self.key = key
      self.throttle = throttle
    }
  }

  /// An id at the place it was registered.
  package struct Registration: Hashable {
    package let id: CancelID
    package let scope: EffectScope

    package init(id: CancelID, scope: EffectScope) {
      self.id = id
      self.scope = scope
    }
  }

  /// A concatenation whose first parts have begun.
  package struct Sequence {
    package let id: ID
    package var rest: [Effect<Any>]
    package let context: Context
    /// Entries and sequences of the current part that have not ended.
    package var live: Int
  }

  /// An open throttle window.
  package struct Window {
    package let gate: Gate
    package var pending: Any?
    package let group: Int
  }

  /// What surrounds an effect in the tree that a reducer returned.
  package struct Context {
    package var registrations: [Registration] = []
    package var scope: EffectScope = .root
    package var group: Int
    package var startedBy: Any?
    package var sequence: ID?
    package var gate: Gate?
    package var sites: [Site] = []
  }

  /// An action to reduce, and the send from outside that led to it.
  package struct PendingSend {
    package let action: Any
    package let group: Int
    package let origin: Origin
  }

  /// Where an action to reduce came from.
  package enum Origin {
    case outside
    case effect(ID)
    case store
  }

  /// A running entry whose work is to be cancelled; all of it, or what an inner id names.
  package struct Cancellation {
    package let entry: ID
    package let inner: CancelID?
  }

  @usableFromInline package internal(set) var entries: [Entry] = []
  package internal(set) var sequences: [Sequence] = []
  package internal(set) var windows: [Window] = []
  var nextID = 0
  /// Whether effects are registered when they start.
  package let registersAtStart: Bool
  /// The places whose registration has been made.
  package internal(set) var begunSites: [ID] = []

  /// Actions to reduce, oldest first.
  package internal(set) var sends: [PendingSend] = []
  /// Entries to start once there is nothing left to reduce, in order.
  package internal(set) var starts: [ID] = []
  /// Running entries whose work is to be cancelled, in order; nil cancels all of an entry.
  package internal(set) var cancellations: [Cancellation] = []

  package init(registersAtStart: Bool = false) { self.registersAtStart = registersAtStart }
}

extension EffectLedger {
  // MARK: What the interpreter tells it

  /// Takes in what the reducer returned for an action.
  package mutating func take(_ effect: Effect<Any>, for action: Any, group: Int) {
    if effect.isNone { return }
    interpret(effect, Context(group: group, startedBy: action))
  }

  /// Takes in an action that an entry sends, or drops it into its throttle window.
  package mutating func receive(_ action: Any, from id: ID) {
    guard let index = index(of: id), entries[index].phase != .draining else { return }
    let birth = entries[index].birth
    if case .throttled(let gate) = birth.role {
      pass(action, through: gate, group: birth.group)
    } else {
      append(action, birth.group, from: .effect(id))
    }
  }

  /// Notes that an entry's work has ended, and goes on with what waited for it.
  package mutating func finish(_ id: ID) {
    if let index = index(of: id) { finish(at: index) }
  }

  /// The same for the entry at an index.
  package mutating func finish(at index: Int) {
    let entry = entries.remove(at: index)
    if entry.birth.isHidden, case .window(let key) = entry.role {
      close(key, reopening: entry.phase == .running)
    }
    if let sequence = entry.sequence { advance(sequence) }
    if registersAtStart { forgetSites() }
  }

  /// Cancels what `id` names at the place of an entry that runs, or below, on its behalf.
  package mutating func cancel(_ id: CancelID, from entry: ID) {
    guard let index = index(of: entry) else { return }
    if let dismissal = id.dismissal { return dismiss(dismissal, from: entries[index]) }
    cancel(Registration(id: id, scope: entries[index].scope), exempt: [])
  }

  /// Cancels everything that came from one send from outside.
  package mutating func cancel(group: Int) {
    for index in sequences.indices where sequences[index].context.group == group {
      sequences[index].rest = []
    }
    for entry in entries where entry.group == group { stop(entry.id) }
  }

  package mutating func takeSend() -> PendingSend? {
    // As a rule there is one, and nothing to move up.
    sends.count > 1 ? sends.removeFirst() : sends.popLast()
  }

  package mutating func enqueue(_ action: Any, group: Int) {
    append(action, group, from: .outside)
  }

  /// The same ahead of what waits.
  package mutating func enqueueFirst(_ action: Any, group: Int) {
    sends.insert(PendingSend(action: action, group: group, origin: .outside), at: 0)
  }

  mutating func append(_ action: Any, _ group: Int, from origin: Origin = .store) {
    sends.append(PendingSend(action: action, group: group, origin: origin))
  }

  package mutating func takeStarts() -> [ID] {
    let result = starts
    if !result.isEmpty { starts = [] }
    return result
  }

  package mutating func takeCancellations() -> [Cancellation] {
    let result = cancellations
    if !result.isEmpty { cancellations = [] }
    return result
  }

  // In place, by index: iterating over entries would copy each of them.
  @inlinable
  package func index(of id: ID) -> Int? {
    for index in entries.indices where entries[index].id == id { return index }
    return nil
  }

  /// Whether the entry at an index runs, has registered nothing inside, and sends its actions past
  /// nothing.
  package func isPlain(at index: Int) -> Bool {
    guard case .work = entries[index].birth.role else { return false }
    return entries[index].phase == .running && entries[index].inner.isEmpty
  }

  package func entry(_ id: ID) -> Entry? { index(of: id).map { entries[$0] } }

  package mutating func began(_ id: ID, _ running: AnyObject) {
    guard let index = index(of: id) else { return }
    entries[index].phase = .running
    entries[index].running = running
  }

  package mutating func setRunning(_ index: Int, _ running: AnyObject?) {
    entries[index].running = running
  }

  /// Keeps numbers with an entry.
  package mutating func setNumbers(_ index: Int, _ numbers: Numbers) {
    entries[index].numbers = numbers
  }

  package mutating func update(_ index: Int, _ change: (inout Entry) -> Void) {
    change(&entries[index])
  }
}

extension EffectLedger {
  /// The entries in flight: neither ended nor cancelled, and work of the feature's.
  package var inFlight: [Entry] { entries.filter(\.isInFlight) }

  /// How many entries are in flight.
  @inlinable
  package var countInFlight: Int {
    var count = 0
    for index in entries.indices where entries[index].isInFlight { count += 1 }
    return count
  }
}

extension EffectLedger.Entry {
  @inlinable
  package var run: Run<Any> { birth.run }
  @inlinable
  package var scope: EffectScope { birth.scope }
  @inlinable
  package var group: Int { birth.group }
  package var startedBy: Any? { birth.startedBy }
  @inlinable
  package var sequence: EffectLedger.ID? { birth.sequence }
  package var role: EffectLedger.Role { birth.role }

  /// The registrations a cancellation finds it by; none once it was cancelled.
  package var registrations: [EffectLedger.Registration] {
    phase == .draining ? [] : birth.registrations
  }

  @inlinable
  package var isInFlight: Bool { phase != .draining && !birth.isHidden }
}

extension EffectLedger {
  /// The same bookkeeping for another interpreter, which keeps something else with each entry.
  package func replacingRunning(_ running: (Entry) -> AnyObject?) -> EffectLedger {
    var result = self
    for index in result.entries.indices { result.entries[index].running = running(entries[index]) }
    return result
  }
}

extension EffectLedger {
  /// Becomes the ledger that this one was a copy of before it was moved on, and keeps what memory
  /// of its own it has: of the entries, only those that differ are copied.
  ///
  /// Complexity: linear in the number of entries, most of which are only compared.
  package mutating func goBack(to origin: EffectLedger) {
    sequences.goBack(to: origin.sequences)
    windows.goBack(to: origin.windows)
    nextID = origin.nextID
    begunSites.goBack(to: origin.begunSites)
    sends.goBack(to: origin.sends)
    starts.goBack(to: origin.starts)
    cancellations.goBack(to: origin.cancellations)
    // By index: iterating would copy each entry.
    for index in origin.entries.indices {
      if index == entries.endIndex || entries[index].id != origin.entries[index].id {
        entries.insert(origin.entries[index], at: index)
      } else if !entries[index].stands(where: origin.entries[index]) {
        entries[index] = origin.entries[index]
      }
    }
    if entries.count > origin.entries.count { entries.removeSubrange(origin.entries.count...) }
  }
}

extension Array {
  /// Becomes the array that this one was a copy of, unless it still is: to count references to what
  /// many copies share takes longer than to look.
  package mutating func goBack(to origin: [Element]) {
    let isSame = withUnsafeBufferPointer { own in
      origin.withUnsafeBufferPointer { $0.baseAddress == own.baseAddress && $0.count == own.count }
    }
    if !isSame { self = origin }
  }
}

extension EffectLedger.Entry {
  /// Whether an entry of the same id is in every respect the same.
  fileprivate func stands(where other: Self) -> Bool {
    running === other.running && phase == other.phase && inner.isEmpty && other.inner.isEmpty
  }
}
