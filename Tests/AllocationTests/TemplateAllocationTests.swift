// Allocation fails at the n-th call of compiling a template and solving a table with it, for every n: a clean status,
// nothing leaked, and the same call succeeds once there is memory.

import CSolver
import Testing

@Suite struct TemplateAllocationTests {
  /// Three content sizes that compete in pairs (a reduced program), two in a row (a knapsack), one with limits (a choice).
  private func makeSolver(_ allocator: FailingAllocator) throws -> OpaquePointer {
    var native = allocator.native
    var created: OpaquePointer?
    #expect(lx_create(&native, &created) == .LX_OK)
    let solver = try #require(created)
    var variables = [Int32](repeating: 0, count: 6)
    #expect(lx_add_variables(solver, 6, Array(repeating: 1, count: 6), &variables) == .LX_OK)
    let sizes: [[Int32]] = [[0], [1], [2], [3], [4], [5]]
    let others: [[Int32]] = [[0, 1], [1, 2], [0, 2], [3, 4], [5], [5]]
    let relations: [Int8] = [0, 0, 0, 0, 0, 0, -1, -1, -1, -1, -1, 1]
    var starts: [Int32] = [0]
    for row in sizes + others { starts.append((starts.last ?? 0) + Int32(row.count)) }
    let entries = (sizes + others).flatMap { $0 }
    let constants: [Double] = [50, 60, 70, 40, 40, 30, 100, 100, 100, 70, 80, 10]
    let priorities = Array(repeating: 250.0, count: 6) + Array(repeating: 1000, count: 6)
    let below: [Double] = [750, 751, 752, 750, 751, 750] + Array(repeating: 1000, count: 6)
    var out = [Int32](repeating: 0, count: 12)
    let coefficients = entries.map { _ in 1.0 }
    let status = starts.withUnsafeBufferPointer { starts in
      entries.withUnsafeBufferPointer { entries in
        coefficients.withUnsafeBufferPointer { coefficients in
          relations.withUnsafeBufferPointer { relations in
            constants.withUnsafeBufferPointer { constants in
              priorities.withUnsafeBufferPointer { priorities in
                below.withUnsafeBufferPointer { below in
                  var rows = lx_rows(
                    row_count: 12, entry_count: Int32(entries.count), starts: starts.baseAddress,
                    variables: entries.baseAddress, coefficients: coefficients.baseAddress,
                    relations: relations.baseAddress, constants: constants.baseAddress,
                    priorities: priorities.baseAddress, priorities_below: below.baseAddress, weights: nil)
                  return lx_add_rows(solver, &rows, &out)
                }
              }
            }
          }
        }
      }
    }
    #expect(status == .LX_OK)
    return solver
  }

  /// Inputs 0 … 5 are added to the content sizes; the outputs are the six variables.
  private func compile(_ solver: OpaquePointer, _ out: inout OpaquePointer?) -> lx_status {
    let indices: [Int32] = [0, 1, 2, 3, 4, 5]
    let ones = [Double](repeating: 1, count: 6)
    let zeros = [Double](repeating: 0, count: 6)
    let starts: [Int32] = [0, 1, 2, 3, 4, 5, 6]
    return indices.withUnsafeBufferPointer { indices in
      ones.withUnsafeBufferPointer { ones in
        zeros.withUnsafeBufferPointer { zeros in
          starts.withUnsafeBufferPointer { starts in
            var spec = lx_template_spec(
              input_count: 6, use_count: 6, use_inputs: indices.baseAddress, use_rows: indices.baseAddress,
              use_factors: ones.baseAddress, output_count: 6, output_starts: starts.baseAddress,
              output_variables: indices.baseAddress, output_coefficients: ones.baseAddress,
              output_offsets: zeros.baseAddress, reference: nil)
            return lx_template_create(solver, &spec, &out)
          }
        }
      }
    }
  }

  /// Instances around the reference, far from it, and in conflict with what is required.
  private var inputs: [Double] {
    var table: [Double] = []
    for row in 0..<20 {
      for column in 0..<6 {
        let mixed: Int = row * row + 3 * column * row
        table.append(Double(mixed % 90 - 45))
      }
    }
    return table
  }

  private func solve(_ template: OpaquePointer, _ outputs: inout [Double]) -> lx_status {
    var outcomes = [Int8](repeating: 0, count: 20)
    var fault: Int64 = 0
    return lx_template_solve(template, 20, inputs, 1, &outputs, &outcomes, &fault)
  }

  private func run(_ allocator: FailingAllocator) throws -> [Double] {
    let solver = try allocator.whileWorking { try makeSolver(allocator) }
    let before = allocator.current.live
    var template: OpaquePointer?
    var status = compile(solver, &template)
    if status == .LX_ERROR_MEMORY {
      #expect(template == nil)
      #expect(allocator.current.live == before)
      allocator.stopFailing()
      status = compile(solver, &template)
    }
    #expect(status == .LX_OK)
    let compiled = try #require(template)
    lx_destroy(solver)
    let held = allocator.current.live
    var outputs = [Double](repeating: 0, count: 120)
    status = solve(compiled, &outputs)
    if status == .LX_ERROR_MEMORY {
      #expect(allocator.current.live == held)
      allocator.stopFailing()
      status = solve(compiled, &outputs)
    }
    #expect(status == .LX_OK)
    #expect(allocator.current.live == held)
    lx_template_destroy(compiled)
    #expect(allocator.current.live == 0, "leaked \(allocator.current.live) blocks")
    return outputs
  }

  @Test func memoryStaysFlat() throws {
    let allocator = FailingAllocator()
    let solver = try makeSolver(allocator)
    var template: OpaquePointer?
    #expect(compile(solver, &template) == .LX_OK)
    let compiled = try #require(template)
    let held = allocator.current.live
    var outputs = [Double](repeating: 0, count: 120)
    for _ in 0..<2000 {
      #expect(solve(compiled, &outputs) == .LX_OK)
      #expect(allocator.current.live == held)
    }
    lx_template_destroy(compiled)
    lx_destroy(solver)
    #expect(allocator.current.live == 0)
  }

  @Test func everyCallCanFail() throws {
    let undisturbed = FailingAllocator()
    let expected = try run(undisturbed)
    let calls = undisturbed.current.calls
    #expect(calls > 50)
    var failures = 0
    for call in 1...calls {
      let allocator = FailingAllocator(failing: call)
      #expect(try run(allocator).map(\.bitPattern) == expected.map(\.bitPattern), "call \(call)")
      failures += allocator.current.failed > 0 ? 1 : 0
    }
    #expect(failures >= calls / 2)
    print("template allocation: \(calls) calls, \(failures) failed in turn")
  }
}
