/// A transition system as one worker of a search sees it: configurations, and what follows them.
///
/// Configurations come in batches, so that what is called once for each of millions need not be
/// generic code: a system expands a whole batch by itself and tells a ``Visitor`` about each
/// configuration it generates.
package protocol TransitionSystem: AnyObject {
  /// Configurations of one layer, in the order of the search.
  associatedtype Batch: AnyObject

  /// Whether it asks for a configuration's number in the store, or where one lies that has a number.
  static var asksNumbers: Bool { get }

  /// Visits the initial configurations and returns those that were kept.
  func begin(_ visitor: Visitor) -> Batch

  /// Visits what follows each of some configurations, in order, and returns those that were kept.
  ///
  /// - Parameter place: The place of the first of them in the order of the search.
  func expand(_ batch: Batch, _ range: Range<Int>, at place: UInt32, _ visitor: Visitor) -> Batch

  /// Visits only those steps of some configurations that ``Visitor/nextStep()`` names, in order,
  /// and returns where they led. Nothing is asked and no step is counted.
  ///
  /// - Parameter place: The place of the first of them in the order of the search.
  func follow(_ batch: Batch, _ range: Range<Int>, at place: UInt32, _ visitor: Visitor) -> Batch

  /// Leaves only the configurations of these indices, which are in order, in a batch.
  func keep(_ indices: [Int], in batch: Batch)

  /// Says that the configurations of a batch come next in the order of the search. Batches come in
  /// that order, between rounds, to the system of the first worker.
  func place(_ batch: Batch)
}

extension TransitionSystem {
  package static var asksNumbers: Bool { true }

  package func place(_ batch: Batch) {}
}

extension Array {
  /// Leaves only the elements of these indices, which are in order.
  @inlinable
  package mutating func keep(_ indices: [Int]) {
    for (place, index) in indices.enumerated() where place != index { swapAt(place, index) }
    removeSubrange(indices.count...)
  }
}

/// Takes what a worker of a search generates.
package final class Visitor {
  let store: ConfigurationStore
  package let writer = StoreWriter()
  /// Visits so far, those of configurations that are known included.
  @exclusivity(unchecked) package private(set) var generated = 0
  /// Configurations that a limit of the system's kept from being visited.
  @exclusivity(unchecked) package var refused = 0
  /// The earliest break of each demand in this round.
  package internal(set) var breaches: [Breach] = []
  /// The parent of the last break's step, and the break's place among those from there.
  private var breached: (parent: UInt32, rank: Int) = (.max, 0)
  /// Asks the workers to stop: what they do has turned out to be of no use.
  package var wantsToStop = false

  /// Whether what another search has met is made again: nothing is asked of it.
  package var isFollowing: Bool { follows }
  // Unchecked only in this module: others ask by way of what is computed here.
  @exclusivity(unchecked) var follows = false
  /// The steps that are still to be followed from the current batch.
  var steps: ArraySlice<SearchSteps.Step> = []

  /// What was kept from the current batch, in order.
  @exclusivity(unchecked) private var kept: [Kept] = []
  /// The place of the configuration that is expanded.
  package var parent: UInt32 { place }
  /// Its number in the store.
  package var parentNumber: UInt32 { place == .max ? .max : order.number(at: place) }
  @exclusivity(unchecked) private var place: UInt32 = .max
  private let order: SearchOrder

  struct Kept {
    let number: UInt32
    let parent: UInt32
    let ordinal: UInt64
  }

  init(_ store: ConfigurationStore, _ order: SearchOrder) {
    self.store = store
    self.order = order
  }

  /// Hands out what was kept from the current batch.
  func takeKept() -> [Kept] {
    defer { kept = [] }
    return kept
  }

  /// Says which configuration is expanded next.
  package func begin(_ place: UInt32) { self.place = place }

  /// The ordinal of the next step to follow from the configuration that is expanded; nil when there
  /// is none left.
  package func nextStep() -> UInt64? {
    steps.first?.parent == parent ? steps.removeFirst().ordinal : nil
  }

  /// Forgets what following counted.
  func endFollowing() {
    follows = false
    steps = []
    generated = 0
    refused = 0
    breaches = []
  }

  /// Visits a configuration by its words.
  ///
  /// - Parameter ordinal: Which of its parent's steps leads to it: the event in the upper half, the
  ///   choices inside the step in the lower.
  /// - Returns: Whether the system must keep it, and whether it is new.
  package func visit(
    _ words: UnsafeBufferPointer<UInt64>, _ ordinal: UInt64
  ) -> ConfigurationStore.Visit {
    generated &+= 1
    let visit = store.visit(words, from: parent, by: writer)
    if !visit.isKnown {
      kept.append(Kept(number: visit.number, parent: parent, ordinal: ordinal))
    }
    return visit
  }

  /// Visits successors of configurations.
  package func visit(_ successors: Successors) {
    generated &+= successors.count
    store.visit(successors, by: writer)
    for unknown in successors.found {
      kept.append(
        Kept(
          number: unknown.number, parent: successors.parent(of: unknown).place,
          ordinal: UInt64(successors.step(to: unknown)) << 32))
    }
  }

  /// Notes that a demand is broken by the step with this ordinal, or by where it leads.
  package func breach(_ demand: String, _ ordinal: UInt64, _ detail: Any) {
    breached = (parent, breached.parent == parent ? breached.rank + 1 : 0)
    let breach = Breach(
      demand: demand, parent: parent, ordinal: ordinal, rank: breached.rank, detail: detail)
    // Slices that are taken from another worker may come before those that are done.
    if let known = breaches.firstIndex(where: { $0.demand == demand }) {
      if breach.isEarlier(than: breaches[known]) { breaches[known] = breach }
    } else {
      breaches.append(breach)
    }
  }
}

/// A demand that is broken, and by which step.
package struct Breach {
  package let demand: String
  /// The place of the configuration before the step; `.max` for an initial one.
  package let parent: UInt32
  package let ordinal: UInt64
  /// Its place among what steps from the same parent break.
  package let rank: Int
  /// What the system has to say of it.
  package let detail: Any

  package init(
    demand: String, parent: UInt32, ordinal: UInt64, rank: Int = 0, detail: Any
  ) {
    self.rank = rank
    self.demand = demand
    self.parent = parent
    self.ordinal = ordinal
    self.detail = detail
  }

  func isEarlier(than other: Breach) -> Bool {
    (parent == .max ? 0 : 1, parent, ordinal, rank) < (
      other.parent == .max ? 0 : 1, other.parent, other.ordinal, other.rank
    )
  }
}
