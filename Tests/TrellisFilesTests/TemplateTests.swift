// Templates: a line of edits gives what the document with these edits gives, whatever the lines before were.

import Foundation
import TestSupport
import Testing

@testable import TrellisFiles

@Suite struct TemplateTests {
  /// A cell with everything that lines edit: texts, a stack, an aspect ratio, an inequality, a state, a safe area.
  private static let cell = """
    {"trellis": 1, "size": [320, 200], "safeArea": [20, 0, 34, 0],
     "views": [
       {"name": "icon"},
       {"name": "title", "intrinsic": [120, 20]},
       {"name": "detail", "intrinsic": [200, 17], "compression": [700, 750],
        "heightForWidth": [[0, 68], [80, 51], [120, 34], [200, 17]]},
       {"name": "badge", "intrinsic": [30, 18], "hugging": [251, 251]},
       {"name": "buttons", "kind": "stack", "spacing": 6, "distribution": "fillEqually", "views": [
         {"name": "yes", "intrinsic": [40, 30]}, {"name": "no", "intrinsic": [44, 30]}, {"name": "later", "intrinsic": [60, 30]}]},
       {"name": "list", "kind": "scroll", "views": [{"name": "row"}]}],
     "constraints": [
       {"equation": "icon.width = 44", "id": "icon"}, "icon.width = icon.height",
       {"equation": "icon.left = root.left + 16", "id": "left"}, "icon.top = root.safeArea.top + 8",
       {"vfl": "H:[icon]-gap@900-[title]-(>=8)-[badge]-16-|", "id": "line"},
       "title.top = icon.top", "badge.centerY = title.centerY",
       {"equation": "detail.left = title.left", "id": "detail"}, "detail.top = title.bottom + 4", "detail.right <= badge.right",
       {"equation": "buttons.width = 0.5 * root.width", "id": "half"}, "buttons.right = root.right - 16",
       {"equation": "buttons.top = detail.bottom + 8", "id": "below", "priority": 600},
       {"equation": "buttons.bottom = root.bottom - 8", "id": "foot", "active": false},
       "list.edges = root.edges", "row.edges = list.edges", "row.width = list.width",
       {"equation": "row.height = 1000", "id": "row"},
       {"equation": "title.width = 90", "id": "t1", "priority": 400},
       {"equation": "title.width = 150", "id": "t2", "priority": 400, "weight": 2}],
     "states": {"wide": [{"equation": "badge.width = 80", "id": "wide"}]},
     "metrics": {"gap": 12}}
    """

  private static func document(_ text: String, edits: String) throws -> LayoutDocument {
    let end = try #require(text.lastIndex(of: "}"))
    return try LayoutDocument(parsing: text[..<end] + ", \"edits\": " + edits + "}", file: "")
  }

