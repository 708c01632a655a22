/// The action of one element of a collection of children.
public enum IdentifiedAction<ID: Hashable & Sendable, Action>: CasePathable {
  /// The element of an id is sent an action.
  case element(id: ID, action: Action)

  /// The path of the one case.
  public struct AllCasePaths: Sendable {
    /// The path of an action for any element.
    public var element: AnyCasePath<IdentifiedAction, (id: ID, action: Action)> {
      AnyCasePath(
        embed: { .element(id: $0.id, action: $0.action) },
        extract: { if case .element(let id, let action) = $0 { (id, action) } else { nil } })
    }

    /// The path of the actions for one element.
    public subscript(id id: ID) -> AnyCasePath<IdentifiedAction, Action> {
      AnyCasePath(
        embed: { .element(id: id, action: $0) },
        extract: { if case .element(id, let action) = $0 { action } else { nil } })
    }
  }

  /// The path of the one case.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

/// The action of one element among children that a reducer runs.
public typealias IdentifiedActionOf<R: Reducer> = IdentifiedAction<R.State.ID, R.Action>
where R.State: Identifiable, R.State.ID: Sendable

extension Case {
  /// Goes on into the actions for one element: `\.lista[id: 3].pulsada`.
  public subscript<ID, Action>(id id: ID) -> Case<Action>
  where Value == IdentifiedAction<ID, Action> {
    appending(Value.allCasePaths[id: id])
  }
}

extension IdentifiedAction: Equatable where Action: Equatable {}
extension IdentifiedAction: Hashable where Action: Hashable {}
extension IdentifiedAction: Sendable where Action: Sendable {}
extension IdentifiedAction: Encodable where ID: Encodable, Action: Encodable {}
extension IdentifiedAction: Decodable where ID: Decodable, Action: Decodable {}
