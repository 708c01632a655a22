import ReducerCheck

/// A command of features and specs that do what they should not, for the tests of its messages.
@main
struct MisbehavingMain {
  static func main() {
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
      Specifications.unreachable)
  }
}
