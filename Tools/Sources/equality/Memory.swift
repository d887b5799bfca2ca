// `equality memory`: a scene of some hundred views is edited a million times, and holds no more memory at the end than
// when it had warmed up. Each edit leaves the scene as large as it was: a cell goes and another comes, a number becomes
// another, so whatever grows is kept for nothing.
//
// What is counted are the bytes that the process has allocated (mallinfo2(3)) where the C library says so, and the pages it
// holds (proc(5)), which waver with how the heap is cut up.

import ArgumentParser
import CHeap
import EditScripts
import Foundation
import Simplex
import TestSupport
import Trellis

/// Memory of the process, in bytes.
private struct Footprint {
  var allocated: Int
  var resident: Int

  /// What it is now; 0 for what the system does not say.
  static var now: Footprint {
    var footprint = Footprint(allocated: 0, resident: 0)
    footprint.allocated = lx_test_heap_bytes()
    let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ").dropFirst()
    footprint.resident = (pages?.first.flatMap { Int($0) } ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
    return footprint
  }
}

struct Memory: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "A million edits of a scene, after which it holds no more memory than before.")

  @Option(help: "Edits of numbers, through the core and again through views.")
  var constants = 1_000_000

  @Option(help: "Edits in which a cell goes and another comes, through the core and again through views.")
  var structural = 200_000

  @Option(help: "Cells of the scene, of three views each.")
  var cells = 100

  @Option(help: "The seed of the edits.")
  var seed: UInt64 = 1

  @Flag(help: "Also prints what is allocated after each tenth.")
  var series = false

  func run() throws {
    var isFlat = true
    for (name, make) in [("core", { try CoreScene($0) }), ("views", { try ViewScene($0) })]
      as [(String, (Int) throws -> any EditedScene)]
    {
      isFlat = try measure("\(name), numbers", constants, make(cells)) { try $0.editNumber(&$1) } && isFlat
      isFlat = try measure("\(name), structure", structural, make(cells)) { try $0.editStructure(&$1) } && isFlat
    }
    if !isFlat { throw ExitCode.failure }
  }

  /// Makes edits, and looks at memory two hundred times meanwhile. What is allocated wavers, as storage is left behind and
  /// tidied up later; a leak lifts the least of it. So the least of the last quarter is compared with that of the second, the
  /// first being the time in which arrays grow to what the largest state wants.
  private func measure(
    _ name: String, _ count: Int, _ scene: any EditedScene,
    _ edit: (any EditedScene, inout SplitMix64) throws -> Void
  ) throws -> Bool {
    let looks = 200
    var random = SplitMix64(seed: seed)
    let started = Date()
    var seen: [Footprint] = []
    seen.reserveCapacity(looks)
    for part in 0..<looks {
      for _ in (count * part / looks)..<(count * (part + 1) / looks) { try edit(scene, &random) }
      seen.append(Footprint.now)
      if series, part % 20 == 19 {
        print("\(name), \(part / 2 + 1) %: \(seen[part].allocated) bytes, \(kilobytes(seen[part].resident)) resident")
      }
    }
    let seconds = -started.timeIntervalSinceNow
    let (early, late) = (seen[(looks / 4)..<(looks / 2)], seen[(looks * 3 / 4)...])
    let before = early.map(\.allocated).min() ?? 0
    let after = late.map(\.allocated).min() ?? 0
    let most = seen.map(\.allocated).max() ?? 0
    let pages = (late.map(\.resident).min() ?? 0) - (early.map(\.resident).min() ?? 0)
    // Even then an array may be stretched; a byte an edit would be far beyond this.
    let isFlat = after - before <= 64 << 10 && most <= 2 * max(before, 1) && pages <= 8 << 20
    print(
      """
      \(name): \(count) edits, at least \(kilobytes(before)) allocated in the second quarter and \(kilobytes(after)) in the \
      last, \(kilobytes(most)) at most; resident \(kilobytes(late.last?.resident ?? 0)) at the end, \(kilobytes(pages)) more; \
      \(Int(seconds / Double(max(count, 1)) * 1e9)) ns an edit\(isFlat ? "" : ": GROWS")
      """)
    return isFlat
  }

  private func kilobytes(_ bytes: Int) -> String { "\(bytes / 1024) kB" }
}

