/// The stored properties of a struct, each with its own plan.
package struct FieldPlans: Sendable {
  fileprivate struct Field: Sendable {
    let offset: Int
    let size: Int
    let plan: PlanReference
    /// Whether it is all there is to its value, and as long as a number.
    let isNumber: Bool

    /// What a number holds.
    @inline(__always)
    func number(in value: UnsafeRawPointer) -> UInt64 {
      switch size {
      case 1: UInt64(value.load(fromByteOffset: offset, as: UInt8.self))
      case 2: UInt64(value.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
      case 4: UInt64(value.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
      default: value.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      }
    }
  }

  fileprivate let fields: [Field]

  /// The names in declared order; empty where the type is no struct or its records were stripped.
  package let names: [String]

  package init<Value>(of type: Value.Type) {
    let properties =
      (MetadataKind(type) == .structure ? RuntimeMetadata(type).storedProperties ?? [] : [])
      .filter { $0.ownership == .strong }
    names = properties.map(\.name)
    fields = properties.map {
      let (size, plan) = (
        RuntimeMetadata($0.type).witnesses.pointee.size, PlanRegistry.plan(for: $0.type)
      )
      return Field(
        offset: $0.offset, size: size, plan: plan,
        isNumber: [1, 2, 4, 8].contains(size) && plan.record.pointee.denseSize == size)
    }
  }
}

/// The distinct values that each field of a struct was seen to have.
package final class FieldValues {
  private let plans: FieldPlans
  /// Distinct values of one field that are told apart at most.
  private let limit: Int
  /// By field: words that stand for values.
  @exclusivity(unchecked) private var values: [Set<UInt64>]
  /// The fields that as many values were seen of as are told apart.
  @exclusivity(unchecked) private var isFull: [Bool]
  /// By field, words met of late: most are met again, and a set takes longer to ask.
  private let recent: UnsafeMutablePointer<UInt64>
  @exclusivity(unchecked) private var encoder = StructuralEncoder()

  /// The recent words of a field: a power of two of them.
  private static var recentBits: UInt64 { 6 }

  package convenience init(_ plans: FieldPlans, limit: Int) {
    self.init(plans, limit, Array(repeating: [], count: plans.fields.count))
  }

  private init(_ plans: FieldPlans, _ limit: Int, _ values: [Set<UInt64>]) {
    self.plans = plans
    self.limit = limit
    self.values = values
    isFull = values.map { $0.count >= limit }
    let count = plans.fields.count << Int(Self.recentBits)
    recent = .allocate(capacity: max(1, count))
    // Words that have their place elsewhere.
    for index in 0..<count {
      let place = index & (1 << Int(Self.recentBits) - 1)
      (recent + index).initialize(to: place == Self.place(of: 0) ? 1 : 0)
    }
  }

  deinit { recent.deallocate() }

  @inline(__always)
  private static func place(of word: UInt64) -> Int {
    Int(truncatingIfNeeded: (word &* 0x9E37_79B9_7F4A_7C15) &>> (64 &- recentBits))
  }

  /// By field: how many distinct values it was seen to have, as far as they are told apart.
  package var counts: [Int] { values.map { min($0.count, limit) } }

  /// Takes in the fields of a value.
  ///
  /// - Parameters:
  ///   - value: Where it lies.
  ///   - other: Where a value lies that was taken in: what is the same there in memory is known;
  ///     nil for none.
  /// - Returns: What was noticed in it that structure cannot compare.
  package func insert(
    at value: UnsafeRawPointer, unlike other: UnsafeRawPointer?
  ) -> StructuralNoticeKinds {
    var noticed: StructuralNoticeKinds = []
    plans.fields.withUnsafeBufferPointer { fields in
      for index in fields.indices where !isFull[index] {
        let word: UInt64
        if fields[index].isNumber {
          word = fields[index].number(in: value)
          if let other, fields[index].number(in: other) == word { continue }
        } else {
          let place = value + fields[index].offset
          if let other, memoryEquals(place, other + fields[index].offset, fields[index].size) {
            continue
          }
          encoder.removeAll()
          encoder.begin(fields[index].plan.record, place)
          word = encoder.fingerprint
          noticed.formUnion(encoder.noticeKinds)
        }
        let slot = index &<< Int(Self.recentBits) | Self.place(of: word)
        if recent[slot] != word { insert(word, index, slot) }
      }
    }
    return noticed
  }

  private func insert(_ word: UInt64, _ index: Int, _ slot: Int) {
    recent[slot] = word
    values[index].insert(word)
    if values[index].count >= limit { isFull[index] = true }
  }

  /// What this and another have taken in together.
  package func union(_ other: FieldValues) -> FieldValues {
    FieldValues(plans, limit, zip(values, other.values).map { $0.union($1) })
  }
}
