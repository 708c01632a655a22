import Reducers
import Testing

@Suite struct CasePathTests {
  @Test func `a key path through two cases extracts and embeds`() {
    let path = AnyCasePath(\Contador.Action.Cases.datoRecibido.success)
    #expect(path.extract(from: .datoRecibido(.success("uno"))) == "uno")
    #expect(path.extract(from: .datoRecibido(.failure(CancellationError()))) == nil)
    #expect(path.extract(from: .incrementar) == nil)
    #expect(path.embed("dos")[case: \.datoRecibido.success] == "dos")
  }

  @Test func `an enum tells which case it is in`() {
    let action = Contador.Action.datoRecibido(.failure(CancellationError()))
    #expect(action.is(\.datoRecibido))
    #expect(action.is(\.datoRecibido.failure))
    #expect(!action.is(\.datoRecibido.success))
    #expect(Contador.Action.pedirDato.is(\.pedirDato))
  }

  @Test func `a key path makes the enum when called`() {
    #expect((\App.Action.Cases.contador.incrementar)().is(\.contador.incrementar))
    #expect((\App.Action.Cases.detalle)(.pulsar).is(\.detalle))
  }

  @Test func `the payload of the present case can be set and modified`() {
    var result = Result<Int, CancellationError>.success(1)
    result[case: \.success]? += 1
    #expect(result[case: \.success] == 2)
    result.modify(\.success) { $0 *= 10 }
    #expect(result[case: \.success] == 20)
  }

  @Test func `setting nil or a payload's part in another case changes nothing`() {
    var result = Result<Int, CancellationError>.failure(CancellationError())
    result[case: \.success]? += 1
    result[case: \.success] = nil
    #expect(result.is(\.failure))
  }

  @Test func `modifying another case is reported`() {
    var result = Result<Int, CancellationError>.failure(CancellationError())
    let found = misuses { result.modify(\.success) { $0 += 1 } }
    #expect(found.map(\.kind) == [.stateInAnotherCase])
    #expect(result.is(\.failure))
  }

  @Test func `an optional has the cases of what it wraps`() {
    let action = Contador.Action?.some(.incrementar)
    #expect(action.is(\.some))
    #expect(action.is(\.incrementar))
    #expect(!action.is(\.pedirDato))
    let nothing: Contador.Action? = nil
    #expect(nothing.is(\.none))
    #expect(!nothing.is(\.some))
  }

  @Test func `the key path that goes nowhere is the identity`() {
    let keyPath: CaseKeyPath<Contador.Action, Contador.Action> = \.self
    #expect(AnyCasePath(keyPath).embed(.incrementar).is(\.incrementar))
    #expect(AnyCasePath(keyPath).extract(from: .incrementar) != nil)
  }

  @Test func `payloads need be neither Sendable nor Equatable`() {
    final class Token {}
    let token = Token()
    let result = Result<Token, any Error>.success(token)
    #expect(result[case: \.success] === token)
  }

  @Test func `the tag of an enum is its case and nothing else has one`() {
    enum Many {
      case first(String)
      case second(Int)
      case third
      case fourth
    }
    #expect(enumTag(of: Many.first("a")) == enumTag(of: Many.first("b")))
    let all = [Many.first(""), .second(0), .third, .fourth].map(enumTag(of:))
    #expect(Set(all).count == 4)
    #expect(enumTag(of: 3) == nil)
    #expect(enumTag(of: "text") == nil)
    #expect(enumTag(of: Int?.some(3)) == nil)
  }
}
