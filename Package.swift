// swift-tools-version: 6.1
import PackageDescription

/// Whether this manifest is read as somebody's dependency. SwiftPM resolves every package that a manifest names, needed
/// or not, so an app that embeds Trellis would have to fetch what only the command line and the documentation use.
/// A dependency's manifest is read twice: during resolution straight from its repository, when the package directory
/// is `/`, and later from the consumer's `checkouts` folder. In both, those packages and the targets that import them
/// are left out. `Tests/Consumer` holds this.
let isEmbedded = Context.packageDirectory == "/" || Context.packageDirectory.contains("/checkouts/")

let release: BuildSettingCondition = .when(configuration: .release)

let package = Package(
  name: "Trellis",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16)],
  products: [
    .library(name: "Trellis", targets: ["Trellis"]),
    .library(name: "TrellisFiles", targets: ["TrellisFiles"]),
    .library(name: "Simplex", targets: ["Simplex"]),
  ],
  targets: [
    .systemLibrary(
      name: "COpenBLAS", path: "CSolver/openblas", pkgConfig: "openblas",
      providers: [.apt(["libopenblas-dev"]), .yum(["openblas-devel"])]),
    .target(
      name: "CSolver",
      dependencies: [.target(name: "COpenBLAS", condition: .when(platforms: [.linux]))],
      path: "CSolver", sources: ["src"], publicHeadersPath: "include",
      cSettings: [.headerSearchPath("src"), .define("NDEBUG", release), .define("ACCELERATE_NEW_LAPACK")],
      linkerSettings: [
        .linkedFramework("Accelerate", .when(platforms: [.macOS, .iOS, .tvOS, .visionOS, .watchOS]))
      ]),
    .target(name: "Simplex", dependencies: ["CSolver"]),
    .target(name: "CTrellis"),
    .target(name: "Trellis", dependencies: ["CTrellis", "Simplex"]),
    .target(name: "TrellisFiles", dependencies: ["Trellis", "Simplex"]),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .c11
)

if !isEmbedded {
  package.dependencies += [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
  ]
  // Test targets. CGLPK and what stands on it want libglpk-dev, the exact judge libgmp-dev; nothing but tests links them.
  package.targets += [
    .systemLibrary(name: "CGLPK", path: "Tests/CGLPK", providers: [.apt(["libglpk-dev"]), .yum(["glpk-devel"])]),
    .target(
      name: "CSolverTestSupport", dependencies: ["CSolver"], path: "Tests/CSolverTestSupport",
      cSettings: [.headerSearchPath("../../CSolver/src")]),
    .testTarget(name: "AllocationTests", dependencies: ["CSolver"]),
    .testTarget(name: "CSolverTests", dependencies: ["CSolverTestSupport", "TestSupport"]),
    .target(name: "TestSupport", dependencies: ["Simplex"], path: "Tests/TestSupport"),
    .systemLibrary(name: "CGMP", path: "Tests/CGMP", providers: [.apt(["libgmp-dev"]), .yum(["gmp-devel"])]),
    .target(
      name: "CRational", dependencies: ["CGMP"], path: "Tests/CRational", linkerSettings: [.linkedLibrary("gmp")]),
    .target(name: "Judge", dependencies: ["CGLPK", "CRational", "Simplex", "TestSupport"], path: "Tests/Judge"),
    .testTarget(name: "CommandLineTests", dependencies: ["Workloads", "trellis-cli"]),
    .target(name: "EditScripts", dependencies: ["Judge", "Simplex", "TestSupport"], path: "Tests/EditScripts"),
    .target(name: "CHeap", path: "Tests/CHeap"),
    .executableTarget(
      name: "equality",
      dependencies: [
        "CHeap", "EditScripts", "Simplex", "TestSupport", "Trellis",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tests/Equality"),
    .testTarget(name: "SimplexTests", dependencies: ["EditScripts", "Judge", "Simplex", "TestSupport"]),
    .testTarget(name: "TestSupportTests", dependencies: ["Judge", "Simplex", "TestSupport"]),
    .testTarget(
      name: "TrellisFilesTests", dependencies: ["TestSupport", "TrellisFiles"],
      exclude: ["Documents", "Goldens", "Malformed"]),
    .testTarget(name: "TrellisTests", dependencies: ["Judge", "Simplex", "TestSupport", "Trellis"]),
  ]
  // The target is not called `trellis`: its module would differ from the library's in case only, which file systems
  // that fold case cannot keep apart.
  package.products += [.executable(name: "trellis", targets: ["trellis-cli"])]
  // For the nested package of benchmarks; no app that depends on a version sees it.
  package.products += [.library(name: "Workloads", targets: ["Workloads"])]
  package.targets += [
    // The measured workloads serve the command line and the benchmarks only.
    .target(name: "Workloads", dependencies: ["Trellis"]),
    .executableTarget(
      name: "trellis-cli",
      dependencies: [
        "Trellis", "TrellisFiles", "Workloads", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
  ]
}
