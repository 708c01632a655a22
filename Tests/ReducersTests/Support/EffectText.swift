import Reducers

/// An effect as text, in list order; the one place in these tests that knows what effects are made of.
func text<Action>(_ effect: Effect<Action>) -> [String] {
  switch effect.operation {
  case .none: []
  case .send(let action): ["\(action)"]
  case .run: ["run"]
  case .merge(let parts): parts.flatMap { text($0) }
  case .concatenate(let parts):
    ["concatenate { \(parts.flatMap { text($0) }.joined(separator: ", ")) }"]
  case .cancellable(let inner, _, _): text(inner)
  case .cancel(let id): ["cancel \(id.text)"]
  case .throttle(let inner, _): text(inner)
  case .scoped(let inner, let scope): ["\(scope) { \(text(inner).joined(separator: ", ")) }"]
  case .remove(let scope): ["remove \(scope)"]
  case .present(let scope, let dismissal): ["present \(scope), else \(dismissal)"]
  }
}
