// The measured workloads are those of their description, in every form in which an engine gets them.

import Foundation
import Simplex
import Testing
import Workloads

@Suite struct WorkloadTests {
  /// A closed form that is compared with its description, a name with the frames at 1,000.
  private static let forms: [(name: String, frames: [Double])] = [
    ("W1", Workload.scrollList.closedForm(1000)),
    ("W2", Workload.distributedSpacing.closedForm(1000)),
    ("W3", Workload.cells.closedForm(1000)),
    ("W4", Workload.nesting.closedForm(1000)),
    ("W5 on W1", closedForm(.scrollList, Workload.scrollList.edits(1000, count: 1000))),
    ("W5 on W3", closedForm(.cells, Workload.cells.edits(1000, count: 1000))),
    ("W6", closedForm(.cells, Workload.cells.resizes(count: 60))),
  ]

  /// FNV-1a over each coordinate in 64ths of a point as a 64-bit integer. The values come from a program in another
  /// language, written after the description alone; a drift of the generator shows here.
  private static let hashes: [String: UInt64] = [
    "W1": 0xbdc7_8a54_7b80_8815, "W2": 0xa052_2e97_ad7c_c873, "W3": 0xc569_c19a_9d6f_d255, "W4": 0xbdca_da3d_415c_d63d,
    "W5 on W1": 0x4c73_ce60_92b4_9c40, "W5 on W3": 0x7527_718c_d5f6_23af, "W6": 0xf0b9_a074_6f03_d434,
  ]

  private static func closedForm(_ workload: Workload, _ edits: [WorkloadEdit]) -> [Double] {
    workload.closedForm(1000, after: edits)
  }

  @Test func closedFormsAreThoseOfTheDescription() {
    for (name, frames) in Self.forms {
      var hash: UInt64 = 0xcbf2_9ce4_8422_2325
      for value in frames {
        withUnsafeBytes(of: Int64((value * 64).rounded()).littleEndian) { bytes in
          for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        }
      }
      #expect(hash == Self.hashes[name], "\(name)")
    }
  }

  @Test(arguments: Workload.allCases)
  func noEditsChangeNothing(_ workload: Workload) {
    #expect(workload.closedForm(200, after: []) == workload.closedForm(200))
  }

  /// The cases that have steps: W5 on W1 and on W3, and W6.
  enum Stepped: CaseIterable {
    case scrollListEdits, cellEdits, resizes

    var workload: Workload { self == .scrollListEdits ? .scrollList : .cells }

    func steps(_ n: Int) -> [WorkloadEdit] {
      self == .resizes ? workload.resizes(count: 60) : workload.edits(n, count: 40)
    }
  }

