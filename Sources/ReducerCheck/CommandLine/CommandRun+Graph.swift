import Foundation

extension CommandRun {
  /// Configurations drawn at most, where nothing else is said: more is no picture.
  private static var pictureLimit: Int { 200 }
  /// Configurations searched at most for the part around a trace.
  private static var searchLimit: Int { 20_000 }

  /// Draws a spec's configurations.
  func draw(_ verb: CommandVerb) throws -> Int32 {
    guard options.operands.count == 1 else {
      throw UsageError(
        description: "graph draws one spec: \(name) \(verb.name) \(verb.operands). For example: "
          + "\(name) \(verb.example)")
    }
    let spec = try spec(options.operands[0])
    let child = try ChildProcess()
    defer { child.clean() }
    let trace = try options.around.map { try TraceFile.read($0) }
    var limits = options.exploration
    limits.inFlight = options.maxInFlight
    limits.configurations =
      limits.configurations ?? (trace == nil ? Self.pictureLimit : Self.searchLimit)
    if let trace { limits.depth = limits.depth ?? trace.events.count + 1 }
    switch try child.run(child.job(spec.name, .draw(limits, around: trace), options)) {
    case .result(.drawn(let picture)): try print(picture)
    case .result(.failed(let message)): throw TraceFileError(description: message)
    case .result: throw TraceFileError(description: "Internal error: another job's result.")
    case .died(let kind, let detail, _):
      throw TraceFileError(
        description: "The process died while \(spec.name) was searched (\(kind.rawValue): "
          + "\(detail)). `explore \(spec.name)` shows the trace.")
    }
    return 0
  }

  private func print(_ picture: SpacePicture) throws {
    let text =
      switch options.picture {
      case .dot: picture.dot
      case .mermaid: picture.mermaid
      case .json: String(decoding: try JSONEncoder.stable.encode(picture), as: UTF8.self)
      }
    if let file = options.output {
      try Data((text + "\n").utf8).write(to: URL(fileURLWithPath: file), options: .atomic)
      Console.print("\(picture.nodes.count) configurations, \(picture.edges.count) steps: \(file)")
    } else {
      Console.print(text)
    }
    if !picture.isWhole {
      Console.error("The picture is not whole: there is more behind what it shows.")
    }
  }
}
