// A tree compiled once and solved for tables of numbers: no views, no constraints, no allocation per instance.
//
// The tree is lowered to its program as for a layout; which rows an input is in follows from how constraints are
// lowered (a mirrored one counts from the right), and a frame is a difference of variables. The rest is ProgramTemplate.

import Simplex

/// A view tree, compiled once, to be laid out for any number of instances that differ in a few numbers.
///
/// ```swift
/// let template = try LayoutTemplate(
///   scene, inputs: ["name": .intrinsicWidth(name), "width": .width], frames: [name, time])
/// let table = try template.solve([120, 320, 95, 375])        // two instances
/// table.frame(of: 0, in: 1)                                   // of name, in the second
/// ```
///
/// An instance is laid out as the scene would be with these numbers: every level with the same error, and where the
/// layout is unique the same frames, within 1e-9. What an instance gives depends on its numbers alone: bit for bit the
/// same on any number of threads. The template keeps nothing of the tree, is never changed, and may be used by any number
/// of tasks at once.
///
/// What follows from frames (heights for widths, safe areas of inner views, readable widths) needs a layout of a scene
/// and is refused; so are intrinsic sizes that a stack shares out in proportion to. Frames are not rounded.
public struct LayoutTemplate: Sendable {
  /// What frames are measured from.
  public enum Coordinates: Hashable, Sendable, CaseIterable {
    /// The superview, as ``View/frame``.
    case superview
    /// The root.
    case root
  }

  /// The columns of the table of inputs, in order.
  public let inputNames: [String]
  /// How many items have frames; each has four columns of the table of outputs: x, y, width, height.
  public let itemCount: Int
  /// The template as a file, for programs without Swift: `lx_template_load` in C, `trellis.Template` in Python. It is versioned, has
  /// a checksum, and is the same on every machine; what is loaded from it solves to the same bits.
  ///
  /// Its outputs are named after the items: `title.x`, `title.y`, `title.width`, `title.height`; an item without a name is
  /// `item` and its index. Stacking is not in it.
  public let encoded: [UInt8]

  let program: ProgramTemplate
  /// One output: the height of the root.
  let height: ProgramTemplate
  /// The least that each input may be: 0 for sizes.
  let minima: [Double]
  /// The columns of y that move with the instance in a list.
  let stackedColumns: [Int]
  /// The column of the root's height, where it is one.
  let heightColumn: Int?

  /// Compiles the tree of a scene, after a layout. The scene stays as it is and is the caller's.
  ///
  /// Complexity: a layout, and three solves.
  ///
  /// - Parameters:
  ///   - scene: The tree; its numbers stand for a typical instance, which the template is fastest around.
  ///   - inputs: The numbers that vary, by name, in the order of the columns.
  ///   - frames: The views and guides to be told the frames of, in the order of the columns.
  ///   - coordinates: What frames are measured from.
  /// - Throws: What ``Scene/layout()`` throws; ``LayoutError/Kind/unsatisfiable`` where the tree's own numbers conflict;
  ///   ``LayoutError/Kind/templateInput`` for an input or item that is not in the scene, has no such size, or is named
  ///   twice, and for a tree whose frames decide other numbers; ``LayoutError/Kind/multiplierOutOfRange``.
  public init(
    _ scene: Scene, inputs: KeyValuePairs<String, TemplateInput>, frames: [any LayoutItem],
    coordinates: Coordinates = .superview
  ) throws(LayoutError) {
    try self.init(scene, inputs.map { ($0.key, $0.value) }, frames, coordinates, fitsHeight: false)
  }

  /// The same, with inputs that are made on the way.
  public init(
    _ scene: Scene, inputs: [(name: String, input: TemplateInput)], frames: [any LayoutItem],
    coordinates: Coordinates = .superview
  ) throws(LayoutError) {
    try self.init(scene, inputs, frames, coordinates, fitsHeight: false)
  }

  /// Compiles a tree whose height follows from its content, such as a cell of a list: it is as small as the constraints
  /// allow, as for ``View/systemLayoutSizeFitting(_:horizontalFittingPriority:verticalFittingPriority:)``.
  ///
  /// The tree is laid out once, in a scene of its own that does not outlive the call.
  ///
  /// - Parameters:
  ///   - root: A view without a superview, in no scene.
  ///   - width: Its width in points, unless an input says otherwise.
  ///   - inputs: The numbers that vary, by name, in the order of the columns.
  ///   - frames: The views and guides to be told the frames of, in the order of the columns.
  ///   - coordinates: What frames are measured from.
  /// - Throws: As the compiling of a scene, and ``LayoutError/Kind/rootOfScene``.
  public init(
    fitting root: View, width: Double, inputs: KeyValuePairs<String, TemplateInput>, frames: [any LayoutItem],
    coordinates: Coordinates = .superview
  ) throws(LayoutError) {
    let scene = try Scene(root: root, size: Size(width: width, height: 0))
    let size = try root.fittingSize(
      Size(width: width, height: 0), horizontalFittingPriority: .required, verticalFittingPriority: .fittingSizeLevel)
    try scene.setSize(Size(width: width, height: size.height))
    try self.init(scene, inputs.map { ($0.key, $0.value) }, frames, coordinates, fitsHeight: true)
  }

