import Examples
import Specs
import Testing

@testable import ReducerCheck

@Suite struct `The seeds' features have the known configurations` {
  @Test func `Contador, cap 2`() throws {
    let explored = try NaiveExplorer(contador, depth: 6, cap: 2)
    #expect(explored.countsByDepth == [1, 3, 8, 20, 44, 87, 158])
    #expect(explored.length(of: "cargando implies an in-flight effect") == nil)
    #expect(explored.length(of: "an in-flight effect implies cargando") == 3)
    #expect(explored.length(of: "at most one request in flight") == 2)
    #expect(explored.length(of: "when nothing is in flight, hecho is about cuenta, or nil") == 3)
  }

  @Test func `Perfil001, cap 2`() throws {
    let explored = try NaiveExplorer(perfil001, cap: 2)
    #expect(explored.countsByDepth == [1, 2, 5, 7, 9])
    #expect(explored.closed)
  }

  @Test func `Perfil002, cap 2`() throws {
    let explored = try NaiveExplorer(perfil002, cap: 2)
    #expect(explored.countsByDepth == [1, 2, 4, 7, 8])
  }
}
