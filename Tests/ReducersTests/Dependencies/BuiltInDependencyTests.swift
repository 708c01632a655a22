import Foundation
import Reducers
import Testing

@Suite struct BuiltInDependencyTests {
  private struct Model {
    @Dependency(\.continuousClock) var clock
    @Dependency(\.date) var date
    @Dependency(\.uuid) var uuid
    @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
  }

  @Test func `in a test that sets none, each is reported and none is the live one`() async {
    let collector = MisuseCollector()
    await withMisuseReporter(collector.append) {
      let model = Model()
      #expect(model.date() == Date(timeIntervalSince1970: 0))
      #expect(model.uuid() == UUID(0))
      _ = model.withRandomNumberGenerator { Bool.random(using: &$0) }
      await #expect(throws: (any Error).self) { try await model.clock.sleep(for: .seconds(60)) }
    }
    let headlines = collector.misuses.map { $0.message.prefix { $0 != "\n" } }
    let expected = ["date", "uuid", "withRandomNumberGenerator", "continuousClock"]
    #expect(headlines == expected.map { "A dependency was not overridden: \\.\($0)" })
  }

  @Test func `identifiers can count up`() {
    withDependencies {
      $0.uuid = .incrementing
    } operation: {
      let model = Model()
      #expect(model.uuid().uuidString == "00000000-0000-0000-0000-000000000000")
      #expect(model.uuid() == UUID(1))
      #expect(UUID(255).uuidString == "00000000-0000-0000-0000-0000000000FF")
    }
    withDependencies {
      $0.uuid = .constant(UUID(4))
    } operation: {
      #expect(Model().uuid() == UUID(4))
    }
  }

  @Test func `the date can be set`() {
    let later = Date(timeIntervalSince1970: 60)
    withDependencies {
      $0.date.now = later
    } operation: {
      #expect(Model().date.now == later)
    }
  }

  @Test func `a random number generator goes on from loan to loan`() {
    struct Counting: RandomNumberGenerator {
      var next64: UInt64 = 0
      mutating func next() -> UInt64 {
        next64 += 1
        return next64
      }
    }
    withDependencies {
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(Counting())
    } operation: {
      let model = Model()
      let drawn = (0..<3).map { _ in model.withRandomNumberGenerator { $0.next() } }
      #expect(drawn == [1, 2, 3])
      let die = model.withRandomNumberGenerator { generator in
        Int.random(in: 1...6, using: &generator)
      }
      #expect((1...6).contains(die))
    }
  }

  @Test func `live clocks, dates and identifiers are real`() {
    withDependencies {
      $0.context = .live
    } operation: {
      let model = Model()
      #expect(model.uuid() != model.uuid())
      #expect(model.date() > Date(timeIntervalSince1970: 1_000_000_000))
      #expect(model.clock is ContinuousClock)
    }
  }
}
