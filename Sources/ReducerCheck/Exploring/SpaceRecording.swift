/// Takes down the nodes and edges of a searched space.
protocol SpaceRecording: AnyObject {
  /// Adds a configuration met for the first time; they come in the order of their numbers.
  func node(_ configuration: Configuration)
  /// Adds an edge of the configuration that is being expanded.
  func edge(
    _ event: Event, from before: Configuration, to after: Configuration, _ target: UInt32)
  /// Ends the edges of a configuration; those of the next one follow.
  func endNode()
}

extension GraphRecorder: SpaceRecording {}
