import Foundation

/// A folder of traces: one folder a spec, one file an entry.
public struct CorpusFolder: Sendable {
  /// The folder's path.
  public let path: String

  /// A corpus in a folder, which need not exist yet.
  public init(path: String) { self.path = path }

  /// The entries' files, in the order of their paths; of some specs or of all.
  public func files(of specs: [String]? = nil) -> [String] {
    let names = specs.map { $0.map(Self.folderName) } ?? directories
    return names.flatMap { name -> [String] in
      let folder = (path as NSString).appendingPathComponent(name)
      let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return files.filter { $0.hasSuffix(".json") }.sorted()
        .map { (folder as NSString).appendingPathComponent($0) }
    }
  }

  private var directories: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  /// Keeps a trace; one that is already there is kept once.
  ///
  /// - Returns: Its path.
  @discardableResult
  public func add(_ trace: TraceFile) throws -> String {
    let folder = (path as NSString).appendingPathComponent(Self.folderName(for: trace.spec))
    var attempt = 1
    while true {
      let suffix = attempt == 1 ? "" : "-\(attempt)"
      let file = (folder as NSString)
        .appendingPathComponent(Self.fileName(for: trace.title) + suffix + ".json")
      guard FileManager.default.fileExists(atPath: file) else {
        try trace.write(to: file)
        return file
      }
      if let other = try? TraceFile.read(file), other.isSameBug(as: trace) {
        if other != trace { try trace.write(to: file) }
        return file
      }
      attempt += 1
    }
  }

  /// A folder's name made of a spec's: one folder, whatever is in the name.
  static func folderName(for spec: String) -> String {
    spec.replacingOccurrences(of: "%", with: "%25").replacingOccurrences(of: "/", with: "%2F")
  }

  /// A file name made of a property's name.
  static func fileName(for property: String) -> String {
    var result = ""
    for character in property.lowercased().prefix(80) {
      if character.isASCII && (character.isLetter || character.isNumber) {
        result.append(character)
      } else if !result.hasSuffix("-") && !result.isEmpty {
        result.append("-")
      }
    }
    return result.trimmingCharacters(in: CharacterSet(charactersIn: "-"))
  }
}

extension TraceFile {
  /// What it is about.
  fileprivate var title: String { isRecording ? kind : property }

  /// Whether both tell of one bug: the same demand of the same spec, by the same signature; of
  /// recordings, the same events.
  func isSameBug(as other: TraceFile) -> Bool {
    spec == other.spec && demand == other.demand && signature == other.signature
      && (!isRecording || events == other.events)
  }
}
