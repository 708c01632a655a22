import Reducers
import Synchronization
import TransitionSystems

/// Numbers for what can reach an effect and for where it stands, so that a configuration's key need
/// not spell them out: given once and kept with what never changes.
final class EffectTags: Sendable {
  private let births = Numbering()
  private let places = Numbering()
  /// What tells its numbers from those of another feature or an earlier search.
  let mark: UInt64

  private static let marks = Atomic<UInt64>(0)
  private static var numberBits: UInt64 { 36 }

  init() { mark = Self.marks.add(1, ordering: .relaxed).newValue &<< Self.numberBits }

  /// The number of what can reach an effect.
  ///
  /// - Parameter words: Spells it out, where it has no number yet.
  @inline(__always)
  func birth(
    _ birth: EffectLedger.Birth, isDraining: Bool, _ words: () -> [UInt64]
  ) -> UInt64 {
    isDraining ? number(birth.drainingTag, births, words) : number(birth.tag, births, words)
  }

  /// The number of what can reach an effect, where it is not to be kept with it.
  func number(of words: [UInt64]) -> UInt64 { UInt64(births.number(of: words)) }

  /// The number of where an effect stands that has slept or was served.
  @inline(__always)
  func place(_ running: Running, _ words: () -> [UInt64]) -> UInt64 {
    number(running.tag, places, words)
  }

  @inline(__always)
  private func number(
    _ kept: borrowing Atomic<UInt64>, _ numbering: Numbering, _ words: () -> [UInt64]
  ) -> UInt64 {
    let known = kept.load(ordering: .relaxed)
    let number = known & (1 &<< Self.numberBits &- 1)
    if known &- number == mark { return number }
    let made = UInt64(numbering.number(of: words()))
    kept.store(mark | made, ordering: .relaxed)
    return made
  }
}
