/// What makes a child the same child after an action: its case, if an enum, and its id, if any.
///
/// A child that is neither is the same as long as it is there. Of an enum, a payload's id counts.
package struct ChildIdentity: Hashable, CustomStringConvertible, @unchecked Sendable {
  // Sendable holds because ids are values that nobody changes.
  fileprivate var tag: Int?
  fileprivate var id: AnyHashable?

  package init(id: AnyHashable?) { self.id = id }

  package var description: String {
    let parts = [tag.map { "case \($0)" }, id.map { "\($0)" }]
    return parts.compactMap(\.self).joined(separator: " ")
  }

  /// The scope of the effects of this child of the operator at a place.
  package func scope(at place: SourcePlace) -> EffectScope {
    tag == nil && id == nil ? EffectScope(place) : EffectScope(place, self)
  }
}

/// How children of one type are told apart, found out once for the type.
package struct ChildIdentification<Child> {
  private enum Kind {
    case byPresence
    case byID
    case byCase
  }

  private let kind: Kind

  package init() {
    if Child.self is any Identifiable.Type {
      kind = .byID
    } else {
      kind = isEnum(Child.self) ? .byCase : .byPresence
    }
  }

  package func identity(of child: Child) -> ChildIdentity {
    switch kind {
    case .byPresence: return ChildIdentity(id: nil)
    case .byID: return ChildIdentity(id: id(of: child), tag: enumTag(of: child))
    case .byCase:
      let payload = Mirror(reflecting: child).children.first?.value
      return ChildIdentity(id: payload.flatMap(id(of:)), tag: enumTag(of: child))
    }
  }

  package func identity(of child: Child?) -> ChildIdentity? { child.map(identity(of:)) }

  private func id<Value>(of value: Value) -> AnyHashable? {
    (value as? any Identifiable).map { erasedID(of: $0) }
  }

  private func erasedID(of child: some Identifiable) -> AnyHashable { AnyHashable(child.id) }
}

extension ChildIdentity {
  fileprivate init(id: AnyHashable?, tag: Int?) {
    self.id = id
    self.tag = tag
  }
}
