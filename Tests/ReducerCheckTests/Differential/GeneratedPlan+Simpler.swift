extension FeaturePlan {
  /// Plans one simplification away, the greatest first.
  var simpler: [FeaturePlan] {
    var result: [FeaturePlan] = []
    func change(_ rules: WritableKeyPath<FeaturePlan, [Rule]>) {
      for index in self[keyPath: rules].indices {
        for rule in self[keyPath: rules][index].simpler {
          var plan = self
          plan[keyPath: rules][index] = rule
          result.append(plan)
        }
      }
    }
    change(\.parent)
    change(\.child)
    change(\.leaf)
    for index in reactions.indices where reactions[index] != .none {
      var plan = self
      plan.reactions[index] = .none
      result.append(plan)
    }
    return result
  }
}

extension Rule {
  fileprivate var simpler: [Rule] {
    if isEmpty { return [] }
    var result = [Rule()]
    if bump != 0 { result.append(Rule(change: change, effect: effect)) }
    if change != .none { result.append(Rule(bump: bump, effect: effect)) }
    return result + effect.simpler.map { Rule(bump: bump, change: change, effect: $0) }
  }
}

extension EffectPlan {
  fileprivate var simpler: [EffectPlan] {
    switch self {
    case .none: return []
    case .send, .cancel: return [.none]
    case .run(let run): return [.none] + run.simpler.map(EffectPlan.run)
    case .merge(let parts): return parts + Self.simpler(parts).map(EffectPlan.merge)
    case .concatenate(let parts): return parts + Self.simpler(parts).map(EffectPlan.concatenate)
    case .cancellable(let part, let id, let inFlight):
      return [part]
        + part.simpler.map { .cancellable($0, id: id, cancelInFlight: inFlight) }
    case .debounce(let part, let id, let seconds):
      return [part] + part.simpler.map { .debounce($0, id: id, seconds: seconds) }
    case .throttle(let part, let id, let seconds, let latest):
      return [part]
        + part.simpler.map { .throttle($0, id: id, seconds: seconds, latest: latest) }
    case .map(let part): return [part] + part.simpler.map(EffectPlan.map)
    }
  }

  private static func simpler(_ parts: [EffectPlan]) -> [[EffectPlan]] {
    parts.indices.flatMap { index in
      parts[index].simpler.map { part in
        var result = parts
        result[index] = part
        return result
      }
    }
  }
}

extension RunPlan {
  fileprivate var simpler: [RunPlan] {
    var result: [RunPlan] = []
    if let handler {
      result.append(RunPlan(body: body))
      result += ReducerCheckTests.simpler(handler).map { RunPlan(body: body, handler: $0) }
    }
    return result + ReducerCheckTests.simpler(body).map { RunPlan(body: $0, handler: handler) }
  }
}

/// A list of statements with one left out, or one made simpler.
private func simpler(_ body: [Statement]) -> [[Statement]] {
  body.indices.flatMap { index in
    let without = Array(body[..<index] + body[(index + 1)...])
    return [without]
      + body[index].simpler.map { body[..<index] + $0 + body[(index + 1)...] }
  }
}

extension Statement {
  /// Lists of statements that may take this one's place.
  fileprivate var simpler: [[Statement]] {
    switch self {
    case .detach(let body): [body] + ReducerCheckTests.simpler(body).map { [.detach($0)] }
    case .attempt(let body): [body] + ReducerCheckTests.simpler(body).map { [.attempt($0)] }
    case .asyncLet(let one, let two, let both):
      [one, two]
        + ReducerCheckTests.simpler(one).map { [.asyncLet($0, two, awaitsBoth: both)] }
        + ReducerCheckTests.simpler(two).map { [.asyncLet(one, $0, awaitsBoth: both)] }
    case .group(let bodies, let firstOnly):
      bodies
        + bodies.indices.flatMap { index in
          ReducerCheckTests.simpler(bodies[index]).map { body in
            var result = bodies
            result[index] = body
            return [.group(result, firstOnly: firstOnly)]
          }
        }
    case .stream(let body, let most, let throwing):
      [body]
        + ReducerCheckTests.simpler(body).map { [.stream($0, most: most, throwing: throwing)] }
    case .within(let id, let inFlight, let body):
      [body] + ReducerCheckTests.simpler(body).map { [.within(id, cancelInFlight: inFlight, $0)] }
    default: []
    }
  }
}
