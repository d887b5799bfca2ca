// A progress bar on the terminal for long work, on standard error; none where that is a pipe or a file.

import Foundation
@_spi(Tools) import TrellisFiles

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
    let line = "\r\u{1B}[K" + Self.line(title, done, total, detail, columns: Self.columns)
    Self.shown.withLock { shown in
      StandardError.write(line)
      shown = true
    }
  }

  /// The line for a terminal of some width. It leaves the last column free: a line that fills it would continue below, and
  /// could not be cleared.
  static func line(_ title: String, _ done: Int, _ total: Int, _ detail: String, columns: Int) -> String {
    let count = "\(done)/\(total)"
    let room = columns - 1
    // The count is what matters most, then the title, the bar, and what is being worked on.
    guard title.count + 1 + count.count <= room else { return String(count.prefix(max(room, 0))) }
    let width = min(Self.width, room - title.count - count.count - 4)
    guard width >= 5 else { return "\(title) \(count)" }
    let filled = width * min(max(done, 0), total) / max(total, 1)
    let bar = String(repeating: "#", count: filled) + String(repeating: "·", count: width - filled)
    let line = "\(title) [\(bar)] \(count)"
    let rest = room - terminalWidth(line) - 1
    return rest < 5 || detail.isEmpty ? line : line + " " + ending(of: visible(detail), columns: rest)
  }

  /// The columns of the terminal; 80 where it does not tell.
  private static var columns: Int {
    var size = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
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
