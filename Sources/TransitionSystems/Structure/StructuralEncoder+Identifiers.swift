/// A type of numbers that only name things, so that to swap them throughout changes nothing.
///
/// It is a struct of one `Int`.
package protocol OpaqueIdentifier {}

/// The names that identifiers have got in an encoding: by first appearance, counted from 0.
final class IdentifierNames {
  private(set) var met: [UInt64] = []
  /// Whether identifiers that were not met yet have no place to be named by any more.
  var isClosed = false
  /// Whether one would have had to be named without a place.
  private(set) var isAmbiguous = false

  func removeAll() {
    met.removeAll(keepingCapacity: true)
    isClosed = false
    isAmbiguous = false
  }

  func name(of identifier: UInt64) -> UInt64 {
    if let index = met.firstIndex(of: identifier) { return UInt64(index) }
    if isClosed { isAmbiguous = true }
    met.append(identifier)
    return UInt64(met.count - 1)
  }
}

extension StructuralEncoder {
  /// Names identifiers from now on by their first appearance; forgets the names it had given.
  package mutating func beginRenaming() {
    let names = names ?? IdentifierNames()
    names.removeAll()
    self.names = names
  }

  /// Says that the order of what follows means nothing: an identifier in it that was not met before
  /// cannot be named.
  package func closeNames() { names?.isClosed = true }

  /// Ends renaming.
  ///
  /// - Returns: Whether each identifier got the name it gets in every equal value.
  package mutating func endRenaming() -> Bool {
    let isUnambiguous = names.map { !$0.isAmbiguous } ?? true
    names = nil
    return isUnambiguous
  }

  /// Takes back the words since a place, and hands them out.
  package mutating func takeWords(since start: Int) -> [UInt64] {
    defer { count = start }
    return Array(UnsafeBufferPointer(start: storage + start, count: count - start))
  }

  mutating func appendIdentifier(_ source: UnsafeRawPointer) {
    let identifier = source.load(as: UInt64.self)
    append(names?.name(of: identifier) ?? identifier)
  }
}

/// Whether an identifier is stored anywhere in a value.
package func holdsIdentifier(_ value: Any) -> Bool {
  var encoder = StructuralEncoder()
  encoder.beginRenaming()
  encoder.encodeDynamic(value)
  return encoder.names?.met.isEmpty == false
}
