import ReducerCheck
import Specs

/// The command, with the specs of this package.
@main
struct ReducerCheckMain {
  static func main() {
    ReducerCheckCommand.main(contador, contadorCancelInFlight, perfil001, perfil002)
  }
}
