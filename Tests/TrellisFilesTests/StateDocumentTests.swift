// Documents in their named states: each is the document with the state's edits, leaving one is as before to the last bit, and
// what sweeps and transitions say of them.

import Foundation
import TestSupport
import Testing
import Trellis

@testable import TrellisFiles

@Suite("States of documents") struct StateDocumentTests {
  private static func player() throws -> String {
    String(decoding: try TestFiles.packageBytes("Examples/player.json"), as: UTF8.self)
  }

  private func frames(_ state: LayoutState) -> [[Double]] { state.items.map { [$0.x, $0.y, $0.width, $0.height] } }

  private func isClose(_ a: [[Double]], _ b: [[Double]]) -> Bool {
    a.count == b.count && zip(a.joined(), b.joined()).allSatisfy { abs($0 - $1) <= 1e-9 * max(1, abs($1)) }
  }

  @Test("A player as a page, as a bar and wide")
  func player() throws {
    let document = try LayoutDocument(parsing: try Self.player(), file: "player.json")
    #expect(document.stateNames == ["bar", "wide"] && document.initialStateName == nil)
    let result = try document.run(inStates: nil)
    #expect(result.states.map(\.origin) == [.named(nil), .named("bar"), .named("wide")])
    let (page, bar, wide) = (result.states[0], result.states[1], result.states[2])
    #expect(page.frame(of: "cover") == [80, 16, 160, 160] && page.frame(of: "title") == [100, 188, 120, 22])
    #expect(page.frame(of: "play") == [138, 218, 44, 44] && page.frame(of: "queue") == [0, 274, 320, 26])
    #expect(bar.frame(of: "root") == [0, 0, 320, 80] && bar.frame(of: "cover") == [16, 16, 48, 48])
    #expect(bar.frame(of: "title") == [76, 29, 120, 22] && bar.frame(of: "play") == [260, 18, 44, 44])
    #expect(bar.items.filter(\.isHidden).map(\.name) == ["queue"])
    #expect(wide.frame(of: "title") == [200, 70, 120, 22] && wide.frame(of: "play") == [238, 100, 44, 44])
    #expect(wide.frame(of: "queue") == [344, 0, 224, 192])
    #expect(result.states.allSatisfy { $0.ambiguous.isEmpty && $0.conflicts.isEmpty && $0.truncations.isEmpty })
    #expect(document.findings(in: result).isEmpty)
    #expect(try document.run(inStates: ["wide"]).states.map(\.origin) == [.named("wide")])
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(result.json().utf8)) as? [String: Any])
    let states = try #require(object["results"] as? [[String: Any]])
    #expect(states[0]["state"] is NSNull && states[1]["state"] as? String == "bar")
    #expect(result.table().contains("no state\n") && result.svg().contains(">wide</text>"))
  }

  @Test("What was edited outside of a state stays when it is left, and what the state edited goes")
  func leaving() throws {
    let edits = """
      , "edits": [{"state": "bar"}, {"state": null}, {"state": "wide"}, {"set": "cover", "constant": 100},
        {"add": {"equation": "title.width = 130", "id": "title"}}, {"state": "bar"}, {"state": null}]}
      """
    let text = try Self.player()
    let end = try #require(text.lastIndex(of: "}"))
    let states = try LayoutDocument(parsing: text[..<end] + edits, file: "player.json").run().states
    #expect(frames(states[2]) == frames(states[0]) && !states[2].items.contains(where: \.isHidden))
    #expect(states[4].frame(of: "cover") == [16, 16, 100, 100])
    // The state has the last word on what it edits.
    #expect(states[6].frame(of: "cover") == [16, 16, 48, 48] && states[6].frame(of: "title")?[2] == 130)
    #expect(states[7].frame(of: "cover") == [110, 16, 100, 100] && states[7].frame(of: "title") == [95, 128, 130, 22])
  }

  @Test("A document that begins with a state can leave it, and lines of edits see it")
  func beginning() throws {
    let text = try Self.player().replacingOccurrences(of: "\"states\"", with: "\"state\": \"bar\", \"states\"")
    let end = try #require(text.lastIndex(of: "}"))
    let document = try LayoutDocument(
      parsing: text[..<end] + #", "edits": [{"set": "cover", "constant": 40}, {"state": null}]}"#, file: "player.json")
    let page = try LayoutDocument(parsing: try Self.player(), file: "player.json").run(inStates: nil)
    let states = try document.run().states
    #expect(frames(states[0]) == frames(page.states[1]) && states[1].frame(of: "cover") == [16, 16, 40, 40])
    #expect(states[2].frame(of: "cover") == [140, 16, 40, 40] && document.initialStateName == "bar")
    #expect(try document.inStates().map(\.name) == ["bar", "wide"])
    #expect(try document.inState(nil).run().states.map(frames) == [frames(page.states[0])])
    let template = try DocumentTemplate(parsing: Array(text.utf8), file: "player.json")
    let layout = TemplateLayout(template)
    _ = try layout.result(of: Array(#"{"set": "cover", "constant": 40}"#.utf8))
    let state = try layout.result(of: Array(#"{"intrinsic": "title", "value": [90, 22]}"#.utf8)).states[0]
    #expect(state.frame(of: "cover") == [16, 16, 48, 48] && state.frame(of: "title") == [76, 29, 90, 22])
  }

  @Test("Names that are none are errors that say which are")
  func mistakes() throws {
    let document = try LayoutDocument(parsing: try Self.player(), file: "player.json")
    let error = #expect(throws: DocumentError.self) { try document.inState("bra") }
    #expect(error?.message.contains("no state is called 'bra'; did you mean 'bar'?") == true, "\(error as Any)")
    let program = try LayoutDocument(
      parsing: #"{"trellis": 1, "variables": ["x"], "constraints": ["x = 1"]}"#, file: "program.json")
    #expect(try program.inStates().map(\.name) == [nil] && program.stateNames.isEmpty)
    #expect(throws: DocumentError.self) { try program.inState("bar") }
    #expect(throws: DocumentError.self) { try program.transition(from: nil, to: nil, moments: 1) }
  }

  @Test("Frames between two states lie on straight lines; what is hidden in one fades")
  func transitions() throws {
    let document = try LayoutDocument(parsing: try Self.player(), file: "player.json")
    let result = try document.transition(from: nil, to: "bar", moments: 3)
    let ends = try document.run(inStates: nil).states
    #expect(result.states.map(\.origin) == [.named(nil), .between(0.25), .between(0.5), .between(0.75), .named("bar")])
    #expect(frames(result.states[0]) == frames(ends[0]) && frames(result.states[4]) == frames(ends[1]))
    #expect(result.states[2].frame(of: "cover") == [48, 16, 104, 104])
    #expect(result.states[1].frame(of: "root") == [0, 0, 320, 245])
    #expect(result.states[1].items.map(\.opacity) == [1, 1, 1, 1, 0.75])
    #expect(result.states[1].items.filter(\.isHidden).isEmpty)
    let svg = result.svg()
    #expect(svg.contains(">25 %</text>") && svg.contains("opacity=\"0.75\"") && svg.contains("opacity=\"0.25\""))
    let object = try #require(try JSONSerialization.jsonObject(with: Data(result.json().utf8)) as? [String: Any])
    let between = try #require((object["results"] as? [[String: Any]])?[2])
    #expect(Set(between.keys) == ["progress", "frames"] && between["progress"] as? Double == 0.5)
  }

  @Test("A sweep in a state is that of its layouts")
  func sweeps() throws {
    let document = try LayoutDocument(parsing: try Self.player(), file: "player.json")
    var random = SplitMix64(seed: TestRun.seed(81_000))
    for (name, variant) in try document.inStates() {
      let sweep = try variant.sweep(.width, over: 200...700)
      #expect(sweep.state == name && sweep.isProven)
      #expect(sweep.json().contains("\"state\"") == (name != nil))
      let height = try variant.run().states[0].items[0].height
      for _ in 0..<5 {
        let width = random.real(200...700)
        let edited = try LayoutDocument(
          parsing: Self.player().replacingOccurrences(
            of: #"{"size": [568, 192]}"#, with: #"{"size": [\#(width), 192]}"#
          )
          .replacingOccurrences(of: #"{"size": [320, 80]}"#, with: #"{"size": [\#(width), 80]}"#)
          .replacingOccurrences(of: #""size": [320, 300]"#, with: #""size": [\#(width), 300]"#), file: "player.json")
        let state = try edited.inState(name).run().states[0]
        #expect(state.items[0].height == height)
        let swept = state.items.indices.map { sweep.frame($0, at: width) }
        #expect(isClose(swept, frames(state)), "\(name ?? "no state") at \(width): \(swept), \(frames(state))")
      }
    }
    // In the bar the title ends at 196 and the button begins 60 before the right edge.
    let bar = try document.inState("bar").sweep(.width, over: 200...700)
    let overlap = try #require(bar.findings.first { $0.kind == .overlap })
    #expect(overlap.from == 200 && abs(overlap.to - 256) < 0.01, "\(overlap)")
    #expect(bar.table().hasPrefix("player.json, state bar: width from 200 to 700"))
  }

  // MARK: Any states

  /// A row of boxes whose frames have one answer, with random states.
  private struct RandomStates {
    static let count = 5
    var states: [String: [String]] = [:]

    init(_ random: inout SplitMix64) {
      for name in ["one", "two", "three"] {
        var entries: [String] = []
        for _ in 0..<random.int(0...5) { entries.append(Self.entry(&random)) }
        states[name] = entries
      }
    }

    static func edit(_ random: inout SplitMix64) -> String {
      let (box, length) = (random.int(0...count - 1), random.int(0...90))
      switch random.int(0...9) {
      case 0: return #"{"set": "gap\#(box)", "constant": \#(length)}"#
      case 1: return #"{"set": "wide\#(box)", "constant": \#(length), "priority": \#(random.pick([300, 700, 800]))}"#
      case 2: return #"{"deactivate": ["wide\#(box)"]}"#
      case 3: return #"{"activate": "wide\#(box)"}"#
      case 4: return #"{"intrinsic": "b\#(box)", "value": [\#(length), \#(length + 1)]}"#
      case 5: return #"{"view": "b\#(box)", "hidden": \#(random.chance(0.5)), "hugging": [\#(random.int(1...240)), 3]}"#
      case 6: return #"{"size": [\#(100 + length), 80]}"#
      case 7: return #"{"direction": "\#(random.pick(["ltr", "rtl"]))"}"#
      case 8: return #"{"view": "b\#(box)", "margins": [\#(length), 1, 2, \#(length)]}"#
      default: return #"{"view": "b\#(box)", "alignmentInsets": [1, \#(length), 0, 2]}"#
      }
    }

    private static func entry(_ random: inout SplitMix64) -> String {
      guard random.chance(0.3) else { return edit(&random) }
      let (box, length) = (random.int(0...count - 1), random.int(0...90))
      return #""b\#(box).width = \#(length) @ \#(random.int(801...899))""#
    }

    func document(_ rest: String) throws -> LayoutDocument {
      var views: [String] = []
      var constraints: [String] = []
      for box in 0..<Self.count {
        views.append(#"{"name": "b\#(box)", "intrinsic": [\#(20 + box), 10]}"#)
        let before = box == 0 ? "root.leading" : "b\(box - 1).trailing"
        constraints.append(#"{"equation": "b\#(box).leading = \#(before) + \#(box)", "id": "gap\#(box)"}"#)
        constraints.append(#"{"equation": "b\#(box).width = \#(30 + box) @ 600", "id": "wide\#(box)"}"#)
        constraints.append(#""b\#(box).top = \#(box == 0 ? "root" : "b\(box - 1)").topMargin""#)
      }
      let states = states.keys.sorted().map { name in
        #""\#(name)": [\#(self.states[name, default: []].joined(separator: ", "))]"#
      }
      return try LayoutDocument(
        parsing: """
          {"trellis": 1, "size": [300, 60], "views": [\(views.joined(separator: ", "))],
           "constraints": [\(constraints.joined(separator: ", "))], "states": {\(states.joined(separator: ", "))}\(rest)}
          """, file: "random.json")
    }
  }

  @Test(
    "Random ways through random states: each layout is that of a document built with its edits, and back is bit-equal")
  func anyStates() throws {
    let seed = TestRun.seed(82_000)
    var entered = 0
    for index in TestRun.share(of: TestRun.count(12, long: 500)) {
      var random = SplitMix64(seed: seed &+ UInt64(index) &* 7919)
      let states = RandomStates(&random)
      var edits: [String] = []
      /// Those outside of states, and the state, after each edit.
      var expected: [(edits: [String], state: String?)] = [([], nil)]
      for _ in 0..<8 {
        var next = expected[expected.count - 1]
        if random.chance(0.3) {
          edits.append(RandomStates.edit(&random))
          next.edits.append(edits[edits.count - 1])
        } else {
          next.state = random.pick([nil, "one", "two", "three"])
          edits.append(#"{"state": \#(next.state.map { "\"\($0)\"" } ?? "null")}"#)
        }
        expected.append(next)
      }
      let list = edits.joined(separator: ", ")
      let results = try states.document(#", "edits": [\#(list)]"#).run().states
      for (number, (made, state)) in expected.enumerated() {
        let comment: Comment = "index \(index), after edit \(number) of \(list): \(states.states)"
        // The same edits, then those of the state, in a document of its own.
        var all = made
        if let state { all.append(#"{"state": "\#(state)"}"#) }
        let fresh = try states.document(#", "edits": [\#(all.joined(separator: ", "))]"#).run().states[all.count]
        // Edits made within a state come after the state's own: compared where there are none.
        if !isEditedSince(expected, number) {
          #expect(isClose(frames(results[number]), frames(fresh)), comment)
          #expect(results[number].items.map(\.isHidden) == fresh.items.map(\.isHidden), comment)
        }
        if state != nil { entered += 1 }
        guard number > 0, state == nil, expected[number - 1].state != nil,
          let before = expected[..<number].lastIndex(where: { $0.state == nil }), expected[before].edits == made
        else { continue }
        #expect(frames(results[number]) == frames(results[before]), comment)
      }
    }
    #expect(entered > 20)
  }

  /// Whether anything was edited while in the state that is on after an edit.
  private func isEditedSince(_ expected: [(edits: [String], state: String?)], _ number: Int) -> Bool {
    guard expected[number].state != nil else { return false }
    var first = number
    while first > 0, expected[first - 1].state == expected[number].state { first -= 1 }
    return expected[first].edits != expected[number].edits
  }
}
