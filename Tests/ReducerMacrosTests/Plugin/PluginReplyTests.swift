import ReducerMacros
import Testing

@Suite struct PluginReplyTests {
  private func reply(to message: String) -> String {
    PluginReply.reply(to: Array(message.utf8)).text
  }

  @Test func `the compiler is told which protocol is spoken`() {
    #expect(
      reply(to: #"{"getCapability":{"capability":{"protocolVersion":7}}}"#)
        == #"{"getCapabilityResult":{"capability":{"protocolVersion":7}}}"#)
  }

  @Test func `a macro is expanded, its diagnostics at their places in the file`() {
    let message = #"""
      {"expandAttachedMacro": {
        "macro": {"moduleName": "ReducerMacros", "name": "CasePathable", "typeName": "CasePathable"},
        "macroRole": "member", "discriminator": "$s",
        "attributeSyntax": {"kind": "attribute", "source": " @CasePathable",
          "location": {"fileName": "/f.swift", "fileID": "M/f.swift", "offset": 99, "line": 4}},
        "declSyntax": {"kind": "declaration", "source": " @CasePathable struct S {}",
          "location": {"fileName": "/f.swift", "fileID": "M/f.swift", "offset": 99, "line": 4}}
      }}
      """#
    #expect(
      reply(to: message) == #"""
        {"expandMacroResult":{"expandedSource":"","diagnostics":[{\#
        "message":"@CasePathable is for enums, and S is a struct.","severity":"error",\#
        "position":{"fileName":"/f.swift","offset":114},"highlights":[],"notes":[],\#
        "fixIts":[{"message":"Remove @CasePathable","changes":[{"range":{"fileName":"/f.swift",\#
        "startOffset":100,"endOffset":113},"newText":""}]}]}]}}
        """#)
  }

  @Test(arguments: ["", "{", "nonsense", "[]", "{\"expandAttachedMacro\": {}}"])
  func `a message that makes no sense is answered all the same`(_ message: String) throws {
    let reply = try #require(JSONParser.value(of: Array(reply(to: message).utf8)))
    let text = reply["expandMacroResult"]?["diagnostics"]?.array.first?["message"]?.string
    #expect(text?.hasPrefix("Internal error: ") == true)
  }
}
