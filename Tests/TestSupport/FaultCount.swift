// Counts what long random runs find, beside how much of it was measured and is known.

/// Faults of a long run against the number that is known and not yet brought to zero. A short run may have none.
package struct FaultCount: CustomStringConvertible {
  private let allowed: Int
  private var faults: [String] = []

  /// - Parameters:
  ///   - rate: One fault in so many programs is known.
  ///   - count: The programs of the run.
  package init(oneIn rate: Int, of count: Int) {
    allowed = TestRun.isLong ? max(1, count / rate) : 0
  }

  package mutating func note(_ fault: String) { faults.append(fault) }

  /// Whether there are no more than are known.
  package var isKnown: Bool { faults.count <= allowed }

  package var description: String {
    "\(faults.count) faults, known: \(allowed)\n" + faults.prefix(3).joined(separator: "\n")
  }
}
