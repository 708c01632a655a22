import Foundation
import TransitionSystems

/// A checkpoint in a file.
///
/// A line with the format's name and version; a line with the lengths of what follows and its
/// checksum; the head as JSON; then how each configuration was reached, as ``SearchSteps`` keeps
/// it, which is about two bytes for each; then the graph that liveness is decided on, as
/// ``SpaceGraph`` writes it, about three bytes for each step.
struct CheckpointFile {
  let path: String

  /// The version this library writes, and the only one it reads.
  static let currentFormat = 4
  private static let name = "reducer-check checkpoint "
  private static let newline = UInt8(ascii: "\n")

  // MARK: Reading

  /// Reads a checkpoint.
  ///
  /// - Throws: ``CheckpointError`` where the file cannot be read, is no checkpoint, is of another
  ///   version, or does not hold what it held when it was written.
  func read() throws -> Checkpoint {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
    else {
      throw CheckpointError(
        description: "The checkpoint \(path) cannot be read. Check the path; `explore … "
          + "--checkpoint \(path)` writes it when the search stops.")
    }
    var rest = data[...]
    let first = line(&rest)
    guard first.hasPrefix(Self.name), let format = Int(first.dropFirst(Self.name.count)) else {
      // What an empty file and the beginning of a checkpoint have in common.
      if Self.name.hasPrefix(first.prefix(Self.name.count)) && rest.isEmpty {
        throw incomplete(data.count, of: nil)
      }
      throw CheckpointError(
        description: "\(path) is no checkpoint of a search. `explore … --checkpoint FILE` writes "
          + "one.")
    }
    guard format == Self.currentFormat else {
      throw CheckpointError(
        description: "\(path) is of format \(format), and this reducer-check reads format "
          + "\(Self.currentFormat). Go on with the version that wrote it, or search anew without "
          + "--resume.")
    }
    return try read(data, rest)
  }

  private func read(_ data: Data, _ rest: Data) throws -> Checkpoint {
    var rest = rest
    let second = line(&rest).split(separator: " ").map(String.init)
    let lengths = second.dropLast().compactMap { Int($0) }
    guard second.count == 4, lengths.count == 3, lengths.allSatisfy({ $0 >= 0 && $0 < 1 << 60 })
    else { throw rest.isEmpty ? incomplete(data.count, of: nil) : damaged }
    let whole = lengths.reduce(0, +)
    guard rest.count <= whole else { throw damaged }
    guard rest.count == whole else {
      throw incomplete(data.count, of: data.count - rest.count + whole)
    }
    let json = Data(rest.prefix(lengths[0]))
    let bodies = [
      [UInt8](rest.dropFirst(lengths[0]).prefix(lengths[1])), [UInt8](rest.suffix(lengths[2])),
    ]
    guard Self.checksum(json, bodies) == second[3],
      let head = try? JSONDecoder().decode(CheckpointHead.self, from: json)
    else { throw damaged }
    return Checkpoint(
      head: head, steps: SearchSteps(bytes: bodies[0], count: head.configurations),
      graph: bodies[1])
  }

  /// Takes the first line off, or all there is if it does not end.
  private func line(_ rest: inout Data) -> String {
    let end = rest.prefix(128).firstIndex(of: Self.newline) ?? rest.prefix(128).endIndex
    defer { rest = rest[min(end + 1, rest.endIndex)...] }
    return String(decoding: rest[..<end], as: UTF8.self)
  }

  private func incomplete(_ found: Int, of whole: Int?) -> CheckpointError {
    CheckpointError(
      description: "\(path) is not a complete checkpoint: "
        + (whole.map { "\(grouped(found)) of its \(grouped($0)) bytes are there." }
          ?? "it ends after \(grouped(found)) bytes.")
        + " Take a copy that is whole, or search anew without --resume.")
  }

  private var damaged: CheckpointError {
    CheckpointError(
      description:
        "\(path) is damaged: its checksum is not that of what it holds. Take a copy that "
        + "is whole, or search anew without --resume.")
  }

  private static func checksum(_ head: Data, _ bodies: [[UInt8]]) -> String {
    var sum = Checksum()
    head.withUnsafeBytes { sum.add($0) }
    for body in bodies { body.withUnsafeBytes { sum.add($0) } }
    return sum.text
  }

  // MARK: Writing

  /// Writes a checkpoint, whole or not at all; what was there is replaced.
  func write(_ checkpoint: Checkpoint) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let head = try encoder.encode(checkpoint.head)
    let bodies = [checkpoint.steps.bytes, checkpoint.graph]
    let lengths = ([head.count] + bodies.map(\.count)).map { "\($0)" }.joined(separator: " ")
    let lines =
      "\(Self.name)\(Self.currentFormat)\n\(lengths) \(Self.checksum(head, bodies))\n"
    try replace { file in
      try file.write(contentsOf: Data(lines.utf8))
      try file.write(contentsOf: head)
      for body in bodies where !body.isEmpty {
        // As it lies: memory may be what the search stops for.
        try body.withUnsafeBytes { bytes in
          guard let start = bytes.baseAddress else { return }
          try file.write(
            contentsOf: Data(
              bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: bytes.count,
              deallocator: .none))
        }
      }
    }
  }

  /// Finds out whether the file could be written, before there is much to lose.
  func prepare() throws {
    try FileManager.default.createDirectory(
      atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path,
      withIntermediateDirectories: true)
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      throw CheckpointError(description: "It is a folder.")
    }
    _ = try makePart()
    try FileManager.default.removeItem(atPath: part)
  }

  private var part: String { path + ".part" }

  private func makePart() throws -> FileHandle {
    try Data().write(to: URL(fileURLWithPath: part))
    return try FileHandle(forWritingTo: URL(fileURLWithPath: part))
  }

  private func replace(_ body: (FileHandle) throws -> Void) throws {
    let file = try makePart()
    do {
      defer { try? file.close() }
      try body(file)
      try file.synchronize()
    }
    guard rename(part, path) == 0 else {
      throw CheckpointError(description: String(cString: strerror(errno)) + ".")
    }
  }
}
