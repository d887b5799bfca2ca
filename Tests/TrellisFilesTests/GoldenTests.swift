// Documents with known answers, as data: Goldens/*.json. A golden says where its numbers come from ("origin"); it names the
// document ("document" as a path from the package's folder, or the document itself) and holds, for each state, what is
// compared: of frames and values those that are listed, of everything else the whole. Numbers were worked out by hand or in
// closed form, never recorded from this solver.

import Foundation
import Testing

@testable import TrellisFiles

struct Golden: CustomTestStringConvertible {
  struct State {
    var frames: [String: [Double]] = [:]
    var values: [String: Double] = [:]
    var contentSizes: [String: [Double]]?
    var levels: [String: Double]?
    var ambiguous: [String]?
    var truncations: [String]?
    /// The ids of each conflict, the broken one first.
    var conflicts: [[String]]?
  }

  var name: String
  var origin: String
  /// The document's text.
  var document: [UInt8]
  var states: [State]
  /// A part of the error that running the document gives, where it has no answer.
  var error: String?

  var testDescription: String { name }

  /// All goldens of the folder; a file holds one, or several under "cases".
  static func all() throws -> [Golden] {
    try TestFiles.names(in: "Tests/TrellisFilesTests/Goldens", withExtension: "json").flatMap { file in
      let bytes = try TestFiles.bytes("TrellisFilesTests/Goldens/" + file)
      let object = try #require(JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
      guard let cases = object["cases"] as? [[String: Any]] else { return [try Golden(object, name: file)] }
      return try cases.map { try Golden($0, name: "\(file) \($0["row"] ?? "")") }
    }
  }

  private init(_ object: [String: Any], name: String) throws {
    self.name = name
    origin = try #require(object["origin"] as? String, "\(name): say where the numbers come from")
    if let path = object["document"] as? String {
      document = try TestFiles.packageBytes(path)
    } else {
      document = [UInt8](try JSONSerialization.data(withJSONObject: try #require(object["document"])))
    }
    error = object["error"] as? String
    states = (object["states"] as? [[String: Any]] ?? []).map { state in
      let known = ["frames", "values", "contentSizes", "levels", "ambiguous", "truncations", "conflicts"]
      #expect(Set(state.keys).isSubset(of: known), "\(name)")
      return State(
        frames: state["frames"] as? [String: [Double]] ?? [:], values: state["values"] as? [String: Double] ?? [:],
        contentSizes: state["contentSizes"] as? [String: [Double]], levels: state["levels"] as? [String: Double],
        ambiguous: state["ambiguous"] as? [String], truncations: state["truncations"] as? [String],
        conflicts: state["conflicts"] as? [[String]])
    }
    #expect(!states.isEmpty || error != nil, "\(name): nothing to compare")
  }
}

@Suite struct GoldenTests {
  static let goldens = Result { try Golden.all() }

  @Test func goldensAreReadable() throws {
    #expect(try Self.goldens.get().count >= 80)
  }

  @Test(arguments: (try? goldens.get()) ?? []) func agrees(_ golden: Golden) throws {
    let document = try LayoutDocument(parsing: golden.document, file: golden.name)
    if let fragment = golden.error {
      let error = #expect(throws: DocumentError.self) { _ = try document.run() }
      #expect(error?.message.contains(fragment) == true)
      return
    }
    let result = try document.run()
    try #require(result.states.count == golden.states.count)
    for (number, (state, expected)) in zip(result.states, golden.states).enumerated() {
      compare(state, expected, "\(golden.name), state \(number)")
    }
  }

  private func compare(_ state: LayoutState, _ expected: Golden.State, _ what: String) {
    for (name, frame) in expected.frames {
      expectClose(state.frame(of: name) ?? [], frame, "\(what), \(name)")
    }
    for (name, value) in expected.values {
      expectClose(state.values.filter { $0.name == name }.map(\.value), [value], "\(what), \(name)")
    }
    if let sizes = expected.contentSizes {
      #expect(Set(sizes.keys) == Set(state.contentSizes.map(\.name)), "\(what)")
      for size in state.contentSizes {
        expectClose([size.width, size.height], sizes[size.name] ?? [], "\(what), content of \(size.name)")
      }
    }
    if let levels = expected.levels {
      #expect(Set(levels.keys) == Set(state.levels.map { formatted($0.priority) }), "\(what)")
      for level in state.levels {
        expectClose([level.error], [levels[formatted(level.priority)] ?? .nan], "\(what), level \(level.priority)")
      }
    }
    if let ambiguous = expected.ambiguous {
      #expect(state.ambiguous.map(\.subject).sorted() == ambiguous.sorted(), "\(what)")
    }
    if let truncations = expected.truncations {
      let found = state.truncations.map { "\($0.item).\($0.axis == "horizontal" ? "width" : "height")" }
      #expect(found == truncations, "\(what)")
    }
    let conflicts = expected.conflicts ?? []
    let found = state.conflicts.map { conflict in
      [conflict.broken] + conflict.constraints.filter { $0 != conflict.broken }
    }
    #expect(found == conflicts, "\(what)")
  }

  private func expectClose(_ found: [Double], _ expected: [Double], _ what: String) {
    let isClose = found.count == expected.count && zip(found, expected).allSatisfy { abs($0 - $1) <= 1e-6 }
    #expect(isClose, "\(what): \(found) instead of \(expected)")
  }
}
