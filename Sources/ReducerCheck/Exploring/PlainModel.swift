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
    guard typed.count == alphabets.count, let first = states.first, let firstActions = typed.first
    else { return nil }
    // Apart: calling a closure that is taken out of an array counts a reference.
    let otherActions = typed.dropFirst()
    let initial = states.map { $0.value(as: State.self) }
    // The box that properties see a state in.
    let shown = TypedStateBox(first.value(as: State.self))

    /// Visits the states that were taken in, and moves those that were not known to a batch.
    ///
    /// - Parameter room: Where they lie, if they were not copied by the visits.
    @inline(__always)
    func visit(
      _ room: inout StateRoom<State>, _ visits: PlainVisits, _ kept: TypedPlainBatch<State>,
      areCopies: Bool = false
    ) {
      guard (areCopies ? visits.copied : room.count) > 0 else { return }
      let unknown = visits.visit()
      if areCopies {
        room.reserve(unknown)
        visits.takeCopies(to: room.states, stride: MemoryLayout<State>.stride)
      } else {
        // One by one: an array's destructor would go by metadata.
        var next = 0
        for place in 0..<unknown {
          let index = visits.index(ofUnknown: place)
          for other in next..<index { (room.states + other).deinitialize(count: 1) }
          if place < index {
            (room.states + place).moveInitialize(from: room.states + index, count: 1)
          }
          next = index &+ 1
        }
        for other in next..<room.count { (room.states + other).deinitialize(count: 1) }
      }
      let states = room.states
      visits.count(states, stride: MemoryLayout<State>.stride)
      for place in 0..<unknown {
        swap(&shown.value, &states[place])
        visits.check(place, shown)
        swap(&shown.value, &states[place])
        if !areCopies { visits.share(states + place) }
        kept.states.append((states + place).move())
      }
      room.count = 0
      visits.removeAll()
    }

    /// Moves a state by each of some actions; returns whether that is all they do.
    @inline(__always)
    func send(
      _ actions: [Action], to state: UnsafePointer<State>, _ room: inout StateRoom<State>,
      _ visits: PlainVisits, _ moves: UnsafeMutablePointer<UInt64>, areCopies: Bool
    ) -> Bool {
      return actions.withUnsafeBufferPointer { actions in
        guard let first = actions.baseAddress else { return true }
        let made: UnsafeMutablePointer<State>
        if areCopies {
          made = visits.copy(state, count: actions.count).assumingMemoryBound(to: State.self)
        } else {
          room.reserve(actions.count)
          made = room.states + room.count
        }
        for index in 0..<actions.count {
          if !areCopies { room.append(state.pointee) }
          moves.pointee &+= 1
          guard reduce(&made[index], first[index]).isNone else {
            visits.giveUp()
            return false
          }
        }
        visits.take(made, count: actions.count, by: first, stride: MemoryLayout<Action>.stride)
        return true
      }
    }

    begin = { visits in
      let kept = TypedPlainBatch<State>()
      var room = StateRoom<State>()
      room.reserve(initial.count)
      for state in initial { room.append(state) }
      visits.begin(.max, at: nil)
      visits.take(room.states, count: room.count)
      visit(&room, visits, kept)
      room.deallocate()
      return kept
    }

    /// Visits what follows the states of a part of a batch.
    @inline(__always)
    func visitAll(
      _ batch: PlainBatch, _ range: Range<Int>, _ place: UInt32, _ visits: PlainVisits,
      areCopies: Bool
    ) -> PlainBatch {
      let batch = unsafeDowncast(batch, to: TypedPlainBatch<State>.self)
      let kept = TypedPlainBatch<State>()
      let moves = visits.moves
      var room = StateRoom<State>()
      visits.beginBatch()
      batch.states.withUnsafeBufferPointer { states in
        guard let first = states.baseAddress else { return }
        for index in range {
          visits.begin(
            place &+ UInt32(truncatingIfNeeded: index &- range.lowerBound), at: first + index)
          guard
            send(
              firstActions(first[index]), to: first + index, &room, visits, moves,
              areCopies: areCopies)
          else { return }
          for actions in otherActions {
            guard
              send(
                actions(first[index]), to: first + index, &room, visits, moves,
                areCopies: areCopies)
            else { return }
          }
          if visits.isOver { return }
          if (areCopies ? visits.copied : room.count) >= StateRoom<State>.enough {
            visit(&room, visits, kept, areCopies: areCopies)
          }
        }
        visit(&room, visits, kept, areCopies: areCopies)
      }
      room.deallocate()
      return kept
    }

    expand = { batch, range, place, visits in
      // Apart, so that it is decided once.
      visits.copiesStates
        ? visitAll(batch, range, place, visits, areCopies: true)
        : visitAll(batch, range, place, visits, areCopies: false)
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
      var room = StateRoom<State>()
      defer { room.deallocate() }
      for index in range {
        visits.begin(place &+ UInt32(truncatingIfNeeded: index &- range.lowerBound), at: nil)
        guard var wanted = visits.nextStep() else { continue }
        let state = batch.states[index]
        let actions = typed.flatMap { $0(state) }
        while actions.indices.contains(wanted) {
          room.reserve(1)
          room.append(state)
          visits.moves.pointee &+= 1
          guard reduce(&room.states[0], actions[wanted]).isNone else {
            visits.giveUp()
            return kept
          }
          visits.begin(step: wanted)
          visits.take(room.states, count: 1)
          visit(&room, visits, kept)
          guard let another = visits.nextStep() else { break }
          wanted = another
        }
      }
      return kept
    }
  }
}

/// Memory for states that are made together; whoever makes one frees it.
@usableFromInline
struct StateRoom<State> {
  @usableFromInline var states: UnsafeMutablePointer<State>
  @usableFromInline var capacity = 2 * Self.enough
  @usableFromInline var count = 0

  /// So many are visited together: visits wait for memory, and as many of these as the processor
  /// has on its way wait no longer than one.
  @inlinable static var enough: Int { 64 }

  @inlinable
  init() { states = .allocate(capacity: capacity) }

  @inlinable @inline(__always)
  mutating func reserve(_ more: Int) {
    if count &+ more > capacity { grow(more) }
  }

  @inlinable @inline(never)
  mutating func grow(_ more: Int) {
    capacity = max(2 * capacity, count + more)
    let moved = UnsafeMutablePointer<State>.allocate(capacity: capacity)
    moved.moveInitialize(from: states, count: count)
    states.deallocate()
    states = moved
  }

  /// Adds a state that there is room for.
  @inlinable @inline(__always)
  mutating func append(_ state: State) {
    (states + count).initialize(to: state)
    count &+= 1
  }

  /// Frees it and what is in it.
  @inlinable
  mutating func deallocate() {
    states.deinitialize(count: count)
    states.deallocate()
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
