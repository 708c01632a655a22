/// When a store registers an effect that a reducer returns, so that cancellations find it.
public enum EffectSemantics: Hashable, Sendable {
  /// When it is returned: a cancellation finds whatever was returned before it. This package's
  /// store does so.
  case atOnce
  /// When it starts, which may be any number of events later: a cancellation misses what is only
  /// scheduled, and so does the removal of the child that returned it. What is debounced or
  /// throttled is registered at once. The Composable
  /// Architecture's store does so (its issues 1848, 3563 and 3663).
  case tca
}
