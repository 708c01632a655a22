import TransitionSystems

/// The graph of a searched space as liveness needs it, put together from what workers noted down.
///
/// Nodes are numbered by their places in the order of the search, and everything else in the order
/// in which they bring it up: the same for any number of workers.
///
/// Kinds of call are told apart by the effect they belong to. Where configurations that are the same
/// hold effects of different places in the source, alike from there on, their kinds become one:
/// what a node waits for must not depend on which way led to it first.
final class SpaceGraph {
  let recorders: [GraphRecorder]
  private var graph = FairGraph()
  private var kinds = NumberedSet<GraphRecorder.Kind>()
  private var endpoints = NumberedSet<String>()
  /// By node: the properties of liveness that wait for their goal, a bit each.
  private var owed: [UInt64] = []
  private var merged = MergedKinds()
  /// Pairs of sets whose kinds were merged.
  private var alike: Set<[FairGraph.KindSet]> = []
  /// By the place of a node that has not come: the sets that are pending on the ways to it.
  private var arriving: [UInt32: [FairGraph.KindSet]] = [:]
  /// The numbers here of what each recorder has named so far.
  private var translations: [Translation]

  private struct Translation {
    var labels: [Int: Int] = [:]
    var kinds: [Int: Int] = [:]
    var sets: [Int: FairGraph.KindSet] = [:]
  }

  init(_ recorders: [GraphRecorder]) {
    self.recorders = recorders
    translations = Array(repeating: Translation(), count: recorders.count)
  }

  /// The configurations whose edges are known.
  var count: Int { graph.count }

  /// Takes over what was expanded in one round.
  ///
  /// - Parameter place: The place of the configuration that has a number in the store.
  func take(_ place: (UInt32) -> UInt32) {
    let nodes = recorders.indices.flatMap { recorder in
      recorders[recorder].nodes.indices.map { (recorder, index: $0) }
    }
    .sorted { node($0).place < node($1).place }
    // What a search that stopped in the middle left out has no edges, and neither has what follows.
    for next in nodes where node(next).place == UInt32(count) {
      let recorder = next.0
      add(node(next), recorder)
      for edge in edges(of: next) {
        add(edge, to: place(edge.target), recorder)
      }
      graph.endNode()
    }
    for recorder in recorders { recorder.removeAll() }
  }

  private func node(_ node: (recorder: Int, index: Int)) -> GraphRecorder.Expanded {
    recorders[node.recorder].nodes[node.index]
  }

  private func edges(
    of node: (recorder: Int, index: Int)
  ) -> ArraySlice<GraphRecorder.Edge> {
    let recorder = recorders[node.recorder]
    let following = node.index + 1
    let end = following < recorder.nodes.count ? recorder.nodes[following].firstEdge : nil
    return recorder.edges[recorder.nodes[node.index].firstEdge..<(end ?? recorder.edges.count)]
  }

  private func add(_ node: GraphRecorder.Expanded, _ recorder: Int) {
    let set = number(ofSet: node.pending, recorder)
    for other in arriving.removeValue(forKey: UInt32(count)) ?? [] { merge(other, set) }
    graph.add(pending: set)
    owed.append(node.owed)
  }

  private func add(_ edge: GraphRecorder.Edge, to target: UInt32, _ recorder: Int) {
    graph.add(edge: number(ofLabel: edge.label, recorder), to: target)
    let set = number(ofSet: edge.arriving, recorder)
    if target < count {
      merge(set, graph.set(of: target))
    } else if arriving[target]?.contains(set) != true {
      arriving[target, default: []].append(set)
    }
  }

  private func merge(_ one: FairGraph.KindSet, _ other: FairGraph.KindSet) {
    if one == other || !alike.insert([one, other]).inserted { return }
    merged.merge(graph.kinds(in: one), graph.kinds(in: other)) {
      let kind = kinds.elements[$0]
      return GraphRecorder.Kind(effect: "", text: kind.text, isServed: kind.isServed)
    }
  }

  // MARK: Numbers

  /// Whether an edge is what a step looks like that is taken again, perhaps from a configuration
  /// that is the same and came another way.
  func isAlike(
    _ edge: FairGraph.Edge, _ event: Event, _ before: Configuration, _ after: Configuration
  ) -> Bool {
    let label = number(ofLabel: recorders[0].label(event, before, after), 0)
    return label == edge.label || look(of: label) == look(of: edge.label)
  }

  /// A label without the places of effects.
  private func look(of label: Int) -> ([String], FairGraph.Label) {
    let label = graph.labels[label]
    return (
      label.lost.map { kinds.elements[$0].text }.sorted(),
      FairGraph.Label(isOutside: label.isOutside, resolved: label.resolved)
    )
  }

  private func number(ofLabel theirs: Int, _ recorder: Int) -> Int {
    if let known = translations[recorder].labels[theirs] { return known }
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
    translations[recorder].labels[theirs] = number
    return number
  }

