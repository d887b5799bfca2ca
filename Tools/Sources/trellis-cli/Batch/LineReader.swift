// Standard input as runs of lines: many lines at a time where they are there, one at a time where someone types them or
// waits for each answer.

import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Consecutive lines of a run.
struct BatchLines: Sendable {
  /// The number of the run, from 0. A run may come in several pieces.
  var run: Int
  /// Whether the run begins with these lines.
  var startsRun: Bool
  /// The number of the first line, from 1.
  var number: Int
  /// The lines without their ends; nil for one that is too long.
  var lines: [[UInt8]?]
}

/// Reads standard input.
struct LineReader {
  /// A line longer than this is skipped, so that a file without line ends cannot fill the memory.
  static let maximumLength = 64 << 20
  /// A run ends early where its lines have more bytes than this: large documents are spread over threads, and a window of
  /// runs stays small.
  private static let bytesInRun = 64 << 10

  private let linesInRun: Int
  private var buffer = [UInt8](repeating: 0, count: 64 << 10)
  private var unread = 0..<0
  private var isAtEnd = false
  /// What has come of a line without its end; nil while skipping the rest of one that is too long.
  private var beginning: [UInt8]? = []
  /// The run that is being read: its number, and how many lines and bytes of it were given.
  private var run = 0
  private var linesGiven = 0
  private var bytesGiven = 0
  private var number = 1

  init(linesInRun: Int) { self.linesInRun = linesInRun }

  /// Lines of one run: as many as are there without waiting, at least one; nil at the end of input.
  mutating func next() throws -> BatchLines? {
    if linesGiven == linesInRun || bytesGiven >= Self.bytesInRun {
      run += 1
      linesGiven = 0
      bytesGiven = 0
    }
    var result = BatchLines(run: run, startsRun: linesGiven == 0, number: number, lines: [])
    while linesGiven < linesInRun, bytesGiven < Self.bytesInRun {
      guard let line = try nextLine(waits: result.lines.isEmpty) else { break }
      result.lines.append(line)
      linesGiven += 1
      bytesGiven += line?.count ?? 0
      number += 1
    }
    return result.lines.isEmpty ? nil : result
  }

  /// The next line, as an inner nil where it is too long; nil at the end, and where it is not there yet.
  private mutating func nextLine(waits: Bool) throws -> [UInt8]?? {
    while true {
      if let end = buffer[unread].firstIndex(of: 0x0A) {
        defer {
          unread = (end + 1)..<unread.upperBound
          beginning = []
        }
        guard let beginning, beginning.count + end - unread.lowerBound <= Self.maximumLength else { return .some(nil) }
        return .some(beginning + buffer[unread.lowerBound..<end])
      }
      beginning? += buffer[unread]
      unread = 0..<0
      if let count = beginning?.count, count > Self.maximumLength { beginning = nil }
      if isAtEnd {
        defer { beginning = [] }
        guard let beginning else { return .some(nil) }
        return beginning.isEmpty ? nil : .some(beginning)
      }
      if !waits { return nil }
      let count = buffer.withUnsafeMutableBytes { systemRead(STDIN_FILENO, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        throw Input.unreadableStandardInput(errno)
      }
      isAtEnd = count == 0
      unread = 0..<count
    }
  }
}

/// read(2); inside `LineReader` the name would be taken for a method.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}
