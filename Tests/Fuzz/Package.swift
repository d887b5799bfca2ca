// swift-tools-version: 6.1
import PackageDescription

// The fuzzers written in Swift, a package of their own: libFuzzer brings `main`, which wants a flag that SwiftPM calls
// unsafe and allows in root packages only. `scripts/fuzz.sh` builds and runs them.
let package = Package(
  name: "Fuzz",
  dependencies: [.package(name: "Trellis", path: "../..")],
  targets: [
    .executableTarget(
      name: "DocumentFuzzer", dependencies: [.product(name: "TrellisFiles", package: "Trellis")],
      swiftSettings: [.unsafeFlags(["-parse-as-library"])]),
    .executableTarget(
      name: "VisualFormatFuzzer", dependencies: [.product(name: "Trellis", package: "Trellis")],
      swiftSettings: [.unsafeFlags(["-parse-as-library"])]),
  ],
  swiftLanguageModes: [.v6]
)
