/// What one thread needs to add configurations to a store.
package final class StoreWriter {
  @exclusivity(unchecked) var packed = PackedWords()
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

  /// Keeps a number and what it looks at, and says where.
  func keep(_ number: UInt32, in arena: Arena) -> UInt32 {
    let needed = (4 + packed.count + Arena.unit - 1) / Arena.unit
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
    packed.copy(to: memory + 4)
    unit += needed
    keptBytes += needed * Arena.unit
    return location
  }
}
