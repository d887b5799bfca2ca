// Reading storyboards and xibs: what is wrong with a file, and where.

import Testing

@testable import TrellisFiles

@Suite struct InterfaceReadingTests {
  private func failure(_ text: String) -> DocumentError? {
    #expect(throws: DocumentError.self) { _ = try Fixture.file(text) }
  }

  @Test(arguments: [
    ("", 1, "is empty"),
    ("hello", 1, "is not XML"),
    ("\n{\"trellis\": 1, \"size\": [1, 1]}", 2, "is JSON"),
    ("<document/>\nhello", 2, "goes on after"),
    ("<document", 1, "not well-formed"),
    ("<document type='x'>\n<scenes>\n</document>", 3, "does not match"),
    ("<document>\n<a b=1/></document>", 2, "attribute"),
    ("<document>\n<a b='1' b='2'/></document>", 2, "given twice"),
    ("<document>&foo;</document>", 1, "entity is not known"),
    ("<document/>\n<document/>", 2, "one is outermost"),
    ("<html></html>", 1, "<html>"),
    ("<archive type='x'/>", 1, "old format"),
    ("<document>\u{1}</document>", 1, "does not allow"),
  ])
  func brokenXML(_ text: String, _ line: Int, _ fragment: String) throws {
    let error = try #require(failure(text))
    #expect(error.line == line)
    #expect(error.message.contains(fragment), "\(error)")
    #expect(!error.description.contains("\n"))
  }

  @Test func entityTricksAreRefused() throws {
    let bomb = """
      <?xml version="1.0"?>
      <!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>
      <document>&b;</document>
      """
    let error = try #require(failure(bomb))
    #expect(error.line == 2 && error.column == 1)
    #expect(error.message.contains("document type"))
    let external = "<!DOCTYPE d [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><document>&x;</document>"
    #expect(failure(external)?.message.contains("document type") == true)
    // Commented out, it is not a declaration.
    _ = try Fixture.file("<document><!-- <!DOCTYPE x> --></document>")
  }

  @Test func deepNestingIsOneError() throws {
    let depth = 100_000
    let text = "<document>" + String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
    let error = try #require(failure(text + "</document>"))
    #expect(error.message.contains("nest deeper than \(XMLOutline.maximumDepth)"))
    #expect(error.column == "<document>".count + 3 * (XMLOutline.maximumDepth - 1) + 1)
  }

  @Test func filesOfManyMegabytes() throws {
    let padding = String(repeating: "long ", count: 2_000)
    let scene = """
      <scene><objects><viewController id="vcN"><view key="view" id="rN" userLabel="\(padding)"><rect key="frame" x="0" y="0" width="1" height="1"/>
      </view></viewController></objects></scene>

      """
    let scenes = (0..<1_200).map { scene.replacing("N", with: "\($0)") }.joined()
    let text = "<document type=\"Storyboard\" version=\"3.0\"><scenes>\n\(scenes)</scenes></document>"
    // More than libxml2 takes in one piece.
    #expect(text.utf8.count > 11_000_000)
    #expect(try Fixture.file(text).model.units.count == 1_200)
    let error = try #require(failure(String(text.dropLast(20))))
    #expect(error.message.contains("ends too early"))
  }

  /// A controller is no view, whichever side of a constraint it is on.
  @Test(arguments: [
    #"firstItem="vc" firstAttribute="top" secondItem="a" secondAttribute="top""#,
    #"firstItem="a" firstAttribute="top" secondItem="vc" secondAttribute="top""#,
  ])
  func whatReachesBeyondItsLayoutIsSaid(_ attributes: String) throws {
    let file = try Fixture.file(
      Fixture.storyboard(Fixture.view("a", (0, 0, 10, 10)), constraints: "<constraint id=\"c\" \(attributes)/>"))
    let notes = try file.layouts().flatMap(\.notes)
    #expect(notes.contains { $0.message == "constraint 'c' reaches beyond its layout and was skipped" }, "\(notes)")
  }