  private func number(ofSet theirs: Int, _ recorder: Int) -> FairGraph.KindSet {
    if let known = translations[recorder].sets[theirs] { return known }
    let kinds = numbers(of: recorders[recorder].sets.elements[theirs], recorder)
    let number = graph.number(ofSet: kinds)
    translations[recorder].sets[theirs] = number
    return number
  }

  private func numbers(of theirs: [Int], _ recorder: Int) -> [Int] {
    // By name where several come up at once: their numbers there depend on what was met before.
    let new = theirs.filter { translations[recorder].kinds[$0] == nil }
      .map { (number: $0, kind: recorders[recorder].kinds.elements[$0]) }
      .sorted { ($0.kind.effect, $0.kind.text) < ($1.kind.effect, $1.kind.text) }
    for (number, kind) in new { translations[recorder].kinds[number] = kinds.number(of: kind) }
    return theirs.compactMap { translations[recorder].kinds[$0] }.sorted()
  }

  // MARK: What it is for

  /// A fair cycle in which a property of liveness, by its place among those, waits for its goal.
  func fairCycle(_ bit: Int) -> FairCycle.Cycle? {
    let (owed, model) = (owed, recorders[0].machine.model)
    let fair = Set(
      endpoints.elements.indices.filter { model.fairEndpoints.contains(endpoints.elements[$0]) })
    let search = FairCycle(
      in: graph.renaming(merged.name),
      outsideActs: model.properties[recorders[0].properties[bit]].outsideActs, fair: fair
    ) { owed[Int($0)] & (1 << UInt64(bit)) != 0 }
    return search.find()
  }
}

/// Kinds of call that have turned out to be one (Galler and Fischer, 1964).
private struct MergedKinds: Codable, Equatable {
  /// By kind: one that it is the same as, itself if it was not merged.
  private(set) var links: [Int] = []

  init(_ links: [Int] = []) { self.links = links }

  /// The kind that several were merged to.
  func name(_ kind: Int) -> Int {
    var kind = kind
    while kind < links.count, links[kind] != kind { kind = links[kind] }
    return kind
  }

  /// Merges the kinds of two sets that look alike, where the sets differ in them.
  mutating func merge<Look: Hashable>(_ one: [Int], _ other: [Int], look: (Int) -> Look) {
    let different = Set(Set(one.map(name)).symmetricDifference(other.map(name)).map(look))
    if different.isEmpty { return }
    var first: [Look: Int] = [:]
    for kind in one + other {
      let look = look(kind)
      guard different.contains(look) else { continue }
      join(kind, first[look, default: kind])
      first[look] = first[look] ?? kind
    }
  }

  private mutating func join(_ one: Int, _ other: Int) {
    let (one, other) = (name(one), name(other))
    for kind in links.count..<max(links.count, max(one, other) + 1) { links.append(kind) }
    links[max(one, other)] = min(one, other)
  }
}

extension SpaceGraph {
  // MARK: Writing down

  /// What the numbers in a graph mean.
  struct Tables: Codable, Equatable {
    let kinds: [GraphRecorder.Kind]
    let merged: [Int]
    let endpoints: [String]
    let graph: FairGraph.Tables
  }

  var tables: Tables {
    Tables(
      kinds: kinds.elements, merged: merged.links, endpoints: endpoints.elements,
      graph: graph.tables)
  }

  /// The nodes and edges: packed numbers.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    graph.append(to: &bytes)
    for bits in owed { bytes.append(packed: bits) }
    bytes.append(packed: UInt64(arriving.count))
    for (place, sets) in arriving.sorted(by: { $0.key < $1.key }) {
      bytes.append(packed: UInt64(place))
      bytes.append(packed: UInt64(sets.count))
      for set in sets { bytes.append(packed: UInt64(set)) }
    }
    return bytes
  }

  /// Begins with a graph that was written down.
  ///
  /// - Returns: Whether it is one.
  func begin(with tables: Tables, _ bytes: [UInt8]) -> Bool {
    var reader = PackedNumberReader(bytes)
    guard let graph = FairGraph(tables.graph, from: &reader) else { return false }
    self.graph = graph
    owed = (0..<count).compactMap { _ in reader.next() }
    kinds = NumberedSet(tables.kinds)
    merged = MergedKinds(tables.merged)
    endpoints = NumberedSet(tables.endpoints)
    return owed.count == count && readArriving(&reader, sets: tables.graph.sets.count)
      && reader.isAtEnd
  }

  private func readArriving(_ reader: inout PackedNumberReader, sets count: Int) -> Bool {
    let places = reader.next() ?? 0
    for _ in 0..<places {
      guard let place = reader.next(), let sets = reader.next(), place <= UInt64(UInt32.max)
      else { return false }
      for _ in 0..<sets {
        guard let set = reader.next(below: count) else { return false }
        arriving[UInt32(place), default: []].append(set)
      }
    }
    return true
  }
}
