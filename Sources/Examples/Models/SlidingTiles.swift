import Reducers

/// The sliding puzzle: tiles in a frame, one place of it free.
public struct SlidingTiles: Reducer, Sendable {
  public struct State: Equatable, Sendable {
    public var tiles: [UInt8]
    public let width: Int

    /// The solved board, the free place last.
    public init(width: Int, height: Int) {
      self.width = width
      tiles = (1..<UInt8(width * height)).map { $0 } + [0]
    }

    var free: Int { tiles.firstIndex(of: 0) ?? 0 }
  }

  public enum Action: CaseIterable, Sendable { case up, down, left, right }

  public init() {}

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    let free = state.free
    state.tiles.swapAt(free, state.neighbour(of: free, action))
    return .none
  }
}

extension SlidingTiles.State {
  /// What may be moved into the free place.
  public var enabled: [SlidingTiles.Action] {
    let free = free
    return SlidingTiles.Action.allCases.filter { action in
      switch action {
      case .up: free >= width
      case .down: free + width < tiles.count
      case .left: free % width > 0
      case .right: free % width < width - 1
      }
    }
  }

  func neighbour(of place: Int, _ action: SlidingTiles.Action) -> Int {
    switch action {
    case .up: place - width
    case .down: place + width
    case .left: place - 1
    case .right: place + 1
    }
  }
}
