import TransitionSystems

/// The configurations of a spec and the steps between them, for a person to look at.
public struct SpacePicture: Codable, Sendable {
  /// A configuration.
  public struct Node: Codable, Sendable {
    /// The state as reports print it.
    public var state: String
    /// What is in flight or draining, and what it waits for.
    public var inFlight: [String]
    /// Whether nothing is pending but what the outside does.
    public var isQuiescent: Bool
  }

  /// A step from one configuration to another, by their places among the nodes.
  public struct Edge: Codable, Sendable, Equatable {
    /// Where it starts.
    public var from: Int
    /// Where it leads.
    public var to: Int
    /// The kind of event.
    public var kind: EventKind
    /// What the event is about.
    public var text: String
    /// Whether it belongs to the trace that the picture is about.
    public var isOnTrace = false
  }

  /// The spec's name.
  public var spec: String
  /// The configurations, in the order they were met.
  public var nodes: [Node] = []
  /// The steps, in the order they were taken.
  public var edges: [Edge] = []
  /// Whether these are all there are.
  public var isWhole = true
}

extension SpacePicture {
  /// The picture in the language of Graphviz.
  public var dot: String {
    var lines = ["digraph \"\(spec)\" {", "  rankdir=LR;", "  node [shape=box];"]
    for (index, node) in nodes.enumerated() {
      let style = node.isQuiescent ? "" : ", style=rounded"
      lines.append("  n\(index) [label=\"\(Self.quoted(label(node), "\\n"))\"\(style)];")
    }
    for edge in edges {
      let style = edge.isOnTrace ? ", color=red, penwidth=2" : ""
      lines.append(
        "  n\(edge.from) -> n\(edge.to) "
          + "[label=\"\(Self.quoted("\(edge.kind.rawValue) \(edge.text)", "\\n"))\"\(style)];")
    }
    return (lines + ["}"]).joined(separator: "\n")
  }

  /// The picture in the language of Mermaid.
  public var mermaid: String {
    var lines = ["flowchart LR"]
    for (index, node) in nodes.enumerated() {
      let text = Self.entities(label(node))
      lines.append(node.isQuiescent ? "  n\(index)[\"\(text)\"]" : "  n\(index)(\"\(text)\")")
    }
    for edge in edges {
      let arrow = edge.isOnTrace ? "==>" : "-->"
      lines.append(
        "  n\(edge.from) \(arrow)|\"\(Self.entities("\(edge.kind.rawValue) \(edge.text)"))\"| "
          + "n\(edge.to)")
    }
    return lines.joined(separator: "\n")
  }

  private func label(_ node: Node) -> String {
    ([node.state] + node.inFlight).joined(separator: "\n")
  }

  private static func quoted(_ text: String, _ newline: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: newline)
  }

  private static func entities(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("\"", with: "#quot;")
      .replacing("<", with: "&lt;").replacing(">", with: "&gt;").replacing("\n", with: "<br/>")
  }
}

/// Draws a space while it is searched.
final class SpacePainter: SpaceRecording {
  private let machine: Machine
  private(set) var picture: SpacePicture
  private var source = 0

  init(_ machine: Machine) {
    self.machine = machine
    picture = SpacePicture(spec: machine.model.name)
  }

  func node(_ configuration: Configuration) {
    picture.nodes.append(
      SpacePicture.Node(
        state: describe(configuration.state.any), inFlight: configuration.inFlightTexts,
        isQuiescent: configuration.isQuiescent))
  }

  func edge(
    _ event: Event, from before: Configuration, to after: Configuration, _ target: UInt32
  ) {
    let named = TraceEvent(event, decisions: .first, in: before, machine)
    let edge = SpacePicture.Edge(
      from: source, to: Int(target), kind: named.kind, text: named.subject)
    // Several effects may be alike: one arrow says it.
    if !picture.edges.reversed().prefix(while: { $0.from == source }).contains(edge) {
      picture.edges.append(edge)
    }
  }

  func expand(_ configuration: Configuration, at place: UInt32) { source = Int(place) }
}

extension SpacePicture {
  /// The nodes of a trace and those one step from it, with the trace marked.
  ///
  /// - Parameter trace: The nodes of the trace in order, and the texts of its events.
  func around(_ trace: (nodes: [Int], events: [String])) -> SpacePicture {
    var marked = self
    for (step, text) in trace.events.enumerated() {
      let index = marked.edges.firstIndex {
        $0.from == trace.nodes[step] && $0.to == trace.nodes[step + 1]
          && "\($0.kind.rawValue) \($0.text)" == text
      }
      if let index { marked.edges[index].isOnTrace = true }
    }
    let onTrace = Set(trace.nodes)
    marked.edges = marked.edges.filter { onTrace.contains($0.from) }
    let kept = onTrace.union(marked.edges.map(\.to)).sorted()
    let places = Dictionary(uniqueKeysWithValues: kept.enumerated().map { ($1, $0) })
    marked.isWhole = kept.count == nodes.count && marked.edges.count == edges.count
    marked.nodes = kept.map { nodes[$0] }
    marked.edges = marked.edges.compactMap { edge in
      guard let from = places[edge.from], let to = places[edge.to] else { return nil }
      var edge = edge
      (edge.from, edge.to) = (from, to)
      return edge
    }
    return marked
  }
}
