// The texts of a template: columns that nobody fills in by hand. Natural widths and baselines are the texts'; heights are
// looked up once the widths are known, stage by stage (`TemplateStages`).

import Simplex

/// What fills the columns of a template's texts.
struct TemplateTexts: Sendable {
  /// A text of the tree.
  struct Text: Sendable {
    let name: String
    /// Its column in a table of texts; nil where it is the same in all instances.
    var input: Int?
    /// Its position among the texts that are the same in all instances.
    var fixed: Int?
    /// Columns of the program, where it has them.
    var naturalWidth: Int?
    var height: Int?
    var firstBaseline: Int?
    var lastBaseline: Int?
    /// Whether its height follows from its width; the natural one otherwise.
    var wraps: Bool
  }

  /// Computes the widths of some texts from what is known.
  struct Stage: Sendable {
    let program: ProgramTemplate
    let texts: [Int]
  }

  private(set) var texts: [Text] = []
  private(set) var stages: [Stage] = []
  /// Texts that are the same in all instances.
  private var fixed = TextTable([])
  /// Columns of the caller, before those of the texts.
  let inputCount: Int
  /// All columns.
  private(set) var columnCount: Int

  var isEmpty: Bool { texts.isEmpty }

  /// Adds the columns of all texts of a tree.
  ///
  /// - Parameter named: Those that are another in each instance.
  init(_ named: [(name: String, view: View)], in lowering: inout TemplateLowering) throws(LayoutError) {
    inputCount = lowering.reference.count
    columnCount = inputCount
    let engine = lowering.engine
    var members: [(text: Int, node: ItemNode)] = []
    for (index, (name, view)) in named.enumerated() {
      let node = view.node
      guard node.engine === engine else {
        throw TemplateLowering.refusal(name, "is the text of a view that is not in the scene")
      }
      guard !members.contains(where: { $0.node === node }), named.firstIndex(where: { $0.name == name }) == index else {
        throw TemplateLowering.refusal(name, "names what another input names already")
      }
      if let stack = TemplateLowering.proportionalStack(around: node) {
        throw TemplateLowering.refusal(name, "is a text that \(itemDescription(stack)) shares out in proportion to")
      }
      members.append((texts.count, node))
      texts.append(Text(name: name, input: index, wraps: view.heightForWidth != nil))
    }
    for slot in engine.dependents.heights.keys.sorted() {
      guard let node = engine.dependents.heights[slot]?.node, !members.contains(where: { $0.node === node }),
        let row = lowering.rowIndices[.contentSize(slot, .vertical)], !lowering.usedRows.contains(row)
      else { continue }
      guard let text = node.view?.storedHeightForWidth?.text else {
        throw LayoutError(
          .templateInput,
          "The height of \(itemDescription(node)) follows from its width by a function, which a template can't keep.  "
            + "Give it a WrappingText or a table of steps, or make its intrinsic height an input.")
      }
      if let stack = TemplateLowering.proportionalStack(around: node) {
        throw LayoutError(
          .templateInput,
          "The height of \(itemDescription(node)) follows from its width, and \(itemDescription(stack)) shares out in "
            + "proportion to it.")
      }
      members.append((texts.count, node))
      texts.append(
        Text(name: node.item?.itemName ?? "text\(texts.count)", fixed: fixed.count, wraps: true))
      fixed.append(text)
    }
    guard !texts.isEmpty else { return }
    var inProgram: [TemplateStages.Text] = []
    for (text, node) in members { inProgram.append(addColumns(of: text, node, &lowering)) }
    columnCount = lowering.reference.count
    if let position = fixed.firstUnusable {
      throw Self.unusable(texts[position + named.count].name, fixed.entries[position])
    }
    let order = TemplateStages(lowering.program, inProgram)
    guard order.cycle.isEmpty else {
      let names = order.cycle.map { itemDescription(members[$0].node) }
      let text =
        names.count == 1
        ? "The width of \(names[0]) depends on its own height, which follows from the width."
        : "The widths of \(names.joined(separator: ", ")) depend on each other's heights, which follow from the widths."
      throw LayoutError(
        .templateInput,
        text
          + "  A template needs widths that are known before heights; lay out a scene, or remove the constraint that "
          + "relates a height to a width.")
    }
    do {
      for (members, rows) in order.stages {
        let wrapping = members.filter { texts[$0].wraps && texts[$0].height != nil }
        guard !wrapping.isEmpty else { continue }
        let program = try lowering.template(ofRows: rows, values: wrapping.map { inProgram[$0].width })
        stages.append(Stage(program: program, texts: wrapping))
      }
    } catch {
      throw LayoutError(error)
    }
  }