  /// Compiles the tree of a scene whose height follows from its content, at the width of the scene. The scene takes the
  /// height that fits.
  @_spi(Tools)
  public init(
    fittingRootOf scene: Scene, inputs: [(name: String, input: TemplateInput)], frames: [any LayoutItem],
    coordinates: Coordinates = .superview
  ) throws(LayoutError) {
    let width = scene.size.width
    let size = try scene.root.fittingSize(
      Size(width: width, height: 0), horizontalFittingPriority: .required, verticalFittingPriority: .fittingSizeLevel)
    try scene.setSize(Size(width: width, height: size.height))
    try self.init(scene, inputs, frames, coordinates, fitsHeight: true)
  }

  private init(
    _ scene: Scene, _ inputs: [(name: String, input: TemplateInput)], _ frames: [any LayoutItem],
    _ coordinates: Coordinates, fitsHeight: Bool
  ) throws(LayoutError) {
    guard !inputs.isEmpty else {
      throw LayoutError(
        .templateInput, "A template without inputs has one layout only.  Lay out its scene, or name inputs.")
    }
    var lowering = try TemplateLowering(scene, fitsHeight: fitsHeight)
    for (name, input) in inputs { try lowering.add(input, named: name) }
    var outputs: [ProgramTemplate.Output] = []
    outputs.reserveCapacity(4 * frames.count)
    var stacked: [Int] = []
    var heightColumn: Int?
    for (index, item) in frames.enumerated() {
      let frame = try lowering.frame(of: item, coordinates)
      let isRoot = item.node === scene.root.node
      if isRoot { heightColumn = 4 * index + 3 }
      if isRoot || coordinates == .root { stacked.append(4 * index + 1) }
      outputs += frame
    }
    let height = try lowering.frame(of: scene.root, .root)[3]
    do {
      try lowering.load()
      program = try lowering.template(outputs)
      self.height = try lowering.template([height])
      encoded = try lowering.encoded(
        outputs,
        ProgramTemplate.Names(
          inputs: inputs.enumerated().map { Self.fileName($1.name, or: "input\($0)") },
          outputs: frames.enumerated().flatMap { index, item in
            let name = Self.fileName(item.itemName ?? "", or: "item\(index)")
            return ["x", "y", "width", "height"].map { "\(name).\($0)" }
          },
          bounds: lowering.minima.map { $0...max($0, valueLimit) }))
    } catch {
      throw LayoutError(error)
    }
    inputNames = inputs.map(\.name)
    itemCount = frames.count
    minima = lowering.minima
    stackedColumns = stacked
    self.heightColumn = heightColumn
  }
}

extension LayoutTemplate {
  /// A name without what a file's names must not have.
  private static func fileName(_ name: String, or other: String) -> String {
    let usable = name.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7f }
    return usable.isEmpty ? other : String(String.UnicodeScalarView(usable))
  }
}

// MARK: - Solving

extension LayoutTemplate {
  /// Lays out the instances of a table into another, rows in parallel where that pays.
  ///
  /// - Parameters:
  ///   - inputs: An instance a row, ``inputNames`` wide, contiguous; in points.
  ///   - frames: As many rows, four times ``itemCount`` wide: x, y, width and height of each item. Written over; the row
  ///     of an instance that has no layout is NaN.
  ///   - threads: The most threads to use; 0 for as many as there are processors.
  /// - Returns: What came of each instance.
  /// - Throws: ``LayoutError/Kind/templateInput`` where a table has another size; ``LayoutError/Kind/valueOutOfRange``
  ///   for an input that is NaN, infinite, beyond 1e8, or a size below 0, naming its row and column; nothing is
  ///   written then. ``LayoutError/Kind/solver(_:)`` where memory runs out.
  public func solve(
    _ inputs: UnsafeBufferPointer<Double>, into frames: UnsafeMutableBufferPointer<Double>, threads: Int = 0
  ) throws(LayoutError) -> [TemplateOutcome] {
    try run(program, inputs, frames, threads)
  }

