// A progress bar on the terminal for long work, on standard error; none where that is a pipe or a file.

import Foundation

/// Counts steps of known number and draws them, at most ten times a second.
struct Progress {
  private static let shown = Protected(false)
  private static let width = 30

  private let title: String
  private let total: Int
  private let onTerminal = isatty(STDERR_FILENO) == 1
  private let started = ContinuousClock.now
  private var lastDrawn: ContinuousClock.Instant?

  /// A bar of `total` steps, drawn once the work has taken half a second.
  init(_ title: String, total: Int) {
    self.title = title
    self.total = total
  }

  /// Tells that `done` of the steps are done, the next being `detail`.
  mutating func update(_ done: Int, _ detail: String = "") {
    guard onTerminal, total > 1 else { return }
    let now = ContinuousClock.now
    guard now - started > .milliseconds(500), lastDrawn.map({ now - $0 > .milliseconds(100) }) ?? true else { return }
    lastDrawn = now
    let filled = min(Self.width, Self.width * done / total)
    let bar = String(repeating: "#", count: filled) + String(repeating: "·", count: Self.width - filled)
    let line = "\r\u{1B}[K\(title) [\(bar)] \(done)/\(total) \(detail)"
    Self.shown.withLock { shown in
      StandardError.write(line)
      shown = true
    }
  }

  /// Takes the bar away, so that what follows starts at the margin.
  func finish() { Self.clearLine() }

  /// Clears the bar's line, if a bar is shown.
  static func clearLine() {
    shown.withLock { shown in
      guard shown else { return }
      StandardError.write("\r\u{1B}[K")
      shown = false
    }
  }
}
