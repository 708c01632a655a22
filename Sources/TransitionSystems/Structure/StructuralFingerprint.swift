/// The 64-bit fingerprint of an encoding: the same on every machine and in every process in which
/// the words are the same.
///
/// Words are folded in by 128-bit multiplication as in wyhash (Wang Yi, 2019), with the operands
/// kept in the result so that a zero factor forgets nothing. Complexity: linear.
package func structuralFingerprint(ofWords words: UnsafeBufferPointer<UInt64>) -> UInt64 {
  var state = begin(words.count)
  var index = 0
  while index &+ 1 < words.count {
    state = take(words[index], words[index &+ 1], state)
    index &+= 2
  }
  if index < words.count {
    state = fold(words[index] ^ 0x1D8E_4E27_C47D_124F, state ^ 0xEB44_ACCA_B455_D165)
  }
  return end(state)
}

/// The 64-bit fingerprint of some bytes, folded in sixteen at a time.
@inline(__always)
func structuralFingerprint(ofBytes bytes: UnsafeRawPointer, count: Int) -> UInt64 {
  func word(_ offset: Int) -> UInt64 {
    bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }
  var state = begin(count)
  if count >= 16 {
    var offset = 0
    while offset &+ 16 <= count {
      state = take(word(offset), word(offset &+ 8), state)
      offset &+= 16
    }
    // The last ones, some of which were taken in.
    if offset < count { state = take(word(count &- 16), word(count &- 8), state) }
  } else if count >= 8 {
    state = take(word(0), word(count &- 8), state)
  } else if count > 0 {
    state = take(StructuralEncoder.word(at: bytes, size: count), 0, state)
  }
  return end(state)
}

/// The same of two words.
@inline(__always)
func structuralFingerprint(of first: UInt64, _ second: UInt64) -> UInt64 {
  end(take(first, second, begin(2)))
}

@inline(__always)
private func begin(_ count: Int) -> UInt64 {
  fold(UInt64(count) ^ 0xA076_1D64_78BD_642F, 0xE703_7ED1_A0B4_28DB)
}

@inline(__always)
private func take(_ first: UInt64, _ second: UInt64, _ state: UInt64) -> UInt64 {
  fold(first ^ 0x8EBC_6AF0_9C88_C6E3 ^ state, second ^ 0x5899_65CC_7537_4CC3)
    ^ (state &<< 29 | state &>> 35)
}

@inline(__always)
private func end(_ state: UInt64) -> UInt64 {
  fold(state ^ 0x9E37_79B9_7F4A_7C15, 0xD6E8_FEB8_6659_FD93)
}

@inline(__always)
private func fold(_ a: UInt64, _ b: UInt64) -> UInt64 {
  let product = a.multipliedFullWidth(by: b)
  return product.high ^ product.low ^ a ^ (b &<< 32 | b &>> 32)
}
