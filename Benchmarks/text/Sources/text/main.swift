// Prepares and lays out the paragraphs of a file, each a line, and prints what each step takes: see `run.sh`.
//
//   text FONT PARAGRAPHS [ROUNDS]

import Foundation
import TrellisText

/// The processor time of this thread, in seconds: a library that is linked, too, may start threads of its own.
func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + 1e-9 * Double(time.tv_nsec)
}

/// The least seconds of processor time of several runs.
func seconds(_ rounds: Int, _ body: () throws -> Void) rethrows -> Double {
  var least = Double.infinity
  for _ in 0..<rounds {
    let start = now()
    try body()
    least = min(least, now() - start)
  }
  return least
}

guard CommandLine.arguments.count >= 3, let data = FileManager.default.contents(atPath: CommandLine.arguments[2]) else {
  print("usage: text FONT PARAGRAPHS [ROUNDS]")
  exit(2)
}
let rounds = CommandLine.arguments.count > 3 ? Int(CommandLine.arguments[3]) ?? 5 : 5
let paragraphs = String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
var words: Set<Substring> = []
for paragraph in paragraphs { words.formUnion(paragraph.split(separator: " ")) }
let units = paragraphs.reduce(0) { $0 + $1.utf16.count }
let font = Font(file: CommandLine.arguments[1], size: 16)

var lines = 0
do {
  // The font is opened, and what shaping sets up once, before the clock runs.
  let first = try TextEngine()
  _ = try "x".prepared(in: font, by: first)
  let cold = try seconds(rounds) {
    let engine = try TextEngine()
    for paragraph in paragraphs { _ = try paragraph.prepared(in: font, by: engine) }
  }
  let engine = try TextEngine()
  let texts = try paragraphs.map { try $0.prepared(in: font, by: engine) }
  let warm = try seconds(rounds) { for paragraph in paragraphs { _ = try paragraph.prepared(in: font, by: engine) } }
  let widths = (0..<10).map { 120 + 40 * Double($0) }
  let layout = seconds(rounds) {
    lines = 0
    for width in widths { for text in texts { lines += text.lineCount(fitting: width) } }
  }
  let steps = seconds(rounds) { for text in texts { _ = text.steps(in: 100...600) } }
  func shown(_ seconds: Double, _ count: Int) -> String { String(format: "%.3f", seconds * 1e6 / Double(count)) }
  print(
    "trellis", paragraphs.count, words.count, units, shown(cold, words.count), shown(warm, words.count),
    shown(layout, widths.count * texts.count), shown(steps, texts.count), lines)
} catch {
  print("\(error)")
  exit(1)
}
