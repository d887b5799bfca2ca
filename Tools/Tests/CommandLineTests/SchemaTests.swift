// The JSON of check, diagnose, diff, explain, layout and sweep, judged by the schemas in docs/: every line is as its schema says, and
// every property that a schema describes is in some line, so that neither can change without the other.

import Foundation
import Testing

@Suite struct SchemaTests {
  /// Judges the output of runs, a value a line, and says which properties none of them had.
  private func missing(_ name: String, _ runs: RunOutput...) throws -> [String] {
    let schema = try JSONSchema(named: name)
    for run in runs {
      #expect(!run.out.isEmpty, "\(run.err)")
      for line in run.out.split(separator: "\n") {
        let faults = schema.faults(of: try JSONValue(line))
        #expect(faults.isEmpty, "\(line)")
      }
    }
    return schema.properties.subtracting(schema.seen).sorted()
  }

  private static let screens = repository.appendingPathComponent("Examples/Screens.storyboard").path

  /// A box between two edges that is too wide, and a text that is cut.
  private static let faulty = """
    {"trellis": 1, "size": [200, 100],
     "views": [{"name": "box"}, {"name": "text", "intrinsic": [90, 20]}],
     "constraints": [{"equation": "box.left = root.left + 160", "id": "near"}, "box.right = root.right - 16",
      {"equation": "box.width = 168", "id": "wide", "label": "as wide"}, "box.top = root.top", "box.height = 20",
      "text.left = root.left", "text.top = root.top", "text.width = 60"]}
    """

  /// A box that is cut in one state.
  private static let states = """
    {"trellis": 1, "size": [200, 100], "views": [{"name": "box", "intrinsic": [90, 20]}],
     "constraints": ["box.left = root.left", "box.top = root.top"], "states": {"cut": ["box.width = 60"]}}
    """

