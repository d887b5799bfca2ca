// Threads that work on runs of lines, and the order in which their results leave.
//
// A run stays on one thread, whose work goes from line to line and so need not be shared. Lines are handed over as they are
// read, and results leave as soon as those before them have: nothing waits for a run to be full.

import Foundation

/// Hands lines to threads, and writes what they give in the order of the lines.
final class BatchPipeline: Sendable {
  /// How many pieces of runs a thread may have waiting or unwritten.
  private static let window = 8

  private struct State {
    var added = 0
    var written = 0
    /// Results that wait for an earlier one.
    var waiting: [Int: (lines: [[UInt8]], errors: Int)] = [:]
    var errors = 0
    var failure: (any Error)?
  }

  private struct Piece {
    var number: Int
    var lines: BatchLines
  }

  private let state = Protected(State())
  private let writer: LineWriter
  /// What waits for each thread; nil tells it to end.
  private let queues: [BlockingQueue<Piece?>]
  private let window: DispatchSemaphore
  private let group = DispatchGroup()

  /// Starts threads, each of which makes work of its own.
  init(threads: Int, _ work: @escaping @Sendable () -> any BatchWork) {
    writer = LineWriter(descriptor: STDOUT_FILENO)
    queues = (0..<threads).map { _ in BlockingQueue() }
    window = DispatchSemaphore(value: Self.window * threads)
    for queue in queues {
      group.enter()
      let thread = Thread { [self] in
        var work = work()
        while let piece = queue.next() {
          if piece.lines.startsRun { work.startRun() }
          deliver(piece.number, hasFailed ? ([], 0) : work.results(of: piece.lines))
        }
        group.leave()
      }
      // Deeply nested documents are walked recursively; what the main thread has is known to do.
      thread.stackSize = 8 << 20
      thread.start()
    }
  }

  var hasFailed: Bool { state.withLock { $0.failure != nil } }
  var errors: Int { state.withLock { $0.errors } }

  /// Adds lines; waits while the window is full. To be called from one thread.
  func add(_ lines: BatchLines) {
    window.wait()
    let number = state.withLock { state in
      defer { state.added += 1 }
      return state.added
    }
    queues[lines.run % queues.count].add(Piece(number: number, lines: lines))
  }

  /// Waits for the rest, and ends the threads.
  func finish() throws {
    for queue in queues { queue.add(nil) }
    group.wait()
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }

  private func deliver(_ number: Int, _ results: (lines: [[UInt8]], errors: Int)) {
    let released = state.withLock { state in
      state.waiting[number] = results
      var lines: [[UInt8]] = []
      var released = 0
      while let next = state.waiting.removeValue(forKey: state.written) {
        state.written += 1
        released += 1
        state.errors += next.errors
        lines += next.lines
      }
      guard state.failure == nil else { return released }
      do { try writer.write(lines) } catch { state.failure = error }
      return released
    }
    for _ in 0..<released { window.signal() }
  }
}

/// A queue that is waited at.
private final class BlockingQueue<Element: Sendable>: Sendable {
  private let elements = Protected<[Element]>([])
  private let count = DispatchSemaphore(value: 0)

  func add(_ element: Element) {
    elements.withLock { $0.append(element) }
    count.signal()
  }

  func next() -> Element {
    count.wait()
    return elements.withLock { $0.removeFirst() }
  }
}
