import Foundation
import Testing

@Suite struct `The command draws` {
  @Test func `a spec's configurations`() throws {
    let run = try withTemporaryFolder {
      try Subprocess(
        "reducer-check", ["graph", "Perfil002", "--max-in-flight", "1", "--as", "mermaid"], in: $0)
    }
    #expect(
      run.output == """
        flowchart LR
          n0["State(usuario: nil, cargando: false)"]
          n1("State(usuario: nil, cargando: true)<br/>aparecio#1 waiting for api.perfil()")
          n2["State(usuario: Usuario(nombre: #quot;Ana#quot;), cargando: false)"]
          n3("State(usuario: Usuario(nombre: #quot;Ana#quot;), cargando: true)<br/>aparecio#2 waiting for api.perfil()")
          n0 -->|"send aparecio"| n1
          n1 -->|"resolve api.perfil() → Usuario(nombre: #quot;Ana#quot;)"| n2
          n1 -->|"resolve api.perfil() → failure"| n0
          n2 -->|"send aparecio"| n3
          n3 -->|"resolve api.perfil() → Usuario(nombre: #quot;Ana#quot;)"| n2
          n3 -->|"resolve api.perfil() → failure"| n0

        """)
    #expect(run.errors == "The picture is not whole: there is more behind what it shows.\n")
    #expect(run.code == 0)
  }

  @Test func `what is asked for only`() throws {
    let run = try withTemporaryFolder { try Subprocess("reducer-check", ["graph"], in: $0) }
    #expect(
      run.errors.replacing("swift run ", with: "") == """
        reducer-check: graph draws one spec: reducer-check graph SPEC. For example: reducer-check graph Perfil002 --max-in-flight 2 --as mermaid

        """)
    #expect(run.code == 2)
  }
}
