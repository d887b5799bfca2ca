// Random stack views against their lowering written by hand: the table of semantics 2.10 once more, in coordinates
// along and across the axis, with nothing of the module in it. GLPK says what each level comes to and between which
// bounds each number may lie.
//
// 500 stacks, 5,000 with TRELLIS_LONG_TESTS=1; TRELLIS_SEED replays a seed.

import Judge
import Simplex
import TestSupport
import Testing

@testable import Trellis

/// One arranged view as a test makes it up. Lengths and priorities are along and across the axis.
private struct ItemCase {
  var length: [Double]
  var hugging: [Float]
  var compression: [Float]
  var baseline = [0.0, 0.0]
  var isHidden = false
  var gap: Double?
  /// A length along the axis asked for at 700.
  var wish: Double?
}

private struct StackCase {
  var items: [ItemCase] = []
  var axis = Axis.horizontal
  var distribution = StackDistribution.fill
  var alignment = StackAlignment.fill
  var spacing = 0.0
  /// Before and after along the axis, before and after across it; nil: not relative to margins.
  var margins: [Double]?
  var measuresBaselines = false
  var isRightToLeft = false
  /// Along and across; nil: what the views make of it.
  var size: [Double?] = [nil, nil]

  init(_ random: inout SplitMix64) {
    axis = random.pick(Axis.allCases)
    distribution = random.pick(StackDistribution.allCases)
    alignment = random.pick(StackAlignment.allCases)
    spacing = Double(random.int(0...12))
    if random.chance(0.25) { margins = (0..<4).map { _ in Double(random.int(0...15)) } }
    measuresBaselines = random.chance(0.2)
    isRightToLeft = random.chance(0.3)
    if random.chance(0.6) { size[0] = Double(random.int(120...600)) }
    if random.chance(0.6) { size[1] = Double(random.int(60...200)) }
    let priorities: [Float] = [100, 250, 250, 251, 600, 750, 750, 751]
    for _ in 0..<random.int(0...6) {
      var item = ItemCase(
        length: (0..<2).map { _ in random.chance(0.15) ? -1 : Double(random.int(0...90)) },
        hugging: (0..<2).map { _ in random.pick(priorities) }, compression: (0..<2).map { _ in random.pick(priorities) }
      )
      if random.chance(0.5) { item.baseline = [Double(random.int(0...20)), Double(random.int(0...9))] }
      item.isHidden = random.chance(0.15)
      if random.chance(0.15) { item.gap = Double(random.int(0...30)) }
      if random.chance(0.15) { item.wish = Double(random.int(0...120)) }
      items.append(item)
    }
  }
}

// MARK: - The program by hand

/// Four variables an item: start and length along the axis, start and length across it. The stack is item 0.
private struct HandWritten {
  private(set) var program = Program(nonnegative: [])
  private let stack: StackCase

  /// A sum of variables and a number.
  private struct Sum {
    var terms: [(Int, Double)]
    var number = 0.0
  }

  private mutating func addItem() -> Int {
    program.nonnegative += [false, true, false, true]
    return program.nonnegative.count / 4 - 1
  }

  private func near(_ item: Int, _ side: Int = 0) -> Sum { Sum(terms: [(4 * item + 2 * side, 1)]) }
  private func length(_ item: Int, _ side: Int = 0) -> Sum { Sum(terms: [(4 * item + 2 * side + 1, 1)]) }
  private func far(_ item: Int, _ side: Int = 0) -> Sum {
    Sum(terms: [(4 * item + 2 * side, 1), (4 * item + 2 * side + 1, 1)])
  }
  private func middle(_ item: Int, _ side: Int = 0) -> Sum {
    Sum(terms: [(4 * item + 2 * side, 1), (4 * item + 2 * side + 1, 0.5)])
  }

  private mutating func say(
    _ left: Sum, _ relation: Simplex.Relation, _ right: Sum, times factor: Double = 1, at priority: Double = 1000
  ) {
    let terms = left.terms.map { Program.Term($0.0, $0.1) } + right.terms.map { Program.Term($0.0, -factor * $0.1) }
    var merged: [Program.Term] = []
    for term in terms {
      if let position = merged.firstIndex(where: { $0.variable == term.variable }) {
        merged[position].coefficient += term.coefficient
      } else {
        merged.append(term)
      }
    }
    program.rows.append(
      Program.Row(
        merged.filter { abs($0.coefficient) > 1e-12 }, relation, factor * right.number - left.number,
        priority: priority))
  }

  private func number(_ value: Double) -> Sum { Sum(terms: [], number: value) }
  private func plus(_ sum: Sum, _ value: Double) -> Sum { Sum(terms: sum.terms, number: sum.number + value) }