  @Test(arguments: Stepped.allCases)
  func allPathsTakeTheSteps(_ stepped: Stepped) throws {
    let size = 80
    let steps = stepped.steps(size)
    let core = try CoreProgram(stepped.workload, size: size)
    let views = try ViewProgram(stepped.workload, size: size)
    let flat = try #require(try FlatProgram(stepped.workload, size: size))
    try flat.solve()
    let rows = try core.rows(of: steps)
    for (index, step) in steps.enumerated() {
      try core.solver.setConstants([try #require(rows[index])], [step.value])
      #expect(try core.solver.solve() == .optimal)
      try views.apply(step)
      try views.solve()
      try flat.apply(step)
      try flat.solve()
      let expected = stepped.workload.closedForm(size, after: Array(steps[...index]))
      #expect(agree(try core.frames(), expected), "core, step \(index)")
      #expect(agree(views.frames(), expected), "facade, step \(index)")
      #expect(agree(flat.frames(), expected), "flat, step \(index)")
    }
  }

  @Test(arguments: [Workload.scrollList, .distributedSpacing, .cells, .nesting], [8, 120])
  func aFlatSceneIsTheWorkload(_ workload: Workload, _ size: Int) throws {
    let flat = try #require(try FlatProgram(workload, size: size))
    try flat.solve()
    #expect(agree(flat.frames(), workload.closedForm(size)))
    #expect(try FlatProgram(.equalToFirst, size: size) == nil)
  }

  @Test(arguments: [Workload.scrollList, .cells], [1, 2, 25])
  func bothPathsTakeStructuralEdits(_ workload: Workload, _ count: Int) throws {
    let size = workload == .cells ? 8 * count : count
    var core = try #require(try CoreList(workload, size: size))
    var views = try #require(try ViewList(workload, size: size))
    var numbers = Array(0..<count)
    #expect(workload.closedForm(list: numbers) == workload.closedForm(size))
    var comeAndGone = 0
    for (step, edit) in workload.structuralEdits(size, count: 60).enumerated() {
      try core.apply(edit)
      #expect(try core.solver.solve() == .optimal)
      try views.apply(edit)
      try views.scene.layout()
      if edit.removed >= count { comeAndGone += 1 }
      edit.apply(to: &numbers)
      #expect(numbers.count == count && !numbers.contains(edit.removed))
      let expected = workload.closedForm(list: numbers)
      #expect(agree(try core.solver.values(core.variables(list: numbers)), expected), "core, step \(step)")
      #expect(agree(views.frames(list: numbers), expected), "facade, step \(step)")
    }
    #expect(comeAndGone > 10)
  }

  @Test func whatHasNoRowsOrCellsHasNoStructuralEdits() throws {
    for workload in [Workload.distributedSpacing, .nesting] {
      #expect(workload.structuralEdits(100, count: 10).isEmpty && workload.closedForm(list: [1]).isEmpty)
      #expect(try CoreList(workload, size: 100) == nil && (try ViewList(workload, size: 100)) == nil)
    }
  }

  @Test(arguments: Workload.allCases, [8, 120])
  func aFileHoldsTheWorkload(_ workload: Workload, _ size: Int) throws {
    try solve(try ProgramFile(workload, size: size).bytes, views: workload.viewCount(size))
  }

  @Test(arguments: Stepped.allCases)
  func aFileHoldsTheSteps(_ stepped: Stepped) throws {
    let file = try ProgramFile(stepped.workload, size: 80, steps: stepped.steps(80))
    try solve(file.bytes, views: stepped.workload.viewCount(80), steps: stepped == .resizes ? 60 : 40)
  }

  @Test func theCommandWritesTheFile() throws {
    let place = try Workplace()
    let run = try place.run("export", "w3", "--views", "80", "--mode", "edit", "--steps", "20", "-o", "w3.bin")
    #expect(run.status == 0, "\(run.err)")
    let expected = try ProgramFile(.cells, size: 80, steps: Workload.cells.edits(80, count: 20))
    #expect(try place.bytes("w3.bin") == Data(expected.bytes))
  }

  @Test(arguments: [
    ["W5"], ["W3", "--views", "7"], ["W1", "--views", "0"], ["W2", "--mode", "edit"], ["W1", "--mode", "resize"],
    ["W7", "--mode", "edit"], ["W7", "--views", "0"], ["W1", "--mode", "sideways"], ["W1", "--steps", "3"],
    ["W3", "--mode", "resize", "--steps", "61"],
    ["W3", "--mode", "edit", "--steps", "0"],
  ])
  func refusesWhatThereIsNot(_ arguments: [String]) throws {
    let place = try Workplace()
    let process = try place.start(["export"] + arguments + ["-o", "out.bin"])
    process.waitUntilExit()
    let run = try place.finish(process)
    #expect(run.status == 2)
    #expect(run.errors.count == 1)
    #expect(try place.files() == [])
  }

  #if Text
    @Test("A chat as a file: its texts are as high as its frames say, by their sizes and steps alone")
    func theChatAsAFile() throws {
      let place = try Workplace()
      let run = try place.run("export", "W7", "--views", "40", "--steps", "30", "-o", "w7.bin")
      #expect(run.status == 0, "\(run.err)")
      var reader = Reader([UInt8](try place.bytes("w7.bin")))
      #expect(String(decoding: reader.bytes(8), as: UTF8.self) == "TRELLIS7")
      let counts = (0..<6).map { _ in Int(reader.integer()) }
      #expect(Array(counts[0..<3]) == [40, 60, 30])
      _ = reader.doubles(60)
      let sizes = reader.doubles(2 * counts[3])
      let (widths, heights) = (reader.doubles(counts[4]), reader.doubles(counts[4]))
      let values = reader.doubles(counts[5])
      let kinds = reader.indices(40)
      let edited = reader.indices(30)
      let starts = reader.indices(counts[3] + 1)
      #expect(reader.isAtEnd)
      func height(_ text: Int, _ width: Double) -> Double {
        let steps = starts[text]..<starts[text + 1]
        guard width < sizes[2 * text] - 1e-6, let step = steps.last(where: { widths[$0] <= width + 1e-6 }) else {
          return sizes[2 * text + 1]
        }
        return heights[step]
      }
      // Frames of a message: cell, avatar, bubble, text, time and maybe a quote.
      for part in 0..<3 {
        var frame = part * counts[5] / 3
        var text = 0
        for (message, kind) in kinds.enumerated() {
          let count = kind < 2 ? 5 : 6
          for place in 3..<count {
            let shown =
              part == 2 && place == 3 ? edited.lastIndex(of: message).map { counts[3] - 30 + $0 } ?? text : text
            let (width, expected) = (values[frame + 4 * place + 2], values[frame + 4 * place + 3])
            #expect(height(shown, width) == expected, "message \(message), text \(place)")
            text += 1
          }
          frame += 4 * count
        }
      }
    }
  #endif

  /// Reads a file as its description says, solves what it holds and compares with the frames in it.
  private func solve(_ bytes: [UInt8], views: Int, steps stepCount: Int = 0) throws {
    var reader = Reader(bytes)
    #expect(String(decoding: reader.bytes(8), as: UTF8.self) == "TRELLIS1")
    let counts = (0..<7).map { _ in Int(reader.integer()) }
    let (variableCount, rowCount, entryCount) = (counts[2], counts[3], counts[4])
    #expect(variableCount == 4 * views)
    #expect(counts[5] == stepCount && counts[6] == stepCount)
    let perRow = (0..<4).map { _ in reader.doubles(rowCount) }
    let coefficients = reader.doubles(entryCount)
    let edits = reader.doubles(counts[5])
    let before = reader.doubles(variableCount)
    let after = reader.doubles(variableCount)
    let starts = reader.indices(rowCount + 1)
    let entries = reader.indices(entryCount)
    let edited = reader.indices(counts[5])
    #expect(reader.indices(counts[6] + 1) == Array(0...stepCount))
    let relations = reader.bytes(rowCount).map { Relation(rawValue: Int8(bitPattern: $0)) }
    let nonnegative = reader.bytes(variableCount).map { $0 == 1 }
    #expect(reader.isAtEnd)

    let solver = try Solver()
    let variables = try solver.addVariables(nonnegative: nonnegative)
    var batch = RowBatch()
    for row in 0..<rowCount {
      for entry in starts[row]..<starts[row + 1] { batch.append(variables[entries[entry]], coefficients[entry]) }
      batch.end(
        try #require(relations[row]), constant: perRow[0][row], priority: perRow[1][row], priorityBelow: perRow[2][row],
        weight: perRow[3][row])
    }
    let rows = try solver.add(batch)
    #expect(try solver.solve() == .optimal)
    #expect(agree(try solver.values(variables), before))
    for (row, constant) in zip(edited, edits) { try solver.setConstants([rows[row]], [constant]) }
    #expect(try solver.solve() == .optimal)
    #expect(agree(try solver.values(variables), after))
    #expect(stepCount == 0 || before != after)
  }

  private func agree(_ frames: [Double], _ expected: [Double]) -> Bool {
    frames.count == expected.count && zip(frames, expected).allSatisfy { abs($0 - $1) <= 1e-6 }
  }
}

/// Little-endian numbers out of bytes.
private struct Reader {
  private let all: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { all = bytes }

  var isAtEnd: Bool { position == all.count }

  mutating func bytes(_ count: Int) -> [UInt8] {
    defer { position += count }
    return Array(all[position..<(position + count)])
  }

  mutating func integer(bytes count: Int = 8) -> UInt64 { bytes(count).reversed().reduce(0) { $0 << 8 | UInt64($1) } }

  mutating func doubles(_ count: Int) -> [Double] { (0..<count).map { _ in Double(bitPattern: integer()) } }

  mutating func indices(_ count: Int) -> [Int] { (0..<count).map { _ in Int(integer(bytes: 4)) } }
}
