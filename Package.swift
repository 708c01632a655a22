// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
]

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// The tests of a document's listings, which are in sources of their own.
func document(_ number: String) -> Target {
  .testTarget(
    name: "Document\(number)Tests",
    dependencies: ["ComposableArchitecture", "Documents", "ReducerCheck"],
    path: "Tests/Document\(number)", swiftSettings: settings)
}

let package = Package(
  name: "ReducerCheck",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Reducers", targets: ["Reducers"]),
    .library(name: "ReducerTesting", targets: ["ReducerTesting"]),
    .library(name: "ReducerCheck", targets: ["ReducerCheck"]),
    .library(name: "ReducerCheckTesting", targets: ["ReducerCheckTesting"]),
    .executable(name: "reducer-check", targets: ["reducer-check"]),
  ],
  targets: [
    .macro(name: "ReducerMacros", swiftSettings: settings),
    library("Reducers", ["ReducerMacros"]),
    library("ControlledExecution"),
    library("ReducerTesting", ["Reducers", "ControlledExecution"]),
    library("TransitionSystems"),
    tests("ControlledExecutionTests", ["ControlledExecution"]),
    library("ReducerCheck", ["Reducers", "ControlledExecution", "TransitionSystems"]),
    library("ReducerCheckTesting", ["ReducerCheck"]),
    library("Examples", ["Reducers"]),
    .target(
      name: "Specs", dependencies: ["Examples", "Reducers", "ReducerCheck"], path: "Specs",
      swiftSettings: settings),
    .executableTarget(
      name: "reducer-check", dependencies: ["ReducerCheck", "Specs"], swiftSettings: settings),
    .executableTarget(
      name: "reducer-bench", dependencies: ["ReducerCheck", "ReducerTesting", "Specs"],
      swiftSettings: settings),
    .executableTarget(
      name: "misbehaving", dependencies: ["ReducerCheck", "Reducers"], path: "Tests/Misbehaving",
      swiftSettings: settings),
    .target(name: "TCAStandIn", path: "Tests/TCAStandIn", swiftSettings: settings),
    .target(
      name: "ComposableArchitecture", dependencies: ["Reducers", "ReducerTesting"],
      path: "Tests/ComposableArchitecture", swiftSettings: settings),
    .target(
      name: "Documents", dependencies: ["ReducerCheck"], path: "Tests/Documents",
      exclude: ["Texts"], swiftSettings: settings),
    tests(
      "ReducerCheckTests",
      [
        "ReducerCheck", "Specs", "Examples", "TCAStandIn", "misbehaving", "reducer-check",
      ]),
    tests("ReducerCheckTestingTests", ["ReducerCheckTesting", "Specs"]),
    tests("TransitionSystemsTests", ["TransitionSystems"]),
    tests("ReducersTests", ["Reducers"]),
    tests("ReducerTestingTests", ["ReducerTesting", "Reducers"]),
    tests("ReducerMacrosTests", ["ReducerMacros"]),
    document("000"), document("001"), document("002"), document("003"),
    tests("DocumentsTests", ["Documents"]),
  ]
)
