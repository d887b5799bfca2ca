// The measured workloads W1 to W4 and the equal sizes E1 to E3: their names, sizes and the numbers they are made of.
// What W5 and W6 change in them is in `Edits`.
//
// They are fixed to the digit so that every engine solves the same thing and frames can be compared between engines.
// Each workload exists three times, written independently of each other: as a program for the core (`CoreProgram`), as
// a tree of views (`ViewProgram`) and as the frames that arithmetic gives (`closedForm`).

/// A layout problem of fixed structure and numbers, in any size.
public enum Workload: String, CaseIterable, Sendable {
  /// A scroll view whose content is as high as its rows together.
  case scrollList = "W1"
  /// Views in a row with spacers of equal width between them.
  case distributedSpacing = "W2"
  /// A list of cells, in many of which two texts want more room than there is.
  case cells = "W3"
  /// Views inset in each other, four in each.
  case nesting = "W4"
  /// Views in a row and as wide and as high as the first, which is wished.
  case equalToFirst = "E1"
  /// Views in a row, each as wide and as high as the one before it, which is wished at four priorities in turn.
  case equalToPrevious = "E2"
  /// The views of ``distributedSpacing``, whose spacers are wished to be as wide as the first.
  case equalSpaces = "E3"

  /// What the workload is, in a few words.
  public var summary: String {
    switch self {
    case .scrollList: "scroll list"
    case .distributedSpacing: "distributed spacing"
    case .cells: "cells"
    case .nesting: "nesting"
    case .equalToFirst: "sizes like the first"
    case .equalToPrevious: "sizes like the one before"
    case .equalSpaces: "spaces like the first"
    }
  }

  /// The smallest size that has every part of the workload.
  public var smallestSize: Int { self == .cells ? 8 : 1 }

  /// The index of the first row or cell in the frame table of `scrollList` and `cells`, after the scroll view, its content
  /// and the container.
  static let firstRow = 3

  /// How many items have a frame when the workload is built at the size `n`: those that a frame table lists, in the
  /// order of the workload's description.
  public func viewCount(_ n: Int) -> Int {
    switch self {
    case .scrollList: n + 3
    case .distributedSpacing, .equalSpaces: 2 * n + 2
    case .cells: 3 + CellPart.allCases.count * (n / 8)
    case .nesting: n
    case .equalToFirst, .equalToPrevious: n + 1
    }
  }
}

/// The views of one cell of `Workload.cells`, in the order of the frame table.
enum CellPart: Int, CaseIterable {
  case cell, avatar, name, time, body, image, firstButton, secondButton, thirdButton
}

/// The numbers that vary from view to view, in points; one hash makes them all.
enum Numbers {
  /// Mixes an unsigned 32-bit integer; the two multipliers and shifts are those of the workloads' description.
  static func hash(_ value: Int) -> Int {
    var x = UInt32(truncatingIfNeeded: value)
    x ^= x >> 16
    x &*= 0x7feb_352d
    x ^= x >> 15
    x &*= 0x846c_a68b
    x ^= x >> 16
    return Int(x)
  }

  static func rowHeight(_ i: Int) -> Double { Double(20 * (i % 10 + 1)) }
  static func spacedWidth(_ i: Int) -> Double { Double(10 + hash(i) % 41) }
  static func spacedHeight(_ i: Int) -> Double { Double(10 + hash(i + 77777) % 51) }
  static func nameWidth(_ c: Int) -> Double { Double(60 + hash(2 * c + 1) % 201) }
  static func timeWidth(_ c: Int) -> Double { Double(30 + hash(2 * c + 2) % 91) }
  static func bodyHeight(_ c: Int) -> Double { Double(20 * (1 + hash(c + 999) % 5)) }

  /// The width of the superview of `Workload.distributedSpacing`: all views and spacers of 8 points.
  static func spacedTotal(_ n: Int) -> Double {
    (0..<n).reduce(8 * Double(n + 1)) { $0 + spacedWidth($1) }
  }
}
