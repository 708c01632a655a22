extension Result: CasePathable {
  /// The paths of the two cases.
  public struct AllCasePaths: Sendable {
    /// The path of the successful case.
    public var success: AnyCasePath<Result<Success, Failure>, Success> {
      AnyCasePath(
        embed: { .success($0) },
        extract: { if case .success(let value) = $0 { value } else { nil } })
    }

    /// The path of the failed case.
    public var failure: AnyCasePath<Result<Success, Failure>, Failure> {
      AnyCasePath(
        embed: { .failure($0) },
        extract: { if case .failure(let error) = $0 { error } else { nil } })
    }
  }

  /// The paths of the two cases.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
