import Foundation
import Reducers

/// Types of all sorts to look into.
enum Ficha {
  struct Usuario: Equatable, Identifiable {
    var id: Int
    var nombre: String
    var correo: String?
    var etiquetas: Set<String> = []
  }

  struct Pantalla {
    var usuario = Usuario(id: 1, nombre: "Ana")
    var cargando = false
    var cuenta = 0
    var hecho: String?
  }

  enum Ruta {
    case inicio
    case detalle(id: Int, desde: String)
    case usuario(Usuario)
    case nota(String)
    case dato(Result<String, any Error>)
  }

  struct Fallo: Error { var codigo = 0 }

  enum Terca: CustomStringConvertible {
    case una
    var description: String { "otra" }
  }

  final class Nodo {
    var nombre: String
    var siguiente: Nodo?
    init(_ nombre: String) { self.nombre = nombre }
  }

  class Base { var base = 1 }
  final class Derivada: Base { var derivada = 2 }

  struct Caja<Valor> {
    var valor: Valor
    private struct Secreta { var x = 1 }
    static var secreta: Any { Secreta() }
  }

  indirect enum Cadena {
    case fin
    case eslabon(Cadena)

    static func larga(_ largo: Int) -> Cadena {
      (0..<largo).reduce(.fin) { cadena, _ in .eslabon(cadena) }
    }
  }

  struct Espejo: CustomReflectable {
    var a = 1
    var customMirror: Mirror { Mirror(self, children: ["b": 2]) }
  }

  struct Observada {
    var cuenta = 1
    var _$registro = "nada"
    var _detalle = Envoltura(valor: 7)
  }

  struct Envoltura: OutlineStandIn {
    var valor: Int?
    var escondido = "x"
    var outlineStandIn: Any { valor as Any }
  }
}
