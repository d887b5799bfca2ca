// Layouts as patterns: lists, chains, nested boxes, trees, grids and labels that compete are all blocks of the same rows,
// each linked to the block before it (or around it), some of them to what all share. A pattern can so be built, and a
// block taken in or out in the middle, without knowing which layout it is.

import Simplex
import TestSupport

/// A row of a block.
struct RowPattern {
  /// A variable of a block, as seen from the block.
  enum Name {
    case own(Int)
    case parent(Int)
    case shared(Int)
  }

  var terms: [(name: Name, coefficient: Double)]
  var relation: Relation
  var constant: Double
  /// Blocks have constants that differ from `constant` by up to this much.
  var spread: Double
  var priority: Double
  var below: Double?

  init(
    _ terms: [(Name, Double)], _ relation: Relation, _ constant: Double, spread: Double = 0, _ priority: Double = 1000,
    below: Double? = nil
  ) {
    self.terms = terms
    self.relation = relation
    self.constant = constant
    self.spread = spread
    self.priority = priority
    self.below = below
  }
}

/// A layout of equal blocks.
struct BlockPattern {
  /// Variables that all blocks may use, and rows about them. `root` is the row that a window's size is in.
  var shared: [Bool] = []
  var sharedRows: [RowPattern] = []
  var root = 0
  /// Variables of a block.
  var own: [Bool] = []
  var rows: [RowPattern] = []
  /// Rows to the parent, and those of a block that has none.
  var links: [RowPattern] = []
  var head: [RowPattern] = []
  /// Rows of the last block of a line.
  var tail: [RowPattern] = []
  /// Whether a block has several children.
  var branches = false
}

extension BlockPattern {
  /// A layout drawn at random.
  static func random(using random: inout SplitMix64) -> BlockPattern {
    switch random.int(0...6) {
    case 0: list(using: &random)
    case 1: chain(using: &random)
    case 2: nested(using: &random)
    case 3: grid(using: &random)
    case 4: labels(using: &random)
    case 5: equalWidths(using: &random)
    default: smallPrograms(using: &random)
    }
  }

  /// Rows under each other, with a title and a detail that may want more room than there is, and a content height.
  static func list(using random: inout SplitMix64) -> BlockPattern {
    var pattern = BlockPattern(shared: [true, true], own: [false, true, false, true, false, true])
    pattern.sharedRows = [
      RowPattern([(.shared(0), 1)], .equal, Double(random.int(100...400)), random.pick([1000, 1000, 500]))
    ]
    // y, height, title's left and width, detail's left and width.
    pattern.rows = [
      RowPattern([(.own(2), 1)], .equal, 16),
      RowPattern([(.own(3), 1)], .equal, 120, spread: 80, 250, below: 750),
      RowPattern([(.own(5), 1)], .equal, 50, spread: 40, 251, below: random.pick([751, 750, 1000])),
      RowPattern([(.own(4), 1), (.own(2), -1), (.own(3), -1)], .greaterOrEqual, 8),
      RowPattern([(.own(4), 1), (.own(5), 1), (.shared(0), -1)], .equal, -16),
      random.chance(0.5)
        ? RowPattern([(.own(1), 1)], .equal, 44, spread: 20)
        : RowPattern([(.own(1), 1)], .greaterOrEqual, 44, spread: 20, random.pick([1000, 999])),
    ]
    if random.chance(0.5) { pattern.rows.append(RowPattern([(.own(1), 1)], .equal, 30, spread: 60, 250, below: 750)) }
    pattern.links = [RowPattern([(.own(0), 1), (.parent(0), -1), (.parent(1), -1)], .equal, 8)]
    pattern.head = [RowPattern([(.own(0), 1)], .equal, 20)]
    pattern.tail = [RowPattern([(.shared(1), 1), (.own(0), -1), (.own(1), -1)], .equal, 20)]
    return pattern
  }