  @Test func otherEncodingsAreRefused() throws {
    let error = #expect(throws: DocumentError.self) {
      _ = try InterfaceFile(parsing: [0xFF, 0xFE, 0x3C, 0x00], file: "a.xib")
    }
    #expect(error?.message.contains("UTF-16") == true)
    let cut = Array("<document>\n<a b=\"".utf8) + [0xE2, 0x82] + Array("\"/></document>".utf8)
    let invalid = #expect(throws: DocumentError.self) { _ = try InterfaceFile(parsing: cut, file: "a.xib") }
    #expect(invalid?.message.contains("not UTF-8") == true && invalid?.line == 2)
    let latin = #"<?xml version="1.0" encoding="ISO-8859-1"?><document/>"#
    #expect(failure(latin)?.message.contains("another encoding") == true)
  }

  @Test(arguments: [
    (
      #"firstItem="nobody" firstAttribute="top" secondItem="root" secondAttribute="top""#,
      "'nobody' is not in this file"
    ),
    (#"firstItem="a" firstAttribute="top" secondItem="gone" secondAttribute="top""#, "'gone' is not in this file"),
    (#"firstItem="a" firstAttribute="tops" secondItem="root" secondAttribute="top""#, "attribute 'tops'"),
    (#"firstItem="a" firstAttribute="top" secondItem="root""#, "no secondAttribute"),
    (#"firstItem="a""#, "no firstAttribute"),
    (#"firstItem="a" firstAttribute="width" constant="wide""#, "constant 'wide'"),
    (#"firstItem="a" firstAttribute="width" constant="1e300""#, "constant '1e300'"),
    (#"firstItem="a" firstAttribute="width" constant="1" priority="1001""#, "priority '1001'"),
    (#"firstItem="a" firstAttribute="width" constant="1" priority="0""#, "priority '0'"),
    (#"firstItem="a" firstAttribute="width" secondItem="a" secondAttribute="height" multiplier="1:0""#, "multiplier"),
    (#"firstItem="a" firstAttribute="width" constant="1" relation="less""#, "relation 'less'"),
    (#"firstItem="a" firstAttribute="top" secondItem="root" secondAttribute="leading""#, "'c' relates top to leading"),
    (#"firstItem="a" firstAttribute="width" secondItem="root" secondAttribute="centerX""#, "relates width to centerX"),
  ])
  func constraintMistakesHaveTheirPlace(_ attributes: String, _ fragment: String) throws {
    let text = Fixture.storyboard(
      Fixture.view("a", (0, 0, 10, 10)), constraints: "<constraint id=\"c\" \(attributes)/>")
    let error = try #require(failure(text))
    #expect(error.message.contains(fragment), "\(error)")
    let line = text.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0.contains("id=\"c\"") }
    #expect(error.line == (line ?? 0) + 1)
    #expect(error.column == 1)
  }

  @Test func unknownElementsAreNoted() throws {
    let file = try Fixture.file(
      Fixture.storyboard("", root: "<hologram depth=\"3\"/><hologram/>"))
    #expect(file.notes.map(\.message) == ["<hologram> is not known and was skipped (2 times)"])
    #expect(file.notes[0].line > 10)
  }

  @Test func framesNeedFourNumbers() throws {
    let error = try #require(
      failure(Fixture.storyboard("<view id='a'><rect key='frame' x='0' y='0' width='1'/></view>")))
    #expect(error.message.contains("x, y, width and height"))
  }

  @Test func unitsOfAFile() throws {
    let cell = """
      <tableViewCell id="cell"><rect key="frame" x="0" y="28" width="375" height="44"/>
      <tableViewCellContentView key="contentView" id="content"><rect key="frame" x="0" y="0" width="375" height="44"/>
      <subviews>\(Fixture.view("label", (16, 11, 343, 22), element: "label"))</subviews>
      <constraints>\(Fixture.constraint("c", "label.leading", "content.leadingMargin"))</constraints>
      </tableViewCellContentView></tableViewCell>
      """
    let table = """
      <tableView translatesAutoresizingMaskIntoConstraints="NO" id="table">
      <rect key="frame" x="0" y="0" width="375" height="667"/><prototypes>\(cell)</prototypes></tableView>
      """
    let file = try Fixture.file(
      Fixture.storyboard(table, constraints: Fixture.constraint("t", "table.top", "root.top")))
    let units = file.units()
    #expect(units.map { $0.views[0].view.id } == ["root", "cell"])
    #expect(units[0].views.map(\.view.id) == ["root", "table"])
    #expect(units[1].views.map(\.view.id) == ["cell", "content", "label"])
    #expect(units[0].name(in: file.model) == "Sample")
  }
}
