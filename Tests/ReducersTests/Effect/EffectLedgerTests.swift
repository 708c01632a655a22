import Reducers
import Testing

/// A ledger driven by hand, whose effects are known by name.
private struct Books {
  private(set) var ledger = EffectLedger()
  private final class Work {}

  mutating func take(_ effect: Effect<String>, group: Int = 1) {
    ledger.take(effect.erased(), for: "action", group: group)
  }

  /// Starts what is to be started; the names in order.
  mutating func start() -> [String] {
    let ids = ledger.takeStarts()
    for id in ids { ledger.began(id, Work()) }
    return ids.compactMap(name)
  }

  mutating func finish(_ name: String) {
    guard let entry = ledger.entries.first(where: { $0.run.name == name }) else {
      Issue.record("\(name) is not there")
      return
    }
    ledger.finish(entry.id)
  }

  mutating func send(_ action: String, from name: String) {
    guard let entry = ledger.entries.first(where: { $0.run.name == name }) else { return }
    ledger.receive(action, from: entry.id)
  }

  mutating func cancel(group: Int) { ledger.cancel(group: group) }

  /// The actions to reduce.
  mutating func sends() -> [String] {
    var result: [String] = []
    while let next = ledger.takeSend() { result.append("\(next.action)") }
    return result
  }

  /// The running effects to cancel.
  mutating func cancellations() -> [String] {
    ledger.takeCancellations().compactMap { name($0.entry) }
  }

  var inFlight: [String] { ledger.inFlight.compactMap(\.run.name) }

  private func name(_ id: Int) -> String? { ledger.entry(id)?.run.name }
}

private func run(_ name: String) -> Effect<String> {
  .run(name: name, operation: { _ in })
}

private func throttled(_ action: String, latest: Bool = true) -> Effect<String> {
  withDependencies {
    $0.continuousClock = HandClock()
  } operation: {
    .send(action).throttle(id: 1, for: .seconds(1), latest: latest)
  }
}

@Suite struct EffectLedgerTests {
  @Test func `merged effects start in list order, however they are nested`() {
    var books = Books()
    books.take(.merge(run("a"), .merge(run("b"), run("c").cancellable(id: 1)), run("d")))
    #expect(books.start() == ["a", "b", "c", "d"])
  }

  @Test func `sends of one action are reduced in list order`() {
    var books = Books()
    books.take(.merge(.send("a"), .concatenate(.send("b"), .send("c")), .send("d")))
    #expect(books.sends() == ["a", "b", "c", "d"])
  }

  @Test func `a run that is cancelled later in the same action never starts`() {
    var books = Books()
    books.take(.merge(run("a").cancellable(id: 1), .cancel(id: 1)))
    #expect(books.start().isEmpty)
    #expect(books.cancellations().isEmpty)
    #expect(books.ledger.entries.isEmpty)
  }

  @Test func `a cancellation earlier in the same action does not hit a run`() {
    var books = Books()
    books.take(.merge(.cancel(id: 1), run("a").cancellable(id: 1)))
    #expect(books.start() == ["a"])
  }

  @Test func `a running effect that is cancelled drains, and what it sends is dropped`() {
    var books = Books()
    books.take(run("a").cancellable(id: 1))
    _ = books.start()
    books.take(.cancel(id: 1))
    #expect(books.cancellations() == ["a"])
    #expect(books.inFlight.isEmpty)
    #expect(books.ledger.entries.count == 1)
    books.send("late", from: "a")
    #expect(books.sends().isEmpty)
    books.take(.cancel(id: 1))
    #expect(books.cancellations().isEmpty)
    books.finish("a")
    #expect(books.ledger.entries.isEmpty)
  }

  @Test func `cancelInFlight ends what was registered before under the id, all of it`() {
    var books = Books()
    books.take(.merge(run("a").cancellable(id: 1), run("b").cancellable(id: 1), run("c")))
    _ = books.start()
    books.take(run("d").cancellable(id: 1, cancelInFlight: true))
    #expect(books.cancellations() == ["a", "b"])
    #expect(books.start() == ["d"])
  }

  @Test func `ids of different types are different although their values look alike`() {
    var books = Books()
    books.take(.merge(run("a").cancellable(id: 1), run("b").cancellable(id: UInt8(1))))
    _ = books.start()
    books.take(.cancel(id: UInt8(1)))
    #expect(books.cancellations() == ["b"])
  }

