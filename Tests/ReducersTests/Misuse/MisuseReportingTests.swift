import Reducers
import Testing

@Suite struct MisuseReportingTests {
  private let misuse = Misuse(
    kind: .reentrantSend, message: "Sent while sending.", fileID: "M/F.swift", line: 3)

  @Test func `a misuse goes to the nearest reporter`() {
    let outer = MisuseCollector()
    withMisuseReporter(outer.append) {
      #expect(misuses { report(misuse) } == [misuse])
      #expect(outer.misuses.isEmpty)
      report(misuse)
    }
    #expect(outer.misuses == [misuse])
  }

  @Test func `tasks started by an asynchronous operation report to its reporter`() async {
    let collector = MisuseCollector()
    await withMisuseReporter(collector.append) {
      await Task { report(misuse) }.value
    }
    #expect(collector.misuses == [misuse])
  }

  @Test func `without a reporter a misuse goes to the fallback of the process`() {
    let collector = MisuseCollector()
    let previous = MisuseReporting.fallback
    let ours = misuse
    MisuseReporting.fallback = { if $0 == ours { collector.append($0) } else { previous($0) } }
    defer { MisuseReporting.fallback = previous }
    report(misuse)
    #expect(collector.misuses == [misuse])
  }

  @Test func `a misuse is printed with its place and the stable name of its kind`() {
    #expect(misuse.description == "M/F.swift:3: misuse (reentrantSend): Sent while sending.")
  }
}
