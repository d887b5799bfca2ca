// `trellis bench`: every workload solved right through both paths, its lines and its dumps.

import Foundation
import Testing
import Workloads

@Suite struct BenchTests {
  @Test func everyWorkloadIsRight() throws {
    let run = try Workplace().run("bench", "--views", "8,120", "--repeats", "1", "--json")
    #expect(run.status == 0, "\(run.err)")
    #expect(run.err == "")
    let lines = try run.out.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    // Four workloads, two sizes, two paths.
    #expect(lines.count == 16)
    let keys: Set<String> = [
      "workload", "mode", "path", "views", "build_s", "solve_s", "read_s", "steps", "peak_rss_kb", "checked",
    ]
    for line in lines {
      #expect(Set(line.keys) == keys)
      #expect(line["mode"] as? String == "full")
      #expect(line["steps"] as? Int == 1)
      #expect(line["checked"] as? Bool == true)
      for key in ["build_s", "solve_s", "read_s", "peak_rss_kb"] {
        #expect(try #require(line[key] as? Double) > 0, "\(key)")
      }
    }
    let views = lines.filter { $0["path"] as? String == "core" }.map { $0["views"] as? Int }
    #expect(views == [11, 18, 12, 8, 123, 242, 138, 120])
  }

  @Test func equalSizesAreRight() throws {
    let run = try Workplace().run(
      "bench", "--workload", "E1,e2,E3", "--views", "1,8,1200", "--repeats", "1", "--json")
    #expect(run.status == 0, "\(run.err)")
    let lines = run.out.split(separator: "\n")
    #expect(
      lines.count == 18 && lines.allSatisfy { $0.contains("\"checked\": true") || $0.contains("\"checked\":true") })
  }

  @Test(arguments: ["edit", "resize", "template"]) func everyModeIsRight(_ mode: String) throws {
    let place = try Workplace()
    let run = try place.run(
      "bench", "--mode", mode, "--views", "160", "--repeats", "1", "--json", "--dump", "frames")
    #expect(run.status == 0, "\(run.err)")
    let lines = try run.out.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(lines.count == (mode == "resize" ? 2 : 4))
    for line in lines {
      #expect(line["mode"] as? String == mode)
      #expect(line["steps"] as? Int == (mode == "edit" ? 1000 : mode == "resize" ? 60 : 1))
      #expect(line["checked"] as? Bool == true)
      #expect(try #require(line["floor_s"] as? Double) > 0)
    }
    #expect(try place.files().contains("frames/W3-\(mode)-183.bin"))
  }

  @Test(arguments: [("full", 8), ("edit", 2), ("resize", 1)])
  func flatScenesAreRight(_ mode: String, _ count: Int) throws {
    let run = try Workplace().run(
      "bench", "--path", "flat", "--mode", mode, "--views", mode == "full" ? "8,120" : "160", "--repeats", "2",
      "--json")
    #expect(run.status == 0, "\(run.err)")
    let lines = run.out.split(separator: "\n")
    #expect(lines.count == count)
    #expect(lines.allSatisfy { $0.contains("\"path\": \"flat\"") && $0.contains("\"checked\": true") })
  }

  @Test func curesWork() throws {
    let place = try Workplace()
    let run = try place.run("bench", "--mode", "cures", "--views", "16", "--repeats", "1", "--json")
    #expect(run.status == 0, "\(run.err)")
    let lines = run.out.split(separator: "\n")
    #expect(lines.count == 8 && lines.allSatisfy { $0.contains("\"checked\": true") && $0.contains("\"steps\": 4") })
    #expect(lines.allSatisfy { $0.contains("\"first_s\": ") })
    #expect(try place.run("bench", "--mode", "cures", "--path", "core").status == 2)
    #expect(try place.run("bench", "--mode", "cures", "--workload", "E1").status == 2)
  }

  @Test func structuralEditsAreRight() throws {
    let place = try Workplace()
    let run = try place.run(
      "bench", "--mode", "structure", "--views", "8,160", "--repeats", "1", "--json", "--dump", "frames")
    #expect(run.status == 0, "\(run.err)")
    let lines = try run.out.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    // Two workloads, two sizes, two paths.
    #expect(lines.count == 8)
    for line in lines {
      #expect(line["mode"] as? String == "structure")
      #expect(line["steps"] as? Int == 100)
      #expect(line["checked"] as? Bool == true)
      #expect(line["floor_s"] == nil)
      #expect(try #require(line["cold_s"] as? Double) > 0)
    }
    // 163 frames of four doubles, those of the list after the last edit.
    var numbers = Array(0..<160)
    for edit in Workload.scrollList.structuralEdits(160, count: 102) { edit.apply(to: &numbers) }
    let data = try place.bytes("frames/W1-structure-163.bin")
    let expected = Workload.scrollList.closedForm(list: numbers)
    #expect(data.count == 8 * expected.count && expected.count == 4 * 163)
    #expect(try place.files().contains("frames/W3-structure-183.bin"))
  }

  @Test func saysHowMuchOfAColdSolveAStructuralEditIs() throws {
    let run = try Workplace().run("bench", "--mode", "structure", "--workload", "w1", "--views", "8", "--repeats", "1")
    #expect(run.status == 0, "\(run.err)")
    #expect(run.out.contains("of cold") && run.out.contains(" %"))
  }

  /// W3 with a conflict in every cell, and labels of which the least resistant give way first, through both paths.
  @Test func conflictsAreRight() throws {
    let run = try Workplace().run("bench", "--mode", "conflict", "--views", "40,160", "--repeats", "1", "--json")
    #expect(run.status == 0, "\(run.err)")
    let lines = try run.out.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(lines.count == 8)
    for line in lines {
      #expect(line["mode"] as? String == "conflict" && line["checked"] as? Bool == true)
      #expect(try #require(line["fitting_s"] as? Double) > 0)
    }
    // Of 160 labels the two weakest priorities lose all they want, a third one some of it.
    let shortages = Competition.labels.closedForm(160, isCompeting: true)
    #expect(shortages.filter { $0 > 0 }.count == 3 && shortages[0] == 0 && shortages[1] == 0)
    #expect(Competition.labels.closedForm(160, isCompeting: false) == [0, 0, 0, 0, 0])
    let table = try Workplace().run(
      "bench", "--mode", "conflict", "--workload", "labels", "--views", "10", "--path", "core")
    #expect(table.status == 0 && table.out.contains("fitting"), "\(table.err)")
  }

  @Test func writesFramesInTheWorkloadsOrder() throws {
    let place = try Workplace()
    let run = try place.run("bench", "--workload", "w3", "--views", "80", "--repeats", "1", "--dump", "frames")
    #expect(run.status == 0)
    #expect(run.out.contains("W3"))
    #expect(try place.files() == ["frames", "frames/W3-full-93.bin"])
    let data = try place.bytes("frames/W3-full-93.bin")
    let numbers = stride(from: 0, to: data.count, by: 8).map { (start: Int) -> Double in
      var bits: UInt64 = 0
      for byte in data[start..<(start + 8)].reversed() { bits = bits << 8 | UInt64(byte) }
      return Double(bitPattern: bits)
    }
    let expected = Workload.cells.closedForm(80)
    #expect(numbers.count == expected.count)
    #expect(zip(numbers, expected).allSatisfy { abs($0 - $1) <= 1e-6 })
  }

  @Test func measuresDocuments() throws {
    let place = try Workplace()
    let file = try place.write("keys.json", Documents.keys)
    let run = try place.run("bench", "--document", file, "--json", "--repeats", "2")
    #expect(run.status == 0, "\(run.err)")
    let line = try #require(try JSONSerialization.jsonObject(with: Data(run.out.utf8)) as? [String: Any])
    #expect(line["workload"] as? String == "keys.json")
    #expect(line["path"] as? String == "core")
    #expect(line["checked"] as? Bool == true)
    #expect(line["levels"] == nil)
  }

  /// A document of variables is compared with other solvers by its levels.
  @Test func measuresPrograms() throws {
    let place = try Workplace()
    let text = """
      {"trellis": 1, "variables": ["a"], "constraints": ["a >= 3", "a = 1 @ 500", "a = 4 @ 250"]}
      """
    let run = try place.run("bench", "--document", try place.write("program.json", text), "--json", "--repeats", "1")
    #expect(run.status == 0, "\(run.err)")
    let line = try #require(try JSONSerialization.jsonObject(with: Data(run.out.utf8)) as? [String: Any])
    #expect(line["levels"] as? [String: Double] == ["500.0": 2, "250.0": 1])
    #expect(line["touched"] as? Int != nil)
  }

  @Test(arguments: [
    ["--workload", "W5"], ["--workload", "W6"], ["--workload", "W9"], ["--mode", "sideways"],
    ["--workload", "W2", "--mode", "edit"], ["--workload", "W1", "--mode", "resize"],
    ["--workload", "W4", "--mode", "template"], ["--workload", "W2", "--mode", "structure"],
    ["--workload", "W1", "--mode", "conflict"], ["--views", "0"],
    ["--views", "many"], ["--views", "1000,"],
    ["--path", "flat", "--mode", "structure"], ["--path", "flat", "--mode", "conflict"],
    ["--path", "flat", "--workload", "E1"],
    ["--path", "scenic"], ["--repeats", "0"], ["--workload", "W3", "--views", "7"],
  ])
  func refusesWhatItCannotMeasure(_ arguments: [String]) throws {
    let place = try Workplace()
    let process = try place.start(["bench"] + arguments)
    process.waitUntilExit()
    let run = try place.finish(process)
    #expect(run.status == 2)
    #expect(run.out == "")
    #expect(run.errors.count == 1)
    #expect(run.err.contains(arguments[0]) || run.err.contains("--views"))
  }
}
