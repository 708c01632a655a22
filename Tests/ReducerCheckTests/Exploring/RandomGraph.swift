import ReducerCheck
import Reducers
import TransitionSystems

/// A directed graph drawn from a seed, as a plain model whose states stand for its nodes.
struct RandomGraph {
  /// By node: where its edges lead.
  private(set) var edges: [[Int]] = []
  let start: Int
  let targets: [Int]

  /// A state that stands for a node, in several ways at once.
  struct State {
    enum Size {
      case zero
      case small(UInt8)
      case large(Int)
    }
    var size: Size
    var digits: [UInt8]
    var bits: Set<Int>

    init(_ node: Int) {
      size = node == 0 ? .zero : node < 10 ? .small(UInt8(node)) : .large(node)
      digits = String(node, radix: 5).utf8.map { $0 }
      bits = Set((0..<16).filter { node >> $0 & 1 == 1 })
    }

    var node: Int { bits.reduce(0) { $0 | 1 << $1 } }
  }

  enum Action { case go(Int) }

  init(seed: UInt64, nodes: Int, degree: Int) {
    var random = RandomSource(seed: seed)
    func below(_ count: Int) -> Int { Int(random.uniform(upTo: UInt64(count - 1))) }
    for _ in 0..<nodes { edges.append((0..<below(degree + 1)).map { _ in below(nodes) }) }
    start = below(nodes)
    // Properties are known by their names: each target once.
    var targets: [Int] = []
    while targets.count < min(3, nodes) {
      let target = below(nodes)
      if !targets.contains(target) { targets.append(target) }
    }
    self.targets = targets
  }

  var spec: Spec<State, Action> {
    let edges = edges
    let feature = Reduce<State, Action> { state, action in
      if case .go(let edge) = action { state = State(edges[state.node][edge]) }
      return .none
    }
    let spec = Spec("Graph", of: feature, startingAt: State(start))
      .sending { edges[$0.node].indices.map { .go($0) } }
    return targets.reduce(spec) { spec, target in
      spec.never("\(target) is met") { $0.state.node == target }
        .reachable("\(target)") { $0.state.node == target }
    }
  }

  /// The same with the edges of each node the other way round.
  var turnedRound: RandomGraph {
    var copy = self
    copy.edges = edges.map { $0.reversed() }
    return copy
  }

  /// How far each node is from the start; nil where it cannot be reached.
  var distances: [Int?] {
    var result = [Int?](repeating: nil, count: edges.count)
    var layer = [start]
    result[start] = 0
    while !layer.isEmpty {
      var next: [Int] = []
      for node in layer {
        for target in edges[node] where result[target] == nil {
          result[target] = (result[node] ?? 0) + 1
          next.append(target)
        }
      }
      layer = next
    }
    return result
  }
}
