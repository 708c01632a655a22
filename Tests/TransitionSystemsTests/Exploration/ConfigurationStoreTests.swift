import Dispatch
import Synchronization
import Testing

@testable import TransitionSystems

/// Stores beside a dictionary that says when each value was met first.
@Suite struct `A store of configurations` {
  /// A value of 11 bytes, as many as a slot has room for.
  struct Eleven: BitwiseCopyable {
    var first: UInt64
    var second: UInt16
    var third: UInt8
  }

  @Test(arguments: [ConfigurationStore.Mode.exact, .compact])
  func `knows what was visited, and nothing else`(mode: ConfigurationStore.Mode) {
    check(mode) { UInt8(truncatingIfNeeded: $0) }
    check(mode) { UInt32(truncatingIfNeeded: $0) }
    check(mode) { $0 }
    check(mode) {
      Eleven(first: $0 / 70, second: UInt16(truncatingIfNeeded: $0 % 7), third: UInt8($0 % 70 / 7))
    }
    check(mode) { ($0 / 50, $0 % 50) }
    check(mode) { [String($0 % 10), String($0 / 10)] }
  }

  /// The upper half of its fingerprint is 0, as that of a free slot.
  @Test(arguments: [1, 2])
  func `what has the tag of a free slot is met once`(workers: Int) {
    struct Sin { var numero: UInt64 = 4_119_247_721, lista: [UInt8] = [] }
    let plan = ErasedPlan(of: Sin.self)
    let store = ConfigurationStore(.exact, workers: workers)
    let (successors, writer) = (
      Successors(plan, stride: MemoryLayout<Sin>.stride), StoreWriter()
    )
    let words = structuralWords(of: Sin())
    let key = words.withUnsafeBufferPointer { writer.key(of: $0, size: -1) }
    #expect(key.fingerprint >> 32 == 0)
    for turn in 0..<4 {
      store.beginRound([writer])
      successors.removeAll()
      successors.begin(UInt32(turn), at: nil, step: 0)
      [Sin(), Sin()].withUnsafeBufferPointer {
        guard let first = $0.baseAddress else { return }
        _ = successors.append(first, count: $0.count)
      }
      store.visit(successors, by: writer)
      #expect(successors.found.count == (turn == 0 ? 1 : 0))
    }
  }

  /// A search of one thread: batches of successors, values met again and again, few values at first
  /// and many later, so that tables grow.
  private func check<Value>(_ mode: ConfigurationStore.Mode, _ make: (UInt64) -> Value) {
    let plan = ErasedPlan(of: Value.self)
    let store = ConfigurationStore(mode, workers: 1, size: plan.fixedSize)
    let successors = Successors(plan, stride: MemoryLayout<Value>.stride)
    let writer = StoreWriter()
    var random = Azar(estado: 11)
    var met: [[UInt64]: UInt32] = [:]
    for batch in 0..<400 {
      store.beginRound([writer])
      successors.removeAll()
      successors.forgetParent()
      var values: [Value] = []
      for parent in 0..<3 {
        let some = (0..<random.menor(30)).map { _ in
          make(UInt64(random.menor(40 * (batch + 1))))
        }
        successors.begin(UInt32(3 * batch + parent), at: nil, step: 0)
        some.withUnsafeBufferPointer {
          guard let first = $0.baseAddress else { return }
          _ = successors.append(first, count: $0.count)
        }
        values += some
      }
      store.visit(successors, by: writer)
      var expected: [Int] = []
      for (index, value) in values.enumerated() {
        let words = structuralWords(of: value)
        if met[words] == nil {
          met[words] = UInt32(met.count)
          expected.append(index)
        }
      }
      #expect(successors.found.map(\.index) == expected)
      #expect(successors.found.allSatisfy { $0.isNew })
      for unknown in successors.found {
        let words = structuralWords(of: values[unknown.index])
        #expect(met[words] == unknown.number)
      }
    }
    #expect(writer.added == met.count)
    for (words, number) in met {
      words.withUnsafeBufferPointer {
        #expect(store.number(of: $0, by: writer) == number)
        #expect(store.visit($0, from: 0, by: writer) == .init(kind: .known, number: number))
      }
    }
    for other in 0..<200 {
      let words = structuralWords(of: make(UInt64(20_000 + other)))
      words.withUnsafeBufferPointer {
        #expect(store.number(of: $0, by: writer) == met[words])
      }
    }
    store.freeReplaced()
  }

