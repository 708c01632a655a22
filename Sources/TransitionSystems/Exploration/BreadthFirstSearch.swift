import Synchronization

/// Breadth-first search of a transition system by any number of workers.
///
/// A layer is expanded in slices, and what the slices keep is put in order afterwards: by the
/// place of the parent, then by the ordinal. So the order of configurations, the parents and every
/// breach are the same for any number of workers.
///
/// `@unchecked Sendable` holds because workers share only the store, which is made for that, and
/// slices, each of which one worker takes; everything else is touched between rounds.
package final class BreadthFirstSearch<System: TransitionSystem>: @unchecked Sendable {
  private let systems: [System]
  package let store: ConfigurationStore
  package let visitors: [Visitor]
  private let limits: SearchLimits
  /// Runs a body for each worker, and waits for all.
  private let parallel: (_ body: @escaping (Int) -> Void) -> Void

  /// Layers that are complete, and how many configurations each has.
  package private(set) var layers: [Int] = []
  private let order: SearchOrder
  /// The ordinals by place, where they are asked for.
  package private(set) var ordinals: [UInt64] = []
  private let recordsOrdinals: Bool
  private var current: [Piece] = []
  private var next: [Piece] = []
  /// Configurations met so far.
  package private(set) var count = 0
  /// The place of the first configuration that was not expanded.
  package private(set) var expanded = 0
  /// The earliest break of each demand, in the order they were met.
  package private(set) var breaches: [Breach] = []

  private struct Piece {
    let batch: System.Batch
    let first: UInt32
    let count: Int
  }

  /// What is taken at once by one worker.
  private struct Slice {
    let piece: Piece
    let range: Range<Int>
  }

  /// Slices between two looks at the limits.
  private static var roundSize: Int { 64 }

  /// Makes a search.
  ///
  /// - Parameters:
  ///   - systems: The same system once for each worker.
  ///   - recordsOrdinals: Whether it is kept which successor of its parent each one is.
  package init(
    _ systems: [System], _ store: ConfigurationStore, limits: SearchLimits,
    recordsOrdinals: Bool = false,
    parallel: @escaping (_ body: @escaping (Int) -> Void) -> Void
  ) {
    self.systems = systems
    self.store = store
    self.limits = limits
    self.recordsOrdinals = recordsOrdinals
    self.parallel = parallel
    let order = SearchOrder(isKept: store.isShared)
    self.order = order
    visitors = systems.map { _ in Visitor(store, order) }
  }

  /// Configurations generated so far, initial ones and known ones included.
  package var generated: Int { visitors.reduce(0) { $0 + $1.generated } }

  /// Configurations that a limit of the system's kept from being visited.
  package var refused: Int { visitors.reduce(0) { $0 + $1.refused } }

  /// The number in the store of the configuration at a place.
  package func number(at place: UInt32) -> UInt32 {
    order.number(at: place)
  }

  /// The place of the configuration that led to the one at a place first; nil for an initial one.
  package func parent(of place: UInt32) -> UInt32? {
    let parent = store.parent(of: number(at: place))
    return parent == .max ? nil : parent
  }

  /// Searches until nothing is left or a limit is reached.
  ///
  /// - Parameter isOver: Says why to stop, if so; asked after each round, and told whether a layer
  ///   is complete.
  package func run(until isOver: (_ layerIsComplete: Bool) -> String?) -> SearchEnd {
    begin()
    if let reason = isOver(true) { return .stopped(reason) }
    return go(until: isOver)
  }

  private func begin() {
    let visitor = visitors[0]
    visitor.begin(.max)
    let batch = systems[0].begin(visitor)
    take(batch, visitor.kept)
    visitor.kept = []
    endLayer()
  }

  private func go(until isOver: (_ layerIsComplete: Bool) -> String?) -> SearchEnd {
    while !current.isEmpty {
      if let depth = limits.depth, layers.count > depth { return .depth }
      var slices = self.slices()[...]
      current = []
      while !slices.isEmpty {
        if let most = limits.configurations, count >= most { return .configurations }
        let round = Array(slices.prefix(Self.roundSize))
        slices = slices.dropFirst(Self.roundSize)
        expand(round)
        expanded += round.reduce(0) { $0 + $1.range.count }
        if slices.isEmpty { endLayer() }
        if let reason = isOver(slices.isEmpty) { return .stopped(reason) }
      }
    }
    return .closed
  }

  private func slices() -> [Slice] {
    current.flatMap { piece in
      stride(from: 0, to: piece.count, by: System.sliceSize).map { start in
        Slice(piece: piece, range: start..<min(piece.count, start + System.sliceSize))
      }
    }
  }

  // MARK: Rounds

  private func expand(_ slices: [Slice]) {
    let round = Round(slices)
    if min(systems.count, slices.count) == 1 {
      work(0, on: round)
    } else {
      parallel { [self] worker in work(worker, on: round) }
    }
    for index in slices.indices {
      if let result = round.result(index) { take(result.batch, result.kept) }
    }
    store.freeReplaced()
  }

  private func work(_ worker: Int, on round: Round) {
    let visitor = visitors[worker]
    while !visitor.wantsToStop, let index = round.next() {
      let slice = round.slices[index]
      let batch = systems[worker].expand(
        slice.piece.batch, slice.range,
        at: slice.piece.first + UInt32(slice.range.lowerBound), visitor)
      round.put(batch, visitor.kept, at: index)
      visitor.kept = []
    }
  }

  /// What one round's workers take and leave.
  ///
  /// `@unchecked Sendable` holds because each index is handed out once.
  private final class Round: @unchecked Sendable {
    typealias Result = (batch: System.Batch, kept: [Visitor.Kept])

    let slices: [Slice]
    private let taken = Atomic<Int>(0)
    private let results: UnsafeMutablePointer<Result?>

    init(_ slices: [Slice]) {
      self.slices = slices
      results = .allocate(capacity: slices.count)
      results.initialize(repeating: nil, count: slices.count)
    }

    deinit {
      results.deinitialize(count: slices.count)
      results.deallocate()
    }

    /// The index of a slice that nobody has taken; nil when there is none.
    func next() -> Int? {
      let index = taken.add(1, ordering: .relaxed).oldValue
      return index < slices.count ? index : nil
    }

    func put(_ batch: System.Batch, _ kept: [Visitor.Kept], at index: Int) {
      results[index] = (batch, kept)
    }

    func result(_ index: Int) -> Result? {
      defer { results[index] = nil }
      return results[index]
    }
  }

  /// Puts what a slice kept in its place; what another slice met from an earlier parent is its.
  private func take(_ batch: System.Batch, _ kept: [Visitor.Kept]) {
    var batch = batch
    var kept = kept
    if store.isShared {
      let alive = kept.indices.filter { store.parent(of: kept[$0].number) == kept[$0].parent }
      if alive.count < kept.count {
        systems[0].keep(alive, in: &batch)
        kept = alive.map { kept[$0] }
      }
    }
    order.append(kept)
    if recordsOrdinals { ordinals.append(contentsOf: kept.lazy.map(\.ordinal)) }
    guard !kept.isEmpty else { return }
    next.append(Piece(batch: batch, first: UInt32(count), count: kept.count))
    count += kept.count
  }

  private func endLayer() {
    let size = next.reduce(0) { $0 + $1.count }
    if size > 0 { layers.append(size) }
    current = next
    next = []
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
  }
}