  init(_ stack: StackCase) {
    self.stack = stack
    let root = addItem()
    for _ in stack.items { _ = addItem() }
    for side in 0..<2 {
      say(near(root, side), .equal, number(0))
      if let size = stack.size[side] { say(length(root, side), .equal, number(size)) }
    }
    for (index, item) in stack.items.enumerated() {
      for side in 0..<2 where item.length[side] >= 0 {
        program.rows.append(
          Program.Row(
            [Program.Term(4 * (index + 1) + 2 * side + 1, 1)], .equal, item.length[side],
            priority: Double(item.hugging[side]), priorityBelow: Double(item.compression[side])))
      }
      if let wish = item.wish { say(length(index + 1), .equal, number(wish), at: 700) }
    }
    var canvas = root
    if let margins = stack.margins {
      canvas = addItem()
      for side in 0..<2 {
        say(near(canvas, side), .equal, plus(near(root, side), margins[2 * side]))
        say(far(canvas, side), .equal, plus(far(root, side), -margins[2 * side + 1]))
      }
    }
    write(canvas)
  }

  private mutating func write(_ canvas: Int) {
    let visible = stack.items.indices.filter { !stack.items[$0].isHidden }.map { $0 + 1 }
    var before: Int?
    for (index, item) in stack.items.enumerated() {
      guard item.isHidden else {
        before = index + 1
        continue
      }
      say(length(index + 1), .equal, number(0))
      say(length(index + 1, 1), .equal, number(0), at: 25)
      say(near(index + 1, 1), .equal, near(canvas, 1))
      say(near(index + 1), .equal, before.map { far($0) } ?? near(canvas))
    }
    guard let first = visible.first, let last = visible.last else {
      say(length(0), .equal, number(0), at: 49)
      say(length(0, 1), .equal, number(0), at: 49)
      return
    }
    say(near(first), .equal, near(canvas))
    say(far(last), .equal, far(canvas))
    writeAlong(visible, canvas)
    writeAcross(visible, canvas)
  }

  private func gap(_ item: Int) -> Double { stack.items[item - 1].gap ?? stack.spacing }

  private var measuresBaselines: Bool { stack.measuresBaselines && stack.axis == .vertical }
  private func gapStart(_ item: Int) -> Sum {
    measuresBaselines ? plus(far(item), -stack.items[item - 1].baseline[1]) : far(item)
  }
  private func gapEnd(_ item: Int) -> Sum {
    measuresBaselines ? plus(near(item), stack.items[item - 1].baseline[0]) : near(item)
  }

  private mutating func writeAlong(_ visible: [Int], _ canvas: Int) {
    let isLoose = stack.distribution == .equalSpacing || stack.distribution == .equalCentering
    for (item, next) in zip(visible, visible.dropFirst()) {
      say(gapEnd(next), isLoose ? .greaterOrEqual : .equal, plus(gapStart(item), gap(item)))
    }
    switch stack.distribution {
    case .fill: break
    case .fillEqually:
      for item in visible.dropFirst() { say(length(item), .equal, length(visible[0])) }
    case .fillProportionally:
      let lengths = visible.map { stack.items[$0 - 1].length[0] }
      let total = lengths.filter { $0 > 0 }.reduce(0, +) + visible.dropLast().map(gap).reduce(0, +)
      let sharing = lengths.filter { $0 > 0 }.count
      for (index, item) in visible.enumerated() {
        if sharing == 0 {
          if index > 0 { say(length(item), .equal, length(visible[0])) }
        } else if lengths[index] <= 0 {
          say(length(item), .equal, number(0))
        } else if sharing == 1 {
          say(length(canvas), .equal, length(item))
        } else {
          say(length(item), .equal, length(canvas), times: lengths[index] / total, at: 999 - Double(index))
        }
      }
    case .equalSpacing, .equalCentering:
      say(length(0), .equal, number(0), at: 49)
      var gaps: [Int] = []
      for (item, next) in zip(visible, visible.dropFirst()) {
        let gap = addItem()
        let isCentring = stack.distribution == .equalCentering
        say(near(gap), .equal, isCentring ? middle(item) : gapStart(item))
        say(far(gap), .equal, isCentring ? middle(next) : gapEnd(next))
        if let firstGap = gaps.first {
          say(length(gap), .equal, length(firstGap), at: isCentring ? 150 - Double(gaps.count) : 1000)
        }
        gaps.append(gap)
      }
    }
  }

