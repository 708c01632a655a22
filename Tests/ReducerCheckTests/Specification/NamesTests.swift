import ReducerCheck
import TCAStandIn
import Testing

// Each of these names is written bare, so that this file does not compile where ReducerCheck has a
// public type of the same name as TCA, Testing or Swift.

private struct Counter: Reducer {
  struct State { var count = 0 }
  enum Action { case add }
}

private typealias FromTCA = (
  Effect<Int>, Send<Int>, Reduce<Int, Int>, Scope<Int, Int>, CombineReducers<Int, Int>,
  EmptyReducer<Int, Int>, BindingReducer<Int, Int>, Store<Int, Int>, TestStore<Int, Int>, StoreTask,
  TestClock, ImmediateClock, Dependency<Int>, DependencyValues, any DependencyKey,
  IdentifiedArray<Int, Int>, IdentifiedAction<Int, Int>, PresentationState<Int>,
  PresentationAction<Int>, StackState<Int>, StackElementID, BindingAction<Int>,
  AnyCasePath<Int, Int>, Case<Int>, Shared<Int>, SharedReader<Int>, AlertState<Int>,
  ConfirmationDialogState<Int>, TextState, LockIsolated<Int>, UncheckedSendable<Int>,
  ActorIsolated<Int>, Exhaustivity, UUIDGenerator, DateGenerator, WithRandomNumberGenerator
)

private typealias FromSwiftAndTesting = (
  Never, Result<Int, any Error>, Task<Int, Never>, Duration, Test, Issue, Comment, Tag,
  Confirmation,
  SourceLocation, Bug
)

@Suite struct `A file that imports TCA and ReducerCheck` {
  @Test func `compiles, and a foreign feature is fuzzed in it`() {
    let spec = Spec.foreign("Counter", startingAt: Counter.State()) { _ in
      (
        reduce: { (state: inout Counter.State, _: Counter.Action) -> Effect<Counter.Action> in
          state.count += 1
          return .none
        }, run: { _, _ in }
      )
    }
    .sending(.add)
    .never("three") { $0.count == 3 }
    let run = TestRun(of: spec, walks: 20)
    #expect(run.report.properties.map(\.length) == [3])
    #expect(run.failures.count == 1)
  }
}
