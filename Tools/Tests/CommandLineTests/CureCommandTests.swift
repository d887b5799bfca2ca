// What helps with a conflict: in `trellis check`, and of a console log in `trellis diagnose`.

import Foundation
import Testing

@Suite struct CureCommandTests {
  private static let slip = """
    {"trellis": 1, "size": [200, 100],
     "views": [{"name": "box"}],
     "constraints": [
       {"equation": "box.left = root.left + 160", "id": "near"},
       {"equation": "box.right = root.right - 16", "id": "far"},
       {"equation": "box.width = 168", "id": "width"},
       "box.top = root.top", "box.height = 20"]}
    """

  private static let log = """
    Unable to simultaneously satisfy constraints.
    (
        "<NSLayoutConstraint:0x1 UIView:0xa.height == 200   (active)>",
        "<NSLayoutConstraint:0x2 UIView:0xa.height == 84   (active)>"
    )
    Will attempt to recover by breaking constraint
    <NSLayoutConstraint:0x1 UIView:0xa.height == 200   (active)>
    """

  @Test func checkSaysWhatHelps() throws {
    let place = try Workplace()
    let file = try place.write("a.json", Self.slip)
    let text = try place.run("check", file)
    #expect(text.status == 1)
    #expect(text.out.contains("what helps: change the constant of"))
    #expect(text.out.contains("from 160 to 16; or "))
    let annotation = try place.run("check", "--format", "github", file)
    #expect(annotation.out.hasPrefix("::error file=a.json") && annotation.out.contains("from 160 to 16"))
    let json = try place.run("check", "--format", "json", file)
    #expect(json.out.contains("\"cures\": [{\"constraint\": \"near\", \"advice\": \"change the constant of"))
    #expect(json.out.contains("\"conflicts\": 1, \"moved\": "))
    _ = try JSONSerialization.jsonObject(with: Data(json.out.utf8))
  }

  @Test func diagnoseReadsALog() throws {
    let place = try Workplace()
    let file = try place.write("console.log", Self.log)
    let run = try place.run("diagnose", file)
    #expect(run.status == 1 && run.err == "")
    #expect(
      run.out.hasPrefix("console.log:1: error: UIView 0xa can't be both 200 and 84 points high\n  1. console.log:"))
    #expect(run.out.contains("constraint.isActive = false"))
    let json = try place.run("diagnose", "--format", "json", file)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(json.out.utf8)) as? [String: Any])
    #expect(Set(object.keys) == ["file", "conflicts", "repeated", "ambiguous"])
    let clean = try place.run("diagnose", place.write("quiet.log", "nothing to see\n"))
    #expect(clean.status == 0 && clean.out == "")
    let missing = try place.run("diagnose", "none.log")
    #expect(missing.status == 2)
  }
}
