// `trellis explain`: one number, what decides it, and errors with status 2.

import Foundation
import Testing

@Suite struct ExplainCommandTests {
  @Test func table() throws {
    let place = try Workplace()
    let run = try place.run("explain", place.write("a.json", Documents.keys), "W.left")
    #expect(run.status == 0 && run.err == "")
    let lines = run.out.split(separator: "\n")
    #expect(lines.count == 6 && lines[0] == "W.left = 11.5", "\(run.out)")
    #expect(lines[5].hasPrefix("  below 0 of Q.width = 1: these cannot hold together: Q.width = 1 (line"), "\(run.out)")
    for (line, equation) in zip(lines[2...], ["Q.left = root.left + 10", "Q.width = 1", "W.left = Q.right + 0.5"]) {
      #expect(line.hasPrefix("          1  \(equation)  "), "\(line)")
    }
  }

  @Test func json() throws {
    let place = try Workplace()
    let run = try place.run("explain", place.write("a.json", Documents.keys), "W.width", "--format", "json")
    #expect(run.status == 0)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(run.out.utf8)) as? [String: Any])
    #expect(object["value"] as? Double == 1 && object["file"] as? String == "a.json")
    #expect((object["influences"] as? [[String: Any]])?.compactMap { $0["constraint"] as? String } == ["c3", "c5"])
    #expect(
      (object["influences"] as? [[String: Any]])?.compactMap { $0["equation"] as? String }
        == ["Q.width = 1", "W.size = Q.size"])
  }

  @Test(arguments: [["W.lft"], ["V.left"], ["W"], ["W.left", "--state", "1"]])
  func mistakes(arguments: [String]) throws {
    let place = try Workplace()
    let file = try place.write("a.json", Documents.keys)
    let run = try place.run(
      "explain", file, arguments[0], arguments.count > 1 ? "--state" : "--format", arguments.count > 1 ? "1" : "table")
    #expect(run.status == 2 && run.out == "")
    #expect(run.err.hasPrefix("a.json:1:1: ") && run.err.split(separator: "\n").count == 1)
  }

  @Test func storyboardsAndPrograms() throws {
    let place = try Workplace()
    let screens = repository.appendingPathComponent("Examples/Screens.storyboard").path
    let run = try place.run("explain", screens, "logo.height")
    #expect(run.status == 0 && run.out.hasPrefix("logo.height = 120\n"), "\(run.err)")
    #expect(run.out.contains("a breakpoint, "), "\(run.out)")
    #expect(run.out.contains("c04 ("))
    #expect(try place.run("explain", screens, "logo.height", "--state", "1").status == 2)
    #expect(try place.run("explain", screens, "logos.height").err.contains("did you mean 'logo'?"))
    let program = try place.write("p.json", #"{"trellis": 1, "variables": ["x"], "constraints": ["x = 2"]}"#)
    let answer = try place.run("explain", program, "x")
    #expect(answer.status == 0 && answer.out.hasPrefix("x = 2\n"), "\(answer.err)")
  }

  @Test func wishes() throws {
    let place = try Workplace()
    let file = try place.write("a.json", Documents.keys)
    let forbidden = try place.run("explain", file, "--not", "W.left = 12")
    #expect(forbidden.status == 0 && forbidden.out.contains("it is 11.5, and cannot be otherwise"), "\(forbidden)")
    #expect(forbidden.out.contains("  W.left = Q.right + 0.5   1000  line"))
    let json = try place.run("explain", file, "--not", "W.left = 12", "--format", "json")
    let object = try #require(try JSONSerialization.jsonObject(with: Data(json.out.utf8)) as? [String: Any])
    #expect(object["verdict"] as? String == "forbidden" && (object["by"] as? [Any])?.count == 3)
    let screens = repository.appendingPathComponent("Examples/Screens.storyboard").path
    let price = try place.run("explain", screens, "--not", "logo.height = 20")
    #expect(price.status == 0 && price.out.contains("priority 750: errors of 200 pt, not 0"), "\(price)")
    #expect(try place.run("explain", file, "W.left", "--not", "W.left = 12").status == 2)
    #expect(try place.run("explain", file).status == 2)
    #expect(try place.run("explain", file, "--not", "W.left").status == 2)
  }
}
