// `trellis check` as a linter: languages, text sizes, known findings, settings, SARIF.

import Foundation
import Testing

@Suite struct LintTests {
  /// A storyboard of one label that may be 60 points wide.
  static let storyboard = """
    <?xml version="1.0" encoding="UTF-8"?>
    <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" toolsVersion="14109" \
    targetRuntime="iOS.CocoaTouch" useAutolayout="YES">
    <device id="retina4_7" orientation="portrait"/>
    <scenes><scene sceneID="s"><objects><viewController id="vc" customClass="Mail" sceneMemberID="viewController">
    <view key="view" id="root"><rect key="frame" x="0.0" y="0.0" width="375" height="667"/>
    <subviews>
    <label text="Send" translatesAutoresizingMaskIntoConstraints="NO" id="a-1">
    <rect key="frame" x="20" y="20" width="39" height="20.5"/>
    <fontDescription key="fontDescription" style="UICTFontTextStyleBody"/></label>
    </subviews>
    <constraints>
    <constraint id="k1" firstItem="a-1" firstAttribute="leading" secondItem="root" secondAttribute="leading" constant="20"/>
    <constraint id="k2" firstItem="a-1" firstAttribute="top" secondItem="root" secondAttribute="top" constant="20"/>
    <constraint id="k3" firstItem="a-1" firstAttribute="width" relation="lessThanOrEqual" constant="60"/>
    </constraints></view></viewController></objects></scene></scenes></document>
    """

  private static func project() throws -> Workplace {
    let place = try Workplace()
    try place.write("App/Base.lproj/Mail.storyboard", storyboard)
    try place.write("App/de.lproj/Mail.strings", "/* Class = \"UILabel\" */\n\"a-1.text\" = \"Absenden\";\n")
    try place.write("App/en.lproj/Other.strings", "\"a-1.text\" = \"Absenden und mehr\";\n")
    try place.write(
      "App/fi.lproj/Mail.stringsdict",
      "<plist><dict><key>a-1.text</key><dict><key>NSStringLocalizedFormatKey</key><string>Lähetä</string></dict></dict></plist>"
    )
    try place.write(
      "App/mul.lproj/Mail.xcstrings",
      #"{"sourceLanguage": "en", "strings": {"a-1.text": {"localizations": {"ru": {"stringUnit": {"value": "Отправить"}}}}}}"#
    )
    return place
  }

  private static let file = "App/Base.lproj/Mail.storyboard"

