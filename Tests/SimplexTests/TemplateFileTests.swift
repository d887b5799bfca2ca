// Templates as bytes: what is loaded solves to the same bits, and whatever is wrong with the bytes is said.

import Simplex
import TestSupport
import Testing

@Suite("Template files")
struct TemplateFileTests {
  /// Two panes in a window, with a wish: inputs are the window and the wish, outputs the panes.
  private struct Panes {
    let solver: Solver
    let uses: [ProgramTemplate.Use]
    let outputs: [ProgramTemplate.Output]
    let names = ProgramTemplate.Names(
      inputs: ["window", "wish ♥"], outputs: ["left", "right"], bounds: [0...1e8, -5...5e3])

    init(removing count: Int = 0) throws {
      solver = try Solver()
      let gone = try solver.addVariables(nonnegative: Array(repeating: false, count: count))
      let panes = try solver.addVariables(nonnegative: [true, true])
      var batch = RowBatch()
      batch.append(panes[0], 1)
      batch.append(panes[1], 1)
      batch.end(.equal, constant: 800)
      batch.append(panes[1], 1)
      batch.end(.greaterOrEqual, constant: 250)
      batch.append(panes[0], 1)
      batch.end(.equal, constant: 200, priority: 750, priorityBelow: 500, weight: 2)
      let rows = try solver.add(batch)
      try solver.removeVariables(gone)
      uses = [.init(input: 0, row: rows[0]), .init(input: 1, row: rows[2], factor: 0.5)]
      outputs = [.init(panes[0]), .init([panes[0], panes[1]], [0.5, 1], offset: 3)]
    }

    func template() throws -> ProgramTemplate {
      try ProgramTemplate(solver, inputCount: 2, uses: uses, outputs: outputs, reference: [800, 400])
    }

    func encoded() throws -> [UInt8] {
      try ProgramTemplate.encoded(
        solver, inputCount: 2, uses: uses, outputs: outputs, reference: [800, 400], names: names)
    }
  }

  private static let inputs: [Double] = [800, 400, 400, 400, 200, 400, 1000, -200, 0, 0]

  @Test("A file's template solves to the same bits", arguments: [0, 3])
  func roundTrip(removed: Int) throws {
    let panes = try Panes(removing: removed)
    let made = try panes.template().solve(Self.inputs, count: 5)
    let loaded = try ProgramTemplate(encoded: panes.encoded())
    let solved = try loaded.solve(Self.inputs, count: 5)
    #expect(solved.outputs.map(\.bitPattern) == made.outputs.map(\.bitPattern))
    #expect(solved.outcomes == made.outcomes && made.outcomes.contains(.infeasible) && made.outcomes.contains(.optimal))
    #expect(loaded.inputCount == 2 && loaded.outputCount == 2)
    #expect(try panes.encoded() == panes.encoded())
  }

  @Test("No changed or missing byte is taken for a file")
  func damage() throws {
    let file = try Panes().encoded()
    for index in file.indices {
      for bit in [0, 7] {
        var damaged = file
        damaged[index] ^= 1 << bit
        #expect(throws: SolverError.value) { _ = try ProgramTemplate(encoded: damaged) }
      }
      #expect(throws: SolverError.value) { _ = try ProgramTemplate(encoded: Array(file[..<index])) }
    }
    #expect(throws: SolverError.value) { _ = try ProgramTemplate(encoded: file + [0]) }
  }

  @Test("Whatever its numbers are, a file with a right checksum is refused or solves")
  func hostileNumbers() throws {
    let file = try Panes().encoded()
    var random = SplitMix64(seed: TestRun.seed(5))
    var loaded = 0
    for _ in 0..<2_000 {
      var changed = file
      for _ in 0..<1 + random.int(0...2) {
        changed[32 + random.int(0...(file.count - 33))] = [0, 1, 2, 0x7f, 0x80, 0xff][random.int(0...5)]
      }
      var hash: UInt64 = 0xcbf2_9ce4_8422_2325
      for byte in changed[32...] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
      for k in 0..<8 { changed[24 + k] = UInt8(truncatingIfNeeded: hash >> (8 * UInt64(k))) }
      var refusal: SolverError?
      do throws(SolverError) {
        let template = try ProgramTemplate(encoded: changed)
        _ = try template.solve(Array(repeating: 1, count: 5 * template.inputCount), count: 5)
        loaded += 1
      } catch { refusal = error }
      #expect(refusal == nil || refusal == .value)
    }
    #expect(loaded > 100)
  }

  @Test("Names that are none are refused", arguments: ["", "tab\there", "line\n", "\u{7f}"])
  func badNames(name: String) throws {
    let panes = try Panes()
    #expect(throws: SolverError.value) {
      _ = try ProgramTemplate.encoded(
        panes.solver, inputCount: 2, uses: panes.uses, outputs: panes.outputs,
        names: .init(inputs: ["a", name], outputs: ["b", "c"]))
    }
  }

  @Test("As many names as columns, and bounds in order")
  func counts() throws {
    let panes = try Panes()
    #expect(throws: SolverError.argument) {
      _ = try ProgramTemplate.encoded(
        panes.solver, inputCount: 2, uses: panes.uses, outputs: panes.outputs,
        names: .init(inputs: ["a"], outputs: ["b", "c"]))
    }
    #expect(throws: SolverError.value) {
      _ = try ProgramTemplate.encoded(
        panes.solver, inputCount: 2, uses: panes.uses, outputs: panes.outputs,
        names: .init(inputs: ["a", "b"], outputs: ["b", "c"], bounds: [0...1, 0...1e300]))
    }
  }
}
