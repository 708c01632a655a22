/// The compiler plugin: answers the compiler's messages until there are no more.
@main struct ReducerMacrosMain {
  static func main() {
    let connection = PluginConnection()
    while let message = connection.read() {
      guard connection.write(PluginReply.reply(to: message)) else { return }
    }
  }
}
