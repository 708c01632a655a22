/// Breadth-first search of a transition system by any number of workers.
///
/// A layer is expanded in slices, and what the slices keep is put in order afterwards, by all
/// workers too: by the place of the parent, then by the ordinal. So the order of configurations, the parents and every
/// breach are the same for any number of workers.
///
/// `@unchecked Sendable` holds because workers share only the store, which is made for that, and
/// slices, each of which one worker takes; everything else is touched between rounds.
package final class BreadthFirstSearch<System: TransitionSystem>: @unchecked Sendable {
  let systems: [System]
  package let store: ConfigurationStore
  package let visitors: [Visitor]
  private let limits: SearchLimits
  /// Runs a body for each worker, and waits for all.
  private let parallel: (_ body: @escaping (Int) -> Void) -> Void

  /// Layers that are complete, and how many configurations each has.
  package private(set) var layers: [Int] = []
  private let order: SearchOrder
  /// How each configuration was reached.
  package private(set) var steps = SearchSteps()
  /// What is left of the layer that is expanded, the last slice first: what is expanded is let go.
  private(set) var pending: [Slice] = []
  private var next: [Piece] = []
  /// Configurations met so far.
  package private(set) var count = 0
  /// The place of the first configuration that was not expanded.
  package private(set) var expanded = 0
  /// The earliest break of each demand, in the order they were met.
  package internal(set) var breaches: [Breach] = []
  /// What the search had generated and refused that this one goes on from.
  var generatedBefore = 0
  var refusedBefore = 0

  struct Piece {
    let batch: System.Batch
    let first: UInt32
    let count: Int
    /// The worker that made them, in whose caches they may still be.
    let worker: Int
  }

  /// What is taken at once by one worker.
  struct Slice {
    let piece: Piece
    let range: Range<Int>
    /// The steps to follow, where not all are to be taken.
    var steps: [SearchSteps.Step]?

    /// The place of the first configuration.
    var place: UInt32 { piece.first + UInt32(range.lowerBound) }
  }

  /// Makes a search.
  ///
  /// - Parameters:
  ///   - systems: The same system once for each worker.
  package init(
    _ systems: [System], _ store: ConfigurationStore, limits: SearchLimits,
    parallel: @escaping (_ body: @escaping (Int) -> Void) -> Void
  ) {
    self.systems = systems
    self.store = store
    self.limits = limits
    self.parallel = parallel
    let order = SearchOrder(isShared: store.isShared, isAsked: System.asksNumbers)
    self.order = order
    visitors = systems.map { _ in Visitor(store, order) }
  }

  /// Configurations generated so far, initial ones and known ones included.
  package var generated: Int { visitors.reduce(generatedBefore) { $0 + $1.generated } }

  /// Configurations that a limit of the system's kept from being visited.
  package var refused: Int { visitors.reduce(refusedBefore) { $0 + $1.refused } }

  /// The place of the configuration that has a number in the store; `.max` where it has none yet.
  package func place(of number: UInt32) -> UInt32 { order.place(of: number) }

  /// Bytes of memory for what was met: of which it is known that it was met, and how it was reached.
  package var bytes: Int {
    store.bytes(writers: visitors.map(\.writer)) + order.bytes + steps.bytes.count
  }

  /// Searches until nothing is left or a limit is reached.
  ///
  /// - Parameter isOver: Says why to stop, if so; asked after each round.
  package func run(until isOver: () -> SearchStop?) -> SearchEnd {
    if layers.isEmpty { begin() }
    if let stop = isOver() { return .stopped(stop) }
    while !pending.isEmpty {
      if let depth = limits.depth, layers.count > depth { return .depth }
      if let most = limits.configurations, count >= most { return .configurations }
      expand(Round(takeRound()))
      if let stop = isOver() { return .stopped(stop) }
      if let reason = store.fullness(writers: visitors.map(\.writer)) {
        return .stopped(SearchStop(.memory, reason))
      }
    }
    return .closed
  }

  func begin() {
    let visitor = visitors[0]
    visitor.begin(.max)
    let batch = systems[0].begin(visitor)
    var found = Found(batch: batch, kept: visitor.takeKept(), worker: 0)
    found.sort(by: store, systems[0])
    take(found)
    endRound()
  }

  private func endLayer() {
    let size = next.reduce(0) { $0 + $1.count }
    if size > 0 { layers.append(size) }
    let slices = next.flatMap { piece in
      stride(from: 0, to: piece.count, by: limits.sliceSize).map { start in
        Slice(piece: piece, range: start..<min(piece.count, start + limits.sliceSize))
      }
    }
    pending = slices.reversed()
    next = []
  }

  // MARK: Rounds

  /// The slices that are expanded next; they are pending no more.
  func takeRound() -> [Slice] {
    let round = Array(pending.suffix(limits.roundSize).reversed())
    pending.removeLast(round.count)
    return round
  }

  /// Expands the slices of a round.
  func expand(_ round: Round) {
    let size = round.size
    store.beginRound(visitors.map(\.writer))
    share(round) { [self] index, worker in
      let visitor = visitors[worker]
      guard !visitor.wantsToStop, let slice = round.slices[index] else { return }
      let batch = visit(slice, systems[worker], visitor)
      round.found[index] = Found(batch: batch, kept: visitor.takeKept(), worker: worker)
    }
    share(round) { [self] index, worker in
      round.found[index]?.sort(by: store, systems[worker])
      // Letting go of configurations may take as long as reducing does: that is shared too.
      round.slices[index] = nil
    }
    for index in 0..<round.count {
      if let found = round.found[index].take() { take(found) }
    }
    store.freeReplaced()
    expanded += size
    endRound()
  }

  /// Does something for each slice of a round: by all workers, where there are slices for them.
  private func share(_ round: Round, _ body: @escaping (_ index: Int, _ worker: Int) -> Void) {
    if min(systems.count, round.count) == 1 {
      for index in 0..<round.count { body(index, 0) }
      return
    }
    let shares = WorkShares(round.owners, workers: systems.count)
    parallel { worker in shares.work(worker) { body($0, worker) } }
  }

  private func visit(_ slice: Slice, _ system: System, _ visitor: Visitor) -> System.Batch {
    guard let steps = slice.steps else {
      return system.expand(slice.piece.batch, slice.range, at: slice.place, visitor)
    }
    visitor.steps = steps[...]
    return system.follow(slice.piece.batch, slice.range, at: slice.place, visitor)
  }

  /// What a slice kept.
  fileprivate struct Found {
    var batch: System.Batch
    var kept: [Visitor.Kept]
    let worker: Int
    /// How they were reached; once they are sorted.
    var steps = SearchSteps()

    /// Leaves out what another slice met from an earlier parent, and writes down how the rest was
    /// reached.
    mutating func sort(by store: ConfigurationStore, _ system: System) {
      if store.isShared {
        let own = kept.indices.filter { store.isParent(kept[$0].parent, of: kept[$0].number) }
        if own.count < kept.count {
          system.keep(own, in: batch)
          kept.keep(own)
        }
      }
      for kept in kept {
        steps.append(SearchSteps.Step(parent: kept.parent, ordinal: kept.ordinal))
      }
    }
  }

  /// One round's slices, and what was found in each.
  ///
  /// `@unchecked Sendable` holds because each index is handed out once between two beginnings.
  final class Round: @unchecked Sendable {
    let count: Int
    fileprivate let slices: UnsafeMutablePointer<Slice?>
    fileprivate let found: UnsafeMutablePointer<Found?>
    /// The workers that made what is in the slices.
    let owners: [Int]

    init(_ slices: consuming [Slice]) {
      count = slices.count
      owners = slices.map(\.piece.worker)
      self.slices = .allocate(capacity: count)
      found = .allocate(capacity: count)
      for index in 0..<count { (self.slices + index).initialize(to: slices[index]) }
      found.initialize(repeating: nil, count: count)
    }

    deinit {
      slices.deinitialize(count: count)
      slices.deallocate()
      found.deinitialize(count: count)
      found.deallocate()
    }

    /// Configurations in all slices.
    var size: Int { (0..<count).reduce(0) { $0 + (slices[$1]?.range.count ?? 0) } }
  }

  /// Puts what a slice found in its place.
  private func take(_ found: Found) {
    guard !found.kept.isEmpty else { return }
    order.append(found.kept)
    steps.append(found.steps)
    systems[0].place(found.batch)
    next.append(
      Piece(
        batch: found.batch, first: UInt32(count), count: found.kept.count, worker: found.worker))
    count += found.kept.count
  }

  /// Keeps the earliest break of each demand: parents come in order, so that none of a later round
  /// is earlier.
  private func endRound() {
    var earliest: [Breach] = []
    for breach in visitors.flatMap(\.breaches) {
      if let index = earliest.firstIndex(where: { $0.demand == breach.demand }) {
        if breach.isEarlier(than: earliest[index]) { earliest[index] = breach }
      } else {
        earliest.append(breach)
      }
    }
    for visitor in visitors { visitor.breaches = [] }
    let new = earliest.filter { breach in !breaches.contains { $0.demand == breach.demand } }
    breaches += new.sorted { $0.isEarlier(than: $1) }
    if pending.isEmpty { endLayer() }
  }
}