/// A list of cells with two labels each, under edits that leave it as large as it is. Each edit is solved.
private protocol EditedScene {
  /// Gives a label another width, the list another spacing, or the window another size.
  func editNumber(_ random: inout SplitMix64) throws
  /// Takes a cell out and puts another in elsewhere, or exchanges a row for one of another kind.
  func editStructure(_ random: inout SplitMix64) throws
}

/// The list through the core.
private final class CoreScene: EditedScene {
  private struct Cell {
    /// y, height, x and width of the title, x and width of the detail.
    var variables: [Variable]
    var rows: [Row]
    var top: Row
  }

  private let solver: Solver
  private let width: Variable
  private let root: Row
  private var cells: [Cell] = []

  init(_ count: Int) throws {
    solver = try Solver()
    width = try solver.addVariables(1, nonnegative: true)[0]
    var batch = RowBatch()
    batch.append(width, 1)
    batch.end(.equal, constant: 320)
    root = try solver.add(batch)[0]
    var random = SplitMix64(seed: 3)
    for index in 0..<count { try insert(at: index, &random) }
    try solve()
  }

  private func solve() throws {
    guard try solver.solve() == .optimal else { throw ValidationError("the core has no answer") }
    _ = try solver.values(try solver.changes())
  }

  func editNumber(_ random: inout SplitMix64) throws {
    let cell = cells[random.int(0...(cells.count - 1))]
    switch random.int(0...9) {
    case 0: try solver.setConstants([root], [Double(random.int(200...500))])
    case 1: try solver.setConstants([cell.rows[5]], [Double(random.int(30...60))])
    default: try solver.setConstants([cell.rows[random.int(1...2)]], [Double(random.int(20...300))])
    }
    try solve()
  }

  func editStructure(_ random: inout SplitMix64) throws {
    let index = random.int(0...(cells.count - 1))
    switch random.int(0...5) {
    case 0:
      let row = cells[index].rows[1]
      try solver.setPriorities([row], [random.pick([250, 249, 251])], below: [random.pick([750, 740])])
    case 1:
      let old = cells[index].rows[5]
      try solver.remove([old])
      var batch = RowBatch()
      batch.append(cells[index].variables[1], 1)
      batch.end(random.pick([.equal, .greaterOrEqual]), constant: 44)
      cells[index].rows[5] = try solver.add(batch)[0]
    case 2:
      let names = cells[index].variables
      try solver.setTerms(cells[index].rows[3], [names[4], names[2], names[3]], [1, -1, random.pick([-1, -0.5])])
    default:
      try remove(at: index)
      try insert(at: random.int(0...cells.count), &random)
    }
    try solve()
  }

  private func top(of cell: Int, _ variables: [Variable]) throws -> Row {
    var batch = RowBatch()
    batch.append(variables[0], 1)
    if cell > 0 {
      batch.append(cells[cell - 1].variables[0], -1)
      batch.append(cells[cell - 1].variables[1], -1)
    }
    batch.end(.equal, constant: 8)
    return try solver.add(batch)[0]
  }

  private func insert(at index: Int, _ random: inout SplitMix64) throws {
    let own = try solver.addVariables(nonnegative: [false, true, false, true, false, true])
    var batch = RowBatch()
    func row(
      _ terms: [(Variable, Double)], _ relation: Simplex.Relation, _ constant: Double, _ own: Double = 1000,
      _ below: Double? = nil
    ) {
      for (variable, coefficient) in terms { batch.append(variable, coefficient) }
      batch.end(relation, constant: constant, priority: own, priorityBelow: below)
    }
    row([(own[2], 1)], .equal, 16)
    row([(own[3], 1)], .equal, Double(random.int(20...300)), 250, 750)
    row([(own[5], 1)], .equal, Double(random.int(20...90)), 251, 751)
    row([(own[4], 1), (own[2], -1), (own[3], -1)], .greaterOrEqual, 8)
    row([(own[4], 1), (own[5], 1), (width, -1)], .equal, -16)
    row([(own[1], 1)], .equal, 44)
    let rows = try solver.add(batch)
    let top = try top(of: index, own)
    cells.insert(Cell(variables: own, rows: rows, top: top), at: index)
    if index + 1 < cells.count {
      try solver.remove([cells[index + 1].top])
      cells[index + 1].top = try self.top(of: index + 1, cells[index + 1].variables)
    }
  }

