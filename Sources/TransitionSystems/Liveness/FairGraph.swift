/// A graph of configurations with what fairness is about: waits, and what becomes of them.
///
/// A wait is one call or send that is pending. Nodes are numbered from 0 in the order they were met,
/// so that the lowest number of several is the nearest to the start; the waits of a node are
/// numbered from 0 too, in an order that is the node's own.
package struct FairGraph {
  package typealias Node = UInt32

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
    /// What each wait before the step is among those after it; nil for one that the step served or
    /// removed.
    package var kept: [Int?]
    /// The endpoint whose call was resolved, and whether with a value.
    package var resolved: Resolved?

    package struct Resolved: Hashable, Codable {
      package var endpoint: Int
      package let isSuccess: Bool

      package init(endpoint: Int, isSuccess: Bool) {
        self.endpoint = endpoint
        self.isSuccess = isSuccess
      }
    }

    package init(isOutside: Bool, kept: [Int?] = [], resolved: Resolved? = nil) {
      self.isOutside = isOutside
      self.kept = kept
      self.resolved = resolved
    }

    /// Where the step leaves a wait; nil where it ends it.
    func next(_ wait: Int) -> Int? { kept.indices.contains(wait) ? kept[wait] : nil }
  }

  private var starts: [Int] = [0]
  private var edges: [Edge] = []
  private var numberedLabels = NumberedSet<Label>()

  package init() {}

  /// What edges are, by their labels.
  package var labels: [Label] { numberedLabels.elements }

  /// The nodes whose edges have ended.
  package var count: Int { starts.count - 1 }

  /// The number of a label.
  package mutating func number(of label: Label) -> Int { numberedLabels.number(of: label) }

  /// Adds an edge of the node whose edges are being added; see ``endNode()``.
  package mutating func add(edge label: Int, to target: Node) {
    edges.append(Edge(target: target, label: label))
  }

  /// Ends the edges of a node; those of the next one follow.
  package mutating func endNode() { starts.append(edges.count) }

  /// The edges that leave a node, in the order of the search; none where it was not expanded.
  package func edges(of node: Node) -> ArraySlice<Edge> {
    Int(node) < count ? edges[starts[Int(node)]..<starts[Int(node) + 1]] : []
  }
}

extension FairGraph {
  // MARK: Writing down

  /// What numbers in a graph mean.
  package struct Tables: Codable, Equatable {
    package let labels: [Label]
  }

  package var tables: Tables { Tables(labels: labels) }

  /// Writes nodes and edges down: about three bytes for each edge.
  ///
  /// - Precondition: The edges of each node have ended.
  package func append(to bytes: inout [UInt8]) {
    bytes.append(packed: UInt64(count))
    for node in 0..<UInt32(count) {
      let edges = edges(of: node)
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
    guard let count = reader.next(below: Int(UInt32.max)) else { return nil }
    for node in 0..<count {
      guard let degree = reader.next(below: Int(UInt32.max)) else { return nil }
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
