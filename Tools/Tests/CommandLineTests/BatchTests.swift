// `trellis batch`: a line in, a line out.

import Foundation
import Testing

@Suite struct BatchTests {
  /// A box as wide as asked for.
  private static func document(_ width: Int) -> String {
    #"{"trellis": 1, "size": [320, 100], "views": [{"name": "v"}], "constraints": [{"equation": "v.width = "#
      + "\(width)" + #"", "id": "w"}, "v.left = root.left", "v.top = root.top", "v.height = 10"]}"#
  }

  private func lines(_ text: String) throws -> [[String: Any]] {
    try text.split(separator: "\n").map { line in
      try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  private func width(_ object: [String: Any]) -> Double? { (object["frames"] as? [String: [Double]])?["v"]?[2] }

  @Test(arguments: ["1", "4"]) func keepsTheOrder(_ jobs: String) throws {
    let input = (1...300).map { Self.document($0) + "\n" }.joined()
    let run = try Workplace().run("batch", "--jobs", jobs, input: input)
    #expect(run.status == 0)
    #expect(run.err == "")
    #expect(try lines(run.out).map(width) == (1...300).map(Double.init))
  }

  @Test func aBadLineIsAnErrorInItsPlace() throws {
    let input = Self.document(5) + "\n\n{\"trellis\": 1,\n[]\n\u{1}\n  \n" + Self.document(7)
    let run = try Workplace().run("batch", input: input)
    #expect(run.status == 1)
    let objects = try lines(run.out)
    // Each line has its answer, an empty one too: whoever reads both side by side stays in step.
    #expect(objects.count == 7)
    #expect(width(objects[0]) == 5 && width(objects[6]) == 7)
    #expect(objects[1..<6].map { $0["line"] as? Int } == [2, 3, 4, 5, 6])
    #expect(objects[1..<6].allSatisfy { ($0["error"] as? String)?.hasPrefix("1:") == true })
  }

  @Test func linesEditATemplate() throws {
    let place = try Workplace()
    try place.write("t.json", Self.document(5))
    let input = """
      {"set": "w", "constant": 60}
      [{"set": "w", "constant": 70}, {"size": [100, 100]}]
      {"set": "nothing", "constant": 1}
      []
      """
    let run = try place.run("batch", "--template", "t.json", input: input)
    #expect(run.status == 1)
    let objects = try lines(run.out)
    #expect(objects.map(width) == [60, 70, nil, 5])
    #expect((objects[1]["frames"] as? [String: [Double]])?["root"] == [0, 0, 100, 100])
    #expect((objects[2]["error"] as? String)?.contains("nothing") == true && objects[2]["line"] as? Int == 3)
    #expect(try place.run("batch", "--template", "none.json").status == 2)
    #expect(try place.run("batch", "--jobs", "0").status == 2)
  }

  @Test func anInterruptLeavesWholeLines() throws {
    let place = try Workplace()
    let input = String(repeating: Self.document(9) + "\n", count: 20_000)
    let process = try place.start(["batch", "--jobs", "2"], input: input)
    Thread.sleep(forTimeInterval: 0.3)
    process.terminate()
    process.waitUntilExit()
    let run = try place.finish(process)
    #expect(run.out.isEmpty || run.out.hasSuffix("}\n"))
    for line in run.out.split(separator: "\n").suffix(3) {
      #expect(throws: Never.self) { _ = try JSONSerialization.jsonObject(with: Data(line.utf8)) }
    }
  }
}
