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
  /// Leaves only the states of these indices in a batch.
  @usableFromInline let keep: ([Int], PlainBatch) -> Void
  /// A state of a batch.
  @usableFromInline let state: (PlainBatch, Int) -> ErasedState

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
      _ states: UnsafeMutablePointer<State>, _ count: Int, from parent: UnsafePointer<State>?,
      _ ordinal: Int, _ visits: PlainVisits, _ kept: TypedPlainBatch<State>
    ) {
      let unknown = visits.visit(
        states, count: count, stride: MemoryLayout<State>.stride, from: parent, ordinal)
      for place in 0..<unknown {
        let index = visits.index(ofUnknown: place)
        kept.states.append(states[index])
        shown.value = states[index]
        visits.check(place, shown, ordinal)
      }
    }

    begin = { visits in
      let kept = TypedPlainBatch<State>()
      var states = initial
      states.withUnsafeMutableBufferPointer { states in
        guard let first = states.baseAddress else { return }
        visit(first, states.count, from: nil, 0, visits, kept)
      }
      return kept
    }

    /// Takes some actions from a state, and visits where they lead, in order.
    @inline(__always)
    func take(
      _ actions: [Action], from state: UnsafePointer<State>, _ ordinal: Int,
      _ visits: PlainVisits, _ kept: TypedPlainBatch<State>
    ) {
      withUnsafeTemporaryAllocation(of: State.self, capacity: actions.count) { next in
        guard let first = next.baseAddress else { return }
        var made = 0
        // One by one: the array's destructor would go by metadata.
        defer { for index in 0..<made { (first + index).deinitialize(count: 1) } }
        for action in actions {
          (first + made).initialize(to: state.pointee)
          made &+= 1
          visits.willMove()
          guard reduce(&first[made &- 1], action).isNone else { return visits.giveUp() }
        }
        visit(first, made, from: state, ordinal, visits, kept)
        actions.withUnsafeBufferPointer {
          guard let first = $0.baseAddress else { return }
          visits.count(first, stride: MemoryLayout<Action>.stride)
        }
      }
    }

    expand = { batch, range, place, visits in
      let batch = unsafeDowncast(batch, to: TypedPlainBatch<State>.self)
      let kept = TypedPlainBatch<State>()
      batch.states.withUnsafeBufferPointer { states in
        guard let first = states.baseAddress else { return }
        visits.beginBatch()
        for index in range {
          visits.begin(place &+ UInt32(truncatingIfNeeded: index &- range.lowerBound))
          var ordinal = 0
          for alphabet in typed {
            let actions = alphabet(first[index])
            take(actions, from: first + index, ordinal, visits, kept)
            ordinal &+= actions.count
          }
          if visits.isOver { return }
        }
      }
      return kept
    }
    keep = { indices, batch in
      unsafeDowncast(batch, to: TypedPlainBatch<State>.self).states.keep(indices)
    }
    state = { batch, index in
      ErasedState(unsafeDowncast(batch, to: TypedPlainBatch<State>.self).states[index])
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
          visit(&next, 1, from: nil, wanted, visits, kept)
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
}

@usableFromInline
final class TypedPlainBatch<State>: PlainBatch {
  // Unchecked on the hot path: written by the worker that makes the batch, read afterwards.
  @exclusivity(unchecked) @usableFromInline var states: [State] = []

  @usableFromInline
  override init() {}
}
