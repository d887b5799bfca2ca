// Interrupts (Ctrl-C, a terminal that closes, kill): temporary files go, the terminal's line is cleared, and the
// process ends with 128 + the signal's number as a shell expects.

import Dispatch
import Foundation

enum Interruption {
  private static let temporaries = Protected<Set<String>>([])
  /// Whether a line is being written. (A value without a size would lie where the lock does: two threads that take the
  /// lock look like a race to the thread sanitizer then.)
  private static let writing = Protected(false)
  private static let sources = Protected<[any DispatchSourceSignal]>([])

  /// Watches the signals on a queue of its own, where ordinary calls are allowed; a signal handler proper could not
  /// even take a lock.
  static func install() {
    let queue = DispatchQueue(label: "interruption")
    sources.withLock { sources in
      for number in [SIGINT, SIGTERM, SIGHUP] {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
        source.setEventHandler {
          // A line that is being written is finished first, unless its reader has stopped reading.
          _ = writing.acquire(before: Date(timeIntervalSinceNow: 2))
          cleanUp()
          _exit(128 + number)
        }
        source.resume()
        sources.append(source)
      }
    }
  }

  /// Runs something that an interrupt waits for.
  static func uninterrupted<Result>(_ body: () throws -> Result) rethrows -> Result {
    try writing.withLock { isWriting in
      isWriting = true
      defer { isWriting = false }
      return try body()
    }
  }

  static func addTemporary(_ path: String) { temporaries.withLock { _ = $0.insert(path) } }

  static func removeTemporary(_ path: String) { temporaries.withLock { _ = $0.remove(path) } }

  /// Removes what is half-written and clears the progress bar.
  static func cleanUp() {
    temporaries.withLock { paths in
      for path in paths { unlink(path) }
      paths.removeAll()
    }
    Progress.clearLine()
  }
}
