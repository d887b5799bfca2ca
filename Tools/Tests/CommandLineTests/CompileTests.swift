// `trellis compile`: a file that loads and solves, and errors with status 2.

import Foundation
import Simplex
import Testing

@Suite struct CompileCommandTests {
  private static let cell = """
    {"trellis": 1, "size": [375, 100], "views": [
      {"name": "title", "intrinsic": [120, 20]}, {"name": "time", "intrinsic": [60, 20], "compression": [751, 750]}],
     "constraints": [
      {"equation": "title.left = root.left + 10", "id": "inset"}, "title.top = root.top + 10", "time.top = title.top",
      "time.right = root.right - 10", "title.right <= time.left - 8", "root.bottom = title.bottom + 10"]}
    """

  private func load(_ place: Workplace, _ arguments: String...) throws -> ProgramTemplate {
    let file = try place.write("cell.json", Self.cell)
    let run = try place.run(["compile", file, "-o", "cell.trellis"] + arguments)
    #expect(run.status == 0 && run.out == "" && run.err == "", "\(run.err)")
    return try ProgramTemplate(encoded: Array(place.bytes("cell.trellis")))
  }

  @Test func solves() throws {
    let template = try load(
      Workplace(), "--input", "width", "--input", "title.width", "--input", "gap=inset", "--frame", "title", "--frame",
      "root", "--fit")
    #expect(template.inputCount == 3 && template.outputCount == 8)
    let table = try template.solve([375, 120, 10, 200, 300, 20], count: 2)
    #expect(table.outputs == [10, 10, 120, 20, 0, 0, 375, 40, 20, 10, 102, 20, 0, 0, 200, 40])
  }

  @Test func allViewsByDefault() throws {
    let template = try load(Workplace(), "--input", "title.width", "--absolute")
    #expect(template.inputCount == 1 && template.outputCount == 12)
  }

  @Test(arguments: [
    (["--input", "wdth"], "unknown number"), (["--input", "title.left"], "unknown number"),
    (["--input", "width", "--frame", "tile"], "unknown item"),
    (["--input", "width", "--input", "width"], "two inputs"),
    (["--input", "height", "--fit"], "height"),
  ])
  func mistakes(arguments: [String], text: String) throws {
    let place = try Workplace()
    let file = try place.write("cell.json", Self.cell)
    let run = try place.run(["compile", file, "-o", "cell.trellis"] + arguments)
    #expect(run.status == 2 && run.out == "" && run.err.contains(text), "\(run.err)")
    #expect(run.err.hasPrefix("cell.json:1:1: ") && run.err.split(separator: "\n").count == 1)
    #expect(try place.files() == ["cell.json"])
  }

  @Test func programs() throws {
    let place = try Workplace()
    let file = try place.write("p.json", #"{"trellis": 1, "variables": ["x"], "constraints": ["x = 1"]}"#)
    let run = try place.run("compile", file, "--input", "x", "-o", "p.trellis")
    #expect(run.status == 2 && run.err.contains("bare program"))
  }
}
