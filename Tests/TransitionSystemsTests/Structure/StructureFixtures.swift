struct Fallo: Error, Equatable { var codigo = 0 }
struct OtroFallo: Error { var codigo = 0 }
enum Grave: Error {
  case red(Int)
  case sinPermiso
}
final class ErrorDeClase: Error, Sendable {}
final class Referencia: Sendable {}
struct Vacio {}
struct Corto {
  var n: Int
  var b: Bool
  var s: String?
}
struct Relleno {
  var b: Bool
  var n: Int64
  var c: UInt8
  var d: UInt32
}
enum Simple: CaseIterable { case uno, dos, tres }
enum Unico { case solo }
enum UnicoConCarga { case solo(Int) }
enum Multiple {
  case nada
  case texto(String)
  case par(UInt8, String)
  case etiquetas(id: Int, nombre: String)
  case nada2
  case fallo(any Error)
  case cualquiera(Any)
  case vacia(Vacio)
  case vacio(Void)
  case una(x: [Int])
}
enum ConBits {
  case a(Referencia)
  case b(Referencia)
  case c([Int])
  case d
  case e
}
enum DosBool {
  case a(Bool)
  case b(Bool)
  case c(Simple)
  case d, e
}
enum Generico<A, B> {
  case a(A)
  case b(B)
  case ambos(A, B)
  case ninguno
}
struct Exterior<T> {
  enum Interior {
    case valor(T)
    case lista([T])
    case fin
  }
  var interior: Interior
}
indirect enum Arbol {
  case hoja
  case nodo(Arbol, Int, Arbol)
}
indirect enum Lista {
  case fin
  case mas(Int, Lista)
}
enum Mixta {
  case plana(Int)
  indirect case caja(Mixta)
  indirect case etiquetada(izquierda: Mixta, n: UInt8)
  case fin
}
enum Nido<T> {
  case plano(T)
  indirect case anidado(Nido<[T]>)
}
private enum Privada {
  case a(Int)
  case b
}
func valorPrivado(_ n: Int?) -> Any { n.map { Privada.a($0) } ?? Privada.b }
protocol Forma<Lado> {
  associatedtype Lado
  var lado: Lado { get }
}
struct Cuadrado: Forma { var lado: Int }
struct Grande: Forma { var lado = 1, b = 2, c = 3, d = 4, e = "cinco" }
protocol DeClase: AnyObject {}
final class Delegado: DeClase {}
struct ConDebil {
  weak var objeto: Referencia?
  var n: Int
}
struct ConUnowned {
  unowned var objeto: Referencia
  var n: Int
}
struct ConCierre {
  var accion: () -> Void
  var n: Int
}
enum EnumDebil {
  case a(ConDebil)
  case b(String)
  case c
}
enum ConMetatipo {
  case a(Int.Type)
  case b(Int)
  case c(Referencia.Type)
}
struct ConMetatipos {
  var t: Int.Type
  var n: Int
  var c: Referencia.Type
  var e: any Any.Type
}
struct TuplaConMetatipo { var t: (Int.Type, Int) }
struct Alineado {
  var v: SIMD3<Float>
  var w: SIMD4<Double>
}

/// A small generator, the same everywhere.
struct Azar: RandomNumberGenerator {
  var estado: UInt64
  mutating func next() -> UInt64 {
    estado &+= 0x9E37_79B9_7F4A_7C15
    var z = estado
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
  mutating func menor(_ n: Int) -> Int { Int(next() % UInt64(n)) }
}

struct Anidada {
  var hijas: [Anidada]
}
