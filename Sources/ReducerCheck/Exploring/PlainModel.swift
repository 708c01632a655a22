import Reducers
import TransitionSystems

/// A feature as a plain model: states and actions of known types, and no effects.
///
/// What a reducer without effects needs of a search is little: this is that little, compiled for
/// the feature's own types. Where the feature turns out to do more (it returns an effect, reads a
/// dependency, breaks a rule), the search starts over with the abstract machine.
@usableFromInline
struct PlainModel {
  /// Visits the initial states.
  @usableFromInline let begin: (PlainVisits) -> PlainBatch
  /// Visits what follows each state of a part of a batch, the first of which has a place.
  @usableFromInline let expand: (PlainBatch, Range<Int>, UInt32, PlainVisits) -> PlainBatch
  /// Visits only those of them that are to be followed.
  @usableFromInline let follow: (PlainBatch, Range<Int>, UInt32, PlainVisits) -> PlainBatch

  /// Makes a model of a reducer.
  ///
  /// What runs for each step is all in the closures made here, since closures are compiled for the
  /// types they are made with, while methods of generic classes are not.
  @inlinable
  init?<State, Action>(
    _ states: [ErasedState], _ alphabets: [PlainAlphabet],
    _ reduce: @escaping (inout State, Action) -> Effect<Action>
  ) {
    let typed = alphabets.compactMap { alphabet -> ((State) -> [Action])? in
      switch alphabet {
      case .listed(let actions): return actions as? (State) -> [Action]
      case .fixed(let values):
        let actions = values.compactMap { $0 as? Action }
        return { _ in actions }
      }
    }
    guard typed.count == alphabets.count, let first = states.first else { return nil }
    let initial = states.map { $0.value(as: State.self) }
    // The box that properties see a state in.
    let shown = TypedStateBox(first.value(as: State.self))

    @inline(__always)
    func visit(
      _ state: State, _ ordinal: Int, _ visits: PlainVisits, _ kept: TypedPlainBatch<State>
    ) {
      let kind = withUnsafePointer(to: state) { visits.visit(UnsafeRawPointer($0), ordinal) }
      if kind == .known { return }
      kept.states.append(state)
      shown.value = state
      visits.check(shown, ordinal, isNew: kind == .new)
    }

    begin = { visits in
      let kept = TypedPlainBatch<State>()
      for ordinal in initial.indices { visit(initial[ordinal], ordinal, visits, kept) }
      return kept
    }
    expand = { batch, range, place, visits in
      let batch = unsafeDowncast(batch, to: TypedPlainBatch<State>.self)
      let kept = TypedPlainBatch<State>()
      for index in range {
        visits.begin(place &+ UInt32(truncatingIfNeeded: index &- range.lowerBound))
        let state = batch.states[index]
        var ordinal = 0
        for alphabet in typed {
          for action in alphabet(state) {
            var next = state
            visits.willMove()
            guard reduce(&next, action).isNone else {
              visits.giveUp()
              return kept
            }
            withUnsafePointer(to: action) { visits.count(UnsafeRawPointer($0)) }
            visit(next, ordinal, visits, kept)
            ordinal &+= 1
          }
        }
        if visits.isOver { return kept }
      }
      return kept
    }
    follow = { batch, range, place, visits in
      let batch = unsafeDowncast(batch, to: TypedPlainBatch<State>.self)
      let kept = TypedPlainBatch<State>()
      for index in range {
        visits.begin(place &+ UInt32(truncatingIfNeeded: index &- range.lowerBound))
        guard var wanted = visits.nextStep() else { continue }
        let state = batch.states[index]
        let actions = typed.flatMap { $0(state) }
        while actions.indices.contains(wanted) {
          var next = state
          visits.willMove()
          guard reduce(&next, actions[wanted]).isNone else {
            visits.giveUp()
            return kept
          }
          withUnsafePointer(to: next) { visits.follow(UnsafeRawPointer($0), wanted) }
          kept.states.append(next)
          guard let another = visits.nextStep() else { break }
          wanted = another
        }
      }
      return kept
    }
  }
}

/// What may be sent to a plain model.
@usableFromInline
enum PlainAlphabet {
  /// A function from State to an array of Action.
  case listed(Any)
  /// The same actions in every state.
  case fixed([Any])
}

/// States of one layer.
@usableFromInline
class PlainBatch {
  @usableFromInline
  init() {}

  func keep(_ indices: [Int]) -> PlainBatch {
    preconditionFailure("Internal error: a batch without states")
  }
}

@usableFromInline
final class TypedPlainBatch<State>: PlainBatch {
  // Unchecked on the hot path: written by the worker that makes the batch, read afterwards.
  @exclusivity(unchecked) @usableFromInline var states: [State] = []

  @usableFromInline
  override init() {}

  @usableFromInline
  override func keep(_ indices: [Int]) -> PlainBatch {
    let batch = TypedPlainBatch<State>()
    batch.states = indices.map { states[$0] }
    return batch
  }
}
