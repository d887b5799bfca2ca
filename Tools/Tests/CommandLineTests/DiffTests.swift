// `trellis diff`: formats, exit statuses, sizes, storyboards, and errors with status 2.

import Foundation
import Testing

@Suite struct DiffCommandTests {
  @Test func statuses() throws {
    let place = try Workplace()
    let old = try place.write("old.json", Documents.keys)
    let new = try place.write("new.json", Documents.keys.replacing("Q.width = 1", with: "Q.width = 3"))
    let same = try place.run("diff", old, old)
    #expect(same.status == 0 && same.out == "" && same.err == "")
    let run = try place.run("diff", old, new)
    #expect(run.status == 1 && run.err == "" && run.out.hasPrefix("old.json → new.json\n"), "\(run)")
    #expect(run.out.contains("  ~  W  moved by 2, 0; grew by 2, 0 to 13.5, 5, 3 × 1\n"), "\(run.out)")
    #expect(run.out.contains("constraints\n  + Q.width = 3\n  - Q.width = 1\n"), "\(run.out)")
    let sized = try place.run("diff", old, "--size", "320x568", "--size", "430x568", "--format", "json")
    let object = try #require(try JSONSerialization.jsonObject(with: Data(sized.out.utf8)) as? [String: Any])
    #expect(
      sized.status == 1 && (object["views"] as? [[String: Any]])?.compactMap { $0["name"] as? String } == ["root"])
    let gone = try place.run("diff", old, "/dev/null")
    #expect(gone.status == 1 && gone.out.contains("- went"))
  }

  @Test func formats() throws {
    let place = try Workplace()
    let old = try place.write("old.json", Documents.keys)
    let new = try place.write("new.json", Documents.keys.replacing("Q.width = 1", with: "Q.width = 3"))
    #expect(try place.run("diff", old, new, "--format", "svg").out.hasPrefix("<svg "))
    #expect(try place.run("diff", old, new, "--format", "markdown").out.contains("| ~ | W | moved by 2, 0; grew by"))
    let page = try place.run("diff", old, new, "--format", "html", "-o", "diff.html")
    #expect(page.status == 1 && page.out == "")
    #expect(try place.run("diff", old, new, "-o", "old.json").status == 2)
  }

  @Test func storyboards() throws {
    let place = try Workplace()
    let screens = repository.appendingPathComponent("Examples/Screens.storyboard")
    let text = try String(contentsOf: screens, encoding: .utf8)
    let old = try place.write("old.storyboard", text)
    let new = try place.write("new.storyboard", text.replacing(#"constant="24""#, with: #"constant="30""#))
    #expect(try place.run("diff", old, old).status == 0)
    let run = try place.run("diff", old, new)
    #expect(run.status == 1 && run.out.contains("→ new.storyboard\n") && run.out.contains("constraints\n"), "\(run)")
    // A view that was made anew has another object id.
    let renewed = try place.write("renewed.storyboard", text.replacing(#""logo""#, with: #""emblem""#))
    let other = try place.run("diff", old, renewed)
    #expect(other.status <= 1 && !other.out.contains("came at") && !other.out.contains("went from"), "\(other)")
  }

  @Test(arguments: [
    ["old.json"], ["old.json", "none.json"], ["old.json", "bad.json"], ["old.json", "old.json", "old.json"],
  ])
  func mistakes(files: [String]) throws {
    let place = try Workplace()
    _ = try place.write("old.json", Documents.keys)
    _ = try place.write("bad.json", "{")
    let run = try place.run(["diff"] + files)
    #expect(run.status == 2 && run.out == "" && !run.err.isEmpty)
    #expect(try place.run("diff", "old.json", "--size", "3x3").status == 2)
  }
}
