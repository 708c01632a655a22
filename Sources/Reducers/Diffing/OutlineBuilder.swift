import Foundation

/// Looks into a value and makes its outline.
struct OutlineBuilder {
  /// Levels below which nothing is looked at any more.
  static var depthLimit: Int { 100 }

  private var seen: [ObjectIdentifier] = []
  private var depth = 0

  mutating func outline(of value: Any) -> Outline {
    if depth == Self.depthLimit { return .leaf("… deeper than \(Self.depthLimit) levels") }
    depth += 1
    defer { depth -= 1 }
    switch value {
    case let value as any OutlineStandIn: return outline(of: value.outlineStandIn)
    case let container as any OutlinedContainer: return container.outline(by: &self)
    case let text as String: return .text(text)
    case let text as Substring: return .text(String(text))
    case let character as Character: return .text(String(character))
    case let date as Date: return .leaf(Self.text(of: date))
    case let data as Data: return .leaf(Self.text(of: data))
    default: return reflected(value)
    }
  }

  mutating func part(_ value: Any, label: String? = nil, key: String? = nil) -> Outline.Part {
    Outline.Part(label: label, key: key, outline: outline(of: value))
  }

  private mutating func reflected(_ value: Any) -> Outline {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .enum: return enumeration(value, mirror)
    case .tuple: return Outline(kind: .named, opening: "(", closing: ")", parts: fields(of: mirror))
    case .struct: return structure(value, mirror)
    case .class: return object(value, mirror)
    case .collection: return list(value, mirror)
    case .optional: return mirror.children.first.map { outline(of: $0.value) } ?? .leaf("nil")
    default: return mirror.children.isEmpty ? leaf(value) : structure(value, mirror)
    }
  }

  private mutating func structure(_ value: Any, _ mirror: Mirror) -> Outline {
    if isSystemType(type(of: value)) { return leaf(value) }
    let name = plainName(of: type(of: value))
    let parts = fields(of: mirror)
    return Outline(kind: .named, opening: "\(name)(", closing: ")", parts: parts)
  }

  private mutating func list(_ value: Any, _ mirror: Mirror) -> Outline {
    if isSystemType(type(of: value)) { return leaf(value) }
    let parts = mirror.children.map { part($0.value) }
    return Outline(kind: .ordered, opening: "[", closing: "]", parts: parts)
  }

  private mutating func object(_ value: Any, _ mirror: Mirror) -> Outline {
    let name = plainName(of: type(of: value))
    let identity = ObjectIdentifier(value as AnyObject)
    if value is AnyKeyPath || isSystemType(type(of: value)) { return leaf(value) }
    if seen.contains(identity) { return .leaf("\(name)(…)") }
    seen.append(identity)
    var parts: [Outline.Part] = []
    var ancestor: Mirror? = mirror
    while let level = ancestor {
      parts = fields(of: level) + parts
      ancestor = level.superclassMirror
    }
    return Outline(kind: .named, opening: "\(name)(", closing: ")", parts: parts)
  }

  private mutating func enumeration(_ value: Any, _ mirror: Mirror) -> Outline {
    guard let payload = mirror.children.first else {
      return .leaf(".\(caseName(of: value) ?? "\(value)")")
    }
    let opening = ".\(payload.label ?? caseName(of: value) ?? "")"
    var inner = outline(of: payload.value)
    if Mirror(reflecting: payload.value).displayStyle == .tuple {
      inner.opening = opening + inner.opening
      return inner
    }
    if inner.isGroup {
      inner.opening = "\(opening)(\(inner.opening)"
      inner.closing += ")"
      return inner
    }
    let part = Outline.Part(label: nil, key: "", outline: inner)
    return Outline(kind: .named, opening: "\(opening)(", closing: ")", parts: [part])
  }

  private mutating func fields(of mirror: Mirror) -> [Outline.Part] {
    var result: [Outline.Part] = []
    for (place, child) in mirror.children.enumerated() {
      // An unlabelled element of a tuple is called by its place.
      var label = child.label.flatMap { $0.hasPrefix(".") ? nil : $0 }
      // What a macro stores for its own use.
      if label?.hasPrefix("_$") == true { continue }
      if child.value is any OutlineStandIn, let name = label, name.hasPrefix("_") {
        label = String(name.dropFirst())
      }
      result.append(part(child.value, label: label, key: label ?? "\(place)"))
    }
    return result
  }

  private func leaf(_ value: Any) -> Outline {
    let type = Swift.type(of: value)
    if let instance = value as? Any.Type { return .leaf("\(plainName(of: instance)).self") }
    if isFunction(type) { return .leaf("closure") }
    return .leaf("\(value)")
  }

  private static func text(of date: Date) -> String {
    let seconds = date.timeIntervalSince1970
    let fraction = seconds - seconds.rounded(.down)
    return fraction == 0 ? date.description : "\(date.description) + \(fraction) s"
  }

  private static func text(of data: Data) -> String {
    let digits = data.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    return (["\(data.count) bytes"] + digits).joined(separator: " ")
  }
}

private func isFunction(_ type: Any.Type) -> Bool {
  let kindOfFunctions = 0x302
  return unsafeBitCast(type, to: UnsafeRawPointer.self).load(as: Int.self) == kindOfFunctions
}

/// The name of the case an enum is in, whatever it describes itself as.
private func caseName(of value: Any) -> String? {
  func name<Value>(_ value: Value) -> String? { enumCaseName(value).map { String(cString: $0) } }
  return _openExistential(value, do: name)
}

/// The standard library's own look-up, by which it prints enums.
@_silgen_name("swift_EnumCaseName")
private func enumCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?
