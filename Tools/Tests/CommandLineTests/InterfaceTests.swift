// Storyboards on the command line: `compare`, `check` and `layout`.

import Foundation
import Testing

@Suite struct InterfaceTests {
  /// A controller with one box, its width as given and as stored.
  static func storyboard(width: Int, stored: Int) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" toolsVersion="14109" \
    targetRuntime="iOS.CocoaTouch" useAutolayout="YES"><device id="retina4_7" orientation="portrait"/><scenes><scene><objects>
    <viewController id="vc" customClass="Sample"><view key="view" id="root">
    <rect key="frame" x="0" y="0" width="375" height="667"/><subviews>
    <view translatesAutoresizingMaskIntoConstraints="NO" id="a" userLabel="Box">
    <rect key="frame" x="0" y="0" width="\(stored)" height="10"/></view></subviews>
    <constraints>
    <constraint firstItem="a" firstAttribute="top" secondItem="root" secondAttribute="top" id="1"/>
    <constraint firstItem="a" firstAttribute="leading" secondItem="root" secondAttribute="leading" id="2"/>
    <constraint firstItem="a" firstAttribute="width" constant="\(width)" id="3"/>
    <constraint firstItem="a" firstAttribute="height" constant="10" id="4"/>
    </constraints></view></viewController></objects></scene></scenes></document>
    """
  }

  @Test func compareAsJSON() throws {
    let place = try Workplace()
    try place.write("good.storyboard", Self.storyboard(width: 50, stored: 50))
    try place.write("stale.storyboard", Self.storyboard(width: 90, stored: 50))
    let run = try place.run("compare", "--format", "json", "good.storyboard", "stale.storyboard")
    #expect(run.status == 0)
    #expect(run.err == "")
    let lines = run.out.split(separator: "\n")
    #expect(lines.count == 3)
    let objects = try lines.map { line in
      try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(objects.map { $0["file"] as? String } == ["good.storyboard", "stale.storyboard", "total"])
    #expect(objects.map { $0["units"] as? Int } == [1, 1, 2])
    #expect(objects.map { $0["matched"] as? Int } == [1, 0, 1])
    #expect(objects.map { $0["exact"] as? Int } == [1, 0, 1])
    #expect(objects.map { $0["flagged"] as? Int } == [0, 0, 0])
    #expect(objects.map { $0["views"] as? Int } == [2, 2, 4])
    #expect(objects.map { $0["views_matched"] as? Int } == [2, 1, 3])
    let mismatch = try #require((objects[1]["mismatches"] as? [[String: Any]])?.first)
    #expect(mismatch["unit"] as? String == "root" && mismatch["view"] as? String == "a")
    #expect(mismatch["ours"] as? [Double] == [0, 0, 90, 10])
    #expect(mismatch["stored"] as? [Double] == [0, 0, 50, 10])
    #expect((mismatch["why"] as? String)?.hasPrefix("stale: ") == true)
    #expect(lines[0].hasPrefix(#"{"file": "good.storyboard", "units": 1, "flagged": 0, "matched": 1, "exact": 1, "#))
  }

  @Test func compareAsTableAndPage() throws {
    let place = try Workplace()
    try place.write("a.storyboard", Self.storyboard(width: 90, stored: 50))
    let table = try place.run("compare", "a.storyboard")
    #expect(table.out.contains("0 of 1 match within 1 pt (0 %)"))
    let page = try place.run("compare", "--format", "html", "-o", "out.html", "a.storyboard")
    #expect(page.status == 0)
    #expect(try place.read("out.html").contains("class=\"stored\""))
  }

  @Test func compareGoesOnBehindABrokenFile() throws {
    let place = try Workplace()
    try place.write("bad.xib", "<document>\n<objects></document>")
    try place.write("good.storyboard", Self.storyboard(width: 50, stored: 50))
    let run = try place.run("compare", "--format", "json", "bad.xib", "good.storyboard")
    #expect(run.status == 2)
    #expect(run.err.hasPrefix("bad.xib:2:"))
    #expect(run.out.contains("\"file\": \"total\", \"units\": 1"))
  }

  @Test func checkFormats() throws {
    let place = try Workplace()
    try place.write("a.storyboard", Self.storyboard(width: 380, stored: 380))
    let text = try place.run("check", "a.storyboard")
    #expect(text.status == 1)
    #expect(
      text.out
        == "a.storyboard:5:1: warning: Box lies outside of view by 5 pt at the right; make room or pin its edges "
        + "[outside]\n")
    let github = try place.run("check", "--format", "github", "a.storyboard")
    #expect(github.out.hasPrefix("::warning file=a.storyboard,line=5,col=1,title=outside::Box lies"))
    let json = try place.run("check", "--format", "json", "--devices", "retina4_7,retina6_12", "a.storyboard")
    let object = try JSONSerialization.jsonObject(with: Data(json.out.utf8)) as? [String: Any]
    let finding = try #require((object?["findings"] as? [[String: Any]])?.first)
    #expect(finding["kind"] as? String == "outside" && finding["devices"] as? [String] == ["iPhone SE (3rd)"])
    #expect(try place.run("check", "--ignore", "outside", "a.storyboard").status == 0)
    #expect(try place.run("check", "--devices", "nokia", "a.storyboard").status == 2)
  }

  @Test func layoutOfAStoryboard() throws {
    let place = try Workplace()
    let piped = try place.run("layout", "-", input: Self.storyboard(width: 50, stored: 50))
    #expect(piped.out.hasPrefix(#"{"file": "-", "unit": "root", "name": "Sample""#))
    try place.write("a.storyboard", Self.storyboard(width: 50, stored: 50))
    let json = try place.run("layout", "a.storyboard")
    let object = try JSONSerialization.jsonObject(with: Data(json.out.utf8)) as? [String: Any]
    #expect(object?["unit"] as? String == "root" && object?["name"] as? String == "Sample")
    #expect((object?["frames"] as? [String: [Double]])?["a"] == [0, 0, 50, 10])
    let table = try place.run("layout", "--format", "table", "--size", "320x568", "a.storyboard")
    #expect(table.out.contains("320 × 568") && table.out.contains("Box (a)"))
    let svg = try place.run("layout", "--format", "svg", "--constraints", "-o", "out/", "a.storyboard")
    #expect(svg.status == 0)
    #expect(try place.read("out/a.storyboard.svg").contains("class=\"dim holds\""))
    let page = try place.run("layout", "--format", "html", "--devices", "retina6_12", "a.storyboard")
    #expect(page.out.contains("iPhone 15, landscape"))
    #expect(page.out.hasPrefix("<!DOCTYPE html>"))
  }

  @Test func aPageMixesDocumentsAndStoryboards() throws {
    let place = try Workplace()
    try place.write("a.storyboard", Self.storyboard(width: 50, stored: 50))
    try place.write("b.json", Documents.filling)
    let page = try place.run("layout", "--format", "html", "a.storyboard", "b.json")
    #expect(page.status == 0)
    #expect(page.out.contains("\"name\": \"Sample\"") && page.out.contains("\"name\": \"b.json\""))
    #expect(page.out.contains("v.left = root.left + 10") && page.out.contains("Box.width == 50"))
    let svg = try place.run("layout", "--format", "svg", "--constraints", "b.json")
    #expect(svg.out.contains("class=\"dim holds\""))
  }

  /// What is not in a file is said with every result of it.
  @Test func whatAFileDoesNotHoldIsNamed() throws {
    let place = try Workplace()
    let label = """
      <label translatesAutoresizingMaskIntoConstraints="NO" id="t" text="Title" customClass="FancyLabel">\
      <rect key="frame" x="16" y="40" width="60" height="20"/></label></subviews>
      """
    let rest = """
      <constraint firstItem="t" firstAttribute="leading" secondItem="root" secondAttribute="leadingMargin" id="5"/>
      <constraint firstItem="t" firstAttribute="top" secondItem="root" secondAttribute="top" constant="40" id="6"/>
      </constraints><hologram/>
      """
    try place.write(
      "a.storyboard",
      Self.storyboard(width: 50, stored: 50).replacing("</subviews>", with: label).replacing(
        "</constraints>", with: rest))
    let fragments = [
      "<hologram> is not known", "stored ones were taken for FancyLabel", "1 follow the rules of the device",
      "based on: FancyLabel",
    ]
    let layout = try place.run("layout", "--devices", "retina4_7", "a.storyboard")
    let compare = try place.run("compare", "--format", "json", "--insets", "device", "a.storyboard")
    for fragment in fragments {
      #expect(layout.out.contains(fragment), "\(layout.out)")
      #expect(compare.out.contains(fragment), "\(compare.out)")
    }
    #expect(try place.run("compare", "a.storyboard").out.contains("<hologram> is not known"))
    let check = try place.run("check", "--format", "json", "a.storyboard")
    #expect(check.out.contains(#""notes": ["14:15: <hologram>"#), "\(check.out)")
    let inferred = try place.run("layout", "--format", "html", "a.storyboard")
    #expect(inferred.out.contains("1 were read off stored frames"))
    let object =
      try JSONSerialization.jsonObject(with: Data(compare.out.split(separator: "\n")[0].utf8)) as? [String: Any]
    // The root's frame and the size of the text were fed, the box and the text's place computed.
    #expect(object?["fed"] as? Int == 6 && object?["computed"] as? Int == 6 && object?["dependent"] as? Int == 0)
  }

  private static let real =
    ["TRELLIS_STORYBOARDS"].compactMap { ProcessInfo.processInfo.environment[$0] }.first
    .map { URL(fileURLWithPath: $0) }
    ?? repository.deletingLastPathComponent().appendingPathComponent("shared/storyboards")

  @Test(
    "Texts of real files at their own size: widths within 1 point or 2 %, heights within half a point",
    .enabled(if: FileManager.default.fileExists(atPath: real.path), "no real storyboards at ../shared/storyboards"))
  func measuredTexts() throws {
    let folder = Self.real.appendingPathComponent("files")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".storyboard") || $0.hasSuffix(".xib") }.map { folder.appendingPathComponent($0).path }
    let run = try Workplace().run(["compare", "--text", "measured", "--format", "json"] + files)
    let last = try #require(run.out.split(separator: "\n").last)
    let total = try #require(JSONSerialization.jsonObject(with: Data(last.utf8)) as? [String: Any])
    func number(_ key: String) throws -> Double { try Double(#require(total[key] as? Int)) }
    #expect(try number("text_widths") > 150 && number("text_heights") > 150)
    #expect(try number("text_widths_near") >= 0.9 * number("text_widths"), "\(last)")
    #expect(try number("text_heights_near") >= 0.95 * number("text_heights"), "\(last)")
  }
}
