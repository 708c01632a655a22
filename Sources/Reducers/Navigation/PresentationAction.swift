/// What can happen to a child that is presented at times.
public enum PresentationAction<Action>: CasePathable {
  /// The child is to go.
  case dismiss
  /// The child is sent an action; indirect, so that a feature may present itself.
  indirect case presented(Action)

  /// The paths of the two cases, and through `presented` those of the child's action.
  @dynamicMemberLookup
  public struct AllCasePaths: Sendable {
    /// The path of the dismissal.
    public var dismiss: AnyCasePath<PresentationAction, Void> {
      AnyCasePath(
        embed: { .dismiss }, extract: { if case .dismiss = $0 { () } else { nil } })
    }

    /// The path of the child's actions.
    public var presented: AnyCasePath<PresentationAction, Action> {
      AnyCasePath(
        embed: { .presented($0) },
        extract: { if case .presented(let action) = $0 { action } else { nil } })
    }

    /// Goes through `presented` into a case of the child's action.
    public subscript<Value>(
      dynamicMember keyPath: KeyPath<Action.AllCasePaths, AnyCasePath<Action, Value>>
    ) -> AnyCasePath<PresentationAction, Value> where Action: CasePathable {
      presented.appending(Action.allCasePaths[keyPath: keyPath])
    }
  }

  /// The paths of the two cases.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension PresentationAction: Equatable where Action: Equatable {}
extension PresentationAction: Hashable where Action: Hashable {}
extension PresentationAction: Sendable where Action: Sendable {}
extension PresentationAction: Encodable where Action: Encodable {}
extension PresentationAction: Decodable where Action: Decodable {}
