import Examples
import ReducerCheck
import Reducers

// Public bugs as features; each spec takes the repair as an argument. Events are counted as in the
// bug list: a call of a modelled environment is served and resolved, each an event of its own.

/// B02: a snapshot and live events overtake each other.
public func catchUp(repaired: Bool) -> Spec<CatchUp.State, CatchUp.Action> {
  Spec(
    repaired ? "CatchUpRepaired" : "CatchUp", of: CatchUp(keepsEvents: repaired),
    startingAt: CatchUp.State()
  )
  .environment(ChatServer())
  .endpoint("chat.fetch") {
    $0.chat.fetch = $1
  } serving: { (server: inout ChatServer) in
    server.messages
  }
  .endpoint("chat.events") {
    $0.chat.events = $1
  } next: { (server: inout ChatServer) in
    server.queue.isEmpty ? nil : server.queue.removeFirst()
  }
  .move("a message arrives") { (server: ChatServer) in
    server.messages.count < 3
  } apply: { server in
    server.messages.append(server.messages.count + 1)
    server.queue.append(server.messages.count)
  }
  .sending { $0.isOpen ? [] : [.open] }
  .always("caught up and no event on its way implies the server's messages") { now in
    let server = now.environment(ChatServer.self)
    return (now.isCaughtUp && server.queue.isEmpty).implies(now.messages == server.messages)
  }
}

/// What a chat server knows, and what it has on the way to the client.
public struct ChatServer {
  public var messages = [1]
  public var queue: [Int] = []
}

/// B14: a deleted record comes back through a pending autosave.
public func autosave(repaired: Bool) -> Spec<Autosave.State, Autosave.Action> {
  Spec(
    repaired ? "AutosaveRepaired" : "Autosave", of: Autosave(abandonsSave: repaired),
    startingAt: Autosave.State()
  )
  .environment(RecordServer())
  .endpoint("records.set") {
    $0.records.set = $1
  } serving: { (server: inout RecordServer, id: Int) in
    server.rows = server.rows.filter { $0 != id } + [id]
  }
  .endpoint("records.delete") {
    $0.records.delete = $1
  } serving: { (server: inout RecordServer, id: Int) in
    server.rows.removeAll { $0 == id }
    server.hasDeleted = true
  }
  .sending { $0.rows.isEmpty ? [] : [.edit(1), .delete(1)] }
  .always("a deleted record stays deleted") { now in
    let server = now.environment(RecordServer.self)
    return server.hasDeleted.implies(server.rows.isEmpty)
  }
}

/// A table of records.
public struct RecordServer {
  public var rows = [1]
  public var hasDeleted = false
}

/// B18: a cancelled task's clean-up clears its successor's flag.
public func like(repaired: Bool) -> Spec<Like.State, Like.Action> {
  Spec(
    repaired ? "LikeRepaired" : "Like", of: Like(comparesGenerations: repaired),
    startingAt: Like.State()
  )
  .endpoint("likes.like") { $0.likes.like = $1 }
  .sending(.like)
  .always("loading exactly while a call is in flight") {
    $0.isLoading == ($0.inFlight.count(endpoint: "likes.like") > 0)
  }
}

/// B03: search as you type, where a stale reply wins.
public func search(repaired: Bool) -> Spec<Search.State, Search.Action> {
  Spec(
    repaired ? "SearchRepaired" : "Search", of: Search(comparesQueries: repaired),
    startingAt: Search.State()
  )
  .endpoint("searchClient.search") {
    $0.searchClient.search = $1
  } returning: {
    $0
  }
  .sending(.type("a"), .type("b"))
  .quiescent("the results are the query's") { $0.results == $0.query }
}

/// A screen that goes on loading for ever.
public func retry(repaired: Bool) -> Spec<Retry.State, Retry.Action> {
  Spec(
    repaired ? "RetryRepaired" : "Retry", of: Retry(clearsLoading: repaired),
    startingAt: Retry.State()
  )
  .endpoint("loader.load") { $0.loader.load = $1 }
  .sending(.load, .cancel)
  .always("loading implies an effect in flight") { $0.isLoading.implies($0.hasEffectInFlight) }
}

/// The jugs of Die Hard, for which four litres in the big one are the "bug".
public let jugs = Spec("Jugs", of: Jugs(), startingAt: Jugs.State())
  .sending { _ in Jugs.Action.allCases }
  .never("four litres in the big jug") { $0.big == 4 }
