// Structural edits: of the rows of W1 and the cells of W3 one goes and another comes, at positions that the workloads' hash
// chooses as it does for W5. Rows and cells have numbers, which say what they are like; those that come in have the
// numbers after those that were there.

/// One row or cell out, another in, between two solves.
public struct StructuralEdit: Hashable, Sendable {
  /// The number of the row or cell that goes.
  public var removed: Int
  /// The number of the row or cell that comes.
  public var added: Int
  /// The number of the one that it comes after, once the other has gone; nil where it is the first.
  public var previous: Int?

  /// Makes the edit in a list of numbers.
  ///
  /// - Complexity: O(numbers).
  public func apply(to numbers: inout [Int]) {
    numbers.removeAll { $0 == removed }
    let index = previous.flatMap { numbers.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    numbers.insert(added, at: index)
  }
}

extension Workload {
  /// How many rows or cells the workload has at the size `n`; 0 for workloads without.
  public func listCount(_ n: Int) -> Int {
    switch self {
    case .scrollList: n
    case .cells: n / 8
    case .distributedSpacing, .nesting, .equalToFirst, .equalToPrevious, .equalSpaces: 0
    }
  }

  /// The first `count` structural edits at the size `n`: the one that goes at the position hash(31e + 7), as in W5, the one
  /// that comes at the position hash(31e + 11) among the others. Empty for workloads without rows or cells.
  ///
  /// - Complexity: O(n · count).
  public func structuralEdits(_ n: Int, count: Int) -> [StructuralEdit] {
    var numbers = Array(0..<listCount(n))
    guard !numbers.isEmpty else { return [] }
    return (0..<count).map { e in
      let removed = numbers.remove(at: Numbers.hash(31 * e + 7) % numbers.count)
      let index = Numbers.hash(31 * e + 11) % (numbers.count + 1)
      let added = listCount(n) + e
      numbers.insert(added, at: index)
      return StructuralEdit(removed: removed, added: added, previous: index > 0 ? numbers[index - 1] : nil)
    }
  }
}

/// Which row or cell follows which, by number. An edit of it costs the same however long the list is, so that it does
/// not count among what an engine takes.
struct ListOrder {
  /// By number; nil for one without a neighbour there, or that is not in the list.
  private var after: [Int?]
  private var before: [Int?]
  private var first: Int?

  init(count: Int) {
    after = (0..<count).map { $0 + 1 < count ? $0 + 1 : nil }
    before = (0..<count).map { $0 > 0 ? $0 - 1 : nil }
    first = count > 0 ? 0 : nil
  }

  /// Takes a number out.
  ///
  /// - Returns: The neighbours it had.
  mutating func remove(_ number: Int) -> (previous: Int?, next: Int?) {
    let neighbours = (before[number], after[number])
    if let previous = neighbours.0 { after[previous] = neighbours.1 } else { first = neighbours.1 }
    if let next = neighbours.1 { before[next] = neighbours.0 }
    (before[number], after[number]) = (nil, nil)
    return neighbours
  }

  /// Puts a number in.
  ///
  /// - Returns: The one that follows it.
  mutating func insert(_ number: Int, after previous: Int?) -> Int? {
    while after.count <= number {
      after.append(nil)
      before.append(nil)
    }
    let next = previous.map { after[$0] } ?? first
    (before[number], after[number]) = (previous, next)
    if let previous { after[previous] = number } else { first = number }
    if let next { before[next] = number }
    return next
  }
}
