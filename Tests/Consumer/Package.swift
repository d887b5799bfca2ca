// swift-tools-version: 6.2
import PackageDescription

// A package that depends on Trellis by version, as an app would. `run.sh` sets the address of a tagged clone.
let trellis = Target.Dependency.product(name: "Trellis", package: "Trellis")

let package = Package(
  name: "Consumer",
  dependencies: [
    .package(url: Context.environment["TRELLIS_URL"] ?? "https://github.com/trellis/Trellis", from: "0.1.0")
  ],
  targets: [
    .executableTarget(name: "Consumer", dependencies: [trellis]),
    .executableTarget(
      name: "Isolated", dependencies: [trellis], swiftSettings: [.defaultIsolation(MainActor.self)]),
  ],
  swiftLanguageModes: [.v6]
)
