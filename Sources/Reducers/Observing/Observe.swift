import Observation
import Synchronization

/// Does something now, and again whenever a field that it has read has changed.
///
/// ```swift
/// observe { [weak self] in
///   guard let self else { return }
///   etiqueta.text = "\(store.cuenta)"
/// }
/// ```
///
/// What a store publishes has been done everywhere before `send` returns; a change of another
/// observable object is followed by a task on the main actor. Ends when cancelled, or with the
/// objects that it has read.
@MainActor
@discardableResult
public func observe(_ apply: @escaping @MainActor () -> Void) -> ObserveToken {
  let observer = Observer(apply)
  observer.run()
  return ObserveToken(observer)
}

/// A handle on what ``observe(_:)`` has begun.
@MainActor
public struct ObserveToken {
  private let observer: Observer

  fileprivate init(_ observer: Observer) { self.observer = observer }

  /// Ends it: nothing is done any more.
  public func cancel() { observer.isCancelled = true }
}

/// Something that is done again and again.
@MainActor
final class Observer {
  private static var count = 0
  private let apply: @MainActor () -> Void
  private let number: Int
  fileprivate var isCancelled = false

  init(_ apply: @escaping @MainActor () -> Void) {
    Self.count += 1
    number = Self.count
    self.apply = apply
  }

  /// Those of some observers that were made first, first: a registrar tells them in no fixed order.
  static func ordered(_ observers: [Observer]) -> [Observer] {
    observers.sorted { $0.number < $1.number }
  }

  func run() {
    if isCancelled { return }
    withObservationTracking {
      apply()
    } onChange: {
      self.somethingHasChanged()
    }
  }

  private nonisolated func somethingHasChanged() {
    if let publication = Publication.current { return publication.add(self) }
    Task { @MainActor in run() }
  }
}

/// One publication of a state: who is to be run once all of the state is there to be read.
final class Publication: Sendable {
  @TaskLocal static var current: Publication?

  private let observers = Mutex<[Observer]>([])

  func add(_ observer: Observer) { observers.withLock { $0.append(observer) } }

  /// Has observers told of a new state, then runs what was tracking it, in the order it was made.
  @MainActor
  static func publish(to observers: [any StateObserver]) {
    let publication = Publication()
    $current.withValue(publication) {
      for observer in observers { observer.stateHasChanged() }
    }
    for observer in Observer.ordered(publication.observers.withLock { $0 }) { observer.run() }
  }
}
