// Templates as bytes: the file that lx_template_load reads, here and where there is no Swift.

internal import CSolver

extension ProgramTemplate {
  /// What a template's file says besides its program.
  public struct Names: Hashable, Sendable {
    /// The inputs, in the order of the columns: not empty, without control characters.
    public var inputs: [String]
    /// The outputs, in the order of the columns.
    public var outputs: [String]
    /// The least and most that each input may sensibly be; nil for no bounds.
    public var bounds: [ClosedRange<Double>]?

    /// Creates names.
    public init(inputs: [String], outputs: [String], bounds: [ClosedRange<Double>]? = nil) {
      self.inputs = inputs
      self.outputs = outputs
      self.bounds = bounds
    }
  }

  /// The program of a solver as a file, to be loaded by ``init(encoded:)``, by `lx_template_load` or from Python: versioned, with
  /// a checksum, the same on every machine. The parameters are those of ``init(_:inputCount:uses:outputs:reference:)``.
  ///
  /// The template that is loaded from it is, to the bit, the one that the initializer would make, if nothing was ever removed from the
  /// solver.
  ///
  /// Complexity: linear in the program.
  ///
  /// - Throws: ``SolverError/value`` for a name that is none; ``SolverError/argument`` for another number of names or bounds; the
  ///   rest as the initializer.
  public static func encoded(
    _ solver: Solver, inputCount: Int, uses: [Use], outputs: [Output], reference: [Double]? = nil, names: Names
  ) throws(SolverError) -> [UInt8] {
    guard names.inputs.count == inputCount, names.outputs.count == outputs.count,
      names.bounds.map({ $0.count == inputCount }) ?? true
    else { throw .argument }
    let inputs = CStrings(names.inputs)
    let results = CStrings(names.outputs)
    let least = names.bounds?.map(\.lowerBound)
    let most = names.bounds?.map(\.upperBound)
    var bytes: [UInt8] = []
    // First how long it is, then the file.
    for _ in 0..<2 {
      var size = 0
      let status = try withSpec(inputCount, uses, outputs, reference) { spec in
        save(solver.handle, spec, inputs.pointers, results.pointers, least, most, &bytes, &size)
      }
      if let error = SolverError(status) { throw error }
      if bytes.count < size { bytes = Array(repeating: 0, count: size) }
    }
    return bytes
  }

  /// Compiles the template of a file. Its bytes may come from anywhere: every field is checked.
  ///
  /// - Throws: ``SolverError/value`` where the bytes are no such file; ``SolverError/memory``.
  public convenience init(encoded bytes: [UInt8]) throws(SolverError) {
    var info = lx_template_info()
    info.size = MemoryLayout<lx_template_info>.size
    var created: OpaquePointer?
    // An empty array has no address.
    let status = (bytes + [0]).withUnsafeBytes { file in
      let described = lx_template_describe(file.baseAddress, bytes.count, &info)
      return described == .LX_OK ? lx_template_load(nil, file.baseAddress, bytes.count, &created) : described
    }
    if let error = SolverError(status) { throw error }
    guard let created else { throw .memory }
    self.init(handle: created, inputCount: Int(info.input_count), outputCount: Int(info.output_count))
  }
}

/// Names as C has them, for as long as this lives.
private final class CStrings {
  let pointers: [UnsafePointer<CChar>?]

  init(_ names: [String]) {
    pointers = names.map { name in
      let bytes = Array(name.utf8CString)
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
      copy.initialize(from: bytes, count: bytes.count)
      return UnsafePointer(copy)
    }
  }

  deinit {
    for pointer in pointers { pointer?.deallocate() }
  }
}

/// Collects pointers that live for this call into the struct that C reads.
private func save(
  _ solver: OpaquePointer, _ spec: UnsafePointer<lx_template_spec>, _ inputs: UnsafePointer<UnsafePointer<CChar>?>,
  _ outputs: UnsafePointer<UnsafePointer<CChar>?>, _ least: [Double]?, _ most: [Double]?, _ bytes: inout [UInt8],
  _ size: inout Int
) -> lx_status {
  func save(_ least: UnsafePointer<Double>?, _ most: UnsafePointer<Double>?) -> lx_status {
    var names = lx_template_names()
    names.size = MemoryLayout<lx_template_names>.size
    names.inputs = inputs
    names.outputs = outputs
    names.least = least
    names.most = most
    return lx_template_save(solver, spec, &names, bytes.count, &bytes, &size)
  }
  guard let least, let most else { return save(nil, nil) }
  return save(least, most)
}
