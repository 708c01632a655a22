import Reducers
import TransitionSystems

// What the overloads of `endpoint` come down to: an `Endpoint` without types, and its
// installation.

extension Spec {
  typealias Install = (WorldLink, Endpoint, inout DependencyValues) -> Void

  func declaring<each Input, Output>(
    _ name: String, _ kind: Endpoint.Kind, _ response: CancellationResponse,
    failing errors: [any Error], returning output: @escaping (repeat each Input) -> Output,
    install: @escaping Install
  ) -> Self {
    declaring(name, kind, response, install: install) { arguments in
      var reader = ArgumentReader(arguments)
      let value = output(repeat reader.next((each Input).self))
      return [AnyOutcome(result: .success(value))] + errors.map { AnyOutcome(result: .failure($0)) }
    }
  }

  func declaring<each Input, Output>(
    _ name: String, _ kind: Endpoint.Kind, _ response: CancellationResponse,
    outcomes: @escaping (repeat each Input) -> [Outcome<Output>], install: @escaping Install
  ) -> Self {
    // No key path in here: the runtime cannot make one where a parameter pack is in scope.
    let erased = { (arguments: [Any]) -> [AnyOutcome] in
      var reader = ArgumentReader(arguments)
      return outcomes(repeat reader.next((each Input).self)).map { $0.erased }
    }
    var parameters: [Any.Type] = []
    repeat parameters.append((each Input).self)
    let isEmpty = parameters.isEmpty && erased([]).isEmpty
    return declaring(
      name, kind, response, problem: isEmpty ? SpecificationError.noOutcomes(name) : nil,
      install: install, outcomes: erased)
  }

  func declaring<Output: Generated>(
    _ name: String, _ kind: Endpoint.Kind, _ response: CancellationResponse,
    failing errors: [any Error], _ type: Output.Type, install: @escaping Install
  ) -> Self {
    var values: [Output] = []
    var odometer = Odometer(Output.generator)
    while values.count < Self.generatedOutcomes, let step = odometer.next() {
      if case .value(let value, _) = step { values.append(value) }
    }
    return declaring(name, kind, response, failing: errors, values: values, install: install)
  }

  /// Outcomes made up for an endpoint whose spec declares none.
  private static var generatedOutcomes: Int { 3 }

  func declaring<Output>(
    _ name: String, _ kind: Endpoint.Kind, _ response: CancellationResponse,
    failing errors: [any Error], values: [Output], install: @escaping Install
  ) -> Self {
    let outcomes =
      values.map { AnyOutcome(result: .success($0)) }
      + errors.map { AnyOutcome(result: .failure($0)) }
    return declaring(
      name, kind, response, problem: outcomes.isEmpty ? SpecificationError.noOutcomes(name) : nil,
      install: install
    ) { _ in outcomes }
  }

  func declaring<each Input, Element>(
    _ name: String, elements: @escaping (repeat each Input) -> [Element], ends: Bool,
    failing errors: [any Error], install: @escaping Install
  ) -> Self {
    declaring(name, .subscription, .returnsNil, install: install) { arguments in
      var reader = ArgumentReader(arguments)
      let values = elements(repeat reader.next((each Input).self))
      return values.map { AnyOutcome(result: .success(Optional($0) as Any)) }
        + (ends ? [AnyOutcome(result: .success(Element?.none as Any))] : [])
        + errors.map { AnyOutcome(result: .failure($0)) }
    }
  }

  func declaring<each Input, Output, Model>(
    _ name: String, _ kind: Endpoint.Kind, _ response: CancellationResponse,
    serving serve: @escaping (inout Model, repeat each Input) throws -> Output,
    install: @escaping Install
  ) -> Self {
    declaring(
      Endpoint(
        name: name, kind: kind, cancellation: response, outcomes: { _ in [] },
        serve: onModel(Model.self, for: name) { model, arguments in
          var reader = ArgumentReader(arguments)
          do {
            let value = try serve(&model, repeat reader.next((each Input).self))
            return AnyOutcome(result: .success(value))
          } catch {
            return AnyOutcome(result: .failure(error))
          }
        }), problem: missingModel(Model.self, name), install: install)
  }

  func declaring<each Input, Element, Model>(
    _ name: String, feeding next: @escaping (inout Model, repeat each Input) -> Element?,
    install: @escaping Install
  ) -> Self {
    declaring(
      Endpoint(
        name: name, kind: .subscription, cancellation: .returnsNil, outcomes: { _ in [] },
        serve: onModel(Model.self, for: name) { model, arguments in
          var reader = ArgumentReader(arguments)
          return next(&model, repeat reader.next((each Input).self)).map {
            AnyOutcome(result: .success(Optional($0) as Any))
          }
        }), problem: missingModel(Model.self, name), install: install)
  }

  private func declaring(
    _ name: String, _ kind: Endpoint.Kind, _ response: CancellationResponse,
    problem: String? = nil, install: @escaping Install,
    outcomes: @escaping ([Any]) -> [AnyOutcome]
  ) -> Self {
    let endpoint = Endpoint(name: name, kind: kind, cancellation: response, outcomes: outcomes)
    return declaring(endpoint, problem: problem, install: install)
  }

  private func declaring(
    _ endpoint: Endpoint, problem: String?, install: @escaping Install
  ) -> Self {
    let known = erased.endpoints.contains { $0.name == endpoint.name }
    let twice = known ? "The endpoint \(endpoint.name) is declared twice." : nil
    let declared = DeclaredEndpoint(
      endpoint: endpoint, problem: problem ?? twice, install: install)
    return changing { $0.endpoints.append(declared) }
  }

  /// Says how pending calls of an endpoint take the cancellation of their task.
  ///
  /// Unless told otherwise a throwing one throws a `CancellationError`, a stream ends, and one that
  /// cannot throw goes on as if nothing had happened.
  public func onCancellation(of name: String, _ response: CancellationResponse) -> Self {
    changing { spec in
      guard let index = spec.endpoints.firstIndex(where: { $0.name == name }) else {
        let names = spec.endpoints.map(\.name).joined(separator: ", ")
        spec.problem = "onCancellation(of:) names \(name), but the endpoints are: \(names)."
        return
      }
      spec.endpoints[index].endpoint = spec.endpoints[index].endpoint.responding(response)
    }
  }

  private func missingModel<Model>(_ type: Model.Type, _ name: String) -> String? {
    erased.environment is Model
      ? nil
      : "The endpoint \(name) is served by a \(type), but the spec has no such environment. "
        + "Add .environment(\(type)(…)) before it."
  }
}

/// A function of the typed model, as one of the model without its type.
private func onModel<Model>(
  _ type: Model.Type, for name: String,
  _ body: @escaping (inout Model, [Any]) -> AnyOutcome?
) -> (inout Any, [Any]) -> AnyOutcome? {
  { any, arguments in
    guard var model = any as? Model else { return nil }
    let outcome = body(&model, arguments)
    any = model
    return outcome
  }
}

/// Hands the arguments of a call back with their types, in order.
struct ArgumentReader {
  private let arguments: [Any]
  private var index = 0

  init(_ arguments: [Any]) { self.arguments = arguments }

  mutating func next<Value>(_ type: Value.Type) -> Value {
    defer { index += 1 }
    guard let value = arguments[index] as? Value else {
      fatalError("Internal error: argument \(index) of a call is no \(type)")
    }
    return value
  }
}