  /// Lays out the instances of a table.
  ///
  /// - Parameters:
  ///   - inputs: An instance a row, ``inputNames`` wide; in points.
  ///   - threads: The most threads to use; 0 for as many as there are processors.
  /// - Returns: Their frames.
  /// - Throws: As ``solve(_:into:threads:)``.
  public func solve(_ inputs: [Double], threads: Int = 0) throws(LayoutError) -> LayoutTable {
    let count = try instances(in: inputs.count)
    var table = LayoutTable(itemCount: itemCount, frames: Array(repeating: 0, count: count * 4 * itemCount))
    table.outcomes = try run(program, inputs, &table.frames, threads)
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
  ///   - spacing: The space between instances in points.
  ///   - threads: The most threads to use; 0 for as many as there are processors.
  /// - Returns: Their frames, where each begins and ends, and how high the content is.
  /// - Throws: As ``solve(_:into:threads:)``.
  public func stack(_ inputs: [Double], spacing: Double = 0, threads: Int = 0) throws(LayoutError) -> LayoutList {
    let count = try instances(in: inputs.count)
    var table = LayoutTable(itemCount: itemCount, frames: Array(repeating: 0, count: count * 4 * itemCount))
    var stacking: LayoutStacking?
    var failure: LayoutError?
    inputs.withUnsafeBufferPointer { inputs in
      table.frames.withUnsafeMutableBufferPointer { frames in
        do throws(LayoutError) {
          stacking = try stack(inputs, into: frames, spacing: spacing, threads: threads)
        } catch { failure = error }
      }
    }
    guard let stacking else { throw failure ?? LayoutError(.noAnswer, "The list could not be laid out.") }
    table.outcomes = stacking.outcomes
    return LayoutList(table: table, stacking: stacking)
  }

  /// Lays out the instances of a table one below the other, into memory of the caller; otherwise as
  /// ``stack(_:spacing:threads:)``.
  ///
  /// - Parameters:
  ///   - inputs: An instance a row, ``inputNames`` wide; in points.
  ///   - frames: As many rows, four times ``itemCount`` wide; written over.
  ///   - spacing: The space between instances in points.
  ///   - threads: The most threads to use; 0 for as many as there are processors.
  /// - Returns: Where each instance begins and ends, and how high the content is.
  /// - Throws: As ``solve(_:into:threads:)``.
  public func stack(
    _ inputs: UnsafeBufferPointer<Double>, into frames: UnsafeMutableBufferPointer<Double>, spacing: Double = 0,
    threads: Int = 0
  ) throws(LayoutError) -> LayoutStacking {
    guard abs(spacing) <= valueLimit else {
      throw LayoutError(.valueOutOfRange, "The spacing \(formatted(spacing)) is not usable.  At most 1e8 points.")
    }
    var stacking = LayoutStacking(outcomes: try run(program, inputs, frames, threads))
    let count = stacking.outcomes.count
    if let heightColumn {
      stacking.place(count, spacing) { frames[$0 * 4 * itemCount + heightColumn] }
    } else {
      let heights = UnsafeMutableBufferPointer<Double>.allocate(capacity: count)
      defer { heights.deallocate() }
      _ = try run(height, inputs, heights, threads)
      stacking.place(count, spacing) { heights[$0] }
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

  private func instances(in count: Int) throws(LayoutError) -> Int {
    guard !inputNames.isEmpty, count % inputNames.count == 0 else {
      throw LayoutError(
        .templateInput, "A table of \(count) numbers does not divide into rows of \(inputNames.count) inputs.")
    }
    return count / inputNames.count
  }

  private func run(
    _ program: ProgramTemplate, _ inputs: [Double], _ outputs: inout [Double], _ threads: Int
  ) throws(LayoutError) -> [TemplateOutcome] {
    var outcomes: [TemplateOutcome] = []
    var failure: LayoutError?
    inputs.withUnsafeBufferPointer { table in
      outputs.withUnsafeMutableBufferPointer { out in
        do throws(LayoutError) { outcomes = try run(program, table, out, threads) } catch { failure = error }
      }
    }
    if let failure { throw failure }
    return outcomes
  }

  private func run(
    _ program: ProgramTemplate, _ inputs: UnsafeBufferPointer<Double>, _ outputs: UnsafeMutableBufferPointer<Double>,
    _ threads: Int
  ) throws(LayoutError) -> [TemplateOutcome] {
    let count = try instances(in: inputs.count)
    guard outputs.count == count * program.outputCount else {
      throw LayoutError(
        .templateInput,
        "A table of \(outputs.count) numbers does not hold \(count) instances of \(program.outputCount).")
    }
    try check(inputs)
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
