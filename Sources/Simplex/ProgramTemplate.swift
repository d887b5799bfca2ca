// A program compiled for many sets of constants: one call into C for a whole table of instances.

internal import CSolver

/// The program of a ``Solver`` compiled once, to be solved for any number of sets of constants.
///
/// Inputs are columns of a table of instances; each enters the constants of any rows, times a factor. Outputs are columns
/// of another table, sums of multiples of variables. Both tables are contiguous, an instance a row.
///
/// The answer to an instance is that of ``Solver/solve(_:)`` with these constants: the same level errors, and the same
/// values within 1e-9 wherever the optimum is unique. It is bit for bit the same for any number of threads.
///
/// A template never changes, and any number of tasks may use it at once.
public final class ProgramTemplate: @unchecked Sendable {
  /// An input in a row: the row's constant grows by `factor` times the input.
  public struct Use: Hashable, Sendable {
    /// The column of the table of inputs.
    public var input: Int
    /// The row whose constant the input is part of.
    public var row: Row
    /// What the input is multiplied by.
    public var factor: Double

    /// Creates a use.
    public init(input: Int, row: Row, factor: Double = 1) {
      self.input = input
      self.row = row
      self.factor = factor
    }
  }

  /// A column of the table of outputs: a sum of multiples of variables, and a number.
  public struct Output: Hashable, Sendable {
    /// The variables.
    public var variables: [Variable]
    /// What each is multiplied by.
    public var coefficients: [Double]
    /// What is added.
    public var offset: Double

    /// Creates an output.
    public init(_ variables: [Variable], _ coefficients: [Double], offset: Double = 0) {
      self.variables = variables
      self.coefficients = coefficients
      self.offset = offset
    }

    /// The value of one variable.
    public init(_ variable: Variable) { self.init([variable], [1]) }
  }

  private let handle: OpaquePointer
  /// Columns of the table of inputs.
  public let inputCount: Int
  /// Columns of the table of outputs.
  public let outputCount: Int

  /// Compiles the program of a solver as it is now. What happens to the solver later changes nothing.
  ///
  /// Complexity: two solves, and linear in what is recorded of the structure.
  ///
  /// - Parameters:
  ///   - solver: The program; the constants of its rows are those at the reference.
  ///   - inputCount: How many inputs there are.
  ///   - uses: Where the inputs go.
  ///   - outputs: What is asked for.
  ///   - reference: The inputs that the solver's constants belong to: a typical instance, which the template is fastest
  ///     around; nil for all 0.
  /// - Throws: ``SolverError/argument`` for arrays of different lengths, ``SolverError/index`` for a row, variable or
  ///   input that does not exist, ``SolverError/value`` for a number that is not finite or beyond 1e9,
  ///   ``SolverError/size``, ``SolverError/memory``.
  public init(
    _ solver: Solver, inputCount: Int, uses: [Use], outputs: [Output], reference: [Double]? = nil
  ) throws(SolverError) {
    var created: OpaquePointer?
    let status = try withSpec(inputCount, uses, outputs, reference) { spec in
      lx_template_create(solver.handle, spec, &created)
    }
    if let error = SolverError(status) { throw error }
    guard let created else { throw .memory }
    handle = created
    self.inputCount = inputCount
    outputCount = outputs.count
  }

  /// Takes over a template of C.
  init(handle: OpaquePointer, inputCount: Int, outputCount: Int) {
    self.handle = handle
    self.inputCount = inputCount
    self.outputCount = outputCount
  }

  deinit {
    lx_template_destroy(handle)
  }

  /// Solves instances, an instance a row of both tables, on several threads where that pays.
  ///
  /// - Parameters:
  ///   - count: How many instances there are, 500,000,000 at most.
  ///   - inputs: `count` × ``inputCount`` finite numbers of at most 1e9.
  ///   - outputs: `count` × ``outputCount`` numbers to be written. The row of an instance without an optimum is NaN.
  ///   - outcomes: The outcome of each instance; written over.
  ///   - threads: The most threads to use; 0 for as many as there are processors.
  ///   - shouldStop: Ends the call early once it returns true; asked often, by all threads at the same time.
  /// - Throws: ``SolverError/argument`` where a table is of another size, or for a negative number of threads;
  ///   ``SolverError/size`` for more instances than that;
  ///   ``SolverError/value`` for an unusable input, which ``firstUnusable(in:)`` finds; ``SolverError/memory`` and
  ///   ``SolverError/stopped``, after which the tables hold anything. Before all other errors nothing is written.
  public func solve(
    _ count: Int, _ inputs: UnsafeBufferPointer<Double>, into outputs: UnsafeMutableBufferPointer<Double>,
    outcomes: inout [Outcome], threads: Int = 0, shouldStop: (@Sendable () -> Bool)? = nil
  ) throws(SolverError) {
    guard count >= 0, threads >= 0 else { throw .argument }
    // So small that no product below overflows.
    guard count <= Int(LX_SIZE_LIMIT) else { throw .size }
    guard inputs.count == count * inputCount, outputs.count == count * outputCount else { throw .argument }
    var codes = [Int8](repeating: 0, count: count)
    var options = lx_template_options()
    options.size = UInt32(MemoryLayout<lx_template_options>.size)
    options.threads = Int32(clamping: threads)
    var box = StopBox(shouldStop: shouldStop ?? { false })
    let status = withUnsafeMutablePointer(to: &box) { box in
      options.stop = shouldStop == nil ? nil : askStopBox
      options.context = UnsafeMutableRawPointer(box)
      return lx_template_solve_with(
        handle, &options, Int64(count), inputs.baseAddress, outputs.baseAddress, &codes, nil)
    }
    if let error = SolverError(status) { throw error }
    // Nearly all are optimal: that is written at once, and the others over it.
    outcomes = Array(repeating: .optimal, count: count)
    codes.withUnsafeBufferPointer { codes in
      for position in codes.indices where codes[position] != lx_outcome.LX_OPTIMAL.rawValue {
        outcomes[position] = lx_outcome(rawValue: .init(codes[position])).map(Outcome.init) ?? .breakdown
      }
    }
  }

