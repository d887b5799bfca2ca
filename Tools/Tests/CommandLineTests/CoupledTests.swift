// The coupled programs: that they are the ones of their description, that the solver's answers to them are right by GLPK
// level by level, and that the command line measures and writes them.

import EditScripts
import Foundation
import Simplex
import Testing
import Workloads

@Suite struct CoupledTests {
  /// Rows, variables and FNV-1a over signs and rows at 400, numbers in 64ths, from a generator in another language.
  private static let programs: [Coupled: (rows: Int, variables: Int, hash: UInt64)] = [
    .dashboard: (1120, 402, 0x4e0c_5c96_9ad0_3afa),
    .graph: (1055, 400, 0x5536_23d3_0890_ca54),
    .timeline: (1999, 800, 0x69fb_34d5_5caa_2589),
    .timetable: (612, 412, 0xd11d_204b_832b_7730),
    .table: (1028, 40, 0x8ee3_1794_9f71_d206),
    .aspect: (421, 40, 0x8806_03f8_b3eb_ed8e),
  ]

  @Test(arguments: Coupled.allCases)
  func programsAreThoseOfTheDescription(_ family: Coupled) throws {
    let program = try CoupledProgram(family, size: 400)
    let (solver, rows) = (program.solver, program.rows)
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ value: Double) {
      withUnsafeBytes(of: Int64((value * 64).rounded()).littleEndian) { bytes in
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
      }
    }
    for isSize in try solver.isNonnegative(program.variables) { add(isSize ? 1 : 0) }
    let (relations, constants) = (try solver.relations(rows), try solver.constants(rows))
    let (priorities, below) = try solver.priorities(rows)
    #expect(priorities == below)
    for (index, row) in rows.enumerated() {
      add(Double(relations[index].rawValue))
      add(constants[index])
      add(priorities[index])
      let terms = try solver.terms(row)
      for (variable, coefficient) in zip(terms.variables, terms.coefficients) {
        add(Double(try #require(program.variables.firstIndex(of: variable))))
        add(coefficient)
      }
    }
    let expected = try #require(Self.programs[family])
    #expect(rows.count == expected.rows)
    #expect(program.variables.count == expected.variables)
    #expect(hash == expected.hash, "\(String(hash, radix: 16))")
  }

  @Test(arguments: Coupled.allCases, [16, 40, 100])
  func answersAreRightLevelByLevel(_ family: Coupled, _ size: Int) throws {
    let program = try CoupledProgram(family, size: size)
    #expect(try program.solver.solveJudged() == [])
    let (values, levels) = (try program.values(), try program.solver.levels())
    #expect(try program.agrees(values, levels))
    #expect(levels.contains { $0.error > 1 }, "nothing competes")
  }

  @Test(arguments: Coupled.allCases)
  func wrongValuesAndLevelsAreFound(_ family: Coupled) throws {
    let program = try CoupledProgram(family, size: 40)
    #expect(try program.solver.solve() == .optimal)
    let (values, levels) = (try program.values(), try program.solver.levels())
    #expect(try !program.agrees(values.map { $0 + 1000 }, levels))
    var claimed = levels
    claimed[0] = Level(priority: levels[0].priority, error: levels[0].error + 0.01)
    #expect(try !program.agrees(values, claimed))
    #expect(try !program.agrees(values, Array(levels.dropLast())))
  }

  @Test(arguments: Coupled.allCases)
  func smallestSizesHaveAnAnswer(_ family: Coupled) throws {
    let program = try CoupledProgram(family, size: family.smallestSize)
    #expect(try program.solver.solveJudged() == [])
  }

  @Test func benchMeasuresThem() throws {
    let run = try Workplace().run(
      "bench", "--workload", "c1,C2,C3,C4,C5,C6,W4", "--views", "16,100", "--repeats", "1", "--path", "core", "--json")
    #expect(run.status == 0, "\(run.err)")
    let lines = try run.out.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(lines.count == 14)
    for line in lines {
      let name = try #require(line["workload"] as? String)
      #expect(line["checked"] as? Bool == true)
      guard let family = Coupled(rawValue: name) else {
        #expect(line["levels"] == nil && line["touched"] == nil)
        continue
      }
      let printed = try #require(line["levels"] as? [String: Double])
      let (pivots, touched) = (try #require(line["pivots"] as? Int), try #require(line["touched"] as? Int))
      #expect(touched >= pivots && (pivots == 0) == (touched == 0))
      let views = try #require(line["views"] as? Int)
      let sizes = [16, 100]
      let program = try #require(
        try sizes.map { try CoupledProgram(family, size: $0) }.first { $0.variables.count == views })
      #expect(try program.solver.solve() == .optimal)
      for level in try program.solver.levels() {
        let error = try #require(printed["\(level.priority)"])
        #expect(abs(error - level.error) <= 1e-6)
      }
    }
  }

  @Test func benchSaysWhatAPivotTouches() throws {
    let run = try Workplace().run("bench", "--workload", "C2", "--views", "100", "--repeats", "1", "--path", "core")
    #expect(run.status == 0, "\(run.err)")
    let lines = run.out.split(separator: "\n")
    #expect(lines[0].hasSuffix("per pivot"), "\(run.out)")
    #expect(lines[1].split(separator: " ").last.flatMap { Int($0) } ?? 0 > 1, "\(run.out)")
  }

  @Test func benchRefusesWhatTheyHaveNot() throws {
    let place = try Workplace()
    for arguments in [["--mode", "edit"], ["--path", "facade"], ["--views", "8"]] {
      let run = try place.run(["bench", "--workload", "C1", "--repeats", "1"] + arguments)
      #expect(run.status == 2)
      #expect(run.errors.count == 1 && run.err.contains("C1"), "\(run.err)")
    }
    let export = try place.run("export", "C1", "--mode", "edit", "-o", "c1.bin")
    #expect(export.status == 2 && export.err.contains("no steps"))
  }

  @Test(arguments: Coupled.allCases)
  func documentsHaveTheSameLevels(_ family: Coupled) throws {
    let place = try Workplace()
    let export = try place.run("export", family.rawValue, "--views", "32", "-o", "program.json")
    #expect(export.status == 0, "\(export.err)")
    let run = try place.run("layout", "program.json")
    #expect(run.status == 0, "\(run.err)")
    let result = try #require(try JSONSerialization.jsonObject(with: Data(run.out.utf8)) as? [String: Any])
    let printed = try #require(result["levels"] as? [String: Double])
    let program = try CoupledProgram(family, size: 32)
    #expect(try program.solver.solve() == .optimal)
    let levels = try program.solver.levels()
    #expect(printed.count == levels.count)
    for level in levels {
      let error = try #require(printed[String(Int(level.priority))])
      #expect(abs(error - level.error) <= 1e-6 * max(1, level.error))
    }
  }

  /// Two priorities of one row, as content sizes have, become two equations.
  @Test func documentsOfViewsHaveTheSameValues() throws {
    let place = try Workplace()
    let export = try place.run("export", "W3", "--views", "16", "-o", "cells.json")
    #expect(export.status == 0, "\(export.err)")
    let run = try place.run("layout", "cells.json")
    #expect(run.status == 0, "\(run.err)")
    let result = try #require(try JSONSerialization.jsonObject(with: Data(run.out.utf8)) as? [String: Any])
    let values = try #require(result["values"] as? [String: Double])
    let expected = Workload.cells.closedForm(16)
    #expect(values.count == expected.count)
    for (index, value) in expected.enumerated() {
      let name = "\(["x", "y", "w", "h"][index % 4])\(index / 4)"
      #expect(abs(try #require(values[name]) - value) <= 1e-6, "\(name)")
    }
    #expect(try place.run("export", "W3", "--views", "16", "--mode", "edit", "-o", "cells.json").status == 2)
  }

  @Test func filesHaveTheirRows() throws {
    let place = try Workplace()
    #expect(try place.run("export", "C5", "--views", "400", "-o", "c5.bin").status == 0)
    let bytes = [UInt8](try place.bytes("c5.bin"))
    func word(_ index: Int) -> Int {
      bytes[(8 + 8 * index)..<(16 + 8 * index)].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    #expect(String(decoding: bytes.prefix(8), as: UTF8.self) == "TRELLIS1")
    // Number, size, variables, rows; no edits and no steps.
    let counts: [Int] = [0, 1, 2, 3, 5, 6].map(word)
    #expect(counts == [15, 400, 40, 1028, 0, 0])
  }
}
