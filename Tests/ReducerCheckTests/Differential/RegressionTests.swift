import Testing
import TransitionSystems

@testable import ReducerCheck

/// Small features on which the abstract machine and the live store once went different ways.
@Suite struct `The two agree where they once did not (Differential)` {
  @Test func `a cancellation asked for in a closure is done before the closure goes on`() throws {
    try expectAgreement(.run(RunPlan(body: [.within(2, cancelInFlight: true, [.load(0)])])))
    try expectAgreement(.run(RunPlan(body: [.cancelID(0), .save(0), .send(1)])))
    try expectAgreement(
      .cancellable(
        .run(RunPlan(body: [.load(0), .cancelID(0), .uuid, .save(1), .send(2)])), id: 0,
        cancelInFlight: false))
  }

  @Test func `an effect that another cancels as both start does not run`() throws {
    try expectAgreement(
      .merge([
        .run(RunPlan(body: [.cancelID(0)])),
        .concatenate([
          .cancellable(.run(RunPlan(body: [.save(0), .send(1)])), id: 0, cancelInFlight: false),
          .run(RunPlan(body: [.load(1)])),
        ]),
      ]))
  }

  @Test func `effects that end together end one at a time, with all that follows`() throws {
    try expectAgreement(
      .merge([
        .concatenate([.run(RunPlan(body: [])), .send(1), .run(RunPlan(body: [.load(0)]))]),
        .concatenate([.run(RunPlan(body: [])), .cancel(0), .run(RunPlan(body: [.save(0)]))]),
      ]), next: .merge([.cancel(0), .run(RunPlan(body: [.load(1)]))]))
  }

  @Test func `a part that is cancelled by what it sends stays cancelled`() throws {
    try expectAgreement(
      .run(
        RunPlan(body: [
          .attempt([.within(0, cancelInFlight: false, [.send(1), .load(0)])]), .save(0),
        ])),
      next: .cancel(0))
  }

  @Test func `a modelled call that its own task group cancels may still be served`() throws {
    try expectAgreement(.run(RunPlan(body: [.asyncLet([], [.fetch(0)], awaitsBoth: false)])))
    try expectAgreement(
      .run(RunPlan(body: [.group([[.load(0)], [.fetch(0)]], firstOnly: true), .send(1)])))
  }

  @Test func `a part under an id is resumed under control`() throws {
    try expectAgreement(.run(RunPlan(body: [.within(0, cancelInFlight: false, [.load(0)])])))
  }

  @Test func `reads in tasks side by side get their own answers`() throws {
    try expectAgreement(
      .run(RunPlan(body: [.group([[.uuid, .load(0)], [.flag, .load(1)]], firstOnly: false)])))
  }

  @Test func `choices of when a cancellation comes are not taken for others`() throws {
    try expectAgreement(
      .cancellable(
        .run(RunPlan(body: [.save(0), .send(1)], handler: nil)), id: 0, cancelInFlight: true),
      next: .merge([.cancel(0), .run(RunPlan(body: [.flag, .save(1)]))]))
  }

  @Test func `what an effect's own tasks send after it has returned is dropped`() throws {
    try expectAgreement(.run(RunPlan(body: [.detach([.send(1)]), .send(1)])))
    try expectAgreement(.run(RunPlan(body: [.detach([.load(0), .send(1)]), .sleep(1)])))
    try expectAgreement(.run(RunPlan(body: [.detach([.save(0)]), .fail])))
    let body: [Statement] = [.detach([.send(1)]), .within(2, cancelInFlight: false, [.sleep(2)])]
    try expectAgreement(.run(RunPlan(body: body)), next: .cancel(2), walks: 60)
    try expectAgreement(
      .cancellable(.run(RunPlan(body: body)), id: 0, cancelInFlight: false),
      next: .merge([.cancel(2), .cancel(0)]), walks: 60)
    try expectAgreement(
      .cancellable(
        .run(RunPlan(body: [.detach([.send(2)]), .within(2, cancelInFlight: false, [.sleep(2)])])),
        id: 0, cancelInFlight: false), next: .merge([.cancel(2), .cancel(0)]), walks: 60)
  }

