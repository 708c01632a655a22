import Foundation
import Testing

@testable import TransitionSystems

@Suite struct FoundationValueTests {
  @Test func `values of Foundation are compared by what they say`() throws {
    let bytes = Data(repeating: 7, count: 100)
    #expect(structurallyEqual(bytes, Data(repeating: 7, count: 100)))
    #expect(!structurallyEqual(bytes, Data(repeating: 7, count: 101)))
    #expect(structurallyEqual(bytes.dropLast(98), Data([7, 7])))
    let url = try #require(URL(string: "https://example.com/a?b=c"))
    #expect(structurallyEqual(url, try #require(URL(string: "https://example.com/a?b=c"))))
    #expect(!structurallyEqual(url, try #require(URL(string: "https://example.com/a"))))
    #expect(!structurallyEqual(url, try #require(URL(string: "a?b=c", relativeTo: url))))
    #expect(structuralNotices(in: [url as Any, bytes]).isEmpty)
    #expect(describe(url) == "https://example.com/a?b=c")
  }

  @Test func `structs from C are compared by their fields`() {
    #expect(structurallyEqual(timespec(tv_sec: 1, tv_nsec: 2), timespec(tv_sec: 1, tv_nsec: 2)))
    #expect(!structurallyEqual(timespec(tv_sec: 1, tv_nsec: 2), timespec(tv_sec: 1, tv_nsec: 3)))
    #expect(structuralNotices(in: timespec(tv_sec: 1, tv_nsec: 2)).isEmpty)
  }
}
