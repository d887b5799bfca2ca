// Tables of instances through a template: what is refused, and where the instances of a list lie.

import Simplex

extension LayoutTemplate {
  /// Lays out the instances of a table into another, rows in parallel where that pays.
  ///
  /// - Parameters:
  ///   - inputs: An instance a row, ``inputNames`` wide, contiguous; in points.
  ///   - texts: The texts of the instances, ``textNames`` wide; nil where none vary.
  ///   - frames: As many rows, four times ``itemCount`` wide: x, y, width and height of each item. Written over; the row
  ///     of an instance that has no layout is NaN.
  ///   - threads: The most threads to use; 0 for as many as there are processors.
  /// - Returns: What came of each instance.
  /// - Throws: ``LayoutError/Kind/templateInput`` where a table has another size; ``LayoutError/Kind/valueOutOfRange``
  ///   for an input that is NaN, infinite, beyond 1e8, or a size below 0, naming its row and column; nothing is
  ///   written then. ``LayoutError/Kind/solver(_:)`` where memory runs out.
  public func solve(
    _ inputs: UnsafeBufferPointer<Double>, texts: TextTable? = nil, into frames: UnsafeMutableBufferPointer<Double>,
    threads: Int = 0
  ) throws(LayoutError) -> [TemplateOutcome] {
    try withColumns(inputs, texts, threads) { (count, columns) throws(LayoutError) in
      try run(program, count, columns, frames, threads)
    }
  }

  /// Lays out the instances of a table.
  ///
  /// - Parameters:
  ///   - inputs: An instance a row, ``inputNames`` wide; in points.
  ///   - texts: The texts of the instances, ``textNames`` wide; nil where none vary.
  ///   - threads: The most threads to use; 0 for as many as there are processors.
  /// - Returns: Their frames.
  /// - Throws: As ``solve(_:texts:into:threads:)``.
  public func solve(
    _ inputs: [Double], texts: TextTable? = nil, threads: Int = 0
  ) throws(LayoutError) -> LayoutTable {
    let count = try instances(in: inputs.count, texts)
    var table = LayoutTable(itemCount: itemCount, frames: Array(repeating: 0, count: count * 4 * itemCount))
    var failure: LayoutError?
    inputs.withUnsafeBufferPointer { inputs in
      table.frames.withUnsafeMutableBufferPointer { frames in
        do throws(LayoutError) {
          table.outcomes = try solve(inputs, texts: texts, into: frames, threads: threads)
        } catch { failure = error }
      }
    }
    if let failure { throw failure }
    return table
  }

  /// Lays out the instances of a table one below the other, as the cells of a list.
  ///
  /// Each instance begins where the one before ends, `spacing` further down; it is as high as its root. Positions are in
  /// the list: those of all items where frames are measured from the root, else that of the root. An instance without
  /// a layout takes no room, nor the spacing before it.
  ///
  /// - Parameters:
  ///   - inputs: An instance a row, ``inputNames`` wide; in points.
  ///   - texts: The texts of the instances, ``textNames`` wide; nil where none vary.
  ///   - spacing: The space between instances in points.
  ///   - threads: The most threads to use; 0 for as many as there are processors.
  /// - Returns: Their frames, where each begins and ends, and how high the content is.
  /// - Throws: As ``solve(_:texts:into:threads:)``.
  public func stack(
    _ inputs: [Double], texts: TextTable? = nil, spacing: Double = 0, threads: Int = 0
  ) throws(LayoutError) -> LayoutList {
    let count = try instances(in: inputs.count, texts)
    var table = LayoutTable(itemCount: itemCount, frames: Array(repeating: 0, count: count * 4 * itemCount))
    var stacking: LayoutStacking?
    var failure: LayoutError?
    inputs.withUnsafeBufferPointer { inputs in
      table.frames.withUnsafeMutableBufferPointer { frames in
        do throws(LayoutError) {
          stacking = try stack(inputs, texts: texts, into: frames, spacing: spacing, threads: threads)
        } catch { failure = error }
      }
    }
    guard let stacking else { throw failure ?? LayoutError(.noAnswer, "The list could not be laid out.") }
    table.outcomes = stacking.outcomes
    return LayoutList(table: table, stacking: stacking)
  }

  /// Lays out the instances of a table one below the other, into memory of the caller; otherwise as
  /// ``stack(_:texts:spacing:threads:)``.
  ///
  /// - Parameters:
  ///   - inputs: An instance a row, ``inputNames`` wide; in points.
  ///   - texts: The texts of the instances, ``textNames`` wide; nil where none vary.
  ///   - frames: As many rows, four times ``itemCount`` wide; written over.
  ///   - spacing: The space between instances in points.
  ///   - threads: The most threads to use; 0 for as many as there are processors.
  /// - Returns: Where each instance begins and ends, and how high the content is.
  /// - Throws: As ``solve(_:texts:into:threads:)``.
  public func stack(
    _ inputs: UnsafeBufferPointer<Double>, texts: TextTable? = nil, into frames: UnsafeMutableBufferPointer<Double>,
    spacing: Double = 0, threads: Int = 0
  ) throws(LayoutError) -> LayoutStacking {
    guard abs(spacing) <= valueLimit else {
      throw LayoutError(.valueOutOfRange, "The spacing \(formatted(spacing)) is not usable.  At most 1e8 points.")
    }
    let stacking = try withColumns(inputs, texts, threads) { (count, columns) throws(LayoutError) -> LayoutStacking in
      var stacking = LayoutStacking(outcomes: try run(program, count, columns, frames, threads))
      if let heightColumn {
        stacking.place(count, spacing) { frames[$0 * 4 * itemCount + heightColumn] }
      } else {
        let heights = UnsafeMutableBufferPointer<Double>.allocate(capacity: count)
        defer { heights.deallocate() }
        _ = try run(height, count, columns, heights, threads)
        stacking.place(count, spacing) { heights[$0] }
      }
      return stacking
    }
    guard var row = frames.baseAddress else { return stacking }
    let width = 4 * itemCount
    stackedColumns.withUnsafeBufferPointer { columns in
      stacking.tops.withUnsafeBufferPointer { tops in
        for top in tops {
          for column in columns { row[column] += top }
          row += width
        }
      }
    }
    return stacking
  }