  @Test func `tasks side by side in a cancelled effect end in the same order`() throws {
    try expectAgreement(
      .throttle(
        .run(
          RunPlan(body: [
            .group([[.send(1), .sleep(2)], [.save(1)], [.send(2)]], firstOnly: true), .save(1),
          ])), id: 0, seconds: 1, latest: false), walks: 60)
    try expectAgreement(
      .run(
        RunPlan(body: [
          .within(
            2, cancelInFlight: false, [.load(0), .group([[.send(1)], [.fail]], firstOnly: false)])
        ])), walks: 60)
    try expectAgreement(
      .concatenate([
        .run(RunPlan(body: [.within(2, cancelInFlight: false, [.send(1)])])),
        .run(RunPlan(body: [.sleep(2)])),
      ]), next: .cancel(2), walks: 60)
    let sends = Statement.group(
      [[.send(1)], [.send(1)], [.send(1), .fetch(0)]], firstOnly: true)
    try expectAgreement(
      .run(RunPlan(body: [.send(1)])),
      next: .throttle(
        .run(RunPlan(body: [.group([[], [.load(0)], [sends, .uuid]], firstOnly: false)])), id: 1,
        seconds: 2, latest: false), walks: 60)
    try expectAgreement(
      .throttle(
        .run(
          RunPlan(body: [
            .group(
              [
                [.within(2, cancelInFlight: false, [.send(1)]), .load(1)], [.save(0)],
                [.cancelID(2)],
              ], firstOnly: true), .uuid,
          ])), id: 2, seconds: 1, latest: false), walks: 60)
  }

  @Test func `what goes wrong between a late answer and the cancellation is reported`() throws {
    try expectAgreement(
      .run(
        RunPlan(body: [
          .fetch(0), .flag, .group([[.failIfZero], [], [.send(2)]], firstOnly: false),
        ])), walks: 60)
  }

  @Test func `a send whose task is cancelled as it is about to wait is dropped`() throws {
    let tasks: [[Statement]] = [[.send(1)], [.flag, .uuid], [.send(2)]]
    try expectAgreement(
      .run(
        RunPlan(body: [.within(1, cancelInFlight: false, [.group(tasks, firstOnly: true)])])))
    let others: [[Statement]] = [[.fetch(0)], [.load(1)], [.send(1)]]
    try expectAgreement(
      .run(
        RunPlan(body: [
          .within(0, cancelInFlight: false, [.group(others, firstOnly: true), .save(1)])
        ])), walks: 60)
  }

  @Test func `an effect ends as its closure returns, though what it leaves behind cancels`() throws
  {
    func chain(_ body: [Statement], then code: Int) -> EffectPlan {
      .concatenate([
        .cancellable(.run(RunPlan(body: body)), id: 0, cancelInFlight: false), .send(code),
        .run(RunPlan(body: [.load(code)])),
      ])
    }
    try expectAgreement(
      .merge([chain([.send(2), .detach([.cancelID(2)])], then: 2), chain([.send(2)], then: 2)]),
      next: .cancel(0), walks: 60)
  }

  @Test func `a sender that is cancelled, and a part of it besides, knows it when it goes on`()
    throws
  {
    let effect = EffectPlan.cancellable(
      .merge([
        .cancellable(.run(RunPlan(body: [.load(0)])), id: 1, cancelInFlight: true),
        .run(RunPlan(body: [.within(1, cancelInFlight: false, [.send(1)]), .fail])),
      ]), id: 0, cancelInFlight: true)
    try expectAgreement(effect, next: effect, walks: 200)
  }

  /// Walks a feature whose first action starts an effect and whose second answers with another.
  private func expectAgreement(_ effect: EffectPlan, next: EffectPlan = .none, walks: Int = 20)
    throws
  {
    let plan = FeaturePlan(
      parent: [Rule(effect: effect), Rule(bump: 1, effect: next), Rule()],
      child: [Rule(), Rule(), Rule()], leaf: [Rule(), Rule(), Rule()],
      reactions: [.none, .none, .none])
    let failure = try onHarnessThread { () -> String? in
      var lockstep = try Lockstep(plan.spec.erased)
      let machine = lockstep.machine
      return machine.perform {
        for index in 0..<walks {
          var random = RandomSource(seed: UInt64(index))
          let picks = (0..<12).map { _ in random.next() }
          if let failure = lockstep.walk(picks) { return lockstep.shrink(failure).text }
        }
        return nil
      }
    }
    if let failure { Issue.record("\(plan)\n\(failure)") }
  }
}