  /// Views of equal width between two edges, with limits that may not all hold.
  static func chain(using random: inout SplitMix64) -> BlockPattern {
    var pattern = BlockPattern(shared: [false, false], own: [random.chance(0.5), true])
    pattern.sharedRows = [
      RowPattern([(.shared(0), 1)], .equal, 0), RowPattern([(.shared(1), 1)], .equal, Double(random.int(200...1000))),
    ]
    pattern.root = 1
    let loose = random.pick([1000.0, 1000, 999, 750])
    pattern.links = [
      RowPattern([(.own(0), 1), (.parent(0), -1), (.parent(1), -1)], random.pick([.equal, .greaterOrEqual]), 8),
      RowPattern([(.own(1), 1), (.parent(1), -1)], .equal, 0, loose),
    ]
    pattern.head = [RowPattern([(.own(0), 1), (.shared(0), -1)], .equal, 8)]
    pattern.tail = [RowPattern([(.own(0), 1), (.own(1), 1), (.shared(1), -1)], .equal, -8, random.pick([1000, 760]))]
    if random.chance(0.5) { pattern.rows = [RowPattern([(.own(1), 1)], .equal, 60, spread: 50, 250, below: 740)] }
    if random.chance(0.3) { pattern.rows.append(RowPattern([(.own(1), 1)], .greaterOrEqual, 10, spread: 8)) }
    return pattern
  }

  /// Boxes in boxes; several in one, or one.
  static func nested(using random: inout SplitMix64) -> BlockPattern {
    var pattern = BlockPattern(shared: [false, true], own: [false, true], branches: random.chance(0.7))
    pattern.sharedRows = [
      RowPattern([(.shared(0), 1)], .equal, 0), RowPattern([(.shared(1), 1)], .equal, Double(random.int(200...800))),
    ]
    pattern.root = 1
    let soft = random.pick([1000.0, 999, 500])
    pattern.links = [
      RowPattern([(.own(0), 1), (.parent(0), -1)], .equal, 4, spread: 3),
      RowPattern([(.own(0), 1), (.own(1), 1), (.parent(0), -1), (.parent(1), -1)], .equal, -6, spread: 5, soft),
    ]
    pattern.head = [
      RowPattern([(.own(0), 1), (.shared(0), -1)], .equal, 10),
      RowPattern([(.own(0), 1), (.own(1), 1), (.shared(0), -1), (.shared(1), -1)], .equal, -10, soft),
    ]
    if random.chance(0.5) {
      pattern.rows = [RowPattern([(.own(1), 1)], .equal, 100, spread: 100, 250, below: random.pick([750, 400]))]
    }
    return pattern
  }

  /// Rows of cells over shared columns; a row is as high as its highest cell.
  static func grid(using random: inout SplitMix64) -> BlockPattern {
    let columns = random.int(1...4)
    var pattern = BlockPattern(
      shared: [true] + Array(repeating: false, count: columns) + [true], own: [false, true])
    let (total, width) = (0, columns + 1)
    pattern.sharedRows = [RowPattern([(.shared(total), 1)], .equal, Double(random.int(100...900)))]
    for column in 0..<columns {
      let before: [(RowPattern.Name, Double)] =
        column == 0 ? [] : [(.shared(column), -1), (.shared(width), -1)]
      pattern.sharedRows.append(RowPattern([(.shared(1 + column), 1)] + before, .equal, 8))
    }
    pattern.sharedRows.append(
      RowPattern([(.shared(columns), 1), (.shared(width), 1), (.shared(total), -1)], .equal, -8))
    pattern.rows = [RowPattern([(.own(1), 1)], .equal, 0, 50)]
    for column in 0..<columns {
      let (x, w, h) = (2 + 3 * column, 3 + 3 * column, 4 + 3 * column)
      pattern.own += [false, true, true]
      pattern.rows += [
        RowPattern([(.own(x), 1), (.shared(1 + column), -1)], .equal, 0),
        random.chance(0.5)
          ? RowPattern([(.own(w), 1), (.shared(width), -1)], .equal, 0)
          : RowPattern([(.own(w), 1), (.shared(width), -1)], .lessOrEqual, 0),
        RowPattern([(.own(w), 1)], .equal, 80, spread: 60, 250, below: 750),
        RowPattern([(.own(h), 1)], .equal, 30, spread: 25, 250, below: 750),
        RowPattern([(.own(1), 1), (.own(h), -1)], .greaterOrEqual, 0),
      ]
    }
    pattern.links = [RowPattern([(.own(0), 1), (.parent(0), -1), (.parent(1), -1)], .equal, 8)]
    pattern.head = [RowPattern([(.own(0), 1)], .equal, 8)]
    return pattern
  }

