// swift-tools-version: 6.1
import PackageDescription

// Measured text by itself, for `run.sh`: a package of its own, so that it links what texts need and nothing else does.
let package = Package(
  name: "TrellisTextBenchmark",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "Trellis", path: "../..")],
  targets: [
    .executableTarget(name: "text", dependencies: [.product(name: "TrellisText", package: "Trellis")])
  ],
  swiftLanguageModes: [.v6]
)
