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
    /// What the edge is, by its place in `labels`.
    package let label: Int
  }

  /// What steps along edges with the same label have in common.
  package struct Label: Hashable {
    /// Whether it is the outside that takes the step.
    package var isOutside: Bool
    /// The kinds of which an instance was resolved or removed.
    package var lost: [Int]
    /// The endpoint whose call was resolved, and whether with a value.
    package var resolved: Resolved?

    package struct Resolved: Hashable {
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
  package private(set) var labels: [Label] = []
  private var labelNumbers: [Label: Int] = [:]
  private var sets: [[Int]] = []
  private var setNumbers: [[Int]: KindSet] = [:]
  private var pending: [KindSet] = []

  package init() {}

  /// Nodes whose pending kinds are known; those without edges so far included.
  package var count: Int { pending.count }

  /// Adds the next node, with the kinds of call that are pending in it, sorted.
  package mutating func add(pending kinds: [Int]) {
    if let known = setNumbers[kinds] {
      pending.append(known)
    } else {
      setNumbers[kinds] = sets.count
      pending.append(sets.count)
      sets.append(kinds)
    }
  }

  /// The number of a label.
  package mutating func number(of label: Label) -> Int {
    if let known = labelNumbers[label] { return known }
    labelNumbers[label] = labels.count
    labels.append(label)
    return labels.count - 1
  }

  /// Adds an edge of the node whose edges are being added; see ``endNode()``.
  package mutating func add(edge label: Int, to target: Node) {
    edges.append(Edge(target: target, label: label))
  }

  /// Ends the edges of a node; those of the next one follow.
  package mutating func endNode() { starts.append(edges.count) }

  /// The kinds of call pending in a node.
  package func pending(in node: Node) -> [Int] { sets[pending[Int(node)]] }

  /// The edges that leave a node, in the order of the search; none where it was not expanded.
  package func edges(of node: Node) -> ArraySlice<Edge> {
    Int(node) + 1 < starts.count ? edges[starts[Int(node)]..<starts[Int(node) + 1]] : []
  }
}
