/// Takes down the nodes and edges of a searched space.
protocol SpaceRecording: AnyObject {
  /// Adds a configuration met for the first time; with one worker they come in the order of the
  /// search.
  func node(_ configuration: Configuration)
  /// Says that a configuration is expanded: the edges that follow leave it.
  ///
  /// - Parameter place: Its place in the order of the search.
  func expand(_ configuration: Configuration, at place: UInt32)
  /// Adds an edge of the configuration that is expanded.
  ///
  /// - Parameter target: The number that the store gave to where it leads.
  func edge(
    _ event: Event, from before: Configuration, to after: Configuration, _ target: UInt32)
}
