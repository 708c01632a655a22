import ReducerCheck
import Reducers
import Testing

/// Dependency functions of every shape, and an action for each.
private struct Shapes: Reducer, Sendable {
  struct State: Equatable {
    var log: [String] = []
  }

  enum Action: Equatable {
    case call(Shape)
    case got(String)
  }

  enum Shape: String, CaseIterable {
    case asyncThrowing, async, throwing, synchronous, typed, stream, throwingStream, two, void, flag
    case proto
  }

  @Dependency(\.shapes) fileprivate var shapes
  @Dependency(\.shapeService) fileprivate var service

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .call(let shape):
      return .run { send in await send(.got(await answer(shape, send))) }
    case .got(let text):
      state.log.append(text)
      return .none
    }
  }

  private func answer(_ shape: Shape, _ send: Send<Action>) async -> String {
    switch shape {
    case .asyncThrowing: await text { try await shapes.asyncThrowing(1) }
    case .async: await shapes.async(2)
    case .throwing: await text { try shapes.throwing(3) }
    case .synchronous: shapes.synchronous(4)
    case .typed: await text { try await shapes.typed(5) }
    case .stream: await first(shapes.stream())
    case .throwingStream: await text { try await first(shapes.throwingStream()) }
    case .two: await shapes.two(6, "six")
    case .void: await text { "\(try await shapes.void())" }
    case .flag: "\(await shapes.flag())"
    case .proto: await service.load(7)
    }
  }

  private func text(_ body: () async throws -> String) async -> String {
    do { return try await body() } catch { return "error \(error)" }
  }

  private func first<S: AsyncSequence>(_ sequence: S) async rethrows -> String
  where S.Element == String {
    for try await element in sequence { return element }
    return "end"
  }
}

private struct ShapeFailure: Error, Equatable {}

private struct ShapeClient: Sendable, DependencyKey {
  var asyncThrowing: @Sendable (Int) async throws -> String = { _ in "live" }
  var async: @Sendable (Int) async -> String = { _ in "live" }
  var throwing: @Sendable (Int) throws -> String = { _ in "live" }
  var synchronous: @Sendable (Int) -> String = { _ in "live" }
  var typed: @Sendable (Int) async throws(ShapeFailure) -> String = { _ in "live" }
  var stream: @Sendable () -> AsyncStream<String> = { AsyncStream { $0.finish() } }
  var throwingStream: @Sendable () -> AsyncThrowingStream<String, any Error> = {
    AsyncThrowingStream { $0.finish() }
  }
  var two: @Sendable (Int, String) async -> String = { _, _ in "live" }
  var void: @Sendable () async throws -> Void = {}
  var flag: @Sendable () async -> Bool = { false }

  static let liveValue = ShapeClient()
}

/// A dependency behind a protocol, and the conformer that a spec writes for it.
private protocol ShapeService: Sendable {
  func load(_ number: Int) async -> String
}

private struct LiveShapeService: ShapeService {
  func load(_ number: Int) async -> String { "live" }
}

private struct ControlledShapeService: ShapeService {
  let controlled: @Sendable (Int) async -> String

  func load(_ number: Int) async -> String { await controlled(number) }
}

private enum ShapeServiceKey: DependencyKey {
  static let liveValue: any ShapeService = LiveShapeService()
}

extension DependencyValues {
  fileprivate var shapes: ShapeClient {
    get { self[ShapeClient.self] }
    set { self[ShapeClient.self] = newValue }
  }

  fileprivate var shapeService: any ShapeService {
    get { self[ShapeServiceKey.self] }
    set { self[ShapeServiceKey.self] = newValue }
  }
}

private let shapes = Spec("Shapes", of: Shapes(), startingAt: Shapes.State())
  .endpoint("asyncThrowing") {
    $0.shapes.asyncThrowing = $1
  } returning: {
    "value \($0)"
  }
  .endpoint("async") {
    $0.shapes.async = $1
  } returning: {
    "value \($0)"
  }
  .endpoint("throwing") {
    $0.shapes.throwing = $1
  } returning: {
    "value \($0)"
  }
  .endpoint("synchronous") {
    $0.shapes.synchronous = $1
  } returning: {
    "value \($0)"
  }
  .endpoint("typed", failing: [ShapeFailure()]) {
    $0.shapes.typed = $1
  } returning: {
    "value \($0)"
  }
  .endpoint("stream", ends: true) {
    $0.shapes.stream = $1
  } elements: {
    ["first", "second"]
  }
  .endpoint("throwingStream") {
    $0.shapes.throwingStream = $1
  } elements: {
    ["first"]
  }
  .endpoint("two") {
    $0.shapes.two = $1
  } outcomes: {
    [.success("\($0) \($1)")]
  }
  .endpoint("void") { $0.shapes.void = $1 }
  .endpoint("flag") { $0.shapes.flag = $1 }
  .endpoint("load") {
    $0.shapeService = ControlledShapeService(controlled: $1)
  } returning: {
    "value \($0)"
  }
  .sending { state in state.log.isEmpty ? Shapes.Shape.allCases.map { .call($0) } : [] }

