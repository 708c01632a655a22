/// A seeded stream of random numbers that is the same on every machine and in every process.
///
///     var random = RandomSource(seed: 42)
///     random.next()  // 1546998764402558742, always
///
/// xoshiro256** (Blackman & Vigna, "Scrambled Linear Pseudorandom Number Generators", 2018),
/// its state filled by SplitMix64 as its authors advise. Not for secrets.
public struct RandomSource: RandomNumberGenerator, Sendable {
  private var s0: UInt64
  private var s1: UInt64
  private var s2: UInt64
  private var s3: UInt64

  /// Starts the stream that belongs to a seed; any seed will do, zero included.
  public init(seed: UInt64) {
    var mixer = SplitMix(state: seed)
    s0 = mixer.next()
    s1 = mixer.next()
    s2 = mixer.next()
    s3 = mixer.next()
  }

  /// Returns the next 64 random bits.
  ///
  /// - Complexity: O(1), about a nanosecond when optimised.
  public mutating func next() -> UInt64 {
    let scrambled = s1 &* 5
    let result = (scrambled << 7 | scrambled >> 57) &* 9
    let shifted = s1 << 17
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    s3 = s3 << 45 | s3 >> 19
    return result
  }

  /// Takes 64 bits of this stream as the seed of a new, independent one.
  public mutating func split() -> RandomSource {
    RandomSource(seed: next())
  }

  /// The seed of the `index`th run under `seed`: a pure function, so that any run can be repeated
  /// without those before it.
  public static func derivedSeed(_ seed: UInt64, index: UInt64) -> UInt64 {
    var outer = SplitMix(state: seed)
    var inner = SplitMix(state: outer.next() ^ (index &* 0xD1B5_4A32_D192_ED03))
    return inner.next()
  }

  /// A number in `0...bound`, every one as likely up to a bias below 2⁻³² for bounds below 2³².
  ///
  /// Lemire's multiplication without the rejection step: one draw always takes one number, so that
  /// the stream's position never depends on what was drawn.
  package mutating func uniform(upTo bound: UInt64) -> UInt64 {
    bound == .max ? next() : next().multipliedFullWidth(by: bound &+ 1).high
  }
}

/// Steele, Lea & Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
private struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
