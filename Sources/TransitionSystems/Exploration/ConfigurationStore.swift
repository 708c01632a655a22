import Synchronization

/// The configurations that a search has met: whether one is known.
///
/// *Exact* compares each with what was kept of it, *compact* keeps 64 bits of fingerprint instead,
/// and may take two configurations for one. What is kept lies in a hash table: in its slots where
/// it is short (``KeyTable``), else apart from it (``RecordTable``).
package final class ConfigurationStore: Sendable {
  /// What is kept of a configuration.
  package enum Mode: Sendable {
    case exact
    case compact
  }

  /// What became of a visit.
  package struct Visit: Equatable {
    package enum Kind {
      /// Met before, and not from a later parent.
      case known
      /// Met for the first time.
      case new
      /// Met before in this round, but from a parent further on.
      case earlier
    }

    package let kind: Kind
    /// The configuration's number in the store.
    package let number: UInt32

    /// Whether there is nothing to do about it.
    package var isKnown: Bool { if case .known = kind { true } else { false } }
    package var isNew: Bool { if case .new = kind { true } else { false } }
  }

  package let mode: Mode
  /// The bytes that every configuration is encoded in; -1 where they differ.
  private let size: Int
  private let capacity: Int
  let numbering: Numbering
  private let table: any ConfigurationTable

  /// Whether several threads visit at once.
  var isShared: Bool { numbering.isShared }

  /// Makes an empty store.
  ///
  /// - Parameters:
  ///   - size: The bytes that every configuration is encoded in; nil where they differ or are not
  ///     known.
  ///   - capacity: Bytes of encodings after which it counts as full. One addresses 16 GiB of them;
  ///     what is left is for what comes between two looks.
  package init(_ mode: Mode, workers: Int, size: Int? = nil, capacity: Int = 15 << 30) {
    self.mode = mode
    self.size = size ?? -1
    self.capacity = capacity
    numbering = Numbering(isShared: workers > 1)
    table =
      if mode == .compact {
        KeyTable(of: .fingerprint, numbering)
      } else if let size, KeyTable.sizes.contains(size) {
        KeyTable(of: .encoding, numbering)
      } else {
        RecordTable(countsBytes: size == nil, numbering)
      }
  }

  // MARK: Visiting

  /// Looks a configuration up, and adds it if it is not there.
  ///
  /// - Parameter parent: The place of the configuration that led here, in the order of the search;
  ///   `.max` for an initial one.
  /// Complexity: one hash, one probe on average, and no allocation where it is known.
  package func visit(
    _ words: UnsafeBufferPointer<UInt64>, from parent: UInt32, by writer: StoreWriter
  ) -> Visit {
    table.visit(writer.key(of: words, size: size), Numbering.link(to: parent), writer)
  }

  /// Visits successors of some configurations, in order.
  func visit(_ successors: Successors, by writer: StoreWriter) {
    table.visit(successors, writer)
  }

  /// The number of a configuration; nil where it was not met. Called while nobody visits.
  package func number(
    of words: UnsafeBufferPointer<UInt64>, by writer: StoreWriter
  ) -> UInt32? {
    table.number(of: writer.key(of: words, size: size), writer)
  }

  // MARK: Between rounds

  /// Begins a round: its parents come after those of all rounds before it.
  func beginRound(_ writers: [StoreWriter]) { numbering.beginRound(writers) }

  /// Frees what readers may have had; called while nobody visits.
  package func freeReplaced() { table.shards.freeReplaced() }

  /// Whether a configuration that was met in the current round was met first from the parent at a
  /// place, once nobody visits.
  func isParent(_ parent: UInt32, of number: UInt32) -> Bool {
    numbering.isParent(parent, of: number)
  }

  /// Why no more should be added; nil as long as there is room.
  package func fullness(writers: [StoreWriter]) -> String? {
    if writers.reduce(0, { $0 + $1.keptBytes }) > capacity {
      return "the 16 GiB that one search can keep of configurations are nearly full "
        + "(--compact keeps less of each)"
    }
    return numbering.isFull
      ? "it has met as many configurations as can be numbered, some four thousand million" : nil
  }

  /// Bytes of memory for what is visited: the table, the encodings, the links of a round.
  package func bytes(writers: [StoreWriter]) -> Int {
    table.shards.bytes + numbering.bytes + writers.reduce(0) { $0 + $1.keptBytes }
  }
}

/// Where a store looks configurations up.
protocol ConfigurationTable: Sendable {
  var shards: TableShards { get }

  /// - Parameter link: What becomes the configuration's link if nothing better led to it.
  func visit(_ key: ConfigurationKey, _ link: UInt32, _ writer: StoreWriter)
    -> ConfigurationStore.Visit

  /// Visits successors in order, and notes those that were not known.
  func visit(_ successors: Successors, _ writer: StoreWriter)

  func number(of key: ConfigurationKey, _ writer: StoreWriter) -> UInt32?
}
