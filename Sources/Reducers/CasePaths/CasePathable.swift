/// An enum whose cases can be named by key paths.
///
/// ```swift
/// enum Action: CasePathable {
///   case nombre(String)
///   struct AllCasePaths: Sendable {
///     var nombre: AnyCasePath<Action, String> {
///       AnyCasePath(embed: Action.nombre) { if case .nombre(let text) = $0 { text } else { nil } }
///     }
///   }
///   static var allCasePaths: AllCasePaths { AllCasePaths() }
/// }
/// Action.nombre("Ana").is(\.nombre)  // true
/// ```
public protocol CasePathable {
  /// A type with one property for each case, named like it, holding its path.
  associatedtype AllCasePaths: Sendable

  /// The paths of all cases.
  static var allCasePaths: AllCasePaths { get }
}

extension CasePathable {
  /// The root that a case key path of this enum starts from, as in `\Action.Cases.nombre`.
  public typealias Cases = Case<Self>

  /// Whether the enum is in a case.
  public func `is`<Value>(_ keyPath: CaseKeyPath<Self, Value>) -> Bool {
    AnyCasePath(keyPath).extract(from: self) != nil
  }

  /// The payload of a case, or nil in another; setting nil changes nothing.
  public subscript<Value>(case keyPath: CaseKeyPath<Self, Value>) -> Value? {
    get { AnyCasePath(keyPath).extract(from: self) }
    set { if let newValue { self = AnyCasePath(keyPath).embed(newValue) } }
  }

  /// The payload of the case of a name: `state.detalle`, for an enum with `@dynamicMemberLookup`.
  public subscript<Value>(
    dynamicMember keyPath: KeyPath<AllCasePaths, AnyCasePath<Self, Value>>
  ) -> Value? {
    get { Self.allCasePaths[keyPath: keyPath].extract(from: self) }
    set { if let newValue { self = Self.allCasePaths[keyPath: keyPath].embed(newValue) } }
  }

  /// Changes the payload of a case in place; in another case nothing happens but a report.
  public mutating func modify<Value>(
    _ keyPath: CaseKeyPath<Self, Value>, _ change: (inout Value) -> Void,
    fileID: String = #fileID, line: Int = #line
  ) {
    let path = AnyCasePath(keyPath)
    guard var value = path.extract(from: self) else {
      let message = """
        The payload of a case was to be modified, but the value is in another case: \(self). \
        Check with is(_:) first.
        """
      return report(
        Misuse(kind: .stateInAnotherCase, message: message, fileID: fileID, line: line))
    }
    change(&value)
    self = path.embed(value)
  }
}
