import Foundation
import Testing

@testable import TrellisFiles

@Suite struct ResultTests {
  private func run(_ text: String) throws -> DocumentResult {
    try LayoutDocument(parsing: text, file: "test.json").run()
  }

  private let form = """
    {"trellis": 1, "size": [320, 100], "views": [
      {"name": "b", "kind": "scroll", "views": [{"name": "a", "intrinsic": [30, 20]}]}],
     "guides": [{"name": "z", "in": "b"}],
     "constraints": ["b.edges = root.edges", "a.edges = b.edges", "a.width = 0.1 * root.width @ 999.5", "a.width = 7 @ 1"]}
    """

  @Test func jsonKeepsTheDocumentsOrder() throws {
    #expect(
      try run(form).json(style: .compact) == """
        {"trellis": 1, "frames": {"root": [0, 0, 320, 100], "b": [0, 0, 320, 100], "a": [0, 0, 32, 20], "z": [0, 0, 0, 0]}, \
        "contentSizes": {"b": [32, 20]}, "levels": {"999.5": 0, "750": 0, "250": 2, "1": 25}, "ambiguous": [], "conflicts": []}
        """)
  }

  @Test func jsonOfSeveralStatesAndOfPrograms() throws {
    let text = """
      {"trellis": 1, "variables": ["x"], "constraints": ["x = 1", "x = 2"], "edits": [{"remove": "c1"}]}
      """
    let result = try run(text)
    for style in [DocumentResult.JSONStyle.compact, .lines] {
      let object = try #require(
        JSONSerialization.jsonObject(with: Data(result.json(style: style).utf8)) as? [String: Any])
      let states = try #require(object["results"] as? [[String: Any]])
      #expect(states.map { ($0["values"] as? [String: Double]) ?? [:] } == [["x": 1], ["x": 2]])
      let conflicts = try #require(states[0]["conflicts"] as? [[String: Any]])
      #expect(conflicts[0]["constraints"] as? [String] == ["c1", "c2"])
      #expect(conflicts[0]["broken"] as? String == "c2")
      let message = try #require(conflicts[0]["message"] as? String)
      #expect(message.hasPrefix("Unable to simultaneously satisfy constraints.\n"))
      #expect(message.contains("\nWill attempt to recover by breaking constraint \n"))
      #expect(states[1]["frames"] == nil)
    }
    #expect(!result.json(style: .compact).contains("\n"))
  }

  @Test func conflictsOfLayoutsSpeakAutoLayout() throws {
    let state = try run(
      #"{"trellis": 1, "size": [9, 9], "views": [{"name": "v"}], "constraints": ["v.width = 100", "v.width = 200"]}"#
    ).states[0]
    let message = try #require(state.conflicts.first?.message)
    #expect(message.hasPrefix("Unable to simultaneously satisfy constraints.\n"))
    #expect(message.contains("Will attempt to recover by breaking constraint"))
    #expect(message.contains("200"))
  }

  @Test(arguments: [0.1, -0.0, 1, -2.5, 1e-7, 1e21, 123_456_789.125, 0.1 + 0.2, Double.leastNonzeroMagnitude, 1e8])
  func numbersReadBackAsTheSame(_ number: Double) throws {
    let text = formatted(number)
    #expect(Double(text) == number)
    #expect(try JSONReader.read(Array(text.utf8)).root.number == number)
    #expect(!text.hasSuffix(".0") && text != "-0")
  }

  @Test func tablesLineUp() throws {
    let lines = try run(form).table().split(separator: "\n")
    #expect(lines[0] == "item   x  y  width  height")
    #expect(lines[3] == "    a  0  0     32      20")
    #expect(lines.contains("content of b: 32 × 20"))
  }

  @Test func picturesAreXML() throws {
    let examples = try TestFiles.names(in: "Examples", withExtension: "json")
    // Two are long, and nothing measures texts here.
    for name in examples where !["scroll-list.json", "spacing.json", "languages.json"].contains(name) {
      let document = try LayoutDocument(parsing: TestFiles.packageBytes("Examples/" + name), file: name)
      let picture = try document.run([]).svg()
      #expect(XMLShape(picture).isWellFormed, "\(name)")
      #expect(picture.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"t\" width=\""))
      #expect(picture.components(separatedBy: "<rect").count > document.itemCount)
    }
  }

  @Test func picturesOfLongListsStaySmall() throws {
    let document = try LayoutDocument(parsing: TestFiles.packageBytes("Examples/scroll-list.json"), file: "list")
    let picture = try document.run([]).svg()
    #expect(XMLShape(picture).isWellFormed)
    #expect(picture.utf8.count < 20_000)
    #expect(picture.contains("more beyond the edge of this picture"))
  }

  @Test func findingsHavePlaces() throws {
    let text = """
      {"trellis": 1, "size": [320, 100],
       "views": [{"name": "a", "intrinsic": [40, 20]},
         {"name": "b"}],
       "constraints": ["a.left = root.left", "a.top = root.top", "a.width = 30",
         "a.width = 31", "b.left = a.right", "b.top = a.top", "b.width = 3"],
       "edits": [{"remove": "c4"}]}
      """
    let document = try LayoutDocument(parsing: text, file: "form.json")
    let findings = document.findings(in: try document.run())
    let lines = findings.map(\.description)
    #expect(findings.map(\.kind) == [.conflict, .ambiguity, .truncation, .ambiguity, .truncation])
    #expect(findings.map(\.state) == [0, 0, 0, 1, 1])
    #expect(
      lines[0].hasPrefix("form.json:5:4: required constraints cannot hold together: a.width = 30; a.width = 31.  The"))
    #expect(lines[1] == "form.json:3:4: b.height is not determined; add a constraint that decides it")
    #expect(lines[2].hasPrefix("form.json:2:12: a.width is 30, its content needs 40; "))
    #expect(lines[4].hasSuffix("(after edit 1)"))
  }

  @Test func anotherSize() throws {
    var document = try LayoutDocument(
      parsing: #"{"trellis": 1, "size": [10, 10], "views": [{"name": "v"}], "constraints": ["v.size = root.size"]}"#,
      file: "")
    document.size = (30, 40)
    #expect(try document.run().states[0].frame(of: "v") == [0, 0, 30, 40])
    #expect(document.itemCount == 1 && document.editCount == 0 && !document.isProgram)
  }
}

/// Enough of an XML reader to see that tags nest and nothing is left unescaped. (FoundationXML is not part of every
/// installation.)
struct XMLShape {
  let isWellFormed: Bool

  init(_ text: String) {
    var open: [Substring] = []
    var rest = text[...]
    var isSound = true
    while let start = rest.firstIndex(where: { $0 == "<" || $0 == "&" }) {
      if rest[start] == "&" {
        let entities = ["&amp;", "&lt;", "&gt;", "&quot;"]
        guard entities.contains(where: rest[start...].hasPrefix) else {
          isSound = false
          break
        }
        rest = rest[rest.index(after: start)...]
        continue
      }
      guard let end = rest[start...].firstIndex(of: ">") else {
        isSound = false
        break
      }
      let tag = rest[rest.index(after: start)..<end]
      let name = tag.drop { $0 == "/" }.prefix { $0.isLetter }
      if tag.hasPrefix("/") {
        if open.popLast() != name { isSound = false }
      } else if !tag.hasSuffix("/") {
        open.append(name)
      }
      if tag.filter({ $0 == "\"" }).count % 2 != 0 { isSound = false }
      rest = rest[rest.index(after: end)...]
    }
    isWellFormed = isSound && open.isEmpty
  }
}
