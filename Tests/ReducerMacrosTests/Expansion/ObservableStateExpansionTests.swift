import ReducerMacros
import Testing

@Suite struct ObservableStateExpansionTests {
  @Test(arguments: ["struct S {}", "public enum S { case a }"])
  func `values are left as they are`(_ source: String) {
    let expansion = expansion(of: "@ObservableState \(source)")
    #expect(expansion.text == "")
    #expect(expansion.diagnostics == [])
  }

  @Test func `what is no value is refused`() {
    #expect(
      diagnostics(of: "@ObservableState final class S {}") == [
        """
        1:24: error: @ObservableState is for structs and enums, and S is a class: a state is a value.
        → Make it a struct:
        @ObservableState final struct S {}
        """
      ])
  }

  @Test func `a macro of another name is an error of ours`() {
    #expect(
      diagnostics(of: "@Nada struct S {}") == [
        "1:1: error: Internal error: there is no macro Nada."
      ]
    )
  }
}