  /// Labels in one row that want more room than there is, at several priorities.
  static func labels(using random: inout SplitMix64) -> BlockPattern {
    var pattern = BlockPattern(shared: [true], own: [false, true])
    pattern.sharedRows = [RowPattern([(.shared(0), 1)], .equal, Double(random.int(100...900)))]
    let resistance = random.pick([750.0, 740, 760])
    pattern.rows = [
      RowPattern([(.own(1), 1)], .equal, 60, spread: 50, random.pick([250, 249, 251]), below: resistance)
    ]
    pattern.links = [
      RowPattern([(.own(0), 1), (.parent(0), -1), (.parent(1), -1)], random.pick([.equal, .greaterOrEqual]), 4)
    ]
    pattern.head = [RowPattern([(.own(0), 1)], .equal, 8)]
    pattern.tail = [
      RowPattern([(.own(0), 1), (.own(1), 1), (.shared(0), -1)], random.pick([.equal, .lessOrEqual]), -8)
    ]
    return pattern
  }

  /// Sizes that are all the same, or all at least what each wants: stars around one variable.
  static func equalWidths(using random: inout SplitMix64) -> BlockPattern {
    var pattern = BlockPattern(shared: [true], own: [true])
    pattern.sharedRows = [RowPattern([(.shared(0), 1)], .equal, 100, random.pick([1000, 500, 50, 50]))]
    pattern.rows = [
      RowPattern([(.own(0), 1)], .equal, 80, spread: 70, 250, below: 750),
      RowPattern(
        [(.own(0), random.pick([1, 1, 2])), (.shared(0), -1)], random.pick([.equal, .lessOrEqual]), 0,
        random.pick([1000, 1000, 700])),
    ]
    return pattern
  }

  /// A list whose blocks hold a small program of any kind.
  static func smallPrograms(using random: inout SplitMix64) -> BlockPattern {
    var generator = ProgramGenerator(seed: random.next(), variables: 1...6)
    generator.style.contradiction = 0
    generator.style.scale = 100
    generator.style.mixedScales = false
    let program = generator.program()
    var pattern = BlockPattern(shared: [true], own: [false, true] + program.nonnegative)
    pattern.sharedRows = [RowPattern([(.shared(0), 1)], .equal, Double(random.int(100...400)))]
    pattern.rows = program.rows.map { row in
      let isFirm = row.above == 1000 || row.below == 1000
      return RowPattern(
        row.terms.map { (.own($0.variable + 2), $0.coefficient) }, row.relation, row.constant, spread: isFirm ? 0 : 40,
        row.priority, below: row.priorityBelow)
    }
    let tied = 2 + random.int(0...(program.nonnegative.count - 1))
    pattern.rows.append(RowPattern([(.own(1), 1)], .greaterOrEqual, 20, spread: 10))
    pattern.rows.append(
      RowPattern(
        [(.own(1), 1), (.own(tied), -1)], random.pick([.greaterOrEqual, .equal]), 0, random.pick([700, 400])))
    if random.chance(0.5) {
      pattern.rows.append(RowPattern([(.own(tied), 1), (.shared(0), -0.5)], .lessOrEqual, 0, random.pick([800, 600])))
    }
    pattern.links = [RowPattern([(.own(0), 1), (.parent(0), -1), (.parent(1), -1)], .equal, 8)]
    pattern.head = [RowPattern([(.own(0), 1)], .equal, 0)]
    return pattern
  }
}
