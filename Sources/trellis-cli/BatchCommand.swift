// `trellis batch`: one document a line in, one result a line out, in order, in constant memory.
//
// Lines are laid out on several threads; a window of a few lines a thread bounds what is in flight, so an endless input
// costs no more memory than a short one. A line that cannot be used gets an error object in its place, and the stream
// goes on. Every line of output is one write under a lock that an interrupt waits for: a kill leaves whole lines.

import ArgumentParser
import Dispatch
import Foundation
import TrellisFiles

struct BatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "batch",
    abstract: "Lays out one document a line, in order, streaming.",
    discussion: """
      Reads standard input, one JSON document a line, and writes one result a line in the same order. A line that cannot \
      be used gives {"error": "LINE:COLUMN: what is wrong", "line": NUMBER} in its place; empty lines give nothing. With \
      --template every line is an edit or an array of edits of that document, as under "edits" in a document, and its \
      result is the layout after them. Exit status: 0, 1 when there were error objects, 2 for an unusable template or \
      output.
      """)

  @Option(help: ArgumentHelp("Threads to lay out on; by default one per core.", valueName: "N"))
  var jobs: Int?

  @Option(help: ArgumentHelp("A document that every line edits.", valueName: "FILE"))
  var template: String?

  func run() throws {
    if let jobs, !(1...1024).contains(jobs) { throw Failure.unusable("--jobs \(jobs): use a number from 1 to 1024") }
    let threads = jobs ?? ProcessInfo.processInfo.activeProcessorCount
    let head = try template.map(Self.head)
    let pipeline = Pipeline(threads: threads)
    var reader = LineReader()
    var number = 0
    while !pipeline.hasFailed, let line = try reader.next() {
      number += 1
      let place = number
      pipeline.add { Self.result(of: line, place, head) }
    }
    try pipeline.finish()
    if pipeline.errors > 0 { throw Failure(status: Failure.findings, text: nil) }
  }

  /// The template up to its closing brace.
  private static func head(_ file: String) throws -> [UInt8] {
    let bytes: [UInt8]
    do {
      bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: file)))
    } catch {
      throw Failure.unusable("\(file):1:1: cannot be read; check the path")
    }
    do {
      let document = try LayoutDocument(parsing: bytes, file: file)
      guard document.editCount == 0 else {
        throw Failure.unusable("\(file):1:1: a template has no \"edits\" of its own; put them into the lines")
      }
    } catch let error as DocumentError {
      throw Failure.unusable(error.description)
    }
    guard let end = bytes.lastIndex(of: UInt8(ascii: "}")) else { return bytes }
    return Array(bytes[..<end])
  }

  /// The result of a line, or an error object; nil for an empty line.
  private static func result(of line: Line, _ number: Int, _ head: [UInt8]?) -> (text: String, isError: Bool)? {
    switch line {
    case .tooLong:
      return (error("the line is longer than \(LineReader.maximumLength) bytes; split the document", number), true)
    case .text(let bytes):
      guard bytes.contains(where: { $0 > 0x20 }) else { return nil }
      var document = bytes
      if let head {
        let isArray = bytes.first { $0 > 0x20 } == UInt8(ascii: "[")
        document = head + Array(isArray ? ", \"edits\": ".utf8 : ", \"edits\": [".utf8) + bytes
        document += Array(isArray ? "}".utf8 : "]}".utf8)
      }
      do {
        var result = try LayoutDocument(parsing: document, file: "").run()
        if head != nil { result.states = Array(result.states.suffix(1)) }
        return (result.json(style: .compact), false)
      } catch {
        // Places in a template with a line put in mean nothing to whoever wrote the line.
        let place = head == nil ? "\(error.line):\(error.column): " : ""
        return (Self.error(place + error.message, number), true)
      }
    }
  }

  private static func error(_ message: String, _ number: Int) -> String {
    "{\"error\": \(jsonString(message)), \"line\": \(number)}"
  }
}

/// A line of input.
private enum Line: Sendable {
  case text([UInt8])
  case tooLong
}

/// Standard input, a line at a time.
private struct LineReader {
  /// A line longer than this is skipped, so that a file without line ends cannot fill the memory.
  static let maximumLength = 64 << 20

  private var buffer: [UInt8] = []
  private var position = 0
  private var isAtEnd = false
  private var isSkipping = false

  mutating func next() throws -> Line? {
    var line: [UInt8] = []
    while true {
      if position < buffer.count {
        let end = buffer[position...].firstIndex(of: 0x0A)
        if !isSkipping { line += buffer[position..<(end ?? buffer.count)] }
        position = end.map { $0 + 1 } ?? buffer.count
        if line.count > Self.maximumLength {
          line = []
          isSkipping = true
        }
        if end != nil {
          defer { isSkipping = false }
          return isSkipping ? .tooLong : .text(line)
        }
      }
      if isAtEnd {
        defer { isSkipping = false }
        return isSkipping ? .tooLong : line.isEmpty ? nil : .text(line)
      }
      let data = try FileHandle.standardInput.read(upToCount: 1 << 16) ?? Data()
      isAtEnd = data.isEmpty
      buffer = [UInt8](data)
      position = 0
    }
  }
}

/// Runs work on threads and writes what it gives in the order in which it was added.
private final class Pipeline: Sendable {
  private struct State {
    var added = 0
    var written = 0
    /// Results that wait for an earlier one; an entry without text was an empty line.
    var waiting: [Int: (text: String, isError: Bool)?] = [:]
    var errors = 0
    var failure: (any Error)?
  }

  private let state = Protected(State())
  private let window: DispatchSemaphore
  private let queue = DispatchQueue(label: "batch", attributes: .concurrent)
  private let running: DispatchSemaphore
  private let group = DispatchGroup()

  init(threads: Int) {
    running = DispatchSemaphore(value: threads)
    window = DispatchSemaphore(value: 8 * threads)
  }

  var hasFailed: Bool { state.withLock { $0.failure != nil } }
  var errors: Int { state.withLock { $0.errors } }

  /// Adds work; waits while the window is full.
  func add(_ work: @escaping @Sendable () -> (text: String, isError: Bool)?) {
    window.wait()
    running.wait()
    let number = state.withLock { state in
      defer { state.added += 1 }
      return state.added
    }
    queue.async(group: group) { [self] in
      let result = work()
      running.signal()
      deliver(number, result)
    }
  }

  /// Waits for the rest.
  func finish() throws {
    group.wait()
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }

  private func deliver(_ number: Int, _ result: (text: String, isError: Bool)?) {
    let released = state.withLock { state in
      state.waiting[number] = .some(result)
      var lines = ""
      var released = 0
      while let next = state.waiting.removeValue(forKey: state.written) {
        state.written += 1
        released += 1
        guard let next else { continue }
        if next.isError { state.errors += 1 }
        lines += next.text + "\n"
      }
      if !lines.isEmpty, state.failure == nil {
        do {
          try Interruption.uninterrupted { try Output.standard(lines) }
        } catch {
          state.failure = error
        }
      }
      return released
    }
    for _ in 0..<released { window.signal() }
  }
}
