import Reducers

/// B14 of the public bug list (SYN-2726): a deleted record comes back through a pending autosave.
///
/// Deleting a row unmounts its form, which flushes the pending save; the save may reach the server
/// after the deletion and create the record again.
@Reducer
public struct Autosave: Sendable {
  public struct State: Equatable {
    public var rows = [1]
    public var isDirty = false
    public var isSaving = false
    public var deletesWhenSaved = false

    public init() {}
  }

  public enum Action: Equatable {
    case edit(Int)
    case delete(Int)
    case save(Int)
    case saved(Int)
  }

  private enum CancelID { case pendingSave }

  /// Whether deleting abandons the pending save, and waits for one under way: the repair.
  let abandonsSave: Bool
  @Dependency(\.records) var records
  @Dependency(\.continuousClock) var clock

  public init(abandonsSave: Bool) { self.abandonsSave = abandonsSave }

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .edit(let id):
      state.isDirty = true
      return debouncedSave(id)
    case .save(let id):
      if state.isSaving { return debouncedSave(id) }
      state.isDirty = false
      state.isSaving = true
      return .run { send in
        await records.set(id)
        await send(.saved(id))
      }
    case .saved(let id):
      state.isSaving = false
      guard state.deletesWhenSaved else { return .none }
      state.deletesWhenSaved = false
      return delete(id)
    case .delete(let id):
      state.rows.removeAll { $0 == id }
      let flushes = state.isDirty && !abandonsSave
      state.isDirty = false
      if abandonsSave && state.isSaving {
        state.deletesWhenSaved = true
        return .cancel(id: CancelID.pendingSave)
      }
      return .merge(
        .cancel(id: CancelID.pendingSave), flushes ? .send(.save(id)) : .none, delete(id))
    }
  }

  private func debouncedSave(_ id: Int) -> Effect<Action> {
    .run { send in
      try await clock.sleep(for: .milliseconds(500))
      await send(.save(id))
    }
    .cancellable(id: CancelID.pendingSave, cancelInFlight: true)
  }

  private func delete(_ id: Int) -> Effect<Action> {
    .run { _ in await records.delete(id) }
  }
}

/// The server side of a table of records.
public struct RecordClient: Sendable, DependencyKey {
  public var set: @Sendable (Int) async -> Void
  public var delete: @Sendable (Int) async -> Void

  public static let liveValue = RecordClient(set: { _ in }, delete: { _ in })
}

extension DependencyValues {
  public var records: RecordClient {
    get { self[RecordClient.self] }
    set { self[RecordClient.self] = newValue }
  }
}
