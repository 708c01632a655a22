/// The order in which a search has met configurations: the place of each, and its number.
///
/// With one worker they are the same, and nothing is kept.
final class SearchOrder {
  private var numbers: [UInt32] = []
  private let isKept: Bool

  init(isKept: Bool) { self.isKept = isKept }

  func append(_ kept: [Visitor.Kept]) {
    if isKept { numbers.append(contentsOf: kept.lazy.map(\.number)) }
  }

  /// The number in the store of the configuration at a place.
  func number(at place: UInt32) -> UInt32 {
    isKept ? numbers[Int(place)] : place
  }
}