  /// What a state says, except for the last digits of numbers.
  private func expectEqual(
    _ state: LayoutState, _ other: LayoutState, _ line: String, _ location: SourceLocation = #_sourceLocation
  ) {
    func isNear(_ a: [Double], _ b: [Double]) -> Bool {
      a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) <= 1e-6 * max(1, abs($1)) }
    }
    #expect(state.items.map(\.name) == other.items.map(\.name), "\(line)", sourceLocation: location)
    for (a, b) in zip(state.items, other.items)
    where !isNear([a.x, a.y, a.width, a.height], [b.x, b.y, b.width, b.height]) {
      Issue.record("\(line): \(a) is not \(b)", sourceLocation: location)
    }
    #expect(isNear(state.values.map(\.value), other.values.map(\.value)), "\(line)", sourceLocation: location)
    #expect(
      isNear(
        state.contentSizes.flatMap { [$0.width, $0.height] }, other.contentSizes.flatMap { [$0.width, $0.height] }),
      "\(line)", sourceLocation: location)
    #expect(state.levels.map(\.priority) == other.levels.map(\.priority), "\(line)", sourceLocation: location)
    #expect(isNear(state.levels.map(\.error), other.levels.map(\.error)), "\(line)", sourceLocation: location)
    #expect(state.ambiguous == other.ambiguous, "\(line)", sourceLocation: location)
    #expect(
      state.conflicts.map(\.constraints) == other.conflicts.map(\.constraints), "\(line)", sourceLocation: location)
    #expect(state.conflicts.map(\.broken) == other.conflicts.map(\.broken), "\(line)", sourceLocation: location)
    // Views without a name of their own are distinguished by their addresses.
    let messages = [state, other].map { $0.conflicts.map { $0.message.replacing(/0x[0-9a-f]+/, with: "0x") } }
    #expect(messages[0] == messages[1], "\(line)", sourceLocation: location)
    #expect(state.truncations.map(\.item) == other.truncations.map(\.item), "\(line)", sourceLocation: location)
  }

  // MARK: - Random lines

  private static let edits: [@Sendable (inout SplitMix64) -> String] = [
    { #"{"set": "icon", "constant": \#(Int.random(in: 10...90, using: &$0))}"# },
    { #"{"set": "left", "constant": \#(Double.random(in: 0...60, using: &$0))}"# },
    { #"{"set": "half", "multiplier": \#(Double.random(in: 0.2...0.9, using: &$0))}"# },
    { #"{"set": "line", "constant": \#(Int.random(in: 4...20, using: &$0))}"# },
    { #"{"set": "below", "priority": \#($0.pick([1, 400, 1000]))}"# },
    { #"{"set": "t1", "weight": \#($0.pick([0.5, 1, 3, 5]))}"# },
    { #"{"size": [\#(Int.random(in: 150...500, using: &$0)), \#(Int.random(in: 100...400, using: &$0))]}"# },
    { #"{"intrinsic": "title", "value": [\#(Int.random(in: 0...300, using: &$0)), 20]}"# },
    { #"{"intrinsic": "badge", "value": [\#(Int.random(in: 0...80, using: &$0)), null]}"# },
    { #"{"view": "detail", "heightForWidth": [[0, 80], [\#(Int.random(in: 20...250, using: &$0)), 20]]}"# },
    { #"{"view": "later", "hidden": \#(Bool.random(using: &$0))}"# },
    { #"{"view": "title", "hugging": [\#(Int.random(in: 1...999, using: &$0)), 250]}"# },
    { #"{"view": "icon", "alignmentInsets": [1, 2, 3, \#(Int.random(in: 0...4, using: &$0))]}"# },
    { #"{"safeArea": [\#(Int.random(in: 0...60, using: &$0)), 0, 0, 0]}"# },
    { _ in #"{"activate": ["foot"]}"# },
    { _ in #"{"deactivate": ["below", "t2"]}"# },
    { #"{"set": "row", "constant": \#(Int.random(in: 1...2000, using: &$0))}"# },
  ]
  private static let structural: [@Sendable (inout SplitMix64) -> String] = [
    { #"{"add": "detail.height = \#(Int.random(in: 30...60, using: &$0))"}"# },
    { _ in #"{"remove": "detail"}"# },
    { _ in #"{"add": {"equation": "title.width = 10", "id": "mine"}}"# },
    { _ in #"{"direction": "rtl"}"# },
    { _ in #"{"state": "wide"}"# },
    { _ in #"{"view": "buttons", "axis": "vertical"}"# },
  ]

  @Test func randomLinesGiveWhatDocumentsGive() throws {
    let seed = TestRun.seed(5)
    print("templates: seed \(seed)")
    var random = SplitMix64(seed: seed)
    let layout = TemplateLayout(try DocumentTemplate(parsing: Array(Self.cell.utf8), file: "cell.json"))
    let count = TestRun.count(120, long: 3000)
    for number in 0..<count {
      var edits = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        Self.edits[Int.random(in: 0..<Self.edits.count, using: &random)](&random)
      }
      if number % 10 == 9 {
        edits.append(Self.structural[Int.random(in: 0..<Self.structural.count, using: &random)](&random))
      }
      let line = "[" + edits.joined(separator: ", ") + "]"
      let document = try Self.document(Self.cell, edits: line)
      let state = try #require(try layout.result(of: Array(line.utf8)).states.first)
      expectEqual(state, try #require(try document.run().states.last), line)
    }
    // Lines that change no structure, are decided and hold, are the most.
    #expect(layout.freshCount < count / 2 && layout.freshCount >= count / 10)
  }

  /// The edits of every golden, as far as each goes.
  @Test func goldensAsTemplates() throws {
    var compared = 0
    for golden in try Golden.all() where golden.error == nil {
      guard var object = try JSONSerialization.jsonObject(with: Data(golden.document)) as? [String: Any],
        let edits = object.removeValue(forKey: "edits") as? [Any]
      else { continue }
      let text = String(
        decoding: try JSONSerialization.data(withJSONObject: object, options: .sortedKeys), as: UTF8.self)
      let layout = TemplateLayout(try DocumentTemplate(parsing: Array(text.utf8), file: ""))
      for count in (0...edits.count) {
        let line = String(
          decoding: try JSONSerialization.data(withJSONObject: Array(edits.prefix(count)), options: .sortedKeys),
          as: UTF8.self)
        let document = try Self.document(text, edits: line)
        let state = try #require(try layout.result(of: Array(line.utf8)).states.first)
        expectEqual(state, try #require(try document.run().states.last), "\(golden.name) \(line)")
        compared += 1
      }
    }
    #expect(compared > 100)
  }

  @Test func programsAreTemplatesToo() throws {
    let text = """
      {"trellis": 1, "variables": ["x", "y"], "nonnegative": ["y"], "constraints": [
        {"equation": "x + y = 10", "id": "sum"}, {"equation": "x = 0.5 * y + 1", "id": "half", "priority": 500},
        {"equation": "y >= 2", "id": "low", "priority": 900}]}
      """
    let layout = TemplateLayout(try DocumentTemplate(parsing: Array(text.utf8), file: ""))
    for line in [
      "[]", #"{"set": "sum", "constant": 4}"#, #"{"set": "half", "multiplier": 2}"#,
      #"[{"set": "low", "constant": 30}, {"set": "sum", "constant": 7}]"#, #"{"set": "half", "priority": 1000}"#,
      #"{"set": "low", "priority": 1000, "constant": 11}"#, #"{"add": "y = 3"}"#, "[]",
    ] {
      let state = try #require(try layout.result(of: Array(line.utf8)).states.first)
      let edits = line.hasPrefix("[") ? line : "[\(line)]"
      expectEqual(state, try #require(try Self.document(text, edits: edits).run().states.last), line)
    }
    #expect(layout.freshCount == 1)
  }

  // MARK: - Mistakes

  @Test(
    arguments: [
      (#"{"set": "nothing", "constant": 1}"#, 9, "no constraint has the id 'nothing'"),
      (#"[{"size": [1, 1]}, 5]"#, 20, "this edit is a number"),
      ("[", 2, "the document ends inside the array"),
      (#"{"add": {"equation": "icon.width = 4", "id": "left"}}"#, 46, "taken by the constraint of the template"),
      (#"{"set": "icon", "constant": 1e9}"#, 29, "constant"),
    ])
  func aMistakeHasItsPlaceInTheLine(line: String, column: Int, message: String) throws {
    let layout = TemplateLayout(try DocumentTemplate(parsing: Array(Self.cell.utf8), file: "cell.json"))
    let before = try layout.result(of: Array("[]".utf8))
    do {
      _ = try layout.result(of: Array(line.utf8))
      Issue.record("\(line) is no mistake")
    } catch {
      #expect(
        error.file == "" && error.line == 1 && error.column == column && error.message.contains(message), "\(error)")
    }
    expectEqual(try layout.result(of: Array("[]".utf8)).states[0], before.states[0], line)
  }

  @Test func aTemplateHasNoEdits() {
    let text = #"{"trellis": 1, "size": [1, 1], "edits": [{"size": [2, 2]}]}"#
    #expect(throws: DocumentError.self) { try DocumentTemplate(parsing: Array(text.utf8), file: "t.json") }
    do {
      _ = try DocumentTemplate(parsing: Array(text.utf8), file: "t.json")
    } catch { #expect(error.description.hasPrefix("t.json:1:32: ")) }
  }
}
