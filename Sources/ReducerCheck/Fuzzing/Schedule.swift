import TransitionSystems

/// How a walk orders what is pending.
///
/// `priorities` follows PCT (Burckhardt et al., "A Randomized Scheduler with Probabilistic
/// Guarantees of Finding Bugs", 2010) with one change point a walk in the mean.
enum Schedule: CaseIterable {
  /// Any of what is pending, each as likely.
  case uniform
  /// The oldest effect first, as soon as it can.
  case eager
  /// The youngest effect first.
  case reversed
  /// Nothing completes until little else can happen.
  case delayed
  /// One effect waits as long as another can go on.
  case starving
  /// Effects by random priorities that change now and then.
  case priorities

  /// The chance in 256 that the next event is a send, while there are both.
  var sendChance: UInt64 {
    switch self {
    case .uniform, .priorities: 128
    case .eager: 48
    case .reversed, .starving: 144
    case .delayed: 224
    }
  }
}

/// The random part of one walk: which actions it sends, how it orders completions, how it fails.
struct WalkPlan {
  var source: RandomSource
  let schedule: Schedule
  /// The actions this walk sends, by their place in the alphabet, as bits; swarm testing (Groce et
  /// al., "Swarm Testing", 2012) leaves out a random half in every other walk.
  private let swarm: UInt64
  /// How likely an endpoint's later outcomes are, in 256.
  private let failures: UInt64
  private var salt: UInt64

  init(seed: UInt64, walk: UInt64) {
    source = RandomSource(seed: RandomSource.derivedSeed(seed, index: walk))
    schedule = Schedule.allCases[Int(source.next() % UInt64(Schedule.allCases.count))]
    swarm = source.next() & 1 == 0 ? .max : source.next()
    failures = [0, 64, 128, 128, 224][Int(source.next() % 5)]
    salt = source.next()
  }

  mutating func below(_ bound: Int) -> Int { Int(source.next() % UInt64(bound)) }

  /// Whether the next event is to be a send.
  mutating func sends() -> Bool { source.next() & 255 < schedule.sendChance }

  func allows(_ place: Int) -> Bool { swarm >> UInt64(place & 63) & 1 == 1 }

  /// Picks one of the completions, which are listed by age of their effect.
  mutating func pick(_ events: [Event]) -> Int {
    let effect = chosenEffect(events)
    var first = 0
    while first < events.count && events[first].effect != effect { first += 1 }
    var end = first
    while end < events.count && events[end].effect == effect { end += 1 }
    guard first < end else { return below(events.count) }
    let later = source.next() & 255 < failures
    return later ? first + below(end - first) : first
  }

  private mutating func chosenEffect(_ events: [Event]) -> Int? {
    switch schedule {
    case .uniform, .delayed: return events[below(events.count)].effect
    case .eager: return events[0].effect
    case .reversed: return events[events.count - 1].effect
    case .starving:
      let other = events.lazy.filter { [salt] in $0.effect.map { mixed($0, salt) & 3 } != 0 }.first
      return (other ?? events[0]).effect
    case .priorities:
      if source.next() & 15 == 0 { salt = source.next() }
      var best = events[0].effect
      for event in events where priority(event.effect) > priority(best) { best = event.effect }
      return best
    }
  }

  private func priority(_ effect: Int?) -> UInt64 { mixed(effect ?? 0, salt) }
}

/// A number spread over 64 bits.
private func mixed(_ effect: Int, _ salt: UInt64) -> UInt64 {
  RandomSource.derivedSeed(salt, index: UInt64(effect))
}

extension Event {
  /// The effect that an event is about; nil for one about none.
  var effect: Int? {
    switch self {
    case .resolve(let effect, _, _), .serve(let effect, _), .deliver(let effect, _),
      .advance(let effect, _):
      effect
    case .send, .serveOrphan, .idle, .cancel, .move: nil
    }
  }
}
