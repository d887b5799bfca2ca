// One variable in thousands of rows that all push it next to its bound: the scale of a diagram. An interior point method that takes it to be
// held there goes on from an optimum that is none (CSolver/src/simplex/interior.c).

import Simplex
import TestSupport
import Testing

@Suite struct PushedBoundTests {
  /// A Sankey diagram: flows between columns of nodes at one scale, nodes in order and as high as what flows through them, and
  /// ribbons wished level.
  private static func diagram(_ size: Int, seed: UInt64) -> Program {
    typealias Row = Program.Row
    typealias Node = (top: Int, height: Int)
    var random = SplitMix64(seed: seed)
    let side = Int((Double(size) / 3).squareRoot())
    let (scale, total) = (0, 1)
    var nonnegative = [true, true]
    var rows: [Row] = []
    func row(_ terms: [(Int, Double)], _ relation: Relation, _ constant: Double, _ priority: Double = 1000) {
      rows.append(Row(terms.filter { $0.1 != 0 }.map { .init($0.0, $0.1) }, relation, constant, priority: priority))
    }
    row([(total, 1)], .equal, 900, 750)
    row([(scale, 1)], .equal, 1, 250)
    var last: [Node] = []
    for _ in 0..<size / 3 / side {
      let column = (0..<side).map { Node(top: nonnegative.count + 2 * $0, height: nonnegative.count + 2 * $0 + 1) }
      for _ in column { nonnegative += [false, true] }
      for (node, below) in zip(column, column.dropFirst()) {
        let gap = [(below.top, 1.0), (node.top, -1), (node.height, -1)]
        row(gap, .greaterOrEqual, 6)
        row(gap, .equal, 12, 100)
      }
      for node in column { row([(node.height, 1)], .greaterOrEqual, 2) }
      row([(column[0].top, 1)], .greaterOrEqual, 0)
      row([(column[side - 1].top, 1), (column[side - 1].height, 1), (total, -1)], .lessOrEqual, 0)
      var (leaving, arriving) = (Array(repeating: 0, count: side), Array(repeating: 0, count: side))
      for (index, node) in last.enumerated() {
        for _ in 0..<2 {
          let to = min(side - 1, max(0, index + random.pick([-3, -2, -1, 0, 0, 1, 2, random.int(-side...side - 1)])))
          let offset = Double(leaving[index] - arriving[to])
          row([(node.top, 1), (column[to].top, -1), (scale, offset)], .equal, 0, random.pick([500, 400]))
          let flow = random.int(1...9)
          leaving[index] += flow
          arriving[to] += flow
        }
      }
      for (index, node) in last.enumerated() {
        row([(node.height, 1), (scale, -Double(max(1, leaving[index])))], .greaterOrEqual, 0)
        row([(column[index].height, 1), (scale, -Double(max(1, arriving[index])))], .equal, 0, 600)
      }
      last = column
    }
    return Program(nonnegative: nonnegative, rows: rows)
  }

  /// With its scale held at nothing after the first level it took 7,200 pivots, as the second ended at twice its optimum and more.
  @Test func theNextLevelEndsAtItsOptimum() throws {
    let loaded = try LoadedProgram(Self.diagram(25_600, seed: 1))
    #expect(try loaded.solve().outcome == .optimal)
    #expect(loaded.solver.statistics.interiorSteps > 0)
    #expect(loaded.solver.statistics.pivots < 2_000)
  }
}
