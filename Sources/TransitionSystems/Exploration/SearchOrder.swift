/// The order in which a search has met configurations: the place of each, and its number.
///
/// With one worker they are the same, and nothing is kept; nor is it where nobody asks.
final class SearchOrder {
  private var numbers: [UInt32] = []
  /// By number: the places, as far as somebody has asked.
  private var places: [UInt32] = []
  private var notedPlaces = 0
  private let isKept: Bool
  private let isShared: Bool

  /// - Parameters:
  ///   - isShared: Whether several workers search.
  ///   - isAsked: Whether anybody asks.
  init(isShared: Bool, isAsked: Bool) {
    self.isShared = isShared
    isKept = isShared && isAsked
  }

  /// What is a number and a place at once, with one worker.
  private func same(_ index: UInt32) -> UInt32 {
    precondition(!isShared, "Internal error: an order that nobody was to ask for")
    return index
  }

  func append(_ kept: [Visitor.Kept]) {
    if isKept { numbers.append(contentsOf: kept.lazy.map(\.number)) }
  }

  /// The number in the store of the configuration at a place.
  func number(at place: UInt32) -> UInt32 {
    isKept ? numbers[Int(place)] : same(place)
  }

  /// The place of the configuration that has a number in the store; `.max` where it has none.
  func place(of number: UInt32) -> UInt32 {
    if !isKept { return same(number) }
    if notedPlaces < numbers.count { notePlaces() }
    return Int(number) < places.count ? places[Int(number)] : .max
  }

  /// Bytes of memory for it.
  var bytes: Int { 4 * (numbers.count + places.count) }

  private func notePlaces() {
    let first = notedPlaces
    let most = numbers[first...].max() ?? 0
    if Int(most) >= places.count {
      places += Array(repeating: .max, count: Int(most) + 1 - places.count)
    }
    for place in first..<numbers.count { places[Int(numbers[place])] = UInt32(place) }
    notedPlaces = numbers.count
  }
}
