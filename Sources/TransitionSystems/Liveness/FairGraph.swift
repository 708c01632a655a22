/// A graph of configurations with what fairness is about: calls that are pending, and lost.
///
/// Nodes are numbered from 0 in the order they were met, so that the lowest number of several is
/// the nearest to the start.
package struct FairGraph {
  package typealias Node = UInt32
  /// A set of calls of one kind each, by its place in `sets`.
  package typealias KindSet = Int

  package struct Edge {
    package let target: Node
    private let shortLabel: UInt32

    package init(target: Node, label: Int) {
      self.target = target
      shortLabel = UInt32(label)
    }

    /// What the edge is, by its place in `labels`.
    package var label: Int { Int(shortLabel) }
  }

  /// What steps along edges with the same label have in common.
  package struct Label: Hashable, Codable {
    /// Whether it is the outside that takes the step.
    package var isOutside: Bool
    /// The kinds of which an instance was resolved or removed.
    package var lost: [Int]
    /// The endpoint whose call was resolved, and whether with a value.
    package var resolved: Resolved?

    package struct Resolved: Hashable, Codable {
      package let endpoint: Int
      package let isSuccess: Bool

      package init(endpoint: Int, isSuccess: Bool) {
        self.endpoint = endpoint
        self.isSuccess = isSuccess
      }
    }

    package init(isOutside: Bool, lost: [Int] = [], resolved: Resolved? = nil) {
      self.isOutside = isOutside
      self.lost = lost
      self.resolved = resolved
    }
  }

  private var starts: [Int] = [0]
  private var edges: [Edge] = []
  private var numberedLabels = NumberedSet<Label>()
  private var sets = NumberedSet<[Int]>()
  private var pending: [KindSet] = []

  package init() {}

  /// What edges are, by their labels.
  package var labels: [Label] { numberedLabels.elements }

  /// Nodes whose pending kinds are known; those without edges so far included.
  package var count: Int { pending.count }

  /// Adds the next node, with the kinds of call that are pending in it.
  package mutating func add(pending set: KindSet) { pending.append(set) }

  /// The number of a set of kinds of call, sorted.
  package mutating func number(ofSet kinds: [Int]) -> KindSet { sets.number(of: kinds) }

  /// The kinds in a set.
  package func kinds(in set: KindSet) -> [Int] { sets.elements[set] }

  /// The set of kinds that are pending in a node.
  package func set(of node: Node) -> KindSet { pending[Int(node)] }

  /// The number of a label.
  package mutating func number(of label: Label) -> Int { numberedLabels.number(of: label) }

  /// Adds an edge of the node whose edges are being added; see ``endNode()``.
  package mutating func add(edge label: Int, to target: Node) {
    edges.append(Edge(target: target, label: label))
  }

  /// Ends the edges of a node; those of the next one follow.
  package mutating func endNode() { starts.append(edges.count) }

  /// The kinds of call pending in a node.
  package func pending(in node: Node) -> [Int] { kinds(in: set(of: node)) }

  /// The edges that leave a node, in the order of the search; none where it was not expanded.
  package func edges(of node: Node) -> ArraySlice<Edge> {
    Int(node) + 1 < starts.count ? edges[starts[Int(node)]..<starts[Int(node) + 1]] : []
  }
}

extension FairGraph {
  /// The same graph with other names for kinds, several of which may become one.
  package func renaming(_ name: (Int) -> Int) -> FairGraph {
    func renamed(_ kinds: [Int]) -> [Int] { Array(Set(kinds.map(name))).sorted() }
    var graph = self
    graph.sets = NumberedSet(sets.elements.map(renamed))
    graph.numberedLabels = NumberedSet(
      labels.map { Label(isOutside: $0.isOutside, lost: renamed($0.lost), resolved: $0.resolved) })
    return graph
  }
}

extension FairGraph {
  // MARK: Writing down

  /// What numbers in a graph mean.
  package struct Tables: Codable, Equatable {
    package let labels: [Label]
    package let sets: [[Int]]
  }

  package var tables: Tables { Tables(labels: labels, sets: sets.elements) }

  /// Writes nodes and edges down: about three bytes for each edge.
  ///
  /// - Precondition: The edges of each node have ended.
  package func append(to bytes: inout [UInt8]) {
    bytes.append(packed: UInt64(count))
    for node in 0..<UInt32(count) {
      let edges = edges(of: node)
      bytes.append(packed: UInt64(pending[Int(node)]))
      bytes.append(packed: UInt64(edges.count))
      var last = Int(node)
      for edge in edges {
        bytes.append(packed: Int(edge.target) - last)
        bytes.append(packed: UInt64(edge.label))
        last = Int(edge.target)
      }
    }
  }

  /// A graph as it was written down; nil where that is none.
  package init?(_ tables: Tables, from reader: inout PackedNumberReader) {
    numberedLabels = NumberedSet(tables.labels)
    sets = NumberedSet(tables.sets)
    guard let count = reader.next(below: Int(UInt32.max)) else { return nil }
    for node in 0..<count {
      guard let set = reader.next(below: tables.sets.count),
        let degree = reader.next(below: Int(UInt32.max))
      else { return nil }
      pending.append(set)
      var last = node
      for _ in 0..<degree {
        guard let step = reader.nextSigned(), let target = Node(exactly: last &+ step),
          let label = reader.next(below: tables.labels.count)
        else { return nil }
        edges.append(Edge(target: target, label: label))
        last = Int(target)
      }
      endNode()
    }
  }
}
