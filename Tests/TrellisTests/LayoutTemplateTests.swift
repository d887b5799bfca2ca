// Layout templates against scenes: the same edits give the same levels, and the same frames where they are unique.

import Judge
import Simplex
import TestSupport
import Testing

@testable import Trellis

/// A number of a world that a template has as an input, the same in two worlds of one seed.
private struct Choice {
  enum Kind { case constant, intrinsicWidth, intrinsicHeight, width, height }
  var kind: Kind
  var position = 0

  func input(in world: RandomWorld) -> TemplateInput {
    switch kind {
    case .constant: .constant(world.constraints[position])
    case .intrinsicWidth: .intrinsicWidth(world.views[position])
    case .intrinsicHeight: .intrinsicHeight(world.views[position])
    case .width: .width
    case .height: .height
    }
  }

  func apply(_ value: Double, in world: RandomWorld) throws {
    switch kind {
    case .constant: try world.constraints[position].setConstant(value)
    case .intrinsicWidth: world.views[position].intrinsicSize.width = value
    case .intrinsicHeight: world.views[position].intrinsicSize.height = value
    case .width: try world.scene.setSize(Size(width: value, height: world.scene.size.height))
    case .height: try world.scene.setSize(Size(width: world.scene.size.width, height: value))
    }
  }

  func value(in world: RandomWorld) -> Double {
    switch kind {
    case .constant: world.constraints[position].constant
    case .intrinsicWidth: world.views[position].intrinsicSize.width
    case .intrinsicHeight: world.views[position].intrinsicSize.height
    case .width: world.scene.size.width
    case .height: world.scene.size.height
    }
  }

  /// Numbers of the world that can be inputs, at random.
  static func some(of world: RandomWorld, _ random: inout SplitMix64) -> [Choice] {
    var choices: [Choice] = []
    for (position, constraint) in world.constraints.enumerated()
    where constraint.isActive && constraint.kind == .relation && random.chance(0.4) {
      choices.append(Choice(kind: .constant, position: position))
    }
    let engine = world.scene.engine
    for (position, view) in world.views.enumerated() where view.node.engine === engine && random.chance(0.6) {
      let slot = Int(view.node.slot)
      if engine.slots[slot].contentRows[.horizontal] != nil {
        choices.append(Choice(kind: .intrinsicWidth, position: position))
      }
      if engine.slots[slot].contentRows[.vertical] != nil {
        choices.append(Choice(kind: .intrinsicHeight, position: position))
      }
    }
    if random.chance(0.7) { choices.append(Choice(kind: .width)) }
    if random.chance(0.4) { choices.append(Choice(kind: .height)) }
    return choices
  }
}

@Suite("Layout templates")
struct LayoutTemplateTests {
  @Test("An instance of a template is a layout of the scene with its numbers")
  func equalsScenes() throws {
    let seed = TestRun.seed(31_000)
    var compared = 0
    var conflicts = 0
    for index in TestRun.share(of: TestRun.count(600, long: 12_500)) {
      let worldSeed = seed &+ UInt64(index) &* 7919
      guard let counts = try compare(worldSeed, views: 2 + index % 9, index % 2 == 0 ? 0.3 : 0.55) else { continue }
      compared += counts.solved
      conflicts += counts.conflicts
    }
    print("layout templates from seed \(seed): \(compared) instances solved, \(conflicts) in conflict")
    #expect(compared > 500 && conflicts > 5)
  }

