import Foundation
import TestSupport
import Testing

@testable import TrellisFiles

@Suite struct JSONReaderTests {
  @Test func valuesKnowWhereTheyStand() throws {
    let text = "{\"a\": [1, -2.5e3, \"x\"],\n \"b\": {\"c\": null, \"d\": true}}"
    let root = try JSONReader.read(Array(text.utf8)).root
    let members = Array(root.members)
    #expect(members.map(\.key.text) == ["a", "b"])
    #expect(position(members[1].key, text) == [2, 2])
    #expect(position(members[1].value, text) == [2, 7])
    let elements = Array(members[0].value.elements)
    #expect(elements.map(\.offset) == [7, 10, 18])
    #expect(elements[0].number == 1)
    #expect(elements[1].number == -2500)
    #expect(elements[2].text == "x")
    #expect(Array(members[1].value.members).map { $0.value.kind } == [.null, .true_])
    #expect(Array(members[1].value.members)[1].key.path == "b")
  }

  private func position(_ value: JSONValue, _ text: String) -> [Int] {
    let (line, column) = SourcePosition.lineAndColumn(of: value.offset, in: Array(text.utf8))
    return [line, column]
  }

  @Test(arguments: [
    (#""a\"\\\/\b\f\n\r\t""#, "a\"\\/\u{08}\u{0C}\n\r\t"), (#""\u00e9\u0041""#, "éA"), (#""\ud83d\uDE00""#, "😀"),
    ("\"größe → 😀\"", "größe → 😀"), (#""\u0000""#, "\0"), ("\"\"", ""),
  ])
  func strings(_ text: String, _ expected: String) throws {
    #expect(try JSONReader.read(Array(text.utf8)).root.text == expected)
  }

  @Test(arguments: [
    "0", "-0", "1", "123456789012345", "1234567890123456", "-0.5", "1e3", "1E+3", "1.5e-7", "0.1", "1e308",
    "5e-324", "1e-999", "3.141592653589793", "9007199254740993",
  ])
  func numbers(_ text: String) throws {
    #expect(try JSONReader.read(Array(text.utf8)).root.number == Double(text))
  }

  @Test func byteOrderMarkIsNoColumn() throws {
    let text = "\u{FEFF}{\"trellis\": 1, \"size\": [1, 1]}"
    #expect(try LayoutDocument(parsing: text, file: "").size?.width == 1)
  }

  @Test func offsetsPointThroughEscapes() throws {
    let text = #""a\u00e9\n\ud83d\ude00z""#
    let value = try JSONReader.read(Array(text.utf8)).root
    // a, é (two bytes), newline, 😀 (four bytes), z
    #expect((0...8).map(value.documentOffset(ofContent:)) == [1, 2, 2, 8, 10, 10, 10, 10, 22])
    #expect(value.documentOffset(ofContent: 9) == 23)
  }

  /// The reader agrees with Foundation's on what is JSON, and on what it says, for random texts near to JSON.
  @Test func agreesWithFoundation() throws {
    let seed = TestRun.seed(20_261_121)
    var random = SplitMix64(seed: seed)
    var accepted = 0
    for number in 0..<TestRun.count(5_000, long: 200_000) {
      var bytes = Array(Self.randomJSON(&random, depth: 0).utf8)
      if random.chance(0.5), !bytes.isEmpty {
        let index = random.int(0...(bytes.count - 1))
        switch random.int(0...2) {
        case 0: bytes.remove(at: index)
        case 1: bytes[index] = random.pick(Array("{}[],:\"\\0123.eE+-tfn u\u{7F}".utf8))
        default: bytes.insert(random.pick(Array("{}[],:\"\\0 1-.".utf8)), at: index)
        }
      }
      let ours = try? JSONReader.read(bytes)
      let theirs = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
      if let ours {
        accepted += 1
        let theirs = try #require(theirs, "seed \(seed), \(number): \(String(decoding: bytes, as: UTF8.self))")
        #expect(Self.isSame(ours.root, theirs), "seed \(seed), \(number)")
      } else if let theirs {
        // Foundation takes duplicate keys and, on Linux, a comma at the end; nothing else that we refuse.
        #expect(throws: Fault.self) { _ = try JSONReader.read(bytes) }
        let reason = Result { try JSONReader.read(bytes) }
        if case .failure(let fault as Fault) = reason {
          #expect(
            fault.message.contains("appears twice") || fault.message.contains("a comma with nothing after it"),
            "seed \(seed), \(number): \(fault.message) \(theirs)")
        }
      }
    }
    #expect(accepted > 1_000)
  }

  private static func randomJSON(_ random: inout SplitMix64, depth: Int) -> String {
    switch random.int(0...(depth > 4 ? 5 : 9)) {
    case 0: return "null"
    case 1: return random.chance(0.5) ? "true" : "false"
    case 2: return "\(random.int(-1_000...1_000))"
    case 3: return "\(random.real(-1e6...1e6))"
    case 4, 5: return random.pick(["\"a\"", "\"\"", "\"\\n\\u0041\"", "\"é→😀\"", "\"\\ud83d\\ude00\""])
    case 6, 7:
      let count = random.int(0...4)
      return "[" + (0..<count).map { _ in randomJSON(&random, depth: depth + 1) }.joined(separator: ", ") + "]"
    default:
      let keys = random.distinct(random.int(0...4), below: 12)
      return "{" + keys.map { "\"k\($0)\" : \(randomJSON(&random, depth: depth + 1))" }.joined(separator: ",") + "}"
    }
  }

  private static func isSame(_ ours: JSONValue, _ theirs: Any) -> Bool {
    switch ours.kind {
    case .null: return theirs is NSNull
    case .true_: return (theirs as? Bool) == true
    case .false_: return (theirs as? Bool) == false
    case .number:
      // Foundation goes through decimals on Linux and misses the nearest double at times.
      guard let theirs = (theirs as? NSNumber)?.doubleValue, let number = ours.number else { return false }
      return abs(theirs - number) <= 1e-12 * abs(number)
    case .string, .escapedString: return (theirs as? String) == ours.text
    case .array:
      guard let theirs = theirs as? [Any] else { return false }
      let elements = Array(ours.elements)
      return elements.count == theirs.count && zip(elements, theirs).allSatisfy { isSame($0, $1) }
    case .object:
      guard let theirs = theirs as? [String: Any] else { return false }
      let members = Array(ours.members)
      return members.count == theirs.count
        && members.allSatisfy { key, value in theirs[key.text ?? ""].map { isSame(value, $0) } ?? false }
    }
  }

  @Test func longTextsTakeLinearTime() throws {
    func time(_ count: Int) throws -> Duration {
      let text = "[" + (0..<count).map { "{\"k\($0)\": [\($0), \"\\n\"]}" }.joined(separator: ",") + "]"
      let object = "{" + (0..<count).map { "\"k\($0)\": \($0)" }.joined(separator: ",") + "}"
      let bytes = (Array(text.utf8), Array(object.utf8))
      return try ContinuousClock().measure {
        _ = try JSONReader.read(bytes.0)
        _ = try JSONReader.read(bytes.1)
      }
    }
    // The best of several, since others use the machine too.
    func best(_ count: Int) throws -> Duration { try (0..<7).map { _ in try time(count) }.min() ?? .zero }
    let (short, long) = (try best(4_000), try best(40_000))
    #expect(long < short * 60, "\(short) for 4,000, \(long) for 40,000")
  }

  /// What a shell of Windows writes by `>`.
  @Test(arguments: [[0xFF, 0xFE, 0x7B, 0], [0xFE, 0xFF, 0, 0x7B]] as [[UInt8]])
  func otherEncodings(bytes: [UInt8]) {
    let fault = #expect(throws: Fault.self) { _ = try JSONReader.read(bytes) }
    #expect(fault?.message == "the text is UTF-16; save it as UTF-8, which JSON is written in" && fault?.offset == 0)
  }
}
