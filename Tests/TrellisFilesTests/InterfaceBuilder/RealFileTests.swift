// The importer against real files, where they are: see `RealFiles`.

import TestSupport
import Testing

@testable import TrellisFiles

@Suite(
  .enabled(if: RealFiles.areThere, "no real storyboards at ../shared/storyboards; TRELLIS_STORYBOARDS names a folder"))
struct RealFileTests {
  private func totals(_ insets: InsetSource) throws -> InterfaceComparison.Totals {
    var totals = InterfaceComparison.Totals()
    for name in RealFiles.names {
      totals.add(try InterfaceFile(parsing: RealFiles.bytes(name), file: name).compare(insets: insets))
    }
    return totals
  }

  @Test func inferredInsets() throws {
    let totals = try totals(.inferred)
    let counted = Double(totals.units - totals.flagged)
    #expect(counted >= 240)
    #expect(Double(totals.matched) >= 0.95 * counted, "\(totals.table())")
    #expect(Double(totals.exact) >= 0.89 * counted, "\(totals.table())")
  }

  @Test func deviceInsets() throws {
    let totals = try totals(.device)
    #expect(Double(totals.matched) >= 0.92 * Double(totals.units - totals.flagged), "\(totals.table())")
  }

  /// Broken on purpose: bytes changed, cut, doubled and put elsewhere. An error is an answer, a crash or a hang is not.
  @Test func mutatedFiles() throws {
    var random = SplitMix64(seed: TestRun.seed(7_001))
    let count = TestRun.count(40, long: 2_000)
    var usable = 0
    for _ in 0..<count {
      let name = RealFiles.names[Int(random.next() % UInt64(RealFiles.names.count))]
      var bytes = try RealFiles.bytes(name)
      // The largest take half a second in a debug build; the structure of the others is the same.
      if bytes.count > 60_000, !TestRun.isLong { bytes = Array(bytes[..<60_000]) }
      for _ in 0..<Int(1 + random.next() % 6) { mutate(&bytes, &random) }
      do {
        let file = try InterfaceFile(parsing: bytes, file: name)
        let comparison = try file.compare(insets: random.next() % 2 == 0 ? .inferred : .device)
        #expect(comparison.totals.matchedViews <= comparison.totals.views)
        usable += 1
        guard random.next() % 8 == 0, let device = InterfaceDevice.all.randomElement(using: &random) else { continue }
        let layouts = try file.layouts(on: Canvas(device, isLandscape: random.next() % 2 == 0), detail: [.dimensions])
        #expect(InterfaceLayout.svg(layouts).hasSuffix("</svg>\n"))
      } catch {
        #expect(error.line >= 1 && error.column >= 1 && !error.message.isEmpty)
      }
    }
    #expect(usable > count / 20)
  }

  private func mutate(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
    guard bytes.count > 400 else { return }
    let index = Int(random.next() % UInt64(bytes.count - 300))
    let length = Int(random.next() % 200)
    switch random.next() % 10 {
    case 0: bytes[index] = UInt8(truncatingIfNeeded: random.next())
    case 1: bytes.removeSubrange(index..<index + length)
    case 2: bytes.insert(contentsOf: bytes[index..<index + length], at: index)
    case 3: bytes.removeLast(bytes.count - index)
    default: swapTokens(&bytes, index, &random)
    }
  }

  /// Replaces one attribute's value by another's, which keeps the text well-formed.
  private func swapTokens(_ bytes: inout [UInt8], _ index: Int, _ random: inout SplitMix64) {
    let other = Int(random.next() % UInt64(bytes.count))
    guard let one = value(bytes, from: index), let two = value(bytes, from: other) else { return }
    let replacements: [[UInt8]] = [
      Array(bytes[two]), Array("1e308".utf8), Array("-1".utf8), Array("nan".utf8), Array("0".utf8),
      Array("100000000".utf8),
      Array("YES".utf8), Array("".utf8),
    ]
    let pick = random.next() % 3 == 0 ? Int(random.next() % UInt64(replacements.count)) : 0
    bytes.replaceSubrange(one, with: replacements[pick])
  }

  private func value(_ bytes: [UInt8], from index: Int) -> Range<Int>? {
    let quote = UInt8(ascii: "\"")
    guard let start = bytes[index...].firstIndex(of: UInt8(ascii: "=")), start + 1 < bytes.count,
      bytes[start + 1] == quote, let end = bytes[(start + 2)...].firstIndex(of: quote)
    else { return nil }
    return start + 2..<end
  }
}
