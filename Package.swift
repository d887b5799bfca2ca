// swift-tools-version: 6.1
import PackageDescription

// The libraries and their tests. Nothing here is fetched: what the command line, the documentation and the benchmarks
// depend on is named by the nested packages `Tools` and `Benchmarks`. `Tests/Consumer` holds this.

let release: BuildSettingCondition = .when(configuration: .release)

// The kernels of OpenBLAS; without it (`--disable-default-traits`) plain ones, and nothing of the system is linked.
let openBLAS: Trait = .trait(name: "OpenBLAS", description: "Dense kernels by OpenBLAS, on Linux")

let libraries: [Target] = [
  .systemLibrary(
    name: "COpenBLAS", path: "CSolver/openblas", pkgConfig: "openblas",
    providers: [.apt(["libopenblas-dev"]), .yum(["openblas-devel"])]),
  .target(
    name: "CSolver",
    dependencies: [.target(name: "COpenBLAS", condition: .when(platforms: [.linux], traits: ["OpenBLAS"]))],
    path: "CSolver", sources: ["src"], publicHeadersPath: "include",
    cSettings: [
      .headerSearchPath("src"), .define("NDEBUG", release), .define("ACCELERATE_NEW_LAPACK"), .define("CSOLVER_TRAITS"),
      .define("CSOLVER_TRAIT_OPENBLAS", .when(traits: ["OpenBLAS"])),
    ],
    linkerSettings: [
      .linkedFramework("Accelerate", .when(platforms: [.macOS, .iOS, .tvOS, .visionOS, .watchOS]))
    ]),
  .target(name: "Simplex", dependencies: ["CSolver"]),
  .target(name: "CTrellis"),
  .target(name: "Trellis", dependencies: ["CTrellis", "Simplex"]),
  .target(name: "TrellisFiles", dependencies: ["Trellis", "Simplex"]),
]

// Measured text. On Linux it needs libharfbuzz-dev (which brings ICU's headers along) and libfontconfig-dev, on Apple's
// platforms nothing. Built for those alone who use the product `TrellisText`.
let text: [Target] = [
  .systemLibrary(
    name: "CHarfBuzz", path: "Sources/CTrellisText/harfbuzz", pkgConfig: "harfbuzz",
    providers: [.apt(["libharfbuzz-dev"]), .yum(["harfbuzz-devel"])]),
  .systemLibrary(
    name: "CICU", path: "Sources/CTrellisText/icu", pkgConfig: "icu-uc",
    providers: [.apt(["libicu-dev"]), .yum(["libicu-devel"])]),
  .systemLibrary(
    name: "CFontconfig", path: "Sources/CTrellisText/fontconfig", pkgConfig: "fontconfig",
    providers: [.apt(["libfontconfig-dev"]), .yum(["fontconfig-devel"])]),
  .target(
    name: "CTrellisText", dependencies: ["CHarfBuzz", "CICU", "CFontconfig"], path: "Sources/CTrellisText",
    sources: ["src"], publicHeadersPath: "include"),
  .target(
    name: "TrellisText",
    dependencies: ["Trellis", .target(name: "CTrellisText", condition: .when(platforms: [.linux]))]),
]

// CGLPK and what depends on it need libglpk-dev, the exact judge libgmp-dev. Only the tests and `equality` link them.
let testSupport: [Target] = [
  .systemLibrary(name: "CGLPK", path: "Tests/CGLPK", providers: [.apt(["libglpk-dev"]), .yum(["glpk-devel"])]),
  .systemLibrary(name: "CGMP", path: "Tests/CGMP", providers: [.apt(["libgmp-dev"]), .yum(["gmp-devel"])]),
  .target(name: "CRational", dependencies: ["CGMP"], path: "Tests/CRational", linkerSettings: [.linkedLibrary("gmp")]),
  .target(
    name: "CSolverTestSupport", dependencies: ["CSolver"], path: "Tests/CSolverTestSupport",
    cSettings: [.headerSearchPath("../../CSolver/src")]),
  .target(name: "TestSupport", dependencies: ["Simplex"], path: "Tests/TestSupport"),
  .target(name: "Judge", dependencies: ["CGLPK", "CRational", "Simplex", "TestSupport"], path: "Tests/Judge"),
  .target(name: "EditScripts", dependencies: ["Judge", "Simplex", "TestSupport"], path: "Tests/EditScripts"),
]

let tests: [Target] = [
  .testTarget(name: "AllocationTests", dependencies: ["CSolver"]),
  .testTarget(name: "CSolverTests", dependencies: ["CSolverTestSupport", "TestSupport"]),
  .testTarget(name: "SimplexTests", dependencies: ["EditScripts", "Judge", "Simplex", "TestSupport"]),
  .testTarget(name: "TestSupportTests", dependencies: ["Judge", "Simplex", "TestSupport"]),
  .testTarget(
    name: "TrellisFilesTests", dependencies: ["TestSupport", "TrellisFiles"],
    exclude: ["Documents", "Goldens", "Malformed"]),
  .testTarget(name: "TrellisTextTests", dependencies: ["CTrellisText", "TestSupport", "TrellisText"]),
  .testTarget(name: "TrellisTests", dependencies: ["Judge", "Simplex", "TestSupport", "Trellis"]),
]

let package = Package(
  name: "Trellis",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16)],
  products: [
    .library(name: "Trellis", targets: ["Trellis"]),
    .library(name: "TrellisFiles", targets: ["TrellisFiles"]),
    .library(name: "TrellisText", targets: ["TrellisText"]),
    .library(name: "Simplex", targets: ["Simplex"]),
    // For `equality` in `Tools`; built for nobody else.
    .library(name: "EditScripts", targets: ["EditScripts", "TestSupport"]),
  ],
  traits: [openBLAS, .default(enabledTraits: ["OpenBLAS"])],
  targets: libraries + text + testSupport + tests,
  swiftLanguageModes: [.v6],
  cLanguageStandard: .c11
)
