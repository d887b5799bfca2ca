// The rows of W1 and the cells of W3 as instances of one template: through the core and through the façade.

import Simplex
import Trellis

extension Workload {
  /// Whether the workload is a list of instances of one structure.
  public var hasInstances: Bool { self == .scrollList || self == .cells }

  /// The numbers that the instances of the workload at the size `n` differ in, an instance after another: of a row its
  /// height and width; of a cell the width of the name, that of the time, the height of the body, and its own width.
  /// Empty for workloads without instances.
  ///
  /// - Complexity: O(n).
  public func templateInputs(_ n: Int) -> [Double] {
    switch self {
    case .scrollList: (0..<n).flatMap { [Numbers.rowHeight($0), 375] }
    case .cells: (0..<n / 8).flatMap { [Numbers.nameWidth($0), Numbers.timeWidth($0), Numbers.bodyHeight($0), 375] }
    case .distributedSpacing, .nesting, .equalToFirst, .equalToPrevious, .equalSpaces: []
    }
  }

  /// Columns of ``templateInputs(_:)``.
  fileprivate var inputCount: Int { self == .cells ? 4 : 2 }

  /// Views of an instance.
  fileprivate var instanceViews: Int { self == .cells ? CellPart.allCases.count : 1 }

  /// The frames of the scroll view, its content and the container, before those of the instances.
  fileprivate func writeHead(_ frames: inout [Double], width: Double, height: Double) {
    let head = [0, 0, width, 667, 0, 0, width, height, 0, 0, width, height]
    for (index, value) in head.enumerated() where index < frames.count { frames[index] = value }
  }
}

/// A row or cell compiled through the core: the smallest program of the workload, which has one of them.
public struct CoreTemplate: Sendable {
  private let template: ProgramTemplate
  private let workload: Workload

  /// Compiles an instance of the workload; nil for one without instances.
  public init?(_ workload: Workload) throws(SolverError) {
    guard workload.hasInstances else { return nil }
    self.workload = workload
    let program = try CoreProgram(workload, size: workload.smallestSize)
    let first = Workload.firstRow
    func part(_ part: CellPart) -> Int { first + part.rawValue }
    let indices: [(view: Int, isWidth: Bool)] =
      workload == .cells
      ? [(part(.name), true), (part(.time), true), (part(.body), false), (0, true)] : [(first, false), (0, true)]
    let rows = try program.rows(of: indices.map { WorkloadEdit(view: $0.view, isWidth: $0.isWidth, value: 0) })
    var uses: [ProgramTemplate.Use] = []
    for (input, row) in rows.enumerated() {
      if let row { uses.append(.init(input: input, row: row)) }
    }
    template = try ProgramTemplate(
      program.solver, inputCount: indices.count, uses: uses,
      outputs: program.variables[(4 * first)...].map { .init($0) },
      reference: workload.templateInputs(workload.smallestSize))
  }

  /// Lays out the instances one below the other.
  ///
  /// - Parameters:
  ///   - inputs: As ``Workload/templateInputs(_:)``.
  ///   - frames: The frames of all views in the workload's order; of the right size already.
  /// - Returns: Whether all instances have an answer.
  public func solve(_ inputs: [Double], into frames: inout [Double]) throws(SolverError) -> Bool {
    let count = inputs.count / workload.inputCount
    let stride = 4 * workload.instanceViews
    var outcomes: [Outcome] = []
    var failure: SolverError?
    var y = 0.0
    inputs.withUnsafeBufferPointer { inputs in
      frames.withUnsafeMutableBufferPointer { all in
        let table = UnsafeMutableBufferPointer(rebasing: all[(4 * Workload.firstRow)...])
        do throws(SolverError) {
          try template.solve(count, inputs, into: table, outcomes: &outcomes, threads: 1)
        } catch { failure = error }
        for start in Swift.stride(from: 0, to: table.count, by: stride) {
          let height = table[start + 3]
          var index = start + 1
          while index < start + stride {
            table[index] += y
            index += 4
          }
          y += height
        }
      }
    }
    if let failure { throw failure }
    workload.writeHead(&frames, width: inputs.last ?? 375, height: y)
    return outcomes.allSatisfy { $0 == .optimal }
  }
}

/// A row or cell compiled from views.
public struct ViewTemplate: Sendable {
  private let template: LayoutTemplate
  private let workload: Workload

  /// Compiles an instance of the workload; nil for one without instances.
  public init?(_ workload: Workload) throws(LayoutError) {
    guard workload.hasInstances else { return nil }
    self.workload = workload
    let instance = try ViewInstance(workload)
    template = try LayoutTemplate(
      fitting: instance.root, width: 375, inputs: instance.inputs, frames: instance.items, coordinates: .root)
  }

  /// Lays out the instances one below the other; see ``CoreTemplate/solve(_:into:)``.
  public func solve(_ inputs: [Double], into frames: inout [Double]) throws(LayoutError) -> Bool {
    var failure: LayoutError?
    var height = 0.0
    var isSolved = false
    inputs.withUnsafeBufferPointer { inputs in
      frames.withUnsafeMutableBufferPointer { all in
        let table = UnsafeMutableBufferPointer(rebasing: all[(4 * Workload.firstRow)...])
        do throws(LayoutError) {
          let placed = try template.stack(inputs, into: table, threads: 1)
          height = placed.contentHeight
          isSolved = placed.outcomes.allSatisfy { $0 == .solved }
        } catch { failure = error }
      }
    }
    if let failure { throw failure }
    workload.writeHead(&frames, width: inputs.last ?? 375, height: height)
    return isSolved
  }
}