  /// Solves instances given as arrays; see ``solve(_:_:into:outcomes:threads:shouldStop:)``.
  ///
  /// - Parameters:
  ///   - inputs: `count` × ``inputCount`` finite numbers.
  ///   - count: How many instances there are.
  ///   - threads: The most threads to use; 0 for as many as there are processors.
  ///   - shouldStop: Ends the call early once it returns true; asked often, by all threads at the same time.
  /// - Returns: The table of outputs and the outcome of each instance.
  public func solve(
    _ inputs: [Double], count: Int, threads: Int = 0, shouldStop: (@Sendable () -> Bool)? = nil
  ) throws(SolverError) -> (outputs: [Double], outcomes: [Outcome]) {
    guard count >= 0 else { throw .argument }
    guard count <= Int(LX_SIZE_LIMIT) else { throw .size }
    guard inputs.count == count * inputCount else { throw .argument }
    var outputs = [Double](repeating: 0, count: count * outputCount)
    var outcomes: [Outcome] = []
    var failure: SolverError?
    inputs.withUnsafeBufferPointer { table in
      outputs.withUnsafeMutableBufferPointer { out in
        do throws(SolverError) {
          try solve(count, table, into: out, outcomes: &outcomes, threads: threads, shouldStop: shouldStop)
        } catch { failure = error }
      }
    }
    if let failure { throw failure }
    return (outputs, outcomes)
  }

  /// The row and column of the first input that is NaN, infinite or beyond 1e9; nil where all are usable. O(inputs).
  public func firstUnusable(in inputs: UnsafeBufferPointer<Double>) -> (row: Int, column: Int)? {
    guard let position = inputs.firstIndex(where: { !(abs($0) <= LX_VALUE_LIMIT) }) else { return nil }
    return (position / inputCount, position % inputCount)
  }
}

/// Hands a template's description to C, as arrays that live for this call.
func withSpec(
  _ inputCount: Int, _ uses: [ProgramTemplate.Use], _ outputs: [ProgramTemplate.Output], _ reference: [Double]?,
  _ body: (UnsafePointer<lx_template_spec>) -> lx_status
) throws(SolverError) -> lx_status {
  guard inputCount >= 0, reference.map({ $0.count == inputCount }) ?? true,
    outputs.allSatisfy({ $0.variables.count == $0.coefficients.count })
  else { throw .argument }
  var starts: [Int32] = [0]
  var variables: [Int32] = []
  var coefficients: [Double] = []
  for output in outputs {
    variables += output.variables.map(\.index)
    coefficients += output.coefficients
    starts.append(try int32(variables.count))
  }
  var inputs: [Int32] = []
  for use in uses { inputs.append(try int32(use.input)) }
  var spec = lx_template_spec()
  spec.input_count = try int32(inputCount)
  spec.use_count = try int32(uses.count)
  spec.output_count = try int32(outputs.count)
  return call(
    &spec, inputs, uses.map(\.row.index), uses.map(\.factor), starts, variables, coefficients, outputs.map(\.offset),
    reference ?? Array(repeating: 0, count: inputCount), body)
}

/// Collects pointers that live for this call into the struct that C reads.
private func call(
  _ spec: inout lx_template_spec, _ inputs: UnsafePointer<Int32>, _ rows: UnsafePointer<Int32>,
  _ factors: UnsafePointer<Double>, _ starts: UnsafePointer<Int32>, _ variables: UnsafePointer<Int32>,
  _ coefficients: UnsafePointer<Double>, _ offsets: UnsafePointer<Double>, _ reference: UnsafePointer<Double>,
  _ body: (UnsafePointer<lx_template_spec>) -> lx_status
) -> lx_status {
  spec.use_inputs = inputs
  spec.use_rows = rows
  spec.use_factors = factors
  spec.output_starts = starts
  spec.output_variables = variables
  spec.output_coefficients = coefficients
  spec.output_offsets = offsets
  spec.reference = reference
  return body(&spec)
}
