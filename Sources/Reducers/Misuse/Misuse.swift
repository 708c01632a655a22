/// Something the reducer core was asked to do that makes no sense, as a value.
public struct Misuse: Hashable, Sendable {
  /// The sort of misuse; its raw value is a stable name, fit for files and filters.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// A child action arrived while the optional child's state was nil.
    case actionForAbsentChild
    /// A child action arrived for an element that is not in the collection.
    case missingElement
    /// A child action arrived while the enum state was in another case.
    case stateInAnotherCase
    /// A collection was given two elements of the same id.
    case duplicateElement
    /// An element was replaced in place by one of another id.
    case elementIdentityChanged
    /// An effect threw an error that nothing handles.
    case unhandledError
    /// An action was sent by an effect that had already completed.
    case sendAfterCompletion
    /// An action was sent to a store while it was processing another.
    case reentrantSend
    /// A dependency was read that nobody has given a value.
    case uncontrolledDependency
    /// An endpoint of a dependency was called that nobody has given a value.
    case unimplementedEndpoint
    /// A dependency was read in a live context although it has no live value.
    case missingLiveValue
    /// The dependencies of a value were asked for that declares none.
    case noDependencies
    /// A feature asked to be dismissed although nothing presents it.
    case dismissalWithoutPresentation
    /// An element was to be popped off a stack that does not have it.
    case unknownStackElement
    /// An element was pushed on a stack under an id that is taken.
    case duplicateStackElement
    /// A binding action passed through a feature without being applied.
    case unhandledBinding
  }

  /// The sort of misuse.
  public let kind: Kind
  /// What was asked, what was found, and the likeliest fix.
  public let message: String
  /// The module and file to blame.
  public let fileID: String
  /// The line to blame.
  public let line: Int

  /// Creates a misuse that blames a source line.
  public init(kind: Kind, message: String, fileID: String, line: Int) {
    self.kind = kind
    self.message = message
    self.fileID = fileID
    self.line = line
  }
}

extension Misuse: CustomStringConvertible {
  /// The place and the message, the way a compiler prints a warning.
  public var description: String { "\(fileID):\(line): misuse (\(kind.rawValue)): \(message)" }
}
