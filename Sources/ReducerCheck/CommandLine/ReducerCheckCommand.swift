import Foundation

/// A spec of any feature, for lists of specs.
public protocol Checkable: Sendable {
  /// The spec without its types.
  var erased: AnySpec { get }
}

extension Spec: Checkable {}

/// The whole command, for an executable that hands over its specs.
///
/// ```swift
/// @main struct Main {
///   static func main() { ReducerCheckCommand.main(contador, perfil) }
/// }
/// ```
public enum ReducerCheckCommand {
  /// Runs the command with the process's arguments and ends the process.
  public static func main(_ specs: any Checkable...) -> Never {
    let arguments = CommandLine.arguments
    let path = arguments.first ?? "reducer-check"
    let name = (path as NSString).lastPathComponent
    // What to type again: an executable inside a build folder is not on anybody's PATH.
    let command = path.contains(".build/") ? "swift run \(name)" : name
    exit(run(specs, arguments: Array(arguments.dropFirst()), name: command))
  }

  /// Runs the command.
  ///
  /// - Returns: The exit code: 0 as expected, 1 a finding, 2 misuse, 3 inconclusive, 4 a search
  ///   that was stopped before it had an answer.
  public static func run(
    _ specs: [any Checkable], arguments: [String], name: String = "reducer-check"
  ) -> Int32 {
    let specs = specs.map(\.erased)
    if arguments.first == Job.argument, arguments.count == 2 {
      return ChildProcess.serve(arguments[1], specs)
    }
    do {
      let names = specs.map(\.name)
      if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
        throw UsageError(
          description: "Two specs are called \(twice). Give one of them another name.")
      }
      if [["--help"], ["-h"], ["help"]].contains(arguments) {
        Console.print(CommandVerb.overview(name))
        return 0
      }
      let (verb, rest) = try CommandVerb.parse(arguments)
      let options = try CommandOptions(rest, of: verb)
      if options.wantsHelp {
        Console.print(verb.help(name))
        return 0
      }
      return try CommandRun(name: name, specs: specs, options: options).perform(verb)
    } catch {
      Console.error("\(name): \(error)")
      return 2
    }
  }
}