  private func compare(_ seed: UInt64, views: Int, _ share: Double) throws -> (solved: Int, conflicts: Int)? {
    let world = try RandomWorld(seed: seed, views: views, requiredShare: share)
    let other = try RandomWorld(seed: seed, views: views, requiredShare: share)
    var random = SplitMix64(seed: seed ^ 0xABCD)
    guard try world.scene.layout().conflicts.isEmpty else { return nil }
    let choices = Choice.some(of: world, &random)
    guard !choices.isEmpty else { return nil }
    let engine = world.scene.engine
    let items = engine.slots.compactMap { $0.node?.item }
    guard let template = try Self.template(world.scene, keyed(choices, in: world), items) else { return nil }
    let rows = TestRun.count(8, long: 40)
    let base = choices.map { $0.value(in: world) }
    var inputs: [Double] = []
    for row in 0..<rows {
      inputs += zip(choices, base).map { choice, value in
        let moved = row == 0 || random.chance(0.3) ? value : value + Double(random.int(-400...400)) / 8
        return choice.kind == .constant ? moved : max(20, moved)
      }
    }
    let table = try template.solve(inputs)
    let loaded = try ProgramTemplate(encoded: template.encoded).solve(inputs, count: rows)
    #expect(
      loaded.outputs.map(\.bitPattern) == table.frames.map(\.bitPattern), "seed \(seed): the file's template differs")
    var counts = (solved: 0, conflicts: 0)
    for row in 0..<rows {
      for (column, choice) in choices.enumerated() {
        try choice.apply(inputs[row * choices.count + column], in: other)
      }
      let report = try other.scene.layout()
      let comment: Comment = "seed \(seed), row \(row)"
      #expect(table.outcomes[row] == (report.conflicts.isEmpty ? .solved : .conflict), comment)
      counts.conflicts += report.conflicts.isEmpty ? 0 : 1
      guard report.conflicts.isEmpty, table.outcomes[row] == .solved else { continue }
      counts.solved += 1
      try compare(table, row, other, report, comment)
    }
    return counts
  }

  /// Nil where the tree can be made no template of.
  private static func template(
    _ scene: Scene, _ inputs: [(name: String, input: TemplateInput)], _ items: [any LayoutItem]
  ) throws -> LayoutTemplate? {
    var refusal: LayoutError?
    do throws(LayoutError) {
      return try LayoutTemplate(scene, inputs: inputs, frames: items, coordinates: .root)
    } catch { refusal = error }
    if let refusal, refusal.kind != .templateInput { throw refusal }
    return nil
  }

  private func keyed(_ choices: [Choice], in world: RandomWorld) -> [(name: String, input: TemplateInput)] {
    choices.enumerated().map { ("input \($0)", $1.input(in: world)) }
  }

  /// The levels of a row's frames are those of the scene's report; its frames those of the scene where they are unique.
  private func compare(
    _ table: LayoutTable, _ row: Int, _ world: RandomWorld, _ report: LayoutReport, _ comment: Comment
  ) throws {
    let engine = world.scene.engine
    let slots = engine.slots.indices.filter { engine.slots[$0].node != nil }
    var values: [Double] = []
    for (item, slot) in slots.enumerated() {
      let frame = try #require(table.frame(of: item, in: row), comment)
      let insets = engine.insets.alignment[Int32(slot)] ?? .zero
      values += [
        frame.minX + insets.left, frame.minY + insets.top, frame.width - insets.left - insets.right,
        frame.height - insets.top - insets.bottom,
      ]
    }
    let lowered = try world.scene.loweredProgram()
    let program = Program(
      nonnegative: lowered.nonnegative,
      rows: lowered.rows.map { row in
        Program.Row(
          zip(row.variables, row.coefficients).map { Program.Term($0, $1) }, row.relation, row.constant,
          priority: row.priority, priorityBelow: row.priorityBelow, weight: row.weight)
      })
    #expect(program.requiredResidual(values) <= 1e-6, comment)
    #expect(Agreement.agree(program.levels(values), report.levels, rounding: 1e-7), comment)
    let solver = try #require(engine.solver)
    let open = Set(try solver.ambiguousVariables())
    let expected = try solver.values(slots.flatMap { engine.storage.variables[(4 * $0)..<(4 * $0 + 4)] })
    for (item, slot) in slots.enumerated() {
      for offset in 0..<4 where !open.contains(engine.storage.variables[4 * slot + offset]) {
        let position = 4 * item + offset
        guard !isClose(values[position], expected[position], within: 1e-6 * max(1, abs(expected[position]))) else {
          continue
        }
        Issue.record("\(comment): item \(item) has \(values[position]), in the scene \(expected[position])")
        return
      }
    }
  }

  // MARK: A cell

  private struct Cell {
    let cell = View("cell")
    let name = View("name", intrinsicSize: Size(width: 120, height: 20))
    let time = View("time", intrinsicSize: Size(width: 50, height: 20))
    let body = View("body", intrinsicSize: Size(width: View.noIntrinsicMetric, height: 40))
    let leading: Constraint
    let trailing: Constraint

    init() throws {
      cell.addSubviews([name, time, body])
      time.setContentCompressionResistancePriority(751, for: .horizontal)
      leading = name.leadingAnchor.constraint(equalTo: cell.leadingAnchor, constant: 10)
      trailing = time.trailingAnchor.constraint(equalTo: cell.trailingAnchor, constant: -10)
      Constraint.activate([
        leading, trailing,
        name.topAnchor.constraint(equalTo: cell.topAnchor, constant: 10),
        time.topAnchor.constraint(equalTo: name.topAnchor),
        time.leadingAnchor.constraint(greaterThanOrEqualTo: name.trailingAnchor, constant: 8),
        body.leadingAnchor.constraint(equalTo: name.leadingAnchor),
        body.trailingAnchor.constraint(equalTo: time.trailingAnchor),
        body.topAnchor.constraint(equalTo: name.bottomAnchor, constant: 6),
        cell.bottomAnchor.constraint(equalTo: body.bottomAnchor, constant: 10),
      ])
    }
  }

  @Test("A list of instances: each begins where the one before ends")
  func list() throws {
    let cell = try Cell()
    let template = try LayoutTemplate(
      fitting: cell.cell, width: 320,
      inputs: ["name": .intrinsicWidth(cell.name), "body": .intrinsicHeight(cell.body), "width": .width],
      frames: [cell.cell, cell.name, cell.body])
    #expect(cell.cell.node.engine == nil)
    let list = try template.stack([100, 40, 320, 400, 60, 320, 100, 0, 200], spacing: 1)
    #expect(list.heights == [86, 106, 46])
    #expect(list.tops == [0, 87, 194])
    #expect(list.contentHeight == 240)
    #expect(list.table.frame(of: 0, in: 1) == Rect(x: 0, y: 87, width: 320, height: 106))
    #expect(list.table.frame(of: 1, in: 1) == Rect(x: 10, y: 10, width: 242, height: 20))
    #expect(list.table.frame(of: 2, in: 2) == Rect(x: 10, y: 36, width: 180, height: 0))

    let other = try Cell()
    let absolute = try LayoutTemplate(
      fitting: other.cell, width: 320, inputs: ["body": .intrinsicHeight(other.body)], frames: [other.body],
      coordinates: .root)
    let moved = try absolute.stack([40, 60])
    #expect(moved.table.frame(of: 0, in: 1) == Rect(x: 10, y: 86 + 36, width: 300, height: 60))
    #expect(moved.contentHeight == 86 + 106)
  }

  @Test("A metric is the constant of several constraints")
  func metric() throws {
    let cell = try Cell()
    let scene = try Scene(root: cell.cell, size: Size(width: 320, height: 86))
    let template = try LayoutTemplate(
      scene, inputs: ["inset": .metric([.init(cell.leading), .init(cell.trailing, multiplier: -1)])],
      frames: [cell.body])
    let table = try template.solve([10, 24])
    #expect(table.frame(of: 0, in: 0) == Rect(x: 10, y: 36, width: 300, height: 40))
    #expect(table.frame(of: 0, in: 1) == Rect(x: 24, y: 36, width: 272, height: 40))
    // The scene is as it was, and can be laid out and edited.
    try cell.leading.setConstant(20)
    try scene.layout()
    #expect(cell.body.frame.minX == 20)
    #expect(try template.solve([10]).frame(of: 0, in: 0)?.minX == 10)
  }

  @Test("A conflict is one instance only, and takes no room in a list")
  func conflict() throws {
    let cell = try Cell()
    Constraint.activate([cell.name.widthAnchor.constraint(greaterThanOrEqualToConstant: 100)])
    let template = try LayoutTemplate(
      fitting: cell.cell, width: 320, inputs: ["width": .width], frames: [cell.cell, cell.name])
    let list = try template.stack([320, 110, 300], spacing: 4)
    #expect(list.table.outcomes == [.solved, .conflict, .solved])
    #expect(list.table.frame(of: 0, in: 1) == nil)
    #expect(list.table.frame(of: 0, in: 2) == Rect(x: 0, y: 90, width: 300, height: 86))
    #expect(list.tops == [0, 86, 90])
    #expect(list.contentHeight == 176)
  }

  @Test("What can't be an input or a table is refused")
  func refusals() throws {
    let cell = try Cell()
    let scene = try Scene(root: cell.cell, size: Size(width: 320, height: 86))
    func kind(_ inputs: KeyValuePairs<String, TemplateInput>, _ frames: [any LayoutItem] = []) -> LayoutError.Kind? {
      do throws(LayoutError) {
        _ = try LayoutTemplate(scene, inputs: inputs, frames: frames)
        return nil
      } catch { return error.kind }
    }
    #expect(kind(["a": .intrinsicWidth(cell.body)]) == .templateInput)
    #expect(kind(["a": .intrinsicWidth(View(intrinsicSize: Size(width: 1, height: 1)))]) == .templateInput)
    #expect(kind(["a": .width, "a": .height]) == .templateInput)
    #expect(kind(["a": .width, "b": .width]) == .templateInput)
    #expect(kind(["a": .metric([])]) == .templateInput)
    #expect(kind(["a": .metric([.init(cell.leading, multiplier: .nan)])]) == .multiplierOutOfRange)
    #expect(kind(["a": .width], [View()]) == .templateInput)
    let idle = cell.name.widthAnchor.constraint(equalToConstant: 1)
    #expect(kind(["a": .constant(idle)]) == .templateInput)

    let template = try LayoutTemplate(scene, inputs: ["inset": .constant(cell.leading), "width": .width], frames: [])
    for (inputs, position) in [
      ([1, 2, 3, .nan], "Row 1, column 1 (width)"), ([.infinity, 2], "Row 0, column 0 (inset)"),
    ] {
      do {
        _ = try template.solve(inputs)
        Issue.record("\(inputs) was taken")
      } catch {
        #expect(error.kind == .valueOutOfRange && error.text.contains(position))
      }
    }
    #expect(throws: LayoutError.self) { _ = try template.solve([1, -1]) }
    #expect(throws: LayoutError.self) { _ = try template.solve([1]) }
    #expect(throws: LayoutError.self) { _ = try template.stack([1, 2], spacing: .nan) }
    Constraint.activate([
      cell.name.widthAnchor.constraint(equalToConstant: 1), cell.name.widthAnchor.constraint(equalToConstant: 2),
    ])
    #expect(kind(["a": .width]) == .unsatisfiable)
  }

  @Test("A template is solved by many tasks at once")
  func tasks() async throws {
    let cell = try Cell()
    let template = try LayoutTemplate(
      fitting: cell.cell, width: 320, inputs: ["name": .intrinsicWidth(cell.name), "width": .width],
      frames: [cell.name, cell.time])
    let inputs = (0..<4000).map { Double(($0 * 7919) % 400) }
    let expected = try template.solve(inputs, threads: 1)
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          let table = try? template.solve(inputs)
          return table?.outcomes == expected.outcomes
            && table?.frames.map(\.bitPattern) == expected.frames.map(\.bitPattern)
        }
      }
      for await isSame in group { #expect(isSame) }
    }
  }
}
