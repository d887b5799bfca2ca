// From a scene to the program of a template: rows, where the inputs are in them, and frames as sums of variables.

import Simplex

struct TemplateLowering {
  let engine: Engine
  private(set) var program: LoweredProgram
  /// Where in the program the row of a tag is.
  private(set) var rowIndices: [RowTag: Int] = [:]
  private let fitsHeight: Bool
  private(set) var uses: [(input: Int, row: Int, factor: Double)] = []
  private(set) var usedRows: Set<Int> = []
  private(set) var reference: [Double] = []
  private var names: Set<String> = []
  /// Per input, the least it may be.
  private(set) var minima: [Double] = []
  private let solver: Solver
  private let variables: [Variable]
  /// Of the program, once it is loaded.
  private var rows: [Row] = []

  init(_ scene: Scene, fitsHeight: Bool) throws(LayoutError) {
    self.fitsHeight = fitsHeight
    engine = scene.engine
    let mode = scene.mode
    scene.mode = .strict
    defer { scene.mode = mode }
    let report = try scene.layout()
    guard report.conflicts.isEmpty else {
      let text = report.conflicts.map(\.message).joined(separator: "\n\n")
      throw LayoutError(.unsatisfiable, text)
    }
    guard !engine.hasFrameDependentsBesideHeights else {
      throw LayoutError(
        .templateInput,
        "A template can't have safe areas of inner views, readable widths, keyboard guides or baselines of rows: they "
          + "follow from the frames of each instance.")
    }
    program = try scene.loweredProgram()
    do {
      solver = try Solver()
      variables = try solver.addVariables(nonnegative: program.nonnegative)
    } catch {
      throw LayoutError(error)
    }
    for (index, row) in program.rows.enumerated() { rowIndices[row.tag] = index }
    if fitsHeight, let row = rowIndices[.rootSize(.vertical)] {
      let insets = engine.insets.alignment[engine.root.slot] ?? .zero
      let priority = Double(Priority.fittingSizeLevel.rawValue)
      program.rows[row].constant = max(0, -insets.top - insets.bottom)
      program.rows[row].priority = priority
      program.rows[row].priorityBelow = priority
    }
  }

  // MARK: Inputs

  mutating func add(_ input: TemplateInput, named name: String) throws(LayoutError) {
    guard names.insert(name).inserted else { throw Self.refusal(name, "is the name of two inputs") }
    switch input {
    case .constant(let constraint):
      reference.append(constraint.constant)
      minima.append(-valueLimit)
      try use(constraint, 1, name)
    case .metric(let shares):
      guard let first = shares.first else { throw Self.refusal(name, "is a metric of no constraint") }
      for share in shares where !(abs(share.multiplier) >= 1e-6 && abs(share.multiplier) <= 1e6) {
        throw LayoutError(
          .multiplierOutOfRange,
          "The multiplier \(formatted(share.multiplier)) of a constraint in \(name) is not usable.", share.constraint)
      }
      reference.append(first.constraint.constant / first.multiplier)
      minima.append(-valueLimit)
      for share in shares { try use(share.constraint, share.multiplier, name) }
    case .intrinsicWidth(let view): try useIntrinsic(view, .horizontal, name)
    case .intrinsicHeight(let view): try useIntrinsic(view, .vertical, name)
    case .width: try useRoot(.horizontal, name)
    case .height:
      guard !fitsHeight else {
        throw Self.refusal(name, "is the height of a root whose height follows from its content")
      }
      try useRoot(.vertical, name)
    }
  }

  static func refusal(_ name: String, _ text: String) -> LayoutError {
    LayoutError(.templateInput, "The input \(name) \(text).")
  }

  private mutating func note(_ row: Int, _ factor: Double, _ name: String) throws(LayoutError) {
    guard usedRows.insert(row).inserted else { throw Self.refusal(name, "names what another input names already") }
    uses.append((reference.count - 1, row, factor))
  }

  /// Makes the constant of a constraint `multiplier` times the input that was added last.
  private mutating func use(_ constraint: Constraint, _ multiplier: Double, _ name: String) throws(LayoutError) {
    guard constraint.kind == .relation else {
      throw LayoutError(
        .systemConstraint, "The input \(name) is the constant of a constraint of the system.", constraint)
    }
    guard let row = rowIndices[.constraint(Unmanaged.passUnretained(constraint))] else {
      throw LayoutError(
        .templateInput, "The input \(name) is the constant of a constraint that is not active in the scene.", constraint
      )
    }
    let sign = engine.isMirrored(constraint) ? -1.0 : 1
    let constant = multiplier * (reference.last ?? 0)
    program.rows[row].constant += sign * (constant - constraint.constant)
    try note(row, sign * multiplier, name)
  }

  private mutating func useIntrinsic(_ view: View, _ axis: Axis, _ name: String) throws(LayoutError) {
    guard view.node.engine === engine, let row = rowIndices[.contentSize(view.node.slot, axis)] else {
      throw Self.refusal(
        name,
        "is the intrinsic \(axis == .horizontal ? "width" : "height") of \(itemDescription(view.node)), which has "
          + "none in the scene")
    }
    if let stack = Self.proportionalStack(around: view.node) {
      throw Self.refusal(name, "is an intrinsic size that \(itemDescription(stack)) shares out in proportion to")
    }
    reference.append(program.rows[row].constant)
    minima.append(0)
    try note(row, 1, name)
  }