  private mutating func addColumns(
    of text: Int, _ node: ItemNode, _ lowering: inout TemplateLowering
  ) -> TemplateStages.Text {
    let first = lowering.program.firstVariables[node.slot] ?? 0
    var heightRows: [Int] = []
    if let row = lowering.rowIndices[.contentSize(node.slot, .vertical)], !lowering.usedRows.contains(row) {
      texts[text].height = lowering.addColumn(lowering.program.rows[row].constant, [(row, 1)])
      if texts[text].wraps { heightRows = [row] }
    }
    guard texts[text].input != nil else { return TemplateStages.Text(width: first + 2, rows: heightRows) }
    if let row = lowering.rowIndices[.contentSize(node.slot, .horizontal)], !lowering.usedRows.contains(row) {
      texts[text].naturalWidth = lowering.addColumn(lowering.program.rows[row].constant, [(row, 1)])
    }
    let metrics = node.metrics ?? ItemMetrics()
    for (attribute, value) in [(Attribute.firstBaseline, metrics.firstBaseline), (.lastBaseline, metrics.lastBaseline)]
    {
      let rows = Self.baselineRows(of: node, attribute, lowering)
      guard !rows.isEmpty else { continue }
      let column = lowering.addColumn(value, rows)
      if attribute == .firstBaseline { texts[text].firstBaseline = column } else { texts[text].lastBaseline = column }
    }
    return TemplateStages.Text(width: first + 2, rows: heightRows)
  }

  /// The rows that a baseline is in the constant of, and by what it is multiplied there.
  private static func baselineRows(
    of node: ItemNode, _ attribute: Attribute, _ lowering: TemplateLowering
  ) -> [(row: Int, factor: Double)] {
    let engine = lowering.engine
    // A first baseline lies below the top, a last one above the bottom.
    let sign = attribute == .firstBaseline ? -1.0 : 1
    func isMeant(_ other: ItemNode, _ own: Attribute) -> Bool {
      own == attribute
        && (other === node
          || ((other.kind == .stackView || other.life.contains(.answers)) && engine.baselineNode(other, own) === node))
    }
    var rows: [(row: Int, factor: Double)] = []
    for (index, row) in lowering.program.rows.enumerated() {
      guard let constraint = row.tag.constraint?.takeUnretainedValue() else { continue }
      if isMeant(constraint.first, constraint.firstAttribute) { rows.append((index, sign)) }
      if let second = constraint.second, isMeant(second, constraint.secondAttribute), constraint.storedMultiplier != 0 {
        rows.append((index, -sign * constraint.storedMultiplier))
      }
    }
    return rows
  }

  static func unusable(_ name: String, _ entry: TextTable.Entry) -> LayoutError {
    LayoutError(
      .valueOutOfRange,
      "The text \(name) is not usable: natural size \(formatted(entry.naturalSize.width)) × "
        + "\(formatted(entry.naturalSize.height)), baselines \(formatted(entry.firstBaseline)) and "
        + "\(formatted(entry.lastBaseline)).  Lengths must be finite, heights at least 0, and all at most 1e8 points.")
  }

