import TransitionSystems

/// The graph of a searched space as liveness needs it, put together from what workers noted down.
///
/// Nodes are numbered by their places in the order of the search, and everything else in the order
/// in which they bring it up: the same for any number of workers.
final class SpaceGraph {
  let recorders: [GraphRecorder]
  private(set) var graph = FairGraph()
  private var kinds = NumberedSet<String>()
  private var endpoints = NumberedSet<String>()
  /// By node: the properties of liveness that wait for their goal, a bit each.
  private var owed: [UInt64] = []
  /// By recorder: the numbers here of its labels and kinds, as far as they came up.
  private var labelNumbers: [[Int: Int]]
  private var kindNumbers: [[Int: Int]]

  init(_ recorders: [GraphRecorder]) {
    self.recorders = recorders
    labelNumbers = Array(repeating: [:], count: recorders.count)
    kindNumbers = labelNumbers
  }

  /// Takes over what was expanded in one round.
  ///
  /// - Parameter place: The place of the configuration that has a number in the store.
  func take(_ place: (UInt32) -> UInt32) {
    let nodes = recorders.indices.flatMap { recorder in
      recorders[recorder].nodes.indices.map { (recorder, index: $0) }
    }
    .sorted { node($0).place < node($1).place }
    // What a search that stopped in the middle left out has no edges, and neither has what follows.
    for next in nodes where node(next).place == UInt32(graph.count) {
      let (recorder, node) = (next.0, node(next))
      graph.add(pending: numbers(of: node.pending, recorder))
      owed.append(node.owed)
      for edge in edges(of: next) {
        graph.add(edge: number(ofLabel: edge.label, recorder), to: place(edge.target))
      }
      graph.endNode()
    }
    for recorder in recorders { recorder.removeAll() }
  }

  private func node(_ node: (recorder: Int, index: Int)) -> GraphRecorder.Expanded {
    recorders[node.recorder].nodes[node.index]
  }

  private func edges(of node: (recorder: Int, index: Int)) -> ArraySlice<FairGraph.Edge> {
    let recorder = recorders[node.recorder]
    let following = node.index + 1
    let end = following < recorder.nodes.count ? recorder.nodes[following].firstEdge : nil
    return recorder.edges[recorder.nodes[node.index].firstEdge..<(end ?? recorder.edges.count)]
  }

  // MARK: Numbers

  /// The number of what a step has in common with others.
  func label(_ event: Event, _ before: Configuration, _ after: Configuration) -> Int {
    number(ofLabel: recorders[0].label(event, before, after), 0)
  }

  private func number(ofLabel theirs: Int, _ recorder: Int) -> Int {
    if let known = labelNumbers[recorder][theirs] { return known }
    let label = recorders[recorder].labels.elements[theirs]
    let number = graph.number(
      of: FairGraph.Label(
        isOutside: label.isOutside, lost: numbers(of: label.lost, recorder),
        resolved: label.resolved.map { resolved in
          FairGraph.Label.Resolved(
            endpoint: endpoints.number(
              of: recorders[recorder].endpoints.elements[resolved.endpoint]),
            isSuccess: resolved.isSuccess)
        }))
    labelNumbers[recorder][theirs] = number
    return number
  }

  private func numbers(of theirs: [Int], _ recorder: Int) -> [Int] {
    // By name where several come up at once: their numbers there depend on what was met before.
    let new = theirs.filter { kindNumbers[recorder][$0] == nil }
      .map { (kind: $0, name: recorders[recorder].kinds.elements[$0]) }.sorted { $0.name < $1.name }
    for (kind, name) in new { kindNumbers[recorder][kind] = kinds.number(of: name) }
    return theirs.compactMap { kindNumbers[recorder][$0] }.sorted()
  }

  // MARK: What it is for

  /// A fair cycle in which a property of liveness, by its place among those, waits for its goal.
  func fairCycle(_ bit: Int) -> FairCycle.Cycle? {
    let (owed, model) = (owed, recorders[0].machine.model)
    let fair = Set(
      endpoints.elements.indices.filter { model.fairEndpoints.contains(endpoints.elements[$0]) })
    let search = FairCycle(
      in: graph, outsideActs: model.properties[recorders[0].properties[bit]].outsideActs,
      fair: fair
    ) { owed[Int($0)] & (1 << UInt64(bit)) != 0 }
    return search.find()
  }
}

extension SpaceGraph {
  // MARK: Writing down

  /// What the numbers in a graph mean.
  struct Tables: Codable, Equatable {
    let kinds: [String]
    let endpoints: [String]
    let graph: FairGraph.Tables
  }

  var tables: Tables {
    Tables(kinds: kinds.elements, endpoints: endpoints.elements, graph: graph.tables)
  }

  /// The nodes and edges: packed numbers.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    graph.append(to: &bytes)
    for bits in owed { bytes.append(packed: bits) }
    return bytes
  }

  /// Begins with a graph that was written down.
  ///
  /// - Returns: Whether it is one.
  func begin(with tables: Tables, _ bytes: [UInt8]) -> Bool {
    var reader = PackedNumberReader(bytes)
    guard let graph = FairGraph(tables.graph, from: &reader) else { return false }
    owed = (0..<graph.count).compactMap { _ in reader.next() }
    self.graph = graph
    kinds = NumberedSet(tables.kinds)
    endpoints = NumberedSet(tables.endpoints)
    return owed.count == graph.count && reader.isAtEnd
  }
}