  @Test func languagesBesideStoryboards() throws {
    let place = try Self.project()
    #expect(try place.run("check", Self.file).status == 0)
    let run = try place.run("check", "--locales", "all", Self.file)
    #expect(run.status == 1 && run.err == "")
    let lines = run.out.split(separator: "\n")
    #expect(lines.count == 1)
    #expect(
      run.out.hasPrefix(
        "App/Base.lproj/Mail.storyboard:7:1: warning: label 'Send' is truncated in de, ru: its width is 60"))
    #expect(run.out.hasSuffix("[truncation]\n"))
    #expect(try place.run("check", "--locales", "Base,fi", Self.file).status == 0)
    #expect(try place.run("check", "--locales", "ru", Self.file).status == 1)
    let sizes = try place.run("check", "--text-sizes", "all", Self.file)
    #expect(sizes.out.contains("label 'Send' is truncated from text size A"), "\(sizes.out)")
    #expect(try place.run("check", "--text-sizes", "xs,l", Self.file).status == 0)
    let all = try place.run(
      "check", "--locales", "all,long,rtl", "--text-sizes", "all", "--devices", "all", "--format", "json", Self.file)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(all.out.utf8)) as? [String: Any])
    let findings = try #require(object["findings"] as? [[String: Any]])
    #expect(findings.count == 1)
    let boxes = try #require(findings[0]["where"] as? [[String: Any]])
    #expect(
      boxes.contains {
        ($0["locales"] as? [String])?.contains("ru") == true && ($0["textSizes"] as? [String])?.contains("l") == true
      })
  }

  @Test func mistakesInTranslations() throws {
    let place = try Self.project()
    try place.write("App/de.lproj/Mail.strings", "\n  \"a-1.text\" = \"Absenden\"\n")
    let run = try place.run("check", "--locales", "all", Self.file)
    #expect(run.status == 2 && run.out == "")
    #expect(run.err.hasPrefix("App/de.lproj/Mail.strings:3:1: error: the entry of 'a-1.text' does not end here"))
    for (option, value) in [
      ("--locales", "d e"), ("--locales", ""), ("--text-sizes", "huge"), ("--text-sizes", "l,,xl"),
    ] {
      let run = try place.run("check", option, value, Self.file)
      #expect(run.status == 2 && run.err.contains(option))
    }
    #expect(try place.run("check", "--locales", "all", "--widths", "320...400", Self.file).status == 2)
  }

  @Test func documentsInManyLanguages() throws {
    let place = try Workplace()
    let file = try place.write(
      "d.json",
      """
      {"trellis": 1, "size": [100, 100], "views": [{"name": "send", "text": "Send", "font": "body"}],
       "constraints": ["send.left = root.left", "send.top = root.top", "send.right <= root.right"],
       "strings": {"de": {"send": "Nachricht absenden"}, "fi": {"send": "Lähetä"}}}
      """)
    #expect(try place.run("check", file).status == 0)
    let run = try place.run("check", "--locales", "all", file)
    #expect(run.status == 1)
    #expect(run.out.hasPrefix("d.json:1:46: warning: send") && run.out.contains("(in de) [truncation]"), "\(run.out)")
  }

  @Test func knownFindings() throws {
    let place = try Self.project()
    let write = try place.run("check", "--locales", "all", "--write-baseline", "known.json", Self.file)
    #expect(write.status == 0)
    let list = try place.read("known.json")
    #expect(
      list.contains(
        #""file": "App/Base.lproj/Mail.storyboard", "rule": "truncation", "unit": "Mail", "subject": "a-1.width""#))
    let known = try place.run("check", "--locales", "all", "--baseline", "known.json", Self.file)
    #expect(known.status == 0 && known.out == "" && known.err == "")
    // What moves is still known; what is new is not.
    let moved = Self.storyboard.replacing("<label ", with: "\n\n  <label ").replacing(
      #"constant="60""#, with: #"constant="50""#)
    try place.write(Self.file, moved)
    #expect(try place.run("check", "--locales", "all", "--baseline", "known.json", Self.file).status == 0)
    try place.write(Self.file, moved.replacing(#"constraint id="k1""#, with: #"constraint installed="NO" id="k1""#))
    let new = try place.run("check", "--locales", "all", "--baseline", "known.json", Self.file)
    #expect(new.status == 1 && new.out.contains("[ambiguity]") && !new.out.contains("[truncation]"))
    // What is gone is said.
    try place.write(Self.file, Self.storyboard.replacing(#"constant="60""#, with: #"constant="300""#))
    let gone = try place.run("check", "--locales", "all", "--baseline", "known.json", Self.file)
    #expect(gone.status == 0 && gone.err.hasPrefix("note: 1 known finding was not found"))
    for text in ["{}", "[", #"{"trellisBaseline": 2}"#, #"{"trellisBaseline": 1, "finding": []}"#] {
      try place.write("known.json", text)
      let run = try place.run("check", "--baseline", "known.json", Self.file)
      #expect(run.status == 2 && run.err.hasPrefix("known.json:1:"))
    }
  }

  @Test func settingsOfFolders() throws {
    let place = try Self.project()
    try place.write(".trellis.json", #"{"rules": {"truncation": "error"}}"#)
    let error = try place.run("check", "--locales", "all", Self.file)
    #expect(error.status == 1 && error.out.contains(": error: label 'Send'"))
    // The nearest one counts.
    try place.write("App/.trellis.json", #"{"rules": {"truncation": "off"}}"#)
    #expect(try place.run("check", "--locales", "all", Self.file).status == 0)
    for (text, position) in [
      (#"{"rules": {"trunc": "off"}}"#, "1:12"), (#"{"rules": {"outside": "no"}}"#, "1:23"), ("{\n]", "2:1"),
    ] {
      try place.write("App/.trellis.json", text)
      let run = try place.run("check", Self.file)
      #expect(run.status == 2 && run.err.contains("App/.trellis.json:\(position): error"), "\(run.err)")
    }
  }

  /// The members that SARIF 2.1.0 requires, and positions.
  @Test func sarif() throws {
    let place = try Self.project()
    let broken = try place.write("b ö.json", Documents.broken)
    let run = try place.run("check", "--locales", "all", "--format", "sarif", "-o", "out.sarif", Self.file, broken)
    #expect(run.status == 2 && run.out == "")
    let log = try #require(try JSONSerialization.jsonObject(with: place.bytes("out.sarif")) as? [String: Any])
    #expect(log["version"] as? String == "2.1.0")
    let first = try #require((log["runs"] as? [[String: Any]])?.first)
    let driver = try #require((first["tool"] as? [String: Any])?["driver"] as? [String: Any])
    #expect(driver["name"] as? String == "trellis")
    let rules = try #require(driver["rules"] as? [[String: Any]])
    let results = try #require(first["results"] as? [[String: Any]])
    #expect(results.count == 1)
    let index = try #require(results[0]["ruleIndex"] as? Int)
    #expect(rules[index]["id"] as? String == "truncation" && results[0]["ruleId"] as? String == "truncation")
    #expect(results[0]["level"] as? String == "warning" && results[0]["baselineState"] == nil)
    #expect((results[0]["message"] as? [String: Any])?["text"] is String)
    func location(_ entry: [String: Any]) throws -> (String?, Int?, Int?) {
      let location = try #require(
        (entry["locations"] as? [[String: Any]])?.first?["physicalLocation"] as? [String: Any])
      let region = location["region"] as? [String: Any]
      return (
        (location["artifactLocation"] as? [String: Any])?["uri"] as? String, region?["startLine"] as? Int,
        region?["startColumn"] as? Int
      )
    }
    #expect(try location(results[0]) == ("App/Base.lproj/Mail.storyboard", 7, 1))
    let invocation = try #require((first["invocations"] as? [[String: Any]])?.first)
    #expect(invocation["executionSuccessful"] as? Bool == false)
    let notices = try #require(invocation["toolExecutionNotifications"] as? [[String: Any]])
    #expect(try location(notices[0]).0 == "b%20%C3%B6.json")
    _ = try place.run("check", "--locales", "all", "--write-baseline", "known.json", Self.file)
    let known = try place.run("check", "--locales", "all", "--baseline", "known.json", "--format", "sarif", Self.file)
    #expect(known.status == 0 && known.out.contains(#""baselineState": "unchanged""#))
  }

  @Test func contactSheets() throws {
    let place = try Self.project()
    let run = try place.run(
      "check", "--locales", "all,rtl", "--text-sizes", "l,ax1", "--format", "sheet", "-o", "s.html", Self.file)
    #expect(run.status == 1 && run.out == "" && run.err == "")
    let page = try place.read("s.html")
    // Base, de, fi, ru and rtl, each at two sizes.
    #expect(page.components(separatedBy: "<svg").count == 11)
    #expect(page.contains("Absenden") && page.contains("Отправить") && page.contains("<th scope=\"row\">AX1</th>"))
    #expect(page.contains("1 finding</div>"))
    #expect(try place.run("check", "--format", "sheet", Self.file).status == 2)
    let file = try place.write(
      "d.json",
      """
      {"trellis": 1, "size": [100, 100], "views": [{"name": "send", "text": "Send"}],
       "constraints": ["send.left = root.left", "send.top = root.top"], "strings": {"de": {"send": "Sende"}}}
      """)
    let document = try place.run("check", "--locales", "all", "--format", "sheet", file)
    #expect(document.status == 0 && document.out.contains("Sende<"))
  }

  /// The order and number of findings do not depend on the number of threads.
  @Test func threads() throws {
    let place = try Self.project()
    var files: [String] = []
    for number in 0..<9 {
      files.append(try place.write("App/Base.lproj/\(number).storyboard", Self.storyboard))
      try place.write(
        "App/de.lproj/\(number).strings", "\"a-1.text\" = \"\(String(repeating: "m", count: number + 3))\";")
    }
    let options = ["check", "--locales", "all,long", "--text-sizes", "all", "--devices", "all"]
    let one = try place.run(options + ["--jobs", "1"] + files)
    #expect(one.status == 1 && one.out.split(separator: "\n").count == 9)
    #expect(try place.run(options + ["--jobs", "3"] + files).out == one.out)
  }
}
