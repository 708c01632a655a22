import TransitionSystems

extension Challenge {
  static let bound5 = Challenge(
    "bound5", peer: 82, 249,
    drawing: {
      let list = Generator<[Int16]>.array(of: .integer)
      return zip(list, list, list, list, list)
    },
    holds: { lists in
      let sums = [lists.0, lists.1, lists.2, lists.3, lists.4].map { $0.reduce(0, &+) }
      return !sums.allSatisfy { $0 < 256 } || sums.reduce(0, &+) < 5 * 256
    },
    minimum: { lists in
      let sorted = [lists.0, lists.1, lists.2, lists.3, lists.4].sorted { "\($0)" < "\($1)" }
      return sorted == [[-1], [-32768], [], [], []]
    })

  static let coupling = Challenge(
    "coupling", peer: 100,
    drawing: { Generator<[Int]>.array(of: .integer(in: 0...10)) },
    holds: { list in
      guard list.allSatisfy({ $0 < list.count }) else { return true }
      return list.indices.allSatisfy { list[$0] == $0 || list[list[$0]] != $0 }
    },
    minimum: { $0 == [1, 0] })

  static let deletion = Challenge(
    "deletion", peer: 100, 8,
    drawing: {
      .compose { draw in
        let list = try draw(.array(of: Generator<Int>.integer, count: 1...32))
        return (list, try draw(.element(of: list)))
      }
    },
    holds: { (list: [Int], element: Int) in
      var rest = list
      rest.firstIndex(of: element).map { _ = rest.remove(at: $0) }
      return !rest.contains(element)
    },
    minimum: { $0 == [0, 0] && $1 == 0 })

  static let distinct = Challenge(
    "distinct", peer: 100, 36,
    drawing: { Generator<[Int]>.array(of: .integer) },
    holds: { Set($0).count < 3 },
    minimum: { $0 == [0, 1, -1] || $0 == [0, 1, 2] })

  static let largeUnionList = Challenge(
    "large union list", peer: 100, 182,
    drawing: { Generator<[[Int]]>.array(of: .array(of: .integer)) },
    holds: { Set($0.joined()).count <= 4 },
    minimum: { $0 == [[0, 1, -1, 2, -2]] || $0 == [[0, 1, 2, 3, 4]] })

  static let lengthList = Challenge(
    "lengthlist", peer: 100, 88,
    drawing: {
      Generator<Int>.integer(in: 1...100).flatMap { count in
        Generator<[Int]>.array(of: .integer(in: 0...1000), count: count...count)
      }
    },
    holds: { $0.allSatisfy { $0 < 900 } },
    minimum: { $0 == [900] })

  static let nestedLists = Challenge(
    "nestedlists", peer: 100, 134,
    drawing: { Generator<[[Int]]>.array(of: .array(of: .integer)) },
    holds: { $0.joined().count <= 10 },
    minimum: { $0 == [Array(repeating: 0, count: 11)] })

  static let reverse = Challenge(
    "reverse", peer: 100, 10,
    drawing: { Generator<[Int]>.array(of: .integer) },
    holds: { $0 == $0.reversed() },
    minimum: { $0 == [0, 1] || $0 == [1, 0] })
}
