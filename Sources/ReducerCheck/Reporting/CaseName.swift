import TransitionSystems

/// The name of an enum value's case; for any other value, its text.
func caseName(of value: Any) -> String {
  let mirror = Mirror(reflecting: value)
  switch mirror.displayStyle {
  case .enum: return mirror.children.first?.label ?? "\(value)"
  case .optional: return mirror.children.first.map { caseName(of: $0.value) } ?? "nil"
  default: return describe(value)
  }
}
