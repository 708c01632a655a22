import TransitionSystems

extension FeatureSystem {
  func follow(
    _ batch: Batch, _ range: Range<Int>, at place: UInt32, _ visitor: Visitor
  ) -> Batch {
    visitEach(of: batch, range, at: place, visitor, follow)
  }

  private func follow(_ configuration: Configuration, _ visitor: Visitor, _ kept: Batch) {
    guard var wanted = visitor.nextStep() else { return }
    machine.events(in: configuration, into: &events)
    while events.indices.contains(Int(wanted >> 32)) {
      let event = events[Int(wanted >> 32)]
      guard let decisions = decisions(Int(wanted & 0xffff_ffff), of: event, in: configuration)
      else { return }
      var successor = configuration
      _ = follower.move(event, from: &successor, decisions: .scripted(decisions))
      take(&successor, wanted, visitor, kept)
      guard let next = visitor.nextStep() else { return }
      wanted = next
    }
  }

  /// The choices inside a step that come in a place among all there are; nil where there are fewer.
  private func decisions(
    _ place: Int, of event: Event, in configuration: Configuration
  ) -> [Int]? {
    var script: [Int]? = []
    for _ in 0..<place {
      guard let current = script else { return nil }
      var successor = configuration
      script =
        follower.move(event, from: &successor, decisions: .scripted(current)).report.decisions
        .successor
    }
    return script
  }
}
