import Examples
import ReducerCheck
import Reducers

/// Document 001: a profile loaded by a `run` without a `catch`.
public let perfil001 = Spec("Perfil001", of: Perfil001(), startingAt: Perfil001.State())
  .endpoint("api.perfil") {
    $0.api.perfil = $1
  } returning: {
    .ejemplo
  }
  .sending(.aparecer)
  .always("cargando implies an in-flight effect") { $0.cargando.implies($0.hasEffectInFlight) }
  .always("an in-flight effect implies cargando") { $0.hasEffectInFlight.implies($0.cargando) }

/// Document 002: the same with a `catch`.
public let perfil002 = Spec("Perfil002", of: Perfil002(), startingAt: Perfil002.State())
  .endpoint("api.perfil") {
    $0.api.perfil = $1
  } returning: {
    .ejemplo
  }
  .sending(.aparecio)
  .always("cargando implies an in-flight effect") { $0.cargando.implies($0.hasEffectInFlight) }
  .always("an in-flight effect implies cargando") { $0.hasEffectInFlight.implies($0.cargando) }
