import Foundation

/// Makes actions of a type of JSON; nil where the type is not `Decodable`.
func actionDecoder<Action>(_ type: Action.Type) -> ((String) -> Any?)? {
  guard let type = Action.self as? any Decodable.Type else { return nil }
  return { text in try? JSONDecoder().decode(type, from: Data(text.utf8)) }
}

/// An action as JSON; nil where its type is not `Encodable`, or its value cannot be encoded.
func encodedAction(_ action: Any) -> String? {
  guard let action = action as? any Encodable else { return nil }
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  return (try? encoder.encode(action)).map { String(decoding: $0, as: UTF8.self) }
}
