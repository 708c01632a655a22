import Testing

@testable import TransitionSystems

@Suite struct `Numbers that several threads hand out` {
  /// More than a segment of links has room for.
  private let many = UInt32(1 << 18 + 100)

  @Test func `are linked to what led to them, for a round`() {
    let numbering = Numbering(isShared: true)
    let (first, second) = (StoreWriter(), StoreWriter())
    for place in 0..<many { _ = numbering.number(Numbering.link(to: place), first) }
    let last = numbering.number(Numbering.link(to: 7), first)
    let other = numbering.number(Numbering.link(to: 9), second)
    #expect(numbering.bytes >= 4 * Int(many))
    numbering.beginRound([first, second])
    // What is left is the segment in which the threads go on.
    #expect(numbering.bytes < 4 * 1_000)
    #expect(numbering.isParent(7, of: last))
    #expect(!numbering.isParent(8, of: last))
    #expect(numbering.isParent(9, of: other))
    let next = numbering.number(Numbering.link(to: 11), first)
    #expect(next == last + 1)
    #expect(numbering.meet(next, Numbering.link(to: 12)).isKnown)
    #expect(numbering.meet(next, Numbering.link(to: 10)).kind == .earlier)
    #expect(numbering.isParent(10, of: next))
  }

  @Test func `stay linked as long as a thread may go on among them`() {
    let numbering = Numbering(isShared: true)
    let (first, second) = (StoreWriter(), StoreWriter())
    let early = numbering.number(Numbering.link(to: 3), second)
    for place in 0..<many { _ = numbering.number(Numbering.link(to: place), first) }
    numbering.beginRound([first, second])
    #expect(numbering.bytes >= 4 * Int(many))
    #expect(numbering.number(Numbering.link(to: 5), second) == early + 1)
    #expect(numbering.isParent(5, of: early + 1))
  }

  @Test func `take no links where there is one thread`() {
    let numbering = Numbering(isShared: false)
    let writer = StoreWriter()
    for place in 0..<100 { _ = numbering.number(Numbering.link(to: UInt32(place)), writer) }
    #expect(numbering.bytes == 0)
    #expect(numbering.isParent(42, of: 42))
  }
}
