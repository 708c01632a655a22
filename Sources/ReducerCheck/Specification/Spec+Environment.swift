extension Spec {
  /// Gives the feature an environment with a model: a server, a disk.
  ///
  /// The model is part of every configuration. Endpoints declared after it with `serving:` read
  /// and move it: a call is made, then served, then resolved. Properties see it through
  /// `$0.environment(Server.self)`.
  public func environment<Model>(_ model: Model) -> Self {
    changing { $0.environment = model }
  }

  /// Lets the environment move by itself: a message arrives, a disk fills up.
  ///
  /// - Parameters:
  ///   - name: What reports call the move.
  ///   - isEnabled: Whether it may happen now.
  ///   - apply: What it does to the model.
  public func move<Model>(
    _ name: String, when isEnabled: @escaping (Model) -> Bool = { _ in true },
    apply: @escaping (inout Model) -> Void
  ) -> Self {
    let move = EnvironmentMove(
      name: name,
      isEnabled: { any in (any as? Model).map(isEnabled) ?? false },
      apply: { any in
        guard var model = any as? Model else { return }
        apply(&model)
        any = model
      })
    return changing { $0.moves.append(move) }
  }
}
