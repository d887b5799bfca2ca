// swift-tools-version: 6.1
import PackageDescription

// The command line, the measured workloads, the long comparisons and the documentation plug-in, with what only they
// depend on. A package of its own, so that an app that embeds Trellis resolves none of it.
//
//   make build                                                    the command line, as .build/release/trellis
//   swift run --package-path Tools --scratch-path .build trellis  the same, from the root of the repository
let package = Package(
  name: "TrellisTools",
  platforms: [.macOS(.v13)],
  products: [
    // The target is not called `trellis`: its module would differ from the library's in case only, which file systems
    // that fold case cannot keep apart.
    .executable(name: "trellis", targets: ["trellis-cli"]),
    .executable(name: "equality", targets: ["equality"]),
    .library(name: "Workloads", targets: ["Workloads"]),
  ],
  // What the command line links of the system. `--disable-default-traits` builds one that needs none of it (scripts/static.sh).
  traits: [
    .trait(name: "OpenBLAS", description: "Dense kernels by OpenBLAS, on Linux"),
    .trait(name: "Text", description: "Measures the texts of documents with the fonts of the machine"),
    .default(enabledTraits: ["OpenBLAS", "Text"]),
  ],
  dependencies: [
    .package(
      name: "Trellis", path: "..", traits: [.trait(name: "OpenBLAS", condition: .when(traits: ["OpenBLAS"]))]),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
  ],
  targets: [
    .target(
      name: "Workloads",
      dependencies: [
        .product(name: "Simplex", package: "Trellis"),
        .product(name: "Trellis", package: "Trellis"),
        .product(name: "TrellisText", package: "Trellis", condition: .when(traits: ["Text"])),
      ]),
    .executableTarget(
      name: "trellis-cli",
      dependencies: [
        "Workloads",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Simplex", package: "Trellis"),
        .product(name: "Trellis", package: "Trellis"),
        .product(name: "TrellisFiles", package: "Trellis"),
        .product(name: "TrellisText", package: "Trellis", condition: .when(traits: ["Text"])),
      ]),
    .target(name: "CHeap"),
    .executableTarget(
      name: "equality",
      dependencies: [
        "CHeap",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "EditScripts", package: "Trellis"),
        .product(name: "Simplex", package: "Trellis"),
        .product(name: "Trellis", package: "Trellis"),
      ]),
    .testTarget(
      name: "CommandLineTests",
      // GLPK judges the coupled programs.
      dependencies: [
        "Workloads", "trellis-cli", .product(name: "EditScripts", package: "Trellis"),
        .product(name: "Simplex", package: "Trellis"),
      ]),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .c11
)
