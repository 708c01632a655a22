import Foundation

/// One run of an executable of this package in a folder of its own.
struct Subprocess {
  let output: String
  let errors: String
  let code: Int32

  /// The folder that executables are built into.
  private static var products: URL {
    #if os(macOS)
      for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
        return bundle.bundleURL.deletingLastPathComponent()
      }
    #endif
    return URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
  }

  init(_ executable: String, _ arguments: [String], in folder: URL) throws {
    let process = Process()
    process.executableURL = Self.products.appendingPathComponent(executable)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    // Files, not pipes: a child that prints much must not wait for a reader.
    let temporary = FileManager.default.temporaryDirectory
    let files = (
      temporary.appendingPathComponent("output-\(UUID())"),
      temporary.appendingPathComponent("errors-\(UUID())")
    )
    for file in [files.0, files.1] { try Data().write(to: file) }
    defer {
      for file in [files.0, files.1] { try? FileManager.default.removeItem(at: file) }
    }
    process.standardOutput = try FileHandle(forWritingTo: files.0)
    process.standardError = try FileHandle(forWritingTo: files.1)
    try process.run()
    process.waitUntilExit()
    output = String(decoding: try Data(contentsOf: files.0), as: UTF8.self)
    errors = String(decoding: try Data(contentsOf: files.1), as: UTF8.self)
    code = process.terminationStatus
  }
}

/// A folder that is removed after use.
func withTemporaryFolder<Value>(_ body: (URL) throws -> Value) throws -> Value {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("reducer-check-tests-\(UUID())")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder)
}
