/// What is shrunk: choice sequences of a value, events of a trace, anything with an order.
///
/// A pass makes a *proposal*; the problem makes a *subject* of it, repairing what does not fit; its
/// *normal form* is the proposal that makes the same subject without repair.
package protocol ShrinkProblem {
  associatedtype Proposal: Hashable
  associatedtype Subject

  /// Makes a subject of a proposal without asking the property; nil where there is none.
  mutating func realize(_ proposal: Proposal) -> Subject?

  func normalForm(_ subject: Subject) -> Proposal

  /// Whether the first is strictly simpler. The order must be total on normal forms and
  /// well-founded: then every run comes to an end.
  func precedes(_ left: Proposal, _ right: Proposal) -> Bool

  /// Asks the property: whether the subject still fails. Never asked twice of one normal form.
  mutating func stillFails(_ subject: Subject) -> Bool
}