  private mutating func writeAcross(_ visible: [Int], _ canvas: Int) {
    let first = visible[0]
    var alignment = stack.alignment
    if stack.axis == .vertical, alignment == .firstBaseline || alignment == .lastBaseline { alignment = .leading }
    func line(_ item: Int) -> Sum {
      switch alignment {
      case .fill, .leading: near(item, 1)
      case .center: middle(item, 1)
      case .trailing: far(item, 1)
      case .firstBaseline: plus(near(item, 1), stack.items[item - 1].baseline[0])
      case .lastBaseline: plus(far(item, 1), -stack.items[item - 1].baseline[1])
      }
    }
    for item in visible.dropFirst() {
      say(line(item), .equal, line(first))
      if alignment == .fill { say(far(item, 1), .equal, far(first, 1)) }
    }
    if alignment == .fill {
      say(near(first, 1), .equal, near(canvas, 1))
      say(far(first, 1), .equal, far(canvas, 1))
      return
    }
    let spanner = addItem()
    let nearest = alignment == .leading || alignment == .firstBaseline ? first : spanner
    let farthest = alignment == .trailing || alignment == .lastBaseline ? first : spanner
    say(near(canvas, 1), alignment == .firstBaseline ? .lessOrEqual : .equal, near(nearest, 1))
    say(far(canvas, 1), alignment == .lastBaseline ? .greaterOrEqual : .equal, far(farthest, 1))
    if alignment == .center { say(middle(first, 1), .equal, middle(canvas, 1)) }
    for item in visible {
      switch alignment {
      case .leading:
        say(near(spanner, 1), .equal, near(item, 1), at: 999.5)
        say(far(spanner, 1), .greaterOrEqual, far(item, 1))
      case .trailing:
        say(far(spanner, 1), .equal, far(item, 1), at: 999.5)
        say(near(spanner, 1), .lessOrEqual, near(item, 1))
      default:
        say(near(spanner, 1), .lessOrEqual, near(item, 1))
        say(far(spanner, 1), .greaterOrEqual, far(item, 1))
      }
      say(length(item, 1), .equal, number(0), at: 25)
    }
    say(length(spanner, 1), .equal, number(0), at: 51)
    let isBaseline = alignment == .firstBaseline || alignment == .lastBaseline
    if isBaseline || (alignment == .center && visible.count == 1) { say(length(0, 1), .equal, number(0), at: 49) }
  }
}

// MARK: - The stack as a view

private struct StackScene {
  let scene: Scene
  let stack: StackView
  private let test: StackCase

  init(_ test: StackCase) throws {
    self.test = test
    let isRow = test.axis == .horizontal
    stack = StackView("stack")
    stack.axis = test.axis
    stack.distribution = test.distribution
    stack.alignment = test.alignment
    stack.spacing = test.spacing
    stack.isBaselineRelativeArrangement = test.measuresBaselines
    if let margins = test.margins {
      stack.isLayoutMarginsRelativeArrangement = true
      let (x, y) = isRow ? (0, 2) : (2, 0)
      stack.layoutMargins = EdgeInsets(
        top: margins[y], leading: margins[x], bottom: margins[y + 1], trailing: margins[x + 1])
    }
    let (along, across) = isRow ? (Axis.horizontal, Axis.vertical) : (.vertical, .horizontal)
    let page = try Page(1000, 1000, stack)
    scene = page.scene
    if test.isRightToLeft { page.root.layoutDirection = .rightToLeft }
    try relate(stack, .leading, .equal, page.root)
    try relate(stack, .top, .equal, page.root)
    let attributes: [Attribute] = isRow ? [.width, .height] : [.height, .width]
    for (attribute, size) in zip(attributes, test.size) {
      if let size { try relate(stack, attribute, plus: size) }
    }
    for item in test.items {
      let view = View("item")
      var size = Size(width: -1, height: -1)
      size[along] = item.length[0]
      size[across] = item.length[1]
      view.intrinsicSize = size
      for (axis, index) in [(along, 0), (across, 1)] {
        view.setContentHuggingPriority(Priority(item.hugging[index]), for: axis)
        view.setContentCompressionResistancePriority(Priority(item.compression[index]), for: axis)
      }
      try view.setBaselines(first: item.baseline[0], last: item.baseline[1])
      view.isHidden = item.isHidden
      stack.addArrangedSubview(view)
      stack.setCustomSpacing(item.gap, after: view)
      if let wish = item.wish { try relate(view, attributes[0], plus: wish, at: 700) }
    }
  }

  /// Start and length along, start and length across, of the stack and of each view.
  func numbers() -> [[Double]] {
    let frames = [Rect(origin: .zero, size: stack.frame.size)] + stack.arrangedSubviews.map(\.frame)
    return frames.map { frame in
      let x = test.isRightToLeft ? stack.frame.width - frame.maxX : frame.minX
      let numbers = [x, frame.width, frame.minY, frame.height]
      return test.axis == .horizontal ? numbers : [numbers[2], numbers[3], numbers[0], numbers[1]]
    }
  }
}

