/// Something that a machine does in one way where a store could do it in others, or tells apart in
/// part only: what is searched so is no proof.
enum Shortcut: String, Codable, CaseIterable {
  /// An effect with a call pending was cancelled by its own action: it is given no return that comes
  /// just before.
  case ownCancellation
  /// An effect was cancelled that could have come further than by one return of a call: by two, by
  /// an element of a stream, by a sleep that was due, or on a way on which it reads something.
  case lateReturns
  /// An effect was cancelled that a store might not have started yet, and it shows.
  case promptStarts
  /// An effect drew or read what others change, on its way to what it does next.
  case hastyReads
  /// The actions that a spec starts with could go several ways.
  case startChoices
  /// A random number was drawn, of which only one sequence is tried.
  case randomNumbers
  /// State held something that structure cannot compare.
  case sharedState
  /// So did the environment's model, or what a property remembers.
  case sharedMemory

  /// What a verdict says of it.
  var text: String {
    switch self {
    case .ownCancellation:
      "an effect that its own action cancels got no return that came just before"
    case .lateReturns:
      "not everything was tried that may return to an effect just before it is cancelled"
    case .promptStarts:
      "an effect that was cancelled after it was returned was taken to have started by then"
    case .hastyReads:
      "an effect that draws or reads what others change did so as soon as its call returned"
    case .startChoices: "of the ways that the starting actions could go one was taken"
    case .randomNumbers: "random numbers were drawn from one sequence"
    case .sharedState: "State holds a reference or a closure, which is compared by identity"
    case .sharedMemory:
      "the environment's model or what a property remembers holds a reference or a closure, which "
        + "is compared by identity"
    }
  }
}
