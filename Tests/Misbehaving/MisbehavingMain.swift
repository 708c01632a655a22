import ReducerCheck

/// A command of features and specs that do what they should not, for the tests of its messages.
@main
struct MisbehavingMain {
  static func main() {
    // As a test does it: in this process, which a trap ends.
    if CommandLine.arguments.dropFirst().first == "in-process" {
      _ = TestRun(of: deadly("Trap", .trap), walks: 20)
    }
    ReducerCheckCommand.main(
      deadly("Trap", .trap), deadly("Loop", .loop), deadly("Recursion", .recursion),
      deadly("EffectTrap", .effectTrap),
      lapse("ImpureReducer", .impureReducer), lapse("NotAFunction", .notAFunction),
      lapse("ForgottenDependency", .forgottenDependency), lapse("RealSleep", .realSleep),
      lapse("NeverSuspends", .neverSuspends), lapse("SendAfterCompletion", .sendAfterCompletion),
      lapse("ForeignThread", .foreignThread), lapse("UncontrolledWait", .uncontrolledWait),
      lapse("FeedsItself", .feedsItself), lapse("UnhandledError", .unhandledError),
      Specifications.withoutState, Specifications.withoutAlphabet,
      Specifications.withoutOutcomes, Specifications.discarding, Specifications.misspelt,
      Specifications.unreachable, Specifications.silent, Specifications.unequal,
      Endless.spec)
  }
}
