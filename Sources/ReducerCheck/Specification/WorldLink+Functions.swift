/// The functions an endpoint is installed as, one for each shape a dependency may have.
extension WorldLink {
  func asyncThrowing<each Input, Output>(
    _ endpoint: Endpoint
  ) -> @Sendable (repeat each Input) async throws -> Output {
    { (input: repeat each Input) in
      try await self.call(endpoint, erased(repeat each input))
    }
  }

  func async<each Input, Output>(
    _ endpoint: Endpoint
  ) -> @Sendable (repeat each Input) async -> Output {
    { (input: repeat each Input) in
      do {
        return try await self.call(endpoint, erased(repeat each input))
      } catch {
        // Only a life that is being abandoned gets here: there is no value to go on with.
        return await suspended()
      }
    }
  }

  func typedThrowing<each Input, Output, Failure: Error>(
    _ endpoint: Endpoint
  ) -> @Sendable (repeat each Input) async throws(Failure) -> Output {
    { (input: repeat each Input) async throws(Failure) -> Output in
      do {
        return try await self.call(endpoint, erased(repeat each input))
      } catch {
        if let failure = error as? Failure { throw failure }
        return await suspended()
      }
    }
  }

  func throwing<each Input, Output>(
    _ endpoint: Endpoint
  ) -> @Sendable (repeat each Input) throws -> Output {
    { (input: repeat each Input) in
      let value = try self.outcome(of: endpoint, erased(repeat each input)).result.get()
      return self.cast(value, of: endpoint)
    }
  }

  func synchronous<each Input, Output>(
    _ endpoint: Endpoint
  ) -> @Sendable (repeat each Input) -> Output {
    { (input: repeat each Input) in
      switch self.outcome(of: endpoint, erased(repeat each input)).result {
      case .success(let value): return self.cast(value, of: endpoint)
      case .failure(let error):
        fatalError("The endpoint \(endpoint.name) cannot throw, but its outcome is \(error).")
      }
    }
  }

  func stream<each Input, Element>(
    _ endpoint: Endpoint
  ) -> @Sendable (repeat each Input) -> AsyncStream<Element> {
    { (input: repeat each Input) in
      let arguments = Handover(erased(repeat each input))
      let stream = AsyncStream {
        let element: Element?? = try? await self.call(endpoint, arguments.value)
        return element ?? nil
      }
      self.world.handler?.returned(stream: stream)
      return stream
    }
  }

  func throwingStream<each Input, Element>(
    _ endpoint: Endpoint
  ) -> @Sendable (repeat each Input) -> AsyncThrowingStream<Element, any Error> {
    { (input: repeat each Input) in
      let arguments = Handover(erased(repeat each input))
      return AsyncThrowingStream {
        do {
          return try await self.call(endpoint, arguments.value) as Element?
        } catch is CancellationError where Task.isCancelled {
          return nil
        }
      }
    }
  }

  private func cast<Output>(_ value: Any, of endpoint: Endpoint) -> Output {
    guard let output = value as? Output else {
      fatalError("Internal error: \(endpoint.name) was answered with another type's outcome")
    }
    return output
  }
}

private func erased<each Input>(_ input: repeat each Input) -> [Any] {
  var result: [Any] = []
  repeat result.append(each input)
  return result
}

/// Never returns: the task that waits here was given up.
private func suspended<Value>() async -> Value {
  await withUnsafeContinuation { (_: UnsafeContinuation<Value, Never>) in }
}
