import Testing

@testable import TransitionSystems

@Suite struct EnumReflectionTests {
  /// Takes each value apart, builds it again and compares.
  private func roundTrip<Root>(
    _ values: [Root], _ names: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let cases = try #require(EnumReflection<Root>(), sourceLocation: sourceLocation)
    #expect(values.map(cases.caseName) == names, sourceLocation: sourceLocation)
    for value in values {
      let found = cases.cases[cases.tag(of: value)]
      let payload = cases.payload(of: value)
      let again = try #require(
        cases.embed(payload: payload, inCase: found), "\(value)", sourceLocation: sourceLocation)
      #expect(structurallyEqual(again, value), "\(value)", sourceLocation: sourceLocation)
      #expect(naive(again) == naive(value), sourceLocation: sourceLocation)
    }
  }

  @Test func `every layout can be taken apart and built`() throws {
    let (a, b) = (Referencia(), Referencia())
    try roundTrip([Simple.uno, .dos, .tres], ["uno", "dos", "tres"])
    try roundTrip([Unico.solo], ["solo"])
    try roundTrip([UnicoConCarga.solo(3)], ["solo"])
    try roundTrip([Int?.none, 3], ["none", "some"])
    try roundTrip([String?.none, "a", "una cadena bastante larga"], ["none", "some", "some"])
    try roundTrip([Int??.none, .some(.none), 3], ["none", "some", "some"])
    try roundTrip(
      [ConBits.a(a), .b(b), .c([1]), .d, .e], ["a", "b", "c", "d", "e"])
    try roundTrip(
      [DosBool.a(true), .a(false), .b(true), .c(.tres), .d, .e], ["a", "a", "b", "c", "d", "e"])
    try roundTrip(
      [Result<String, any Error>.success("a"), .failure(Fallo()), .failure(ErrorDeClase())],
      ["success", "failure", "failure"])
    try roundTrip(
      [Generico<Int8, [String]>.a(1), .b(["x"]), .ambos(2, []), .ninguno],
      ["a", "b", "ambos", "ninguno"])
    try roundTrip(
      [Exterior<String?>.Interior.valor(nil), .lista(["a", nil]), .fin], ["valor", "lista", "fin"])
    try roundTrip([Arbol.hoja, .nodo(.hoja, 1, .nodo(.hoja, 2, .hoja))], ["hoja", "nodo"])
    try roundTrip(
      [Mixta.plana(1), .caja(.fin), .etiquetada(izquierda: .caja(.fin), n: 2), .fin],
      ["plana", "caja", "etiquetada", "fin"])
    try roundTrip(
      [EnumDebil.a(ConDebil(objeto: a, n: 1)), .a(ConDebil(objeto: nil, n: 2)), .b("x"), .c],
      ["a", "a", "b", "c"])
    try roundTrip([Nido<Int>.plano(1), .anidado(.plano([2]))], ["plano", "anidado"])
    withExtendedLifetime((a, b)) {}
  }

  @Test func `every payload can be taken apart and built`() throws {
    try roundTrip(
      [
        Multiple.nada, .texto("a"), .par(1, "b"), .etiquetas(id: 1, nombre: "x"), .nada2,
        .fallo(Grave.red(1)), .cualquiera([1, "a"] as [Any]), .vacia(Vacio()), .vacio(()),
        .una(x: [1, 2]),
      ],
      [
        "nada", "texto", "par", "etiquetas", "nada2", "fallo", "cualquiera", "vacia", "vacio",
        "una",
      ])
  }

  @Test func `a private enum is read`() throws {
    enum Local {
      case a(Fallo)
      case b
    }
    try roundTrip([Local.a(Fallo(codigo: 3)), .b], ["a", "b"])
    #expect(EnumReflection<Int>() == nil && EnumReflection<Referencia>() == nil)
    #expect(EnumReflection<(Int, Int)>() == nil)
  }

  @Test func `payload elements have labels and types`() throws {
    let cases = try #require(EnumReflection<Multiple>()).cases
    let elements = Dictionary(uniqueKeysWithValues: cases.map { ($0.name, $0.payloadElements) })
    #expect(elements["etiquetas"]?.map(\.label) == ["id", "nombre"])
    #expect(elements["par"]?.map(\.label) == [nil, nil])
    #expect(elements["una"]?.map(\.label) == ["x"])
    #expect(elements["texto"]?.count == 1 && elements["nada"]?.isEmpty == true)
    #expect(elements["etiquetas"]?.first?.type == Int.self)
    let mixed = try #require(EnumReflection<Mixta>()).cases
    #expect(mixed.filter(\.isIndirect).map(\.name) == ["caja", "etiquetada"])
  }

  @Test func `a payload may be given by its elements`() throws {
    let cases = try #require(EnumReflection<Multiple>())
    func made(_ name: String, _ payload: Any?) -> String? {
      cases.cases.first { $0.name == name }
        .flatMap { cases.embed(payload: payload, inCase: $0) }.map { describe($0) }
    }
    #expect(made("etiquetas", [3, "x"] as [Any]) == "etiquetas(id: 3, nombre: \"x\")")
    #expect(made("etiquetas", (3, "x")) == "etiquetas(id: 3, nombre: \"x\")")
    #expect(made("etiquetas", (id: 3, nombre: "x")) == "etiquetas(id: 3, nombre: \"x\")")
    #expect(made("etiquetas", ["x", 3] as [Any]) == nil)
    #expect(made("etiquetas", [3] as [Any]) == nil)
    #expect(made("etiquetas", nil) == nil)
    #expect(made("una", [1, 2]) == "una(x: [1, 2])")
    #expect(made("una", [[1, 2]] as [Any]) == "una(x: [1, 2])")
    #expect(made("texto", "a") == "texto(\"a\")" && made("texto", 1) == nil)
    #expect(made("nada", nil) == "nada" && made("nada", 1) == nil)
    #expect(made("vacio", nil) == "vacio()")
    #expect(made("fallo", Fallo()) == "fallo(Fallo(codigo: 0))" && made("fallo", 1) == nil)
  }

  @Test func `an enum with metatypes is read without touching memory it has not`() throws {
    let cases = try #require(EnumReflection<ConMetatipo>())
    #expect(cases.payload(of: .a(Int.self)) as? Any.Type == Int.self)
    #expect(cases.payload(of: .c(Referencia.self)) as? Any.Type == Referencia.self)
    #expect(describe(ConMetatipo.a(Int.self)) == "a(Int.self)")
  }
}