  /// The names of the columns, those of the caller first.
  func columnNames(after names: [String]) -> [String] {
    var all = names + Array(repeating: "", count: columnCount - inputCount)
    for text in texts {
      let columns = [
        (text.naturalWidth, "naturalWidth"), (text.height, "height"), (text.firstBaseline, "firstBaseline"),
        (text.lastBaseline, "lastBaseline"),
      ]
      for case (let column?, let suffix) in columns { all[column] = "\(text.name).\(suffix)" }
    }
    return all
  }
}

// MARK: - Filling

extension TemplateTexts {
  /// All columns of a table of instances.
  ///
  /// - Parameters:
  ///   - inputs: The caller's columns.
  ///   - table: The texts of the instances.
  ///   - columns: The table to be written, ``columnCount`` wide.
  func fill(
    _ count: Int, _ inputs: UnsafeBufferPointer<Double>, _ table: TextTable?,
    into columns: UnsafeMutableBufferPointer<Double>, _ threads: Int
  ) throws(LayoutError) {
    guard count > 0 else { return }
    let stride = columnCount
    for row in 0..<count {
      for column in 0..<inputCount { columns[row * stride + column] = inputs[row * inputCount + column] }
    }
    let width = texts.count { $0.input != nil }
    for text in texts { fillNatural(text, count, table, width, columns) }
    var widths: [Double] = []
    var outcomes: [Outcome] = []
    for stage in stages {
      let wanted = stage.texts.count
      widths = Array(repeating: 0, count: count * wanted)
      do {
        try widths.withUnsafeMutableBufferPointer { (out) throws(SolverError) in
          try stage.program.solve(
            count, UnsafeBufferPointer(columns), into: out, outcomes: &outcomes, threads: max(0, threads))
        }
      } catch {
        throw LayoutError(error)
      }
      for (position, text) in stage.texts.enumerated() {
        try fillHeights(texts[text], position, wanted, count, widths, table, width, columns)
      }
    }
  }

  private func fillNatural(
    _ text: Text, _ count: Int, _ table: TextTable?, _ width: Int, _ columns: UnsafeMutableBufferPointer<Double>
  ) {
    let source = text.input == nil ? fixed : table ?? fixed
    let (start, step) = text.input.map { ($0, width) } ?? (text.fixed ?? 0, 0)
    source.entries.withUnsafeBufferPointer { entries in
      for row in 0..<count {
        let entry = entries[start + row * step]
        let base = row * columnCount
        if let column = text.naturalWidth { columns[base + column] = entry.naturalSize.width }
        if let column = text.height { columns[base + column] = entry.naturalSize.height }
        if let column = text.firstBaseline { columns[base + column] = entry.firstBaseline }
        if let column = text.lastBaseline { columns[base + column] = entry.lastBaseline }
      }
    }
  }

  /// Looks heights up at the widths of a stage. An instance without a width has no layout, and keeps the natural height.
  private func fillHeights(
    _ text: Text, _ position: Int, _ wanted: Int, _ count: Int, _ widths: [Double], _ table: TextTable?, _ width: Int,
    _ columns: UnsafeMutableBufferPointer<Double>
  ) throws(LayoutError) {
    guard let column = text.height else { return }
    let source = text.input == nil ? fixed : table ?? fixed
    let (start, step) = text.input.map { ($0, width) } ?? (text.fixed ?? 0, 0)
    var unusable: (row: Int, height: Double)?
    source.withLookup { lookup in
      widths.withUnsafeBufferPointer { widths in
        for row in 0..<count {
          let own = widths[row * wanted + position]
          guard own == own else { continue }
          let height = lookup.height(start + row * step, textWidth(own))
          columns[row * columnCount + column] = height
          if !(height >= 0 && height <= valueLimit) { unusable = unusable ?? (row, height) }
        }
      }
    }
    guard let unusable else { return }
    throw LayoutError(
      .valueOutOfRange,
      "Row \(unusable.row): the height \(formatted(unusable.height)) of the text \(text.name) is not usable.  It must be "
        + "between 0 and 1e8 points.")
  }
}
