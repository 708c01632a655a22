/// The structural encoding of a value, without its own type; see `StructuralEncoder`.
package func structuralWords<Value>(of value: Value) -> [UInt64] {
  var encoder = StructuralEncoder()
  encoder.encode(value)
  return encoder.words
}

/// The structural encoding of a value and its dynamic type.
package func structuralWords(ofDynamic value: Any) -> [UInt64] {
  var encoder = StructuralEncoder()
  encoder.encodeDynamic(value)
  return encoder.words
}

/// The 64-bit fingerprint of a value's structural encoding.
package func structuralFingerprint<Value>(of value: Value) -> UInt64 {
  var encoder = StructuralEncoder()
  encoder.encode(value)
  return encoder.fingerprint
}

/// Whether two values have the same dynamic type and store the same.
package func structurallyEqual(_ first: Any, _ second: Any) -> Bool {
  var left = StructuralEncoder()
  var right = StructuralEncoder()
  left.encodeDynamic(first)
  right.encodeDynamic(second)
  return left.withWords { a in
    right.withWords { b in a.elementsEqual(b) }
  }
}

/// The places in a value that structure cannot compare, in the order of declaration.
package func structuralNotices<Value>(in value: Value) -> [StructuralNotice] {
  var encoder = StructuralEncoder(tracing: true)
  encoder.encode(value)
  return encoder.notices
}