  /// How many instances a table of inputs and one of texts have.
  private func instances(in count: Int, _ table: TextTable?) throws(LayoutError) -> Int {
    let given = table?.count ?? 0
    guard inputNames.isEmpty ? count == 0 : count % inputNames.count == 0 else {
      throw LayoutError(
        .templateInput, "A table of \(count) numbers does not divide into rows of \(inputNames.count) inputs.")
    }
    guard !textNames.isEmpty else {
      guard given == 0 else {
        throw LayoutError(.templateInput, "The template has no texts that vary, and \(given) were given.")
      }
      return count / inputNames.count
    }
    let instances = given / textNames.count
    guard given % textNames.count == 0, count == instances * inputNames.count else {
      throw LayoutError(
        .templateInput,
        "\(count) numbers and \(given) texts are not the same number of rows, of \(inputNames.count) numbers and "
          + "\(textNames.count) texts (\(textNames.joined(separator: ", "))) each.")
    }
    return instances
  }

  /// Checks the tables, and calls a function with the columns that programs take: the caller's own where there are no texts.
  private func withColumns<Result>(
    _ inputs: UnsafeBufferPointer<Double>, _ table: TextTable?, _ threads: Int,
    _ body: (Int, UnsafeBufferPointer<Double>) throws(LayoutError) -> Result
  ) throws(LayoutError) -> Result {
    let count = try instances(in: inputs.count, table)
    try check(inputs)
    guard !texts.isEmpty else { return try body(count, inputs) }
    if let position = table?.firstUnusable, let entry = table?.entries[position] {
      let (row, column) = position.quotientAndRemainder(dividingBy: textNames.count)
      throw TemplateTexts.unusable("\(textNames[column]) of row \(row)", entry)
    }
    let columns = UnsafeMutableBufferPointer<Double>.allocate(capacity: count * texts.columnCount)
    defer { columns.deallocate() }
    try texts.fill(count, inputs, table, into: columns, threads)
    return try body(count, UnsafeBufferPointer(columns))
  }

  private func run(
    _ program: ProgramTemplate, _ count: Int, _ inputs: UnsafeBufferPointer<Double>,
    _ outputs: UnsafeMutableBufferPointer<Double>, _ threads: Int
  ) throws(LayoutError) -> [TemplateOutcome] {
    guard outputs.count == count * program.outputCount else {
      throw LayoutError(
        .templateInput,
        "A table of \(outputs.count) numbers does not hold \(count) instances of \(program.outputCount).")
    }
    var outcomes: [Outcome] = []
    do {
      try program.solve(count, inputs, into: outputs, outcomes: &outcomes, threads: max(0, threads))
    } catch {
      throw LayoutError(error)
    }
    var results = [TemplateOutcome](repeating: .solved, count: count)
    outcomes.withUnsafeBufferPointer { outcomes in
      for index in outcomes.indices where outcomes[index] != .optimal {
        results[index] = outcomes[index] == .infeasible ? .conflict : .noAnswer
      }
    }
    return results
  }

  /// Every input finite, at most 1e8 and no size below 0; which one is not is looked for only where one is not.
  private func check(_ inputs: UnsafeBufferPointer<Double>) throws(LayoutError) {
    let columns = minima.count
    guard columns > 0 else { return }
    let isUsable = minima.withUnsafeBufferPointer { minima in
      guard var row = inputs.baseAddress, let least = minima.baseAddress else { return true }
      var unusable = 0
      for _ in 0..<inputs.count / columns {
        // No branch in the loop: what is unusable is rare, and looked for below.
        for column in 0..<columns {
          unusable &+= row[column] >= least[column] && row[column] <= valueLimit ? 0 : 1
        }
        row += columns
      }
      return unusable == 0
    }
    guard !isUsable else { return }
    for (index, value) in inputs.enumerated() {
      let (row, column) = index.quotientAndRemainder(dividingBy: columns)
      guard !(value >= minima[column] && value <= valueLimit) else { continue }
      throw LayoutError(
        .valueOutOfRange,
        "Row \(row), column \(column) (\(inputNames[column])) of the inputs: \(formatted(value)) is not usable.  It "
          + "must be between \(formatted(minima[column])) and 1e8 points.")
    }
  }
}