@Suite("Random stack views")
struct StackJudgeTests {
  @Test("A stack is its lowering by hand: every level, and every number within its bounds")
  func judged() throws {
    let seed = TestRun.seed(7001)
    var unique = 0
    for index in TestRun.share(of: TestRun.count(500, long: 5000)) {
      let caseSeed = seed &+ UInt64(index) &* 6151
      var random = SplitMix64(seed: caseSeed)
      let test = StackCase(&random)
      let comment: Comment = "seed \(caseSeed): \(String(describing: test))"
      let laid = try StackScene(test)
      let report = try laid.scene.layout()
      let judge = Judge(HandWritten(test).program)
      let judgement = try judge.judge()
      #expect(report.conflicts.isEmpty == judgement.isFeasible, comment)
      // The only view with a length is to be as long as the stack, and the gaps need room as well.
      guard judgement.isFeasible else {
        #expect(test.distribution == .fillProportionally, comment)
        continue
      }
      #expect(report.levels.map(\.priority) == judgement.levels.map(\.priority), comment)
      for (level, expected) in zip(report.levels, judgement.levels) {
        #expect(isClose(level.error, expected.error, within: 1e-5), "level \(level.priority), \(comment)")
      }
      for (item, numbers) in laid.numbers().enumerated() {
        for (position, value) in numbers.enumerated() {
          let range = try judge.range(of: 4 * item + position)
          #expect(
            value >= range.lowest - 1e-5 && value <= range.highest + 1e-5,
            "item \(item), number \(position): \(value) outside of \(range), \(comment)")
          if range.width < 1e-5 { unique += 1 }
        }
      }
    }
    #expect(unique > 0)
    print("random stacks from seed \(seed): \(unique) numbers are unique, and equal")
  }

  @Test("After each edit a stack is what it would be from scratch")
  func warmIsCold() throws {
    let seed = TestRun.seed(7002)
    for index in TestRun.share(of: TestRun.count(12, long: 100)) {
      let caseSeed = seed &+ UInt64(index) &* 6163
      var random = SplitMix64(seed: caseSeed)
      var test = StackCase(&random)
      test.items.append(ItemCase(length: [20, 20], hugging: [250, 250], compression: [750, 750]))
      let warm = try StackScene(test)
      try warm.scene.layout()
      for step in 0..<20 {
        let what = edit(&test, warm.stack, &random)
        let comment: Comment = "seed \(caseSeed), step \(step): \(what)"
        let report = try warm.scene.layout()
        let cold = try StackScene(test)
        let other = try cold.scene.layout()
        #expect(report.levels.map(\.priority) == other.levels.map(\.priority), comment)
        for (level, expected) in zip(report.levels, other.levels) {
          #expect(isClose(level.error, expected.error, within: 1e-6 * max(1, expected.error)), comment)
        }
        let open = Set(try cold.scene.ambiguities().compactMap { ($0.item as? View).map(ObjectIdentifier.init) })
        for (view, expected) in zip(warm.stack.arrangedSubviews, cold.stack.arrangedSubviews)
        where !open.contains(ObjectIdentifier(expected)) && !open.contains(ObjectIdentifier(cold.stack)) {
          let frame = expected.frame
          #expect(view.frame.isClose(frame.minX, frame.minY, frame.width, frame.height, within: 1e-6), comment)
        }
      }
    }
  }

  private func edit(_ test: inout StackCase, _ stack: StackView, _ random: inout SplitMix64) -> String {
    switch random.int(0...6) {
    case 0:
      test.distribution = random.pick(StackDistribution.allCases)
      stack.distribution = test.distribution
      return "distribution"
    case 1:
      test.alignment = random.pick(StackAlignment.allCases)
      stack.alignment = test.alignment
      return "alignment"
    case 2:
      test.spacing = Double(random.int(0...12))
      stack.spacing = test.spacing
      return "spacing"
    case 3:
      let index = random.int(0...(test.items.count - 1))
      test.items[index].isHidden.toggle()
      stack.arrangedSubviews[index].isHidden.toggle()
      return "hidden \(index)"
    case 4:
      let index = random.int(0...(test.items.count - 1))
      test.items[index].gap = random.chance(0.3) ? nil : Double(random.int(0...30))
      stack.setCustomSpacing(test.items[index].gap, after: stack.arrangedSubviews[index])
      return "custom spacing \(index)"
    case 5:
      let index = random.int(0...(test.items.count - 1))
      let axis = test.axis
      test.items[index].length[0] = Double(random.int(0...90))
      stack.arrangedSubviews[index].intrinsicSize[axis] = test.items[index].length[0]
      return "intrinsic size \(index)"
    default:
      let from = random.int(0...(test.items.count - 1))
      let to = random.int(0...(test.items.count - 1))
      test.items.insert(test.items.remove(at: from), at: to)
      let view = stack.arrangedSubviews[from]
      let gap = stack.customSpacing(after: view)
      stack.removeArrangedSubview(view)
      stack.insertArrangedSubview(view, at: to)
      stack.setCustomSpacing(gap, after: view)
      return "\(from) to \(to)"
    }
  }
}