  @Test func check() throws {
    let place = try Workplace()
    let file = try place.write("a.json", Self.faulty)
    try place.write("broken.json", "{")
    _ = try place.run("check", file, "--write-baseline", "known.json")
    try place.write("label.storyboard", LintTests.storyboard)
    let screens = try String(contentsOfFile: Self.screens, encoding: .utf8)
    try place.write("S.storyboard", screens.replacing(#"constant="24""#, with: #"constant="300""#))
    let missing = try missing(
      "check", place.run("check", file, "broken.json", "--format", "json"),
      place.run("check", file, "--baseline", "known.json", "--format", "json"),
      place.run("check", place.write("state.json", Self.states), "--states", "all", "--format", "json"),
      place.run("check", "S.storyboard", "--devices", "retina4_7", "--format", "json"),
      place.run("check", "label.storyboard", "--text-sizes", "l,ax5", "--locales", "long", "--format", "json"))
    #expect(missing == [])
  }

  @Test func diagnose() throws {
    let place = try Workplace()
    let log = try place.write(
      "console.log",
      """
      Unable to simultaneously satisfy constraints.
      (
          "<SnapKit.LayoutConstraint:0x1@Cell.swift#40 UIView:0xa.height == 200.0>",
          "<NSLayoutConstraint:0x2 UIView:0xa.height == 84   (active)>"
      )
      Will attempt to recover by breaking constraint
      <NSLayoutConstraint:0x2 UIView:0xa.height == 84   (active)>
      •UIView:0x7f88a1
      |   *UIButton:0x7f88a2'Buy'- AMBIGUOUS LAYOUT for UIButton:0x7f88a2'Buy'.minX{id: 170}

      """)
    #expect(try missing("diagnose", place.run("diagnose", log, "--format", "json")) == [])
  }

  @Test func diff() throws {
    let place = try Workplace()
    let old = try place.write("old.json", Documents.keys)
    let new = try place.write(
      "new.json",
      """
      {"trellis": 1, "size": [320, 568],
       "views": [{"name": "Q", "views": [{"name": "W", "hidden": true}]}, {"name": "E"}],
       "constraints": ["Q.left = root.left + 10", "Q.top = root.top + 5",
        {"equation": "Q.width = 400", "id": "wide"}, "Q.height = 1", "W.size = Q.size", "W.top = Q.top"]}
      """)
    let screens = try String(contentsOfFile: Self.screens, encoding: .utf8)
    let other = try place.write("other.storyboard", screens.replacing(#"constant="24""#, with: #"constant="30""#))
    let missing = try missing(
      "diff", place.run("diff", old, new, "--format", "json"),
      place.run("diff", Self.screens, other, "--format", "json"))
    #expect(missing == [])
  }

  @Test func explain() throws {
    let place = try Workplace()
    let file = try place.write(
      "a.json",
      """
      {"trellis": 1, "size": [200, 100], "views": [{"name": "box"}, {"name": "side"}],
       "constraints": ["box.left = root.left", "box.top = root.top", "box.height = 20",
        {"equation": "box.width = 120 @ 700", "id": "wish", "label": "as wide"}, "box.width <= 150",
        "side.left = box.right + 8", "side.top = box.top", "side.height = 10", {"equation": "side.width = 40", "id": "side"}]}
      """)
    let missing = try missing(
      "explain", place.run("explain", file, "side.left", "--format", "json"),
      place.run("explain", file, "side.width", "--format", "json"),
      place.run("explain", file, "--not", "box.width = 170", "--format", "json"),
      place.run("explain", file, "--not", "box.width = 140", "--format", "json"),
      place.run("explain", file, "--not", "box.width = 120", "--format", "json"),
      place.run("explain", Self.screens, "logo.height", "--format", "json"))
    #expect(missing == [])
  }

  /// A box that is wider where the width is regular.
  private static let adaptive = """
    <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" toolsVersion="14109" \
    targetRuntime="iOS.CocoaTouch" useAutolayout="YES"><device id="retina4_7" orientation="portrait"/><objects>
    <view id="root"><rect key="frame" x="0" y="0" width="375" height="200"/><subviews>
    <view id="box" translatesAutoresizingMaskIntoConstraints="NO"><rect key="frame" x="0" y="0" width="100" height="20"/>
    <constraints><constraint id="h" firstAttribute="height" constant="20"/>
    <constraint id="w" firstAttribute="width" constant="100"><variation key="widthClass=regular" constant="300"/></constraint>
    </constraints></view></subviews><constraints>
    <constraint id="l" firstItem="box" firstAttribute="leading" secondItem="root" secondAttribute="leading"/>
    <constraint id="t" firstItem="box" firstAttribute="top" secondItem="root" secondAttribute="top"/>
    </constraints></view></objects></document>
    """

  @Test func sizeClasses() throws {
    let place = try Workplace()
    let file = try place.write("a.xib", Self.adaptive)
    let table = try place.run("sweep", file, "--width", "500...700")
    #expect(
      table.out.contains("compact width: width from 500 to 600")
        && table.out.contains("regular width: width from 600"))
    let other = try place.run("sweep", file, "--width", "500...700", "--regular-from", "650")
    #expect(other.out.contains("compact width: width from 500 to 650"))
    #expect(try place.run("check", file, "--widths", "320...1400").status == 0)
    // The box leaves a root that is too narrow for it in the regular class alone.
    let check = try place.run("check", file, "--widths", "200...400", "--regular-from", "250")
    #expect(check.out.contains("at width from 250 to 299") && !check.out.contains("200"), "\(check.out)")
    #expect(try place.run("check", file, "--regular-from", "600").status == 2)
    #expect(try place.run("sweep", file, "--regular-from", "-1").status == 2)
    let plane = try place.run("sweep", file, "--width", "500...700", "--height", "300...400", "--format", "json")
    #expect(plane.out.contains(#""sizeClass": "regular width""#))
  }

  @Test func sweep() throws {
    let place = try Workplace()
    let file = try place.write(
      "a.json",
      """
      {"trellis": 1, "size": [300, 300], "views": [
        {"name": "text", "heightForWidth": [[0, 90], [150, 60], [300, 30]]}, {"name": "gone", "hidden": true}],
       "guides": [{"name": "middle", "in": "root"}],
       "constraints": [{"equation": "text.left = root.left", "id": "inset"}, "text.top = root.top",
        {"equation": "text.right = root.right @ 700", "id": "wide"}, "text.width >= 160",
        "gone.left = text.left", "gone.top = text.top", "gone.width = 10", "gone.height = 10",
        "middle.left = root.left", "middle.top = root.top", "middle.width = 5", "middle.height = 5"]}
      """)
    let missing = try missing(
      "sweep", place.run("sweep", file, "--width", "100...400", "--format", "json"),
      place.run("sweep", file, "--vary", "inset=-40...40", "--format", "json"),
      place.run("sweep", place.write("state.json", Self.states), "--states", "all", "--format", "json"),
      place.run("sweep", Self.screens, "--width", "370...380", "--format", "json"),
      place.run("sweep", place.write("a.xib", Self.adaptive), "--width", "500...700", "--format", "json"))
    #expect(missing == [])
  }

  @Test func layout() throws {
    let place = try Workplace()
    let states = try place.write("state.json", Self.states)
    let program = try place.write(
      "program.json",
      """
      {"trellis": 1, "variables": ["x", "y"], "constraints": ["x = 12 @ 500", "x <= 10"]}
      """)
    // More constraints in one conflict than are listed, and an area that scrolls.
    let chain = (1..<40).map { #""v\#($0).left = v\#($0 - 1).right""# }
    let widths = (0..<40).map { #""v\#($0).width = 10""# }
    let views = (0..<40).map { #"{"name": "v\#($0)"}"# } + [#"{"name": "list", "kind": "scroll"}"#]
    let long = try place.write(
      "long.json",
      """
      {"trellis": 1, "size": [100, 100], "views": [\(views.joined(separator: ", "))],
       "constraints": ["v0.left = root.left", "v39.right = root.right",
        \((chain + widths).joined(separator: ", "))]}
      """)
    // A box as far down as its safe area asks for, and again as far.
    let unsettled = try place.write(
      "unsettled.json",
      """
      {"trellis": 1, "size": [100, 400], "safeArea": [44, 0, 0, 0], "views": [{"name": "box"}, {"name": "spacer"}],
       "guides": [{"name": "depth", "in": "root"}],
       "constraints": ["box.left = root.left", "box.width = 50", "box.height = 100", "box.top = spacer.bottom",
        "depth.top = box.top", "depth.bottom = box.safeArea.top", "depth.left = root.left", "depth.width = 1",
        "spacer.top = root.top", "spacer.left = root.left", "spacer.width = 1", "spacer.height = 2 * depth.height"]}
      """)
    let missing = try missing(
      "layout", place.run("layout", states, program, long, unsettled),
      place.run("layout", states, program, "--states", "all"),
      place.run("layout", states, states, "--transition", "cut"), place.run("layout", Self.screens),
      place.run("layout", states, "--devices", "retina4_7"))
    #expect(missing == [])
  }

  // MARK: The judge

  @Test func theJudgeSeesWhatIsWrong() throws {
    let schema = JSONSchema(
      try JSONValue(
        """
        {"type": "object", "required": ["a"], "additionalProperties": false, "properties": {
          "a": {"type": "integer", "minimum": 1}, "b": {"$ref": "#/$defs/pair"}, "c": {"enum": ["x"]}, "d": {"const": true},
          "e": {"oneOf": [{"type": "string"}, {"type": "null"}]},
          "f": {"type": "object", "additionalProperties": {"type": "string"}}},
         "$defs": {"pair": {"type": "array", "items": {"type": ["number", "null"]}, "minItems": 2, "maxItems": 2}}}
        """))
    #expect(schema.faults(of: try JSONValue(#"{"a": 1}"#)) == [])
    #expect(schema.properties.subtracting(schema.seen) == ["#/b", "#/c", "#/d", "#/e", "#/f"])
    #expect(
      schema.faults(of: try JSONValue(#"{"a": 2, "b": [1.5, null], "c": "x", "d": true, "e": null, "f": {"g": "h"}}"#))
        == [])
    #expect(schema.properties == schema.seen)
    for wrong in [
      "[]", "{}", #"{"a": 0}"#, #"{"a": 1.5}"#, #"{"a": true}"#, #"{"a": 1, "g": 1}"#, #"{"a": 1, "b": [1]}"#,
      #"{"a": 1, "b": [1, "2"]}"#, #"{"a": 1, "b": [1, 2, 3]}"#, #"{"a": 1, "c": "y"}"#, #"{"a": 1, "d": 1}"#,
      #"{"a": 1, "e": 1}"#, #"{"a": 1, "f": {"g": 1}}"#,
    ] {
      #expect(schema.faults(of: try JSONValue(wrong)).count == 1, "\(wrong)")
    }
    #expect(JSONSchema(try JSONValue(#"{"pattern": "x"}"#)).faults(of: .null) == ["#: unknown keyword pattern"])
  }
}
