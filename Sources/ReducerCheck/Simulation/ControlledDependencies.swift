import Foundation
import Reducers
import TransitionSystems

extension DependencyValues {
  /// Dependencies of which the built-in ones are answered by a world and the rest is watched.
  static func controlled(by link: WorldLink) -> DependencyValues {
    var values = DependencyValues()
    values.context = .simulation
    values.onUncontrolled = { read in link.world.findings.append(.uncontrolled(read)) }
    values.continuousClock = HarnessClock(link: link)
    values.uuid = UUIDGenerator {
      UUID(Int(truncatingIfNeeded: link.ask(.uuid).key))
    }
    values.stackElementID = StackElementIDGenerator { least in
      Int(truncatingIfNeeded: link.ask(.stackElementID(least)).key)
    }
    values.date = DateGenerator {
      let now = link.ask(.now).value as? Duration ?? .zero
      return Date(timeIntervalSince1970: now.seconds)
    }
    values.withRandomNumberGenerator = WithRandomNumberGenerator(HarnessRandom(link: link))
    return values
  }
}

/// Random numbers drawn from the configuration.
private struct HarnessRandom: RandomNumberGenerator, Sendable {
  let link: WorldLink

  mutating func next() -> UInt64 { link.ask(.random).key }
}

/// A clock on virtual time: its sleeps are pending calls.
///
/// An instant read and slept on within one stretch between two events is relative, so that
/// `sleep(for:)` does not put absolute time into the configuration. Comparing instants, or
/// sleeping on an older one, reads absolute time.
struct HarnessClock: PunctualClock {
  let link: WorldLink

  struct Instant: InstantProtocol {
    fileprivate let link: WorldLink
    fileprivate let stretch: Stretch?
    fileprivate var offset: Duration
    fileprivate let base: Duration

    func advanced(by duration: Duration) -> Instant {
      var result = self
      result.offset += duration
      return result
    }

    func duration(to other: Instant) -> Duration {
      if let stretch, stretch == other.stretch { return other.offset - offset }
      link.world.timeWasRead = true
      return other.base + other.offset - base - offset
    }

    static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.duration(to: rhs) > .zero }

    static func == (lhs: Instant, rhs: Instant) -> Bool { lhs.duration(to: rhs) == .zero }

    func hash(into hasher: inout Hasher) { hasher.combine(base + offset) }
  }

  /// The instant of the current event; its absolute time is read only where it matters.
  var now: Instant {
    let world = link.world
    let base: Duration
    if world.timeWasRead, let time = world.ask(.now).value as? Duration {
      base = time
    } else {
      base = world.now
    }
    return Instant(link: link, stretch: world.handler?.stretch, offset: .zero, base: base)
  }

  var minimumResolution: Duration { .milliseconds(1) }

  func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let remaining = now.duration(to: deadline)
    let () = try await link.call(.sleep, [max(.zero, remaining)])
  }
}

/// A stretch of time between two events, as one effect or run sees it.
struct Stretch: Equatable {
  let owner: Int
  let number: Int
}

extension Finding {
  static func uncontrolled(_ read: UncontrolledDependency) -> Finding {
    let property = read.property.replacingOccurrences(of: "\\", with: "")
    let name = property.hasPrefix(".") ? String(property.dropFirst()) : property
    let declared = read.declaration.map { " (declared at \($0))" } ?? ""
    let reader = read.reader.map { " by the @Dependency at \($0)" } ?? ""
    return Finding(
      kind: .uncontrolled, name: "dependency \(name)",
      message:
        "The dependency \(name)\(declared) was read\(reader), but the spec does not control it. "
        + "Add to the spec: .endpoint(\"\(name).function\") { $0.\(name).function = $1 }, or "
        + ".dependencies { $0.\(name) = … }.")
  }
}