  private func remove(at index: Int) throws {
    let gone = cells.remove(at: index)
    var rows = gone.rows + [gone.top]
    if index < cells.count { rows.append(cells[index].top) }
    try solver.remove(rows)
    if index < cells.count { cells[index].top = try top(of: index, cells[index].variables) }
    try solver.removeVariables(gone.variables)
  }
}

/// The list through views.
private final class ViewScene: EditedScene {
  private struct Cell {
    var view: View
    var title: View
    var detail: View
    var height: Constraint
    var gap: Constraint
    var top: Constraint
  }

  private let root = View("root")
  private let scene: Scene
  private var cells: [Cell] = []

  init(_ count: Int) throws {
    scene = try Scene(root: root, size: Size(width: 320, height: 568))
    var random = SplitMix64(seed: 3)
    for index in 0..<count { try insert(at: index, &random) }
    try solve()
  }

  private func solve() throws {
    let report = try scene.layout()
    guard report.conflicts.isEmpty else { throw ValidationError("the views have no answer") }
    for change in report.changes where change.frame.width.isNaN { throw ValidationError("a frame is no frame") }
  }

  func editNumber(_ random: inout SplitMix64) throws {
    let cell = cells[random.int(0...(cells.count - 1))]
    switch random.int(0...9) {
    case 0: try scene.setSize(Size(width: Double(random.int(200...500)), height: 568))
    case 1: try cell.height.setConstant(Double(random.int(30...60)))
    case 2...5: cell.title.intrinsicSize.width = Double(random.int(20...300))
    default: cell.detail.intrinsicSize.width = Double(random.int(20...300))
    }
    try solve()
  }

  func editStructure(_ random: inout SplitMix64) throws {
    let index = random.int(0...(cells.count - 1))
    switch random.int(0...5) {
    case 0: cells[index].title.setContentCompressionResistancePriority(random.pick([750, 740]), for: .horizontal)
    case 1: if cells[index].gap.isActive { cells[index].gap.deactivate() } else { try cells[index].gap.activate() }
    case 2: try cells[index].height.setPriority(random.pick([1000, 999, 500]))
    default:
      try remove(at: index)
      try insert(at: random.int(0...cells.count), &random)
    }
    try solve()
  }

  private func top(of index: Int, _ view: View) throws -> Constraint {
    let above = index > 0 ? cells[index - 1].view.bottomAnchor : root.topAnchor
    let constraint = view.topAnchor.constraint(equalTo: above, constant: 8)
    try constraint.activate()
    return constraint
  }

  private func insert(at index: Int, _ random: inout SplitMix64) throws {
    let view = View()
    let title = View(intrinsicSize: Size(width: Double(random.int(20...300)), height: 20))
    let detail = View(intrinsicSize: Size(width: Double(random.int(20...90)), height: 20))
    detail.setContentCompressionResistancePriority(751, for: .horizontal)
    root.addSubview(view)
    view.addSubview(title)
    view.addSubview(detail)
    let height = view.heightAnchor.constraint(equalToConstant: 44)
    let gap = detail.leftAnchor.constraint(greaterThanOrEqualTo: title.rightAnchor, constant: 8)
    Constraint.activate([
      height, gap,
      view.leftAnchor.constraint(equalTo: root.leftAnchor),
      view.rightAnchor.constraint(equalTo: root.rightAnchor),
      title.leftAnchor.constraint(equalTo: view.leftAnchor, constant: 16),
      title.centerYAnchor.constraint(equalTo: view.centerYAnchor),
      detail.rightAnchor.constraint(equalTo: view.rightAnchor, constant: -16),
      detail.centerYAnchor.constraint(equalTo: view.centerYAnchor),
    ])
    let top = try top(of: index, view)
    cells.insert(Cell(view: view, title: title, detail: detail, height: height, gap: gap, top: top), at: index)
    if index + 1 < cells.count {
      cells[index + 1].top.deactivate()
      cells[index + 1].top = try self.top(of: index + 1, cells[index + 1].view)
    }
  }

  private func remove(at index: Int) throws {
    cells[index].view.removeFromSuperview()
    cells.remove(at: index)
    if index < cells.count {
      cells[index].top.deactivate()
      cells[index].top = try top(of: index, cells[index].view)
    }
  }
}
