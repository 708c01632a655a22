/// Text of all that is stored in a value, laid out to be read.
///
/// ```swift
/// outline(of: Contador.State(cuenta: 1))
/// // Contador.State(cuenta: 1, cargando: false, hecho: nil)
/// ```
///
/// What does not fit on a line goes on several. Sets and dictionaries are sorted by their text, an
/// object that was shown before is not shown again, and below 100 levels nothing is. A type's own
/// description is asked only of the system's types; a `customMirror` is respected.
public func outline(of value: Any) -> String {
  var builder = OutlineBuilder()
  return builder.outline(of: value).lines().joined(separator: "\n")
}

/// The lines in which the outlines of two values differ, or nil if they do not.
///
/// ```swift
/// diff(Contador.State(cuenta: 0), Contador.State(cuenta: 1))
/// //   Contador.State(
/// // -   cuenta: 0
/// // +   cuenta: 1
/// //     … 2 unchanged
/// //   )
/// ```
///
/// Elements of an `IdentifiedArray` are compared with those of the same id. Values that are not
/// equal may have the same outline: closures, for example, all look alike.
public func diff(_ old: Any, _ new: Any) -> String? {
  var builder = (old: OutlineBuilder(), new: OutlineBuilder())
  let outlines = (old: builder.old.outline(of: old), new: builder.new.outline(of: new))
  if outlines.old == outlines.new { return nil }
  var lines = DiffLines()
  lines.compare(outlines.old, outlines.new, label: nil, indent: "")
  return lines.lines.joined(separator: "\n")
}
