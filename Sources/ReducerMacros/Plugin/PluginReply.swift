/// What the plugin answers to a message of the compiler.
package enum PluginReply {
  /// The version of the message protocol that is spoken: that of Swift 5.9's last change on.
  private static let protocolVersion = 7

  package static func reply(to message: [UInt8]) -> JSON {
    guard let message = JSONParser.value(of: message) else {
      return expansion(of: .failing("Internal error: the compiler's message is no JSON.", at: nil))
    }
    if message["getCapability"] != nil {
      return [
        "getCapabilityResult": ["capability": ["protocolVersion": .number(protocolVersion)]]
      ]
    }
    if let body = message["expandAttachedMacro"], let request = ExpansionRequest(body) {
      return expansion(of: Expansion.expanding(request))
    }
    return expansion(
      of: .failing("Internal error: the compiler asked for something unknown.", at: nil))
  }

  private static func expansion(of expansion: Expansion) -> JSON {
    [
      "expandMacroResult": [
        "expandedSource": .string(expansion.text),
        "diagnostics": .array(expansion.diagnostics.map(\.json)),
      ]
    ]
  }
}

extension LocatedDiagnostic {
  fileprivate var json: JSON {
    [
      "message": .string(diagnostic.message),
      "severity": .string(diagnostic.severity.rawValue),
      "position": position(diagnostic.offset),
      "highlights": [], "notes": [],
      "fixIts": .array(diagnostic.fixes.map(json)),
    ]
  }

  private func position(_ offset: Int) -> JSON {
    ["fileName": .string(place.fileName), "offset": .number(place.offset + offset)]
  }

  private func json(_ fix: Diagnostic.Fix) -> JSON {
    let range: JSON = [
      "fileName": .string(place.fileName),
      "startOffset": .number(place.offset + fix.range.lowerBound),
      "endOffset": .number(place.offset + fix.range.upperBound),
    ]
    return [
      "message": .string(fix.message),
      "changes": [["range": range, "newText": .string(fix.newText)]],
    ]
  }
}
