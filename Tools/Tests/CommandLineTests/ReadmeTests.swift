// What README.md claims about files in the tree is so.

import Foundation
import Testing

@Suite struct ReadmeTests {
  private func text(_ path: String) throws -> String {
    try String(contentsOf: repository.appendingPathComponent(path), encoding: .utf8)
  }

  @Test func itsProgramIsTheOneTheConsumerCompiles() throws {
    let parts = try text("README.md").components(separatedBy: "```swift\n")
    #expect(parts.count == 2)
    let program = try #require(parts.last).components(separatedBy: "```")[0]
    #expect(try program == text("Tests/Consumer/Sources/Consumer/main.swift"))
    let expected = try text("Tests/Consumer/expected.txt").trimmingCharacters(in: .newlines)
    #expect(try text("README.md").contains("It prints `\(expected)`"))
  }

  @Test(arguments: [("login-priority", "login"), ("settings", "settings")])
  func itsPicturesAreWhatTheProgramDraws(_ example: String, _ picture: String) throws {
    let place = try Workplace()
    let document = repository.appendingPathComponent("Examples/\(example).json").path
    let run = try place.run("layout", document, "--format", "svg")
    #expect(run.status == 0)
    #expect(try run.out == text("docs/\(picture).svg"))
    #expect(try text("README.md").contains("](docs/\(picture).svg)"))
  }

  @Test func itsPictureOfTextsIsWhatTheProgramDraws() throws {
    let document = repository.appendingPathComponent("Examples/languages.json").path
    let run = try Workplace().run("layout", document, "--format", "svg")
    #expect(run.status == 0)
    #expect(try text("README.md").contains("](docs/languages.svg)"))
    // In other fonts lines end elsewhere.
    guard run.err.isEmpty else { return print("not compared: \(run.err)") }
    #expect(try run.out == text("docs/languages.svg"))
  }

  @Test func itsStoryboardIsWhatTheProgramDraws() throws {
    let place = try Workplace()
    let storyboard = repository.appendingPathComponent("Examples/Screens.storyboard").path
    let drawn = try place.run("layout", storyboard, "--format", "svg", "--constraints")
    #expect(try drawn.out == text("docs/storyboard.svg"))
  }

  @Test func theStoryboardOfTheExamplesIsUpToDate() throws {
    let place = try Workplace()
    let storyboard = repository.appendingPathComponent("Examples/Screens.storyboard").path
    #expect(try place.run("check", storyboard).status == 0)
    for insets in ["inferred", "device"] {
      let run = try place.run("compare", "--insets", insets, "--format", "json", storyboard)
      #expect(run.out.contains("\"units\": 3, \"flagged\": 0, \"matched\": 3, \"exact\": 3"))
    }
  }

  @Test func everyExampleLaysOut() throws {
    let folder = repository.appendingPathComponent("Examples")
    let examples = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".json") }.sorted()
    #expect(examples.count == 20)
    #expect(try text("README.md").contains("`Examples/` has twenty"))
    let place = try Workplace()
    let files = examples.map { folder.appendingPathComponent($0).path }
    let process = try place.start(["layout"] + files + ["--format", "svg", "-o", "out"])
    process.waitUntilExit()
    let run = try place.finish(process)
    #expect(run.status == 0, "\(run.err)")
    #expect(try place.files().count == 1 + examples.count)
  }
}
