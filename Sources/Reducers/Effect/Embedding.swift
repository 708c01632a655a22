/// What the actions of a child's effect are embedded in its parent's by.
///
/// The harness recognises an effect by its closures. The one that embeds is generic, and of a
/// generic closure it cannot tell for certain what was captured; so that is handed over beside it.
package struct Embedding {
  private let path: Any
  /// Which element of several the child is.
  private let id: Any?

  init(path: Any, id: Any?) {
    self.path = path
    self.id = id
  }
}

extension Effect {
  /// A child's effect with its actions embedded in the parent's.
  ///
  /// - Parameters:
  ///   - path: The case path that `embed` goes by.
  ///   - id: The element that it goes to, where there are several.
  func embedded<Parent>(
    by path: Any, at id: Any? = nil, _ embed: @escaping @Sendable (Action) -> Parent
  ) -> Effect<Parent> {
    map(embed, holder: Embedding(path: path, id: id))
  }
}