@Suite struct `An endpoint takes the place of a dependency function` {
  @Test(arguments: [
    ("value 1", 2), ("error asyncThrowing failed", 2), ("value 2", 2), ("value 3", 2),
    ("error throwing failed", 2), ("value 4", 2), ("value 5", 2), ("error ShapeFailure()", 2),
    ("first", 2), ("second", 2), ("end", 2), ("error throwingStream failed", 2), ("6 six", 2),
    ("()", 2), ("error void failed", 2), ("true", 2), ("false", 2), ("value 7", 2),
  ])
  func `of any shape, with all its outcomes and nothing else`(text: String, length: Int) throws {
    let spec = shapes.never("never \(text)") { $0.log.contains(text) }
      .never("the live one") { $0.log.contains { $0.contains("live") } }
    let report = TestRun(of: spec, walks: 400).report
    #expect(report.findings.isEmpty)
    #expect(report.properties.map(\.verdict) == [.falsified, .held])
    #expect(report.properties[0].length == length)
  }
}

@Suite struct `An alphabet is derived from Action where none is given` {
  private struct Feature: Reducer, Sendable {
    struct State: Equatable {
      var total = 0
      var mode = Mode.off
    }

    enum Mode: Equatable {
      case off
      case on(level: Int8)
    }

    enum Action: Equatable {
      case add(amount: UInt8, twice: Bool)
      case mode(Mode)
      case reset
      case opaque(Opaque)
      case loaded(Int)
    }

    struct Opaque: Equatable, Sendable { let value: Int }

    @Dependency(\.shapes) fileprivate var shapes

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .add(let amount, let twice):
        state.total += Int(amount) * (twice ? 2 : 1)
        return .run { send in
          await send(.loaded(await shapes.flag() ? 1 : 0))
        }
      case .mode(let mode): state.mode = mode
      case .reset: state.total = 0
      case .opaque(let opaque): state.total = opaque.value
      case .loaded: break
      }
      return .none
    }
  }

  private let spec = Spec("Derived", of: Feature(), startingAt: Feature.State())
    .endpoint("flag") { $0.shapes.flag = $1 }

  @Test func `payloads are generated and shrunk, and what cannot be is said`() {
    let report = TestRun(of: spec.never("a hundred") { $0.total >= 100 }, walks: 200).report
    #expect(report.properties[0].events.map(\.text) == ["add(amount: 50, twice: true)"])
    #expect(
      report.notes == [
        "opaque is not sent from outside: its payload (Opaque) cannot be generated; to send it, add .payload(Opaque.self, …).",
        "loaded is not sent from outside: effects send it. To send it too, add .keeping(\"loaded\").",
      ])
    #expect(report.coverage.actions.first { $0.name == "loaded" }?.sent == 0)
  }

  @Test func `an enum inside a payload is generated by its cases`() {
    let report = TestRun(
      of: spec.never("a loud mode") { $0.mode == .on(level: 7) }, walks: 400
    ).report
    #expect(report.properties[0].events.map(\.text) == ["mode(on(level: 7))"])
  }

  @Test func `a given generator makes the rest, and a kept case stays`() {
    let given = spec.payload(
      Feature.Opaque.self, Generator<Int>.integer(in: 5...9).map { .init(value: $0) }
    )
    .keeping("loaded")
    .never("seven") { $0.total == 7 }
    let report = TestRun(of: given, walks: 200).report
    #expect(report.properties[0].length == 1)
    #expect(report.notes == [])
    #expect((report.coverage.actions.first { $0.name == "loaded" }?.sent ?? 0) > 0)
  }
}

extension Shapes.Shape: Sendable {}
