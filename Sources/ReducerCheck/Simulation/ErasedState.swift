import Reducers
import TransitionSystems

/// A state without its type, copied on write.
///
/// The engines are no generic code: a feature's State and Action meet them through boxes like this
/// one, which only the closures made from a spec open. That is what makes them fast in a package
/// that is compiled apart from the feature.
///
/// What a spec's closures call is inlinable, so that it is compiled for the feature's own types:
/// looking up the metadata of generic types took a third of a step.
@usableFromInline
struct ErasedState {
  @usableFromInline var box: StateBox

  @inlinable
  init<State>(_ state: State) { box = TypedStateBox(state) }

  /// The state, for code that knows its type.
  ///
  /// - Precondition: `State` is the type it was made with.
  @inlinable
  func value<State>(as type: State.Type) -> State { typed(as: type).value }

  /// Changes the state in place, or a copy where it is shared.
  @inlinable
  mutating func modify<State, Result>(
    as type: State.Type, _ body: (inout State) -> Result
  ) -> Result {
    // Made here, not by the box: there it would be made by code for any type.
    if !isKnownUniquelyReferenced(&box) { box = TypedStateBox(typed(as: type).value) }
    return body(&typed(as: type).value)
  }

  @inlinable
  func typed<State>(as type: State.Type) -> TypedStateBox<State> {
    // Unchecked on the hot path: the spec that made the box is the one that opens it.
    assert(box is TypedStateBox<State>, "Internal error: a state of another type")
    return unsafeDowncast(box, to: TypedStateBox<State>.self)
  }

  /// The state as a value of any type.
  var any: Any { box.any }

  /// The structural encoding of the state.
  var words: [UInt64] { box.words }

  /// A fingerprint that does not depend on where objects lie: of the structural encoding, or of the
  /// text where the state holds references.
  var fingerprint: UInt64 { box.fingerprint }

  /// An equal state whose sets and dictionaries may iterate in another order.
  var rebuilt: ErasedState {
    var copy = self
    copy.box = box.rebuilt()
    return copy
  }

  /// The places in the state that structure cannot compare: references, closures.
  var notices: [StructuralNotice] { box.notices }
}

@usableFromInline
class StateBox {
  func withAddress(_ body: (UnsafeRawPointer) -> Void) {
    preconditionFailure("Internal error: an empty state box")
  }
  func copied() -> StateBox { preconditionFailure("Internal error: an empty state box") }
  func rebuilt() -> StateBox { preconditionFailure("Internal error: an empty state box") }
  var any: Any { preconditionFailure("Internal error: an empty state box") }
  var words: [UInt64] { preconditionFailure("Internal error: an empty state box") }
  var fingerprint: UInt64 { preconditionFailure("Internal error: an empty state box") }
  var notices: [StructuralNotice] { preconditionFailure("Internal error: an empty state box") }
}

@usableFromInline
final class TypedStateBox<State>: StateBox {
  // Unchecked on the hot path: a box is read and changed by way of its one `ErasedState`, whose
  // own exclusivity is checked.
  @exclusivity(unchecked) @usableFromInline var value: State

  @usableFromInline
  init(_ value: State) { self.value = value }

  override func copied() -> StateBox { TypedStateBox(value) }
  override func rebuilt() -> StateBox {
    var value = value
    rebuildUnordered(&value)
    return TypedStateBox(value)
  }
  override func withAddress(_ body: (UnsafeRawPointer) -> Void) {
    withUnsafePointer(to: value) { body(UnsafeRawPointer($0)) }
  }
  override var any: Any { value }
  override var words: [UInt64] { structuralWords(of: value) }
  override var fingerprint: UInt64 {
    var encoder = StructuralEncoder()
    encoder.encode(value)
    return encoder.hasNotices ? structuralFingerprint(of: describe(value)) : encoder.fingerprint
  }
  override var notices: [StructuralNotice] { structuralNotices(in: value) }
}

/// The cases of an Action type, for code that does not know it.
struct ActionCases {
  let names: [String]
  /// The place of an action's case among the names.
  let tag: (Any) -> Int

  init<Action>(of type: Action.Type) {
    guard let reflection = EnumReflection<Action>() else {
      names = ["\(Action.self)"]
      tag = { _ in 0 }
      return
    }
    names = reflection.cases.map(\.name)
    tag = { any in
      // An enum's tag needs no more than its own metadata, and so no cast, unless generic code has
      // put an existential into the existential.
      func open<Value>(_ value: Value) -> Int? { enumTag(of: value) }
      return _openExistential(any, do: open) ?? (any as? Action).map(reflection.tag) ?? 0
    }
  }
}
