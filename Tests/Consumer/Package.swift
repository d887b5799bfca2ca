// swift-tools-version: 6.1
import PackageDescription

// A package that depends on Trellis by version, as an app would. `run.sh` sets the address of a tagged clone.
let package = Package(
  name: "Consumer",
  dependencies: [
    .package(url: Context.environment["TRELLIS_URL"] ?? "https://github.com/trellis/Trellis", from: "0.1.0")
  ],
  targets: [
    .executableTarget(name: "Consumer", dependencies: [.product(name: "Trellis", package: "Trellis")])
  ],
  swiftLanguageModes: [.v6]
)
