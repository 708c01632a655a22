import Examples
import ReducerCheck
import Reducers

/// Document 000: a counter that asks for a fact about its number.
public let contador = Spec("Contador", of: Contador(), startingAt: Contador.State())
  .endpoint("apiCliente.hecho") {
    $0.apiCliente.hecho = $1
  } returning: {
    "dato \($0)"
  }
  .sending(.incrementar, .pedirDato)
  .loadingProperties()
  .always("when nothing is in flight, hecho is about cuenta, or nil") {
    $0.inFlight.isEmpty.implies($0.hecho == nil || $0.hecho == "dato \($0.cuenta)")
  }

/// The same with the repair that the document's prose describes.
public let contadorCancelInFlight = Spec(
  "ContadorCancelInFlight", of: ContadorCancelInFlight(), startingAt: Contador.State()
)
.endpoint("apiCliente.hecho") {
  $0.apiCliente.hecho = $1
} returning: {
  "dato \($0)"
}
.sending(.incrementar, .pedirDato)
.loadingProperties()

extension Spec<Contador.State, Contador.Action> {
  /// What document 000 says of the counter's request.
  fileprivate func loadingProperties() -> Self {
    always("cargando implies an in-flight effect") {
      $0.cargando.implies($0.hasEffectInFlight)
    }
    .always("an in-flight effect implies cargando") {
      $0.hasEffectInFlight.implies($0.cargando)
    }
    .always("at most one request in flight") {
      $0.inFlight.count(endpoint: "apiCliente.hecho") <= 1
    }
  }
}
