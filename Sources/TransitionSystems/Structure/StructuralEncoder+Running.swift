extension StructuralEncoder {
  /// Runs a plan on the value at an address.
  mutating func run(_ plan: UnsafePointer<PlanRecord>, _ address: UnsafeRawPointer) {
    run(plan, address, 0..<plan.pointee.count)
  }

  /// Runs some steps of a plan on the value at an address.
  ///
  /// An enum's payload that is the last thing to encode continues the loop instead of nesting, so
  /// that a list of indirect cases takes no stack.
  @inline(__always)
  mutating func run(
    _ first: UnsafePointer<PlanRecord>, _ address: UnsafeRawPointer, _ steps: Range<Int>
  ) {
    var plan = first
    var base = address
    var (index, end) = (steps.lowerBound, steps.upperBound)
    let mark = trace?.path.count ?? 0
    while index < end {
      let step = plan.pointee.steps[index]
      let source = base + step.offset
      index &+= 1
      switch step.operation {
      case .copy: append(source, count: step.count)
      case .string: appendString(source)
      case .optionalString: appendOptionalString(source)
      case .enumeration:
        guard let next = beginEnum(step, source, plan.pointee.paths[index &- 1]) else { break }
        if index == end {
          (plan, base, index, end) = (next.plan, next.base, 0, next.plan.pointee.count)
        } else {
          nested(next.plan, next.base)
          leave(next.entered)
        }
      case .container where trace == nil: runContainer(step, source)
      default: runRare(step, source, plan, index &- 1)
      }
    }
    if let trace { trace.path.removeSubrange(mark...) }
  }

  /// Runs the plan of an outermost value.
  @inline(__always)
  mutating func begin(_ plan: UnsafePointer<PlanRecord>, _ base: UnsafeRawPointer) {
    stackStart = Self.stackAddress()
    run(plan, base)
  }

  /// Appends the encoding of a part of the value at an address: one step of its plan.
  mutating func encode(
    step: Int, of plan: UnsafePointer<PlanRecord>, at base: UnsafeRawPointer
  ) {
    stackStart = Self.stackAddress()
    run(plan, base, step..<step &+ 1)
  }

  /// An address near the end of the stack.
  @inline(__always)
  static func stackAddress() -> UInt {
    var marker: UInt8 = 0
    return withUnsafeMutablePointer(to: &marker) { UInt(bitPattern: $0) }
  }

  /// Runs a plan one level deeper.
  mutating func nested(_ plan: UnsafePointer<PlanRecord>, _ base: UnsafeRawPointer) {
    // The stack grows downwards wherever Swift runs.
    guard depth < Self.depthLimit,
      Int(bitPattern: stackStart &- Self.stackAddress()) < Self.stackLimit
    else {
      append(PlanRegistry.uniqueWord())
      return notice(.tooDeep, at: "")
    }
    depth &+= 1
    run(plan, base)
    depth &-= 1
  }

  /// Runs a plan on the contents of an existential: the type's token, then the value.
  mutating func dynamic(_ metadata: UnsafeRawPointer, _ base: UnsafeRawPointer) {
    let plan = PlanRegistry.cachedPlan(at: metadata)
    // An existential in an existential: its own contents bring the token.
    if !plan.pointee.isExistential { append(plan.pointee.token) }
    nested(plan, base)
  }

  @inline(never)
  private mutating func runRare(
    _ step: StructuralStep, _ source: UnsafeRawPointer, _ plan: UnsafePointer<PlanRecord>,
    _ index: Int
  ) {
    switch step.operation {
    case .identifier: appendIdentifier(source)
    case .reference: raw(step, source, .reference, plan, index)
    case .function: raw(step, source, .function, plan, index)
    case .pointer: raw(step, source, .pointer, plan, index)
    case .opaque: raw(step, source, .opaque, plan, index)
    case .weakReference:
      let target = source.assumingMemoryBound(to: WeakReference.self).pointee.object
      append(target.map { UInt64(UInt(bitPattern: ObjectIdentifier($0))) } ?? 0)
      notice(.reference, at: plan.pointee.paths[index])
    default:
      let entered = enter(plan.pointee.paths[index])
      runNesting(step, source)
      leave(entered)
    }
  }

  private mutating func raw(
    _ step: StructuralStep, _ source: UnsafeRawPointer, _ kind: StructuralNoticeKinds,
    _ plan: UnsafePointer<PlanRecord>, _ index: Int
  ) {
    if step.count < 0 {
      append(PlanRegistry.uniqueWord())
    } else {
      append(source, count: step.count)
    }
    noticeKinds.insert(kind)
    if let trace { trace.notice(kind, at: plan.pointee.paths[index]) }
  }

  private mutating func runNesting(_ step: StructuralStep, _ source: UnsafeRawPointer) {
    switch step.operation {
    case .substring:
      // What it is a part of is seen too.
      let part = source.assumingMemoryBound(to: Substring.self).pointee
      appendText(part.base)
      append(UInt64(part.startIndex.utf16Offset(in: part.base)))
      append(UInt64(part.endIndex.utf16Offset(in: part.base)))
    case .staticString:
      source.assumingMemoryBound(to: StaticString.self).pointee.withUTF8Buffer {
        appendBytes($0)
      }
    case .bytes, .description: runFoundation(step, source)
    case .container: runContainer(step, source)
    case .fixedArray: runFixedArray(step, source)
    case .opaqueExistential: runExistential(source)
    case .error: runError(source.assumingMemoryBound(to: (any Error).self).pointee)
    case .keyPath:
      append(PlanRegistry.number(for: source.assumingMemoryBound(to: AnyKeyPath.self).pointee))
    case .metatype:
      append(PlanRegistry.token(for: source.load(as: Any.Type.self)))
    default: break
    }
  }
}

// MARK: - Notices and paths

extension StructuralEncoder {
  mutating func notice(_ kind: StructuralNoticeKinds, at last: String) {
    noticeKinds.insert(kind)
    trace?.notice(kind, at: last)
  }

  /// Goes into a part of the path; returns how many parts to leave again.
  @inline(__always)
  func enter(_ part: @autoclosure () -> String) -> Int {
    guard let trace else { return 0 }
    trace.path.append(part())
    return 1
  }

  @inline(__always)
  func leave(_ parts: Int) {
    if let trace { trace.path.removeLast(parts) }
  }
}
