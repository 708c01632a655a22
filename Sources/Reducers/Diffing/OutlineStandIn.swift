/// A value that shows another in its place: a wrapper, what it wraps.
package protocol OutlineStandIn {
  /// What is shown.
  var outlineStandIn: Any { get }
}

extension PresentationState: OutlineStandIn {
  package var outlineStandIn: Any { wrappedValue as Any }
}
