/// What one thread needs to add configurations to a store.
package final class StoreWriter {
  @exclusivity(unchecked) var packed = PackedBytes()
  @exclusivity(unchecked) var number: UInt32 = 0
  @exclusivity(unchecked) var lastNumber: UInt32 = 0
  /// Where those that are visited together are looked for.
  @exclusivity(unchecked) var recordProbes = Room<RecordTable.Probe>()
  @exclusivity(unchecked) var keyProbes = Room<KeyTable.Probe>()
  /// Configurations added so far.
  @exclusivity(unchecked) package internal(set) var added = 0
  /// Bytes of encodings kept so far.
  @exclusivity(unchecked) private(set) var keptBytes = 0
  /// What was read only to have it at hand.
  @exclusivity(unchecked) var fetched: UInt64 = 0
  @exclusivity(unchecked) private var block = 0
  @exclusivity(unchecked) private var unit = 0
  @exclusivity(unchecked) private var units = 0

  package init() {}

  /// The key of a configuration; good until the next one's.
  ///
  /// - Parameter size: The bytes that every configuration is encoded in; less than 0 where they
  ///   differ.
  @inline(__always)
  func key(of words: UnsafeBufferPointer<UInt64>, size: Int) -> ConfigurationKey {
    guard let first = words.baseAddress else {
      return ConfigurationKey(start: UnsafeRawPointer(packed.first), count: 0)
    }
    if size >= 0 { return ConfigurationKey(start: UnsafeRawPointer(first), count: size) }
    packed.count = 0
    packed.pack(first, count: words.count)
    return ConfigurationKey(start: UnsafeRawPointer(packed.first), count: packed.count)
  }

  /// Keeps a number and a key, and says where.
  ///
  /// - Parameter countsBytes: Whether how many bytes the key is comes before it.
  func keep(
    _ number: UInt32, _ key: ConfigurationKey, countsBytes: Bool, in arena: Arena
  ) -> UInt32 {
    let head = countsBytes ? 8 : 4
    let needed = (head + key.count + Arena.unit - 1) / Arena.unit
    if unit + needed > units {
      guard let made = arena.makeBlocks(units: needed) else {
        fatalError("The search has filled the 16 GiB it can keep of configurations.")
      }
      block = made
      unit = 0
      units = max(1, (needed + Arena.blockUnits - 1) / Arena.blockUnits) * Arena.blockUnits
    }
    let location = Arena.location(block: block, unit: 0) &+ UInt32(unit)
    let memory = arena.address(Arena.location(block: block, unit: 0)) + unit * Arena.unit
    memory.storeBytes(of: number, as: UInt32.self)
    if countsBytes {
      memory.storeBytes(of: UInt32(key.count), toByteOffset: 4, as: UInt32.self)
    }
    (memory + head).copyMemory(from: key.start, byteCount: key.count)
    unit += needed
    keptBytes += needed * Arena.unit
    return location
  }
}
