import TransitionSystems

/// Draws features from a seed.
struct PlanGenerator {
  private var random: RandomSource
  private let size: Size

  /// How large the effects and closures of a feature may become.
  struct Size {
    var effectDepth: Int
    var bodyDepth: Int
    var statements: Int

    static let large = Size(effectDepth: 4, bodyDepth: 3, statements: 3)
    /// For features that are searched whole.
    static let small = Size(effectDepth: 2, bodyDepth: 2, statements: 2)
    static let tiny = Size(effectDepth: 2, bodyDepth: 1, statements: 2)
  }

  init(seed: UInt64, size: Size = .large) {
    random = RandomSource(seed: seed)
    self.size = size
  }

  static var ownCodes: Int { 3 }

  mutating func feature() -> FeaturePlan {
    var plan = FeaturePlan()
    plan.parent = rules(.parent)
    plan.child = rules(.child)
    plan.leaf = rules(.leaf)
    plan.reactions = (0..<Self.ownCodes).map { _ in below(4) == 0 ? change(.parent) : .none }
    return plan
  }

  /// The reducers of a generated feature; each may send to itself and to what is below it.
  private enum Level { case parent, child, leaf }

  private mutating func below(_ count: Int) -> Int {
    Int(random.uniform(upTo: UInt64(count - 1)))
  }

  private mutating func chance(_ one: Int, in all: Int) -> Bool { below(all) < one }

  private mutating func rules(_ level: Level) -> [Rule] {
    (0..<Self.ownCodes).map { code in
      Rule(
        bump: below(3), change: chance(1, in: 2) ? change(level) : .none,
        effect: effect(level, above: code, depth: 1 + below(size.effectDepth)))
    }
  }

  private mutating func change(_ level: Level) -> Change {
    switch level {
    case .parent:
      switch below(14) {
      case 8, 9: .openSheet(below(2))
      case 10: chance(1, in: 2) ? .closeSheet : .closeSheetBehind
      case 11, 12: .pushPage(below(2))
      case 13: .popPage
      case 0, 1: .openChild(below(2))
      case 2: .closeChild
      case 3, 4: .go(below(3))
      case 5, 6: .addRow(below(2))
      default: .removeRow(below(2))
      }
    case .child: chance(2, in: 3) ? .openLeaf : .closeLeaf
    case .leaf: .none
    }
  }

  /// A code that actions of a level may go to: its own, or one of what is below.
  private mutating func code(_ level: Level, above: Int?) -> Int? {
    let own = above.map { $0 + 1 } ?? 0
    let routes: [Int] =
      switch level {
      case .parent: [10, 20, 30, 40, 50, 60, 70, 80, 90]
      case .child: [20]
      case .leaf: []
      }
    if own < Self.ownCodes && (routes.isEmpty || chance(2, in: 3)) {
      return own + below(Self.ownCodes - own)
    }
    if routes.isEmpty { return nil }
    // Now and then a dismissal, or a pop, where there is one.
    let route = routes[below(routes.count)]
    let isPresentation = [20, 60, 70, 80].contains(route)
    return route + below(Self.ownCodes + (isPresentation && chance(1, in: 3) ? 1 : 0))
  }

  private mutating func effect(_ level: Level, above: Int, depth: Int) -> EffectPlan {
    if depth == 1 {
      switch below(8) {
      case 0: return .none
      case 1: return code(level, above: above).map(EffectPlan.send) ?? .none
      case 2: return .cancel(below(3))
      default: return .run(run(level))
      }
    }
    func part(_ generator: inout Self) -> EffectPlan {
      generator.effect(level, above: above, depth: depth - 1)
    }
    switch below(12) {
    case 0, 1, 2:
      let first = part(&self)
      if chance(1, in: 4) { return .merge([first, variant(of: first)]) }
      return .merge([first, part(&self)] + (chance(1, in: 3) ? [part(&self)] : []))
    case 3, 4, 5:
      return .concatenate([part(&self), part(&self)] + (chance(1, in: 3) ? [part(&self)] : []))
    case 6, 7: return .cancellable(part(&self), id: below(3), cancelInFlight: chance(1, in: 2))
    case 8: return .debounce(part(&self), id: below(3), seconds: 1 + below(2))
    case 9, 10:
      return .throttle(
        part(&self), id: below(3), seconds: 1 + below(2), latest: chance(1, in: 2))
    default: return .map(part(&self))
    }
  }

  /// The same effect, perhaps with another fate for what it sends.
  private mutating func variant(of effect: EffectPlan) -> EffectPlan {
    if chance(2, in: 3) { return effect }
    return .throttle(effect, id: below(3), seconds: 1 + below(2), latest: chance(1, in: 2))
  }

  private mutating func run(_ level: Level) -> RunPlan {
    RunPlan(
      body: body(level, depth: size.bodyDepth),
      handler: chance(1, in: 2) ? body(level, depth: 1) : nil)
  }

  private mutating func body(_ level: Level, depth: Int) -> [Statement] {
    (0..<1 + below(size.statements)).map { _ in statement(level, depth: depth) }
  }

  private mutating func statement(_ level: Level, depth: Int) -> Statement {
    if depth <= 1 || chance(2, in: 3) { return simple(level) }
    switch below(9) {
    case 8: return .detach(body(level, depth: 1))
    case 0: return .attempt(body(level, depth: depth - 1))
    case 1, 2:
      return .asyncLet(
        body(level, depth: depth - 1), body(level, depth: depth - 1),
        awaitsBoth: chance(2, in: 3))
    case 3, 4:
      let count = 2 + below(2)
      return .group(
        (0..<count).map { _ in body(level, depth: depth - 1) }, firstOnly: chance(1, in: 2))
    case 5:
      return .stream(
        body(level, depth: depth - 1), most: 1 + below(3), throwing: chance(1, in: 3))
    default:
      return .within(
        below(3), cancelInFlight: chance(1, in: 2), body(level, depth: depth - 1))
    }
  }

  private mutating func simple(_ level: Level) -> Statement {
    switch below(19) {
    case 17: .dismiss
    case 0, 1, 2: .load(below(2))
    case 3, 4: .save(below(2))
    case 5: .fetch(below(2))
    case 6: .flag
    case 7, 8, 9, 10, 11: .send(code(level, above: nil) ?? 0)
    case 12: .sleep(1 + below(2))
    case 13: .uuid
    case 14: .failIfZero
    case 15: chance(1, in: 2) ? .fail : .load(0)
    default: .cancelID(below(3))
    }
  }
}
