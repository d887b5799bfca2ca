// What the environment says about a run of the tests.

import Foundation

/// The settings of this run.
package enum TestRun {
  /// The part of the long property runs that is asked for: `TRELLIS_LONG_TESTS=1` is all, `0.25` a quarter of each; nil
  /// without it.
  private static let part: Double? = ProcessInfo.processInfo.environment["TRELLIS_LONG_TESTS"].flatMap(Double.init)
    .flatMap { $0 > 0 && $0 <= 1 ? $0 : nil }

  /// Whether long property runs are asked for, or a part of them.
  package static var isLong: Bool { part != nil }

  /// How many cases a property is tried on: `short`, or the asked-for part of `long`, whichever is more.
  package static func count<Count: BinaryInteger>(_ short: Count, long: Count) -> Count {
    part.map { max(short, Count(Double(long) * $0)) } ?? short
  }

  /// The seed of random tests: that of `TRELLIS_SEED`, or the given one.
  package static func seed(_ standard: UInt64) -> UInt64 {
    ProcessInfo.processInfo.environment["TRELLIS_SEED"].flatMap(UInt64.init) ?? standard
  }

  /// A share of random tests, so that several processes can divide a long run: `TRELLIS_SHARE=1/2` is the first half.
  package static func share(of count: Int) -> Range<Int> {
    let parts = ProcessInfo.processInfo.environment["TRELLIS_SHARE"]?.split(separator: "/").compactMap { Int($0) } ?? []
    guard parts.count == 2, parts[1] > 0, (1...parts[1]).contains(parts[0]) else { return 0..<count }
    return (count * (parts[0] - 1) / parts[1])..<(count * parts[0] / parts[1])
  }
}
