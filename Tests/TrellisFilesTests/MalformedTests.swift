// Broken documents, one file each in Malformed/, with the position and a part of the message that each must give
// (Malformed/index.tsv). Files rather than strings, so that the command line can be tried with the same ones.

import Testing

@testable import TrellisFiles

@Suite struct MalformedTests {
  struct Case: CustomTestStringConvertible {
    let file: String
    let location: String
    let fragment: String
    var testDescription: String { file }
  }

  static let cases: [Case] = {
    let index = String(decoding: (try? TestFiles.bytes("TrellisFilesTests/Malformed/index.tsv")) ?? [], as: UTF8.self)
    return index.split(separator: "\n").map { line in
      let cells = line.split(separator: "\t").map(String.init)
      return Case(file: cells[0], location: cells[1], fragment: cells[2])
    }
  }()

  @Test func thereAreManyKinds() {
    #expect(Self.cases.count >= 130)
  }

  @Test(arguments: cases) func givesItsLine(_ malformed: Case) throws {
    let bytes = try TestFiles.bytes("TrellisFilesTests/Malformed/" + malformed.file)
    let error = #expect(throws: DocumentError.self) {
      _ = try LayoutDocument(parsing: bytes, file: malformed.file)
    }
    let line = try #require(error).description
    #expect(line.hasPrefix("\(malformed.file):\(malformed.location): "), "\(line)")
    #expect(line.contains(malformed.fragment), "\(line)")
    #expect(!line.contains("\n"))
    // What is wrong, and what would be right: two parts.
    #expect(
      line.dropFirst(malformed.file.count + malformed.location.count + 3).contains { ";,(".contains($0) }, "\(line)")
  }

  @Test(arguments: ["[", "{\"views\":"]) func deepNestingIsOneError(_ opening: String) {
    let text = String(repeating: opening, count: 100_000)
    let error = #expect(throws: DocumentError.self) { _ = try LayoutDocument(parsing: text, file: "deep") }
    #expect(error?.line == 1)
    #expect(error?.column == JSONReader.maximumDepth * opening.count + 1)
    #expect(error?.message == "arrays and objects nest deeper than 1000 levels; flatten the document")
  }

  @Test func deepExpressionsAreOneError() {
    for opening in ["(", "-", "+", "1*("] {
      let equation = "a.width = " + String(repeating: opening, count: 100_000)
      let text = #"{"trellis": 1, "size": [1, 1], "views": [{"name": "a"}], "constraints": ["\#(equation)"]}"#
      let error = #expect(throws: DocumentError.self) { _ = try LayoutDocument(parsing: text, file: "deep") }
      #expect(error?.message.contains("nests too deep") == true, "\(opening)")
    }
  }

  @Test func everyTruncationOfADocumentIsAnError() throws {
    let bytes = try TestFiles.bytes("TrellisFilesTests/Documents/everything.json")
    _ = try LayoutDocument(parsing: bytes, file: "everything.json")
    let end = (bytes.lastIndex(of: UInt8(ascii: "}")) ?? 0)
    for length in 0...end {
      #expect(throws: DocumentError.self) { _ = try LayoutDocument(parsing: Array(bytes[..<length]), file: "cut") }
    }
  }
}