  /// The stack around a view that makes multipliers of its intrinsic size.
  static func proportionalStack(around view: ItemNode) -> ItemNode? {
    var parent = view.parent
    while let node = parent, let stack = node.arranging {
      if stack.sharesInProportion { return node }
      parent = node.parent
    }
    return nil
  }

  /// Adds a column that a text fills, with the rows whose constants it is in. Its index.
  mutating func addColumn(_ value: Double, _ rows: [(row: Int, factor: Double)]) -> Int {
    reference.append(value)
    for (row, factor) in rows { uses.append((reference.count - 1, row, factor)) }
    return reference.count - 1
  }

  private mutating func useRoot(_ axis: Axis, _ name: String) throws(LayoutError) {
    let insets = engine.insets.alignment[engine.root.slot] ?? .zero
    reference.append(axis == .horizontal ? engine.rootSize.width : engine.rootSize.height)
    minima.append(max(0, axis == .horizontal ? insets.left + insets.right : insets.top + insets.bottom))
    if let row = rowIndices[.rootSize(axis)] { try note(row, 1, name) }
  }

  // MARK: Frames

  /// x, y, width and height of an item as sums of variables, whose indices are those of the program.
  func frame(of item: any LayoutItem, _ coordinates: LayoutTemplate.Coordinates) throws(LayoutError)
    -> [ProgramTemplate.Output]
  {
    let node = item.node
    guard node.engine === engine, let own = program.firstVariables[node.slot] else {
      throw LayoutError(.templateInput, "\(itemDescription(node)) is not in the scene of the template.")
    }
    let insets = engine.insets.alignment[node.slot] ?? .zero
    let parent = Int(engine.slots[Int(node.slot)].parent)
    let isRelative = coordinates == .superview && parent >= 0
    return Axis.allCases.map { origin($0, own, insets, isRelative ? parent : nil) }
      + Axis.allCases.map { axis in
        let size = variables[own + 2 + Int(axis.rawValue)]
        let inset = axis == .horizontal ? insets.left + insets.right : insets.top + insets.bottom
        return ProgramTemplate.Output([size], [1], offset: inset)
      }
  }

  private func origin(_ axis: Axis, _ own: Int, _ insets: PhysicalInsets, _ parent: Int?) -> ProgramTemplate.Output {
    let offset = Int(axis.rawValue)
    let inset = axis == .horizontal ? insets.left : insets.top
    guard let parent, let other = program.firstVariables[Int32(parent)] else {
      return ProgramTemplate.Output([variables[own + offset]], [1], offset: -inset)
    }
    let outer = engine.insets.alignment[Int32(parent)] ?? .zero
    return ProgramTemplate.Output(
      [variables[own + offset], variables[other + offset]], [1, -1],
      offset: (axis == .horizontal ? outer.left : outer.top) - inset)
  }

  // MARK: The program

  /// Hands the rows over, after the last input.
  mutating func load() throws(SolverError) {
    rows = try solver.add(program.batch(over: variables))
  }

  /// Compiles the program with these outputs, once it is loaded.
  func template(_ outputs: [ProgramTemplate.Output]) throws(SolverError) -> ProgramTemplate {
    try ProgramTemplate(
      solver, inputCount: reference.count, uses: programUses, outputs: outputs, reference: reference)
  }

  /// The same as a file, once it is loaded.
  func encoded(_ outputs: [ProgramTemplate.Output], _ names: ProgramTemplate.Names) throws(SolverError) -> [UInt8] {
    try ProgramTemplate.encoded(
      solver, inputCount: reference.count, uses: programUses, outputs: outputs, reference: reference, names: names)
  }

  /// Compiles some rows by themselves, with the values of some variables as the outputs.
  func template(ofRows indices: [Int], values wanted: [Int]) throws(SolverError) -> ProgramTemplate {
    var part = program
    part.rows = indices.map { program.rows[$0] }
    // Without the variables of other rows.
    var numbers = [Int](repeating: -1, count: program.nonnegative.count)
    var nonnegative: [Bool] = []
    for variable in part.rows.flatMap(\.variables) + wanted where numbers[variable] < 0 {
      numbers[variable] = nonnegative.count
      nonnegative.append(program.nonnegative[variable])
    }
    for index in part.rows.indices { part.rows[index].variables = part.rows[index].variables.map { numbers[$0] } }
    let solver = try Solver()
    let variables = try solver.addVariables(nonnegative: nonnegative)
    let rows = try solver.add(part.batch(over: variables))
    let positions = Dictionary(zip(indices, rows)) { first, _ in first }
    let uses = uses.compactMap { use in
      positions[use.row].map { ProgramTemplate.Use(input: use.input, row: $0, factor: use.factor) }
    }
    return try ProgramTemplate(
      solver, inputCount: reference.count, uses: uses,
      outputs: wanted.map { ProgramTemplate.Output(variables[numbers[$0]]) }, reference: reference)
  }

  private var programUses: [ProgramTemplate.Use] {
    uses.map { .init(input: $0.input, row: rows[$0.row], factor: $0.factor) }
  }
}
