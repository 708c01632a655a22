import Synchronization

/// The plans of all types seen in this process.
enum PlanRegistry {
  /// Unchecked: only touched under the lock, and what it points to is immutable and immortal.
  private struct Contents: @unchecked Sendable {
    var plans: [ObjectIdentifier: UnsafePointer<PlanRecord>] = [:]
    var tokens: [UInt64: ObjectIdentifier] = [:]
    var tokenOfType: [ObjectIdentifier: UInt64] = [:]
    var keyPaths: [AnyKeyPath: UInt64] = [:]
  }

  private static let contents = Mutex(Contents())

  /// The plan of a type, made outside the lock when it is not there yet.
  static func plan(for type: Any.Type) -> PlanReference {
    let key = ObjectIdentifier(type)
    if let known = published(key) { return known }
    var planner = StructuralPlanner()
    planner.add(type, offset: 0, path: "")
    let made = PlanReference(record: planner.finish(type, token: token(for: type)))
    return contents.withLock { contents in
      if let other = contents.plans[key] { return PlanReference(record: other) }
      contents.plans[key] = made.record
      return made
    }
  }

  private static func published(_ key: ObjectIdentifier) -> PlanReference? {
    contents.withLock { contents in
      contents.plans[key].map(PlanReference.init(record:))
    }
  }

  /// A word that stands for a type: a mix of its mangled name, moved on should two types share it.
  static func token(for type: Any.Type) -> UInt64 {
    let key = ObjectIdentifier(type)
    let name = _mangledTypeName(type) ?? _typeName(type, qualified: true)
    var candidate: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in name.utf8 { candidate = (candidate ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return contents.withLock { [candidate] contents in
      if let known = contents.tokenOfType[key] { return known }
      var token = candidate
      while contents.tokens[token] != nil { token &+= 1 }
      contents.tokens[token] = key
      contents.tokenOfType[key] = token
      return token
    }
  }

  /// A number for a key path, the same for equal key paths; the first of each is kept forever.
  static func number(for keyPath: AnyKeyPath) -> UInt64 {
    // A key path is immutable; handing it to the lock shares nothing that can change.
    nonisolated(unsafe) let keyPath = keyPath
    return contents.withLock { contents in
      if let known = contents.keyPaths[keyPath] { return known }
      let number = UInt64(contents.keyPaths.count)
      contents.keyPaths[keyPath] = number
      return number
    }
  }

  private static let lastUnique = Atomic<UInt64>(0)

  /// A word no other call returns: what stands for a value that cannot be encoded.
  static func uniqueWord() -> UInt64 {
    lastUnique.add(1, ordering: .relaxed).newValue
  }
}
