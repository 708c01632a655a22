/// What a property says of a configuration or a step: whether it holds, and why.
public struct Claim: Sendable {
  /// Whether it holds.
  public let holds: Bool
  /// Whether it says anything here: false where an implication's premise is false.
  public let isSubstantial: Bool
  /// The person's reason, where one was given.
  public let reason: String?

  /// A claim that a condition holds.
  @inlinable
  public init(_ holds: Bool) {
    self.init(holds: holds, isSubstantial: true, reason: nil)
  }

  @inlinable
  init(holds: Bool, isSubstantial: Bool, reason: String?) {
    self.holds = holds
    self.isSubstantial = isSubstantial
    self.reason = reason
  }

  /// This claim, with a reason that the report gives when it does not hold; made only then.
  public func because(_ reason: () -> String) -> Claim {
    holds ? self : Claim(holds: false, isSubstantial: isSubstantial, reason: reason())
  }
}

/// What a property may answer: a plain condition, or a ``Claim``.
public protocol Claimable {
  /// The answer as a claim.
  var claim: Claim { get }
}

extension Claim: Claimable {
  /// Itself.
  @inlinable
  public var claim: Claim { self }
}

extension Bool: Claimable {
  /// The claim that this holds.
  @inlinable
  public var claim: Claim { Claim(self) }

  // No autoclosures: the compiler fails on `$0.field` inside one when the type that has dynamic
  // members is still being inferred.

  /// The claim that `conclusion` holds where this does; it is empty where this does not.
  ///
  /// ```swift
  /// .always("loading implies an effect in flight") { $0.loading.implies($0.hasEffectInFlight) }
  /// ```
  @inlinable
  public func implies(_ conclusion: Bool) -> Claim {
    Claim(holds: !self || conclusion, isSubstantial: self, reason: nil)
  }

  /// A claim of this condition, with a reason that the report gives when it does not hold.
  public func because(_ reason: () -> String) -> Claim {
    Claim(self).because(reason)
  }
}
