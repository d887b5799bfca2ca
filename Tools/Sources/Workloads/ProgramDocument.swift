// A measured workload as a layout document without views, for `trellis layout`, `check` and `explain`: a variable for each
// of the solver's, an equation for each row.

import Simplex

/// A program as the text of a layout document.
public struct ProgramDocument {
  /// The document: JSON, an equation on each line.
  public let text: String

  /// Writes a workload at the size `n`. Variables are `x0`, `y0`, `w0`, `h0` of the first view, and so on.
  ///
  /// - Throws: What the solver refuses to take; nothing, unless memory runs out.
  /// - Complexity: O(n).
  public init(_ workload: Workload, size n: Int) throws(SolverError) {
    let program = try CoreProgram(workload, size: n)
    let names = program.variables.indices.map { "\(["x", "y", "w", "h"][$0 % 4])\($0 / 4)" }
    try self.init(program.rows, program.variables, names, program.solver)
  }

  /// Writes a coupled program. Variables are `v0`, `v1` and so on.
  ///
  /// - Throws: As above.
  /// - Complexity: O(n).
  public init(_ family: Coupled, size n: Int) throws(SolverError) {
    let program = try CoupledProgram(family, size: n)
    try self.init(program.rows, program.variables, program.variables.indices.map { "v\($0)" }, program.solver)
  }

  private init(
    _ rows: [Row], _ variables: [Variable], _ names: [String], _ solver: Solver
  ) throws(SolverError) {
    let program = try CompressedRows(rows, of: solver)
    let nonnegative = zip(names, try solver.isNonnegative(variables)).filter(\.1).map(\.0)
    var equations: [String] = []
    for row in 0..<program.count {
      let entries = Int(program.starts[row])..<Int(program.starts[row + 1])
      let sum = entries.map { entry in
        let coefficient = program.coefficients[entry]
        let sign = coefficient < 0 ? "-" : entry == entries.lowerBound ? "" : "+"
        let factor = abs(coefficient) == 1 ? "" : "\(abs(coefficient))*"
        return
          "\(sign)\(entry == entries.lowerBound || sign.isEmpty ? "" : " ")\(factor)\(names[Int(program.variables[entry])])"
      }.joined(separator: " ")
      let (above, below) = (program.priorities[row], program.prioritiesBelow[row])
      func add(_ relation: String, _ priority: Double) {
        let suffix = priority < 1000 ? " @ \(priority)" : ""
        equations.append("\(sum) \(relation) \(program.constants[row])\(suffix)")
      }
      switch program.relations[row] {
      case 0 where above != below:
        // Two priorities for the two sides of one size.
        add("<=", above)
        add(">=", below)
      case 0: add("=", above)
      case 1...: add(">=", above)
      default: add("<=", above)
      }
    }
    func list(_ elements: [String]) -> String { elements.map { "\"\($0)\"" }.joined(separator: ", ") }
    let lines = equations.map { "    \"\($0)\"" }.joined(separator: ",\n")
    text = """
      {
        "trellis": 1,
        "variables": [\(list(names))],
        "nonnegative": [\(list(nonnegative))],
        "constraints": [
      \(lines)
        ]
      }

      """
  }
}