  @Test(arguments: [ConfigurationStore.Mode.exact, .compact])
  func `keeps the earliest parent, whichever thread comes first`(mode: ConfigurationStore.Mode) {
    share(mode) { UInt32($0) }
    share(mode) { Eleven(first: UInt64($0), second: UInt16($0 % 7), third: UInt8($0 % 11)) }
    share(mode) { [String($0 % 10), String($0 / 10)] }
  }

  @Test(arguments: [1, 2])
  func `what is in a full line moves on before its slot holds anything else`(width: Int) {
    let shards = TableShards(width: width, isShared: true)
    let table = shards.table(of: 0)
    let (line, next) = (table.line(of: 0), table.line(after: table.line(of: 0)))
    #expect(shards.slot(in: line, or: line, tag: 0) == line)
    for word in 0..<TableShards.lineWords { line[word].store(UInt64(word + 1), ordering: .relaxed) }
    let slots = TableShards.lineWords / width
    var moved: [Int] = []
    for tag in 0..<slots {
      let slot = shards.slot(in: line, or: next + tag * width, tag: UInt32(tag))
      let start = slot - line
      moved.append(start / width)
      for word in 0..<width {
        #expect(next[tag * width + word].load(ordering: .relaxed) == UInt64(start + word + 1))
      }
      // Of two words, one is gone: neither key is there, nor a third.
      if width == 2 { #expect(slot[1].load(ordering: .relaxed) == 0) }
    }
    #expect(moved.sorted() == Array(0..<slots))
  }

  /// Rounds of two threads, which meet the same values from parents of their own.
  private func share<Value: Sendable>(
    _ mode: ConfigurationStore.Mode, _ make: @Sendable (Int) -> Value
  ) {
    let plan = ErasedPlan(of: Value.self)
    let store = ConfigurationStore(mode, workers: 2, size: plan.fixedSize)
    nonisolated(unsafe) let workers = (0..<2).map {
      (
        StoreWriter(), Successors(plan, stride: MemoryLayout<Value>.stride),
        Azar(estado: UInt64($0))
      )
    }
    var earliest: [[UInt64]: UInt32] = [:]
    for round in 0..<12 {
      store.beginRound(workers.map(\.0))
      nonisolated(unsafe) var visits: [[(value: Int, parent: UInt32)]] = [[], []]
      let lists = (0..<2).map { worker in
        var random = Azar(estado: UInt64(100 * round + worker))
        return (0..<2_000).map { _ in random.menor(600 * (round + 1)) }
      }
      visits.withUnsafeMutableBufferPointer { visits in
        nonisolated(unsafe) let visits = visits
        DispatchQueue.concurrentPerform(iterations: 2) { worker in
          let (writer, successors, _) = workers[worker]
          for start in stride(from: 0, to: lists[worker].count, by: 20) {
            // Parents of both come in order, one thread's between the other's.
            let parent = UInt32(1_000 * round + 2 * (start / 20) + worker)
            successors.removeAll()
            successors.begin(parent, at: nil, step: 0)
            let values = lists[worker][start..<start + 20]
            values.map(make).withUnsafeBufferPointer {
              _ = successors.append($0.baseAddress!, count: $0.count)
            }
            store.visit(successors, by: writer)
            visits[worker] += values.map { ($0, parent) }
          }
        }
      }
      store.freeReplaced()
      var now: [[UInt64]: UInt32] = [:]
      for visit in visits[0] + visits[1] {
        let words = structuralWords(of: make(visit.value))
        if earliest[words] != nil { continue }
        now[words] = min(now[words] ?? .max, visit.parent)
      }
      // What led to them is known until the next round.
      for (words, parent) in now {
        let number = words.withUnsafeBufferPointer { store.number(of: $0, by: workers[0].0) }
        #expect(number.map { store.isParent(parent, of: $0) } == true)
        #expect(number.map { store.isParent(parent + 1, of: $0) } == false)
      }
      earliest.merge(now) { first, _ in first }
    }
    #expect(workers.reduce(0) { $0 + $1.0.added } == earliest.count)
    var numbers: Set<UInt32> = []
    for words in earliest.keys {
      let number = words.withUnsafeBufferPointer { store.number(of: $0, by: workers[0].0) }
      guard let number else {
        Issue.record("A value was not found again.")
        return
      }
      #expect(numbers.insert(number).inserted)
    }
  }
}
