/// The stores of one runtime whose fields are read, as long as they live, oldest first.
@MainActor
struct StateObservers {
  private struct Reference {
    weak var observer: (any StateObserver)?
  }

  private var references: [Reference] = []

  mutating func add(_ observer: any StateObserver) {
    references.removeAll { $0.observer == nil }
    references.append(Reference(observer: observer))
  }

  /// Has all of them look at the state anew.
  func publish() {
    if references.isEmpty { return }
    Publication.publish(to: references.compactMap(\.observer))
  }
}
