/// Kinds of stored values that structure cannot compare.
package struct StructuralNoticeKinds: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// A class reference, strong, weak or unowned: compared by identity.
  package static let reference = Self(rawValue: 1)
  /// A function value: compared by its two words.
  package static let function = Self(rawValue: 2)
  /// An unsafe pointer: compared by its address.
  package static let pointer = Self(rawValue: 4)
  /// Memory that no record describes: compared bit by bit.
  package static let opaque = Self(rawValue: 8)
  /// A value nested deeper than the stack allows: equal to no other value, itself included.
  package static let tooDeep = Self(rawValue: 16)
}

/// Where a value holds something that structure cannot compare.
package struct StructuralNotice: Hashable, Sendable {
  /// The path of stored properties, enum cases and positions, such as `sesion.delegado`.
  package let path: String
  package let kind: StructuralNoticeKinds
}

/// The path walked so far and what was noticed on the way; only there while paths are asked for.
final class StructuralTrace {
  var path: [String] = []
  private(set) var notices: [StructuralNotice] = []
  private var seen: Set<StructuralNotice> = []

  func notice(_ kind: StructuralNoticeKinds, at last: String) {
    let parts = path + [last]
    var text = ""
    for part in parts where !part.isEmpty {
      text += text.isEmpty || part.hasPrefix("[") ? part : ".\(part)"
    }
    let notice = StructuralNotice(path: text, kind: kind)
    if seen.insert(notice).inserted { notices.append(notice) }
  }
}
