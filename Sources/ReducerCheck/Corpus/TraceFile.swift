import Foundation

/// A trace in a file: a corpus entry, a finding, or what a person wrote or recorded.
public struct TraceFile: Codable, Sendable, Hashable {
  /// The version of this format that is needed to read it: 2 for a trace with a cycle.
  public var format = 1
  /// The spec it belongs to.
  public var spec: String
  /// The property it breaks; for a finding without one, its message.
  public var property: String
  /// The property's kind, or the finding's.
  public var kind: String
  /// Whether it must hold or is known to fail; nil for a finding that is no entry yet.
  public var status: Status?
  /// Why it is in the corpus.
  public var reason: String?
  /// The seed it was found with; nil for one that a person wrote.
  public var seed: UInt64?
  /// The initial state, by its place in the spec.
  public var start = 0
  /// A digest of the State that a recorded store began with.
  public var state: String?
  /// What tells it from another bug under the same property.
  public var signature: String?
  /// The events.
  public var events: [StoredEvent]
  /// How many of the last events may repeat for ever; nil where the trace ends.
  public var cycle: Int?
  /// Where a process died that could not write the events down; they are found again from it.
  public var death: Death?

  /// The latest version that this library reads.
  public static let currentFormat = 2

  /// The point in a fuzzing run at which the process died.
  public struct Death: Codable, Sendable, Hashable {
    /// Walks at most.
    public var walks: Int
    /// Events in a walk at most.
    public var maxEvents: Int
    /// The event of the run that was deadly, counted from 1.
    public var event: UInt64
  }

  /// The kind of a trace that a live store wrote.
  static let recordingKind = "recording"

  /// Whether a live store wrote it: what is behind its actions is to be found out.
  var isRecording: Bool { kind == Self.recordingKind }

  /// What an entry says of itself.
  public enum Status: String, Codable, Sendable {
    /// The bug was repaired: the trace must not fail again.
    case fixed
    /// The bug is known: the trace fails.
    case open
  }
}

/// A file that cannot be used, and why.
public struct TraceFileError: Error, CustomStringConvertible {
  /// What was asked, what was found, and what to do.
  public let description: String
}

extension TraceFile {
  /// The demand it breaks.
  var demand: String { "\(kind) \(property)" }

  /// Reads a trace.
  ///
  /// - Throws: ``TraceFileError`` where the file cannot be read, is no trace, or is of a version
  ///   that this library does not know.
  public static func read(_ path: String) throws -> TraceFile {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw TraceFileError(
        description: "The file \(path) cannot be read. Check the path; `corpus list` prints those "
          + "of the corpus.")
    }
    struct Head: Decodable { let format: Int }
    if let head = try? JSONDecoder().decode(Head.self, from: data), head.format > currentFormat {
      throw TraceFileError(
        description: "\(path) is of format \(head.format), and this reducer-check reads formats up "
          + "to \(currentFormat). Update the package, or write the entry anew with `fuzz`.")
    }
    do {
      let file = try JSONDecoder().decode(TraceFile.self, from: data)
      if let problem = file.problem {
        throw TraceFileError(
          description:
            "\(path) is no trace: \(problem) Restore it from version control, or remove it "
            + "with `corpus remove` and find it again.")
      }
      return file
    } catch let error as TraceFileError {
      throw error
    } catch {
      throw TraceFileError(
        description: "\(path) is not a complete trace (\(data.count) bytes read): "
          + "\(reason(for: error)) Restore it from version control, or remove it with `corpus "
          + "remove` and find it again.")
    }
  }

  /// What is wrong with numbers in it that no trace has; nil where nothing is.
  var problem: String? {
    if format < 1 { return "its format is \(format), and formats begin with 1." }
    if start < 0 { return "it starts from initial state \(start)." }
    for (index, event) in events.enumerated() {
      let numbers =
        [event.address?.ordinal, event.outcome].compactMap { $0 } + (event.decisions ?? [])
      if let number = numbers.first(where: { $0 < 0 }) {
        return "event \(index + 1) holds the number \(number), and none there is negative."
      }
    }
    if let cycle, cycle < 1 || cycle > events.count {
      return "its last \(cycle) events are to repeat, and it has \(events.count)."
    }
    return nil
  }

  private static func reason(for error: any Error) -> String {
    guard let error = error as? DecodingError else { return "\(error)." }
    switch error {
    case .keyNotFound(let key, _): return "the field \"\(key.stringValue)\" is missing."
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      let path = context.codingPath.map(\.stringValue).joined(separator: ".")
      return "the field \"\(path)\" holds something else."
    case .dataCorrupted(let context) where !context.codingPath.isEmpty:
      let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
      return "the field \"\(path.joined(separator: "."))\": \(context.debugDescription)"
    case .dataCorrupted: return "the JSON ends early or is malformed."
    @unknown default: return "it cannot be decoded."
    }
  }

  /// Writes the trace, whole or not at all.
  public func write(to path: String) throws {
    let directory = (path as NSString).deletingLastPathComponent
    if !directory.isEmpty {
      try FileManager.default.createDirectory(
        atPath: directory, withIntermediateDirectories: true)
    }
    try encoded.write(to: URL(fileURLWithPath: path), options: .atomic)
  }

  /// The bytes of the file.
  var encoded: Data {
    get throws { try JSONEncoder.stable.encode(self) + Data("\n".utf8) }
  }
}

extension JSONEncoder {
  /// Keys in order and one to a line, so that equal values give equal bytes and readable diffs.
  static var stable: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return encoder
  }
}
