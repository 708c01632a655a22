/// The steps walked so far from some root to a case with a `Value`, the root's type hidden.
///
/// The paths inside keep both types, so no payload is ever put into an `Any`.
protocol CaseChain<Value>: Sendable {
  associatedtype Value

  func appending<Appended>(_ path: AnyCasePath<Value, Appended>) -> any CaseChain<Appended>
  func path<Root>(from root: Root.Type) -> AnyCasePath<Root, Value>?
}

/// No step walked yet.
struct IdentityChain<Value>: CaseChain {
  func appending<Appended>(_ path: AnyCasePath<Value, Appended>) -> any CaseChain<Appended> {
    RootedChain(path: path)
  }

  func path<Root>(from root: Root.Type) -> AnyCasePath<Root, Value>? {
    AnyCasePath<Value, Value>.identity as? AnyCasePath<Root, Value>
  }
}

/// One step or more.
struct RootedChain<Start, Value>: CaseChain {
  let path: AnyCasePath<Start, Value>

  func appending<Appended>(_ next: AnyCasePath<Value, Appended>) -> any CaseChain<Appended> {
    RootedChain<Start, Appended>(path: path.appending(next))
  }

  func path<Root>(from root: Root.Type) -> AnyCasePath<Root, Value>? {
    path as? AnyCasePath<Root, Value>
  }
}
