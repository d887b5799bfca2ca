// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that the benchmark library enters nobody's graph but its own.
//
//   swift package --package-path Benchmarks benchmark
//
// Without traits the library needs no allocation hooks; its counts of allocations read 0 then and are not asked for.
let package = Package(
  name: "TrellisBenchmarks",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "Trellis", path: "../"),
    .package(name: "TrellisTools", path: "../Tools"),
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
  ],
  targets: [
    // The library's plugin looks for targets in a folder of this name.
    .executableTarget(
      name: "WorkloadBenchmarks",
      dependencies: [
        .product(name: "Benchmark", package: "benchmark"),
        .product(name: "Simplex", package: "Trellis"),
        .product(name: "Trellis", package: "Trellis"),
        .product(name: "TrellisText", package: "Trellis"),
        .product(name: "Workloads", package: "TrellisTools"),
      ],
      path: "Benchmarks/WorkloadBenchmarks",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")])
  ],
  swiftLanguageModes: [.v6]
)