  @Test func `a concatenation starts a part when the one before has ended, sends included`() {
    var books = Books()
    books.take(.concatenate(run("a"), .send("x"), .merge(run("b"), run("c")), run("d")))
    #expect(books.start() == ["a"])
    #expect(books.sends().isEmpty)
    books.finish("a")
    #expect(books.sends() == ["x"])
    #expect(books.start() == ["b", "c"])
    books.finish("c")
    #expect(books.start().isEmpty)
    books.finish("b")
    #expect(books.start() == ["d"])
    books.finish("d")
    #expect(books.ledger.sequences.isEmpty)
  }

  @Test func `a concatenation goes on when a part was cancelled, once it has drained`() {
    var books = Books()
    books.take(.concatenate(run("a").cancellable(id: 1), run("b")))
    _ = books.start()
    books.take(.cancel(id: 1))
    #expect(books.start().isEmpty)
    books.finish("a")
    #expect(books.start() == ["b"])
  }

  @Test func `a part not yet started is dropped when its id is cancelled`() {
    var books = Books()
    books.take(
      .concatenate(run("a"), .merge(run("b").cancellable(id: 1), run("c")), run("d")))
    _ = books.start()
    books.take(.cancel(id: 1))
    books.finish("a")
    #expect(books.start() == ["c"])
  }

  @Test func `cancelling a whole concatenation stops what is to come`() {
    var books = Books()
    books.take(.concatenate(run("a"), run("b")).cancellable(id: 1))
    _ = books.start()
    books.take(.cancel(id: 1))
    books.finish("a")
    #expect(books.start().isEmpty)
    #expect(books.ledger.sequences.isEmpty)
  }

  @Test func `a part's own cancellation never hits later parts of its concatenation`() {
    var books = Books()
    books.take(.concatenate(run("a"), .cancel(id: 1), run("b").cancellable(id: 1)))
    #expect(books.start() == ["a"])
    books.finish("a")
    #expect(books.start() == ["b"])
  }

  @Test func `a child's removal ends what it and its children have started, and nothing else`() {
    let (child, other) = (EffectScope("child"), EffectScope("other"))
    var books = Books()
    books.take(
      .merge(
        run("a").scoped(to: EffectScope("leaf")).scoped(to: child), run("b").scoped(to: other),
        .concatenate(run("c"), run("d").scoped(to: child), run("e"))))
    #expect(books.start() == ["a", "b", "c"])
    books.take(.removing(child))
    #expect(books.cancellations() == ["a"])
    books.finish("c")
    #expect(books.start() == ["e"])
  }

  @Test func `a cancellation reaches ids at its place and below, not above or beside`() {
    let child = EffectScope("child")
    var books = Books()
    books.take(
      .merge(
        run("above").cancellable(id: 1), run("there").cancellable(id: 1).scoped(to: child),
        run("below").cancellable(id: 1).scoped(to: EffectScope("leaf")).scoped(to: child)))
    _ = books.start()
    books.take(Effect.cancel(id: 1).scoped(to: child))
    #expect(books.cancellations() == ["there", "below"])
  }

  @Test func `cancelling a send from outside ends all it led to, also parts to come`() {
    var books = Books()
    books.take(.concatenate(run("a"), run("b")), group: 1)
    books.take(run("c"), group: 2)
    _ = books.start()
    books.cancel(group: 1)
    #expect(books.cancellations() == ["a"])
    books.finish("a")
    #expect(books.start().isEmpty)
    #expect(books.inFlight == ["c"])
  }

  @Test func `a throttle delivers the first at once, then one an interval`() {
    for (latest, kept) in [(true, "3"), (false, "2")] {
      var books = Books()
      books.take(throttled("1", latest: latest))
      #expect(books.sends() == ["1"])
      #expect(books.start() == ["throttle"])
      books.take(throttled("2", latest: latest))
      books.take(throttled("3", latest: latest))
      #expect(books.sends().isEmpty)
      books.finish("throttle")
      #expect(books.sends() == [kept])
      #expect(books.start() == ["throttle"])
      books.finish("throttle")
      #expect(books.sends().isEmpty)
      #expect(books.ledger.windows.isEmpty)
    }
  }

  @Test func `cancelling a throttle's id drops what waits and leaves the window open`() {
    var books = Books()
    books.take(throttled("1"))
    books.take(throttled("2"))
    _ = (books.sends(), books.start())
    books.take(.cancel(id: 1))
    books.take(throttled("3"))
    #expect(books.sends().isEmpty)
    books.finish("throttle")
    #expect(books.sends() == ["3"])
  }
}
