import ReducerCheck
import Specs

/// The command, with the specs of this package.
@main
struct ReducerCheckMain {
  static func main() {
    ReducerCheckCommand.main(
      contador, contadorCancelInFlight, perfil001, perfil002,
      catchUp(repaired: false), catchUp(repaired: true),
      autosave(repaired: false), autosave(repaired: true),
      like(repaired: false), like(repaired: true),
      search(repaired: false), search(repaired: true),
      retry(repaired: false), retry(repaired: true))
  }
}
