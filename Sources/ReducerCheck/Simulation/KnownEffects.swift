import Reducers
import Synchronization
import TransitionSystems

/// The effects that a feature's reducer has returned, each with its automaton: what the threads
/// that search one feature have in common.
///
/// `@unchecked Sendable` holds because everything in it is touched under its lock, or atomic.
final class KnownEffects: @unchecked Sendable {
  private let lock = Mutex(())
  private var roots: [UInt64: [Root]] = [:]
  private var count = 0
  private let lastNumber = Atomic<Int>(0)
  /// Effects remembered at most; past that all are forgotten, which costs time and no more.
  var capacity = 50_000

  /// An effect that is known, and the words it was recognised by.
  private struct Root {
    let words: [UInt64]
    let node: Node
  }

  /// The automaton of the effect that some words tell from others, made if it is not known.
  func root(
    of run: Run<Any>, _ words: UnsafeBufferPointer<UInt64>
  ) -> (node: Node, isKnown: Bool) {
    let key = structuralFingerprint(ofWords: words)
    var result: (node: Node, isKnown: Bool)?
    lock.withLock { _ in
      if let known = roots[key]?.first(where: { words.elementsEqual($0.words) }) {
        result = (known.node, true)
        return
      }
      if count >= capacity { (roots, count) = ([:], 0) }
      let node = makeRoot(run)
      roots[key, default: []].append(Root(words: Array(words), node: node))
      count += 1
      result = (node, false)
    }
    return result ?? (makeRoot(run), false)
  }

  /// The automaton of an effect that cannot be recognised.
  func makeRoot(_ run: Run<Any>) -> Node {
    Node(origin: Origin(run: run, number: makeNumber()), number: makeNumber())
  }

  /// A number that no other node or effect has.
  func makeNumber() -> Int { lastNumber.add(1, ordering: .relaxed).newValue }
}
