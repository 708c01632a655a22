import TransitionSystems

/// What the outside may send when a spec does not list it: one case of Action at a time.
struct Alphabet<Action> {
  let payloads: [ObjectIdentifier: AnyGenerator]
}

/// How many payloads of a case a search tries.
struct PayloadLimits {
  /// A case with at most so many payloads is tried with all of them.
  var whole = 3
  /// Of any other case the first few are tried.
  var part = 3
}

/// The cases of Action that can be generated, and those that cannot.
struct DerivedAlphabet {
  var sources: [ActionSource] = []
  var missing: [(name: String, payload: String)] = []
  /// Those whose generator gives no value, and why.
  var discarding: [(name: String, reason: Discarded)] = []
}

/// A generator without its type.
struct AnyGenerator {
  let draw: (inout ChoiceSource) throws(Discarded) -> Any

  init<Value>(_ generator: Generator<Value>) {
    draw = { (source: inout ChoiceSource) throws(Discarded) -> Any in try source(generator) }
  }
}

extension Spec {
  /// Lists actions the outside may send, in the order of the normal form.
  public func sending(_ actions: Action...) -> Self {
    changing { spec in
      spec.listed.append(
        ListedActions(actions: { _ in actions }, typed: { (_: State) in actions }, fixed: actions))
    }
  }

  /// Says which actions the outside may send in a state, in the order of the normal form.
  public func sending(_ actions: @escaping (State) -> [Action]) -> Self {
    changing { spec in
      spec.listed.append(
        ListedActions(
          actions: { state in actions(state.value(as: State.self)) }, typed: actions, fixed: nil))
    }
  }

  /// Says how payloads of a type are generated, for an alphabet derived from Action's cases.
  public func payload<Value>(_ type: Value.Type, _ generator: Generator<Value>) -> Self {
    changing { $0.payloads[ObjectIdentifier(type)] = AnyGenerator(generator) }
  }

  /// Keeps a case in the derived alphabet although effects send it too.
  public func keeping(_ caseNames: String...) -> Self {
    changing { $0.kept += caseNames }
  }
}

/// Actions that a spec lists.
struct ListedActions {
  let actions: (ErasedState) -> [Any]
  /// The same as a function from the feature's State to an array of its Action.
  let typed: Any
  /// The actions, where they are the same in every state.
  let fixed: [Any]?
}

/// One source of actions from outside.
struct ActionSource {
  let name: String
  /// The actions of a small domain, each with the choices that give it.
  let enumerate: (ErasedState) -> [(Any, [UInt64])]
  /// Whether these are all there are.
  var isWhole = true
  /// One action drawn from the whole domain; nil where the source only enumerates.
  let draw: ((inout ChoiceSource) throws(Discarded) -> Any)?
  /// The tag of the case that a derived source generates.
  let tag: Int?
  /// The actions, where they are the same in every state.
  var fixed: [Any]?
  /// The listed actions as a function of the feature's own types; nil where they are derived.
  var typed: Any?
}

extension Alphabet {
  /// What is tried of a case's payloads where a search must enumerate.
  static var enumeration: PayloadLimits { PayloadLimits() }

  func derive(_ limits: PayloadLimits = Alphabet.enumeration) -> DerivedAlphabet {
    var result = DerivedAlphabet()
    guard let reflection = EnumReflection<Action>() else { return result }
    for enumCase in reflection.cases {
      guard let generator = generator(for: enumCase, reflection) else {
        let types = enumCase.payloadElements.map { "\($0.type)" }.joined(separator: ", ")
        result.missing.append((enumCase.name, types))
        continue
      }
      if let reason = Self.reasonToDiscard(generator) {
        result.discarding.append((enumCase.name, reason))
        continue
      }
      let values = Self.small(generator, limits)
      result.sources.append(
        ActionSource(
          name: enumCase.name, enumerate: { _ in values.some }, isWhole: values.isWhole,
          draw: { (source: inout ChoiceSource) throws(Discarded) -> Any in
            try source(generator)
          }, tag: enumCase.tag))
    }
    return result
  }

  private static func small(
    _ generator: Generator<Action>, _ limits: PayloadLimits
  ) -> (some: [(Any, [UInt64])], isWhole: Bool) {
    var odometer = Odometer(generator)
    var result: [(Any, [UInt64])] = []
    var tries = 0
    while result.count < limits.whole, tries < 4 * limits.whole, let step = odometer.next() {
      tries += 1
      if case .value(let action, let sequence) = step { result.append((action, sequence.values)) }
    }
    if odometer.isFinished { return (result, true) }
    return (Array(result.prefix(limits.part)), false)
  }

  private func generator(
    for enumCase: EnumCase, _ reflection: EnumReflection<Action>
  ) -> Generator<Action>? {
    let elements = enumCase.payloadElements.map { generator(for: $0.type) }
    guard !elements.contains(where: { $0 == nil }) else { return nil }
    return .caseGenerator(enumCase, reflection, elements.compactMap { $0 })
  }

  /// Why a generator gives no value in some tries; nil if it gives one.
  private static func reasonToDiscard(_ generator: Generator<Action>) -> Discarded? {
    var reason: Discarded?
    for seed in 0..<UInt64(3) {
      var source = ChoiceSource(seed: seed)
      do {
        _ = try source(generator)
        return nil
      } catch {
        reason = error
      }
    }
    return reason
  }

  private func generator(for type: Any.Type) -> AnyGenerator? {
    if let given = payloads[ObjectIdentifier(type)] { return given }
    if let generated = type as? any Generated.Type { return AnyGenerator(of: generated) }
    return enumGenerator(for: type)
  }

  /// An enum that is not `Generated` is generated by its cases, as Action is.
  private func enumGenerator(for type: Any.Type) -> AnyGenerator? {
    func open<Root>(_: Root.Type) -> AnyGenerator? {
      guard EnumReflection<Root>() != nil else { return nil }
      let nested = Alphabet<Root>(payloads: payloads)
      let draws = nested.derive().sources.compactMap(\.draw)
      guard !draws.isEmpty else { return nil }
      let cases = draws.map { draw in
        Generator<Any>.compose { (source: inout ChoiceSource) throws(Discarded) -> Any in
          try draw(&source)
        }
      }
      return AnyGenerator(Generator<Any>.oneOf(cases))
    }
    return _openExistential(type, do: open)
  }
}

extension AnyGenerator {
  init(of type: any Generated.Type) {
    func open<G: Generated>(_: G.Type) -> AnyGenerator { AnyGenerator(G.generator) }
    self = _openExistential(type, do: open)
  }
}

extension Generator {
  /// The values of one case of an enum.
  fileprivate static func caseGenerator(
    _ enumCase: EnumCase, _ reflection: EnumReflection<Value>, _ elements: [AnyGenerator]
  ) -> Generator<Value> {
    compose { (source: inout ChoiceSource) throws(Discarded) -> Value in
      var drawn: [Any] = []
      for element in elements { drawn.append(try element.draw(&source)) }
      let payload: Any? = elements.isEmpty ? nil : drawn.count == 1 ? drawn[0] : drawn
      guard let value = reflection.embed(payload: payload, inCase: enumCase) else {
        throw Discarded("a value of case \(enumCase.name)")
      }
      return value
    }
  }
}
