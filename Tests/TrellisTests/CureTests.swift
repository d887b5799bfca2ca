// Cures of conflicts against numbers worked out by hand, and that asking for them changes nothing. Those of planted mistakes
// are judged in TrellisFilesTests.

import Simplex
import TestSupport
import Testing

@testable import Trellis

@Suite("Cures of conflicts")
struct CureTests {
  /// A box in a row of 100 points: 10 + `width` + 10.
  private func row(width: Double) throws -> (page: Page, leading: Constraint, width: Constraint, trailing: Constraint) {
    let box = View("box")
    let page = try Page(100, 100, box)
    let leading = try relate(box, .leading, .equal, page.root, plus: 10)
    let length = try relate(box, .width, plus: width)
    let trailing = try relate(box, .trailing, .equal, page.root, plus: -10)
    return (page, leading, length, trailing)
  }

  private func constant(_ cures: [ConflictCure], of constraint: Constraint) -> Double? {
    for cure in cures where cure.constraint === constraint {
      if case .setConstant(let constant) = cure.change { return constant }
    }
    return nil
  }

  @Test func leastChangesOfConstants() throws {
    let (page, leading, width, trailing) = try row(width: 180)
    try page.scene.layout()
    let conflict = try #require(page.scene.conflicts.first)
    let cures = try conflict.cures
    // What is 100 too much goes off each: below zero at the edges, and the root can grow.
    #expect(
      constant(cures, of: leading) == -90 && constant(cures, of: width) == 80 && constant(cures, of: trailing) == 90)
    let root = try #require(conflict.constraints.first { $0.kind == .rootSize })
    #expect(constant(cures, of: root) == 200)
    #expect(cures.allSatisfy { $0.curedConflicts == 1 && $0.movedItems >= 0 })
    // The best of each comes before the second best of any, the system's last.
    #expect(
      cures.prefix(4).map { ObjectIdentifier($0.constraint) }.count
        == Set(cures.prefix(4).map { ObjectIdentifier($0.constraint) }).count)
    #expect(cures[3].constraint === root)
    #expect(cures.first?.constraint === width && cures.first?.change == .setConstant(80))
    #expect(cures.contains { $0.constraint === width && $0.change == .relax(.lessThanOrEqual) })
    #expect(cures.contains { $0.constraint === leading && $0.change == .lower(999) })
    #expect(!cures.contains { $0.change == .relax(.greaterThanOrEqual) && $0.constraint === width })
  }

  @Test func askingChangesNothing() throws {
    let (page, _, _, _) = try row(width: 50)
    let loose = View("loose")
    page.root.addSubview(loose)
    // Either may give way: the layout is one of many.
    try relate(loose, .left, .equal, page.root, plus: 0, at: 500)
    try relate(loose, .left, .equal, page.root, plus: 20, at: 500)
    try relate(loose, .width, .greaterThanOrEqual, plus: 10)
    try page.scene.layout()
    let frames = page.root.subviews.map(\.frame)
    let statistics = page.scene.report?.statistics
    _ = try page.scene.conflicts.first?.cures
    #expect(!page.scene.needsLayout && page.scene.report?.statistics == statistics)
    #expect(try page.scene.layout().changes.isEmpty)
    page.scene.size = Size(width: 120, height: 100)
    try page.scene.layout()
    page.scene.size = Size(width: 100, height: 100)
    try page.scene.layout()
    #expect(page.root.subviews.map(\.frame) == frames)
  }

  @Test func eachIsACureWhenApplied() throws {
    let count = try {
      let (page, _, _, _) = try row(width: 180)
      try page.scene.layout()
      return try page.scene.conflicts[0].cures.count
    }()
    #expect(count >= 8)
    for index in 0..<count {
      let (page, _, _, _) = try row(width: 180)
      try page.scene.layout()
      let cure = try page.scene.conflicts[0].cures[index]
      try cure.apply()
      try page.scene.layout()
      #expect(page.scene.conflicts.isEmpty, "\(cure)")
    }
  }

  @Test func oneConstraintForTwoConflicts() throws {
    let (one, two) = (View("one"), View("two"))
    let card = View("card")
    let page = try Page(300, 300, card)
    card.addSubviews([one, two])
    // Both boxes say 200.
    let wrong = try relate(card, .width, plus: 20)
    for view in [one, two] {
      try relate(view, .left, .equal, card, plus: 10)
      try relate(view, .right, .equal, card, plus: -10)
      try relate(view, .width, plus: 180)
    }
    let report = try page.scene.layout()
    #expect(report.conflicts.count == 2)
    let cures = try report.conflicts[0].cures
    #expect(cures.first?.constraint === wrong && cures.first?.curedConflicts == 2)
    #expect(constant(cures, of: wrong) == 200)
    #expect(try #require(cures.first { $0.constraint !== wrong }).curedConflicts == 1)
  }

  @Test func aTwinAndASlipComeFirst() throws {
    let (page, _, width, _) = try row(width: 80)
    let twin = try relate(width.firstItem as? View ?? View(), .width, plus: 60)
    try page.scene.layout()
    let first = try page.scene.conflicts[0].cures.first
    #expect(first?.constraint === twin && first?.change == .remove && first?.movedItems == 0)

    let (other, leading, _, _) = try row(width: 80)
    leading.constant = 100
    try other.scene.layout()
    let slip = try #require(try other.scene.conflicts[0].cures.first)
    #expect(slip.constraint === leading && slip.change == .setConstant(10))
    #expect(slip.description == "change the constant of H:|-(100)-[box] from 100 to 10")
  }

  @Test func contentsAndMasks() throws {
    let label = View("label")
    label.intrinsicSize = Size(width: 120, height: 20)
    let page = try Page(100, 100, label)
    label.setContentCompressionResistancePriority(.required, for: .horizontal)
    let width = try relate(label, .width, .lessThanOrEqual, plus: 90)
    try page.scene.layout()
    var cures = try page.scene.conflicts[0].cures
    #expect(cures.first?.constraint === width && constant(cures, of: width) == 120)
    let content = try #require(cures.first { $0.constraint.isContentSize })
    #expect(content.change == .lower(999))
    try content.apply()
    #expect(label.contentCompressionResistancePriority(for: .horizontal) == 999)
    #expect(try page.scene.layout().conflicts.isEmpty)

    let old = View("old")
    page.root.addSubview(old)
    try old.holdFrame(Rect(x: 10, y: 10, width: 50, height: 50), resizing: [], in: Size(width: 100, height: 100))
    try relate(old, .height, plus: 30)
    try page.scene.layout()
    cures = try page.scene.conflicts[0].cures
    let mask = try #require(cures.first { $0.constraint.isAutoresizing })
    #expect(mask.change == .remove && "\(mask)".contains("translatesAutoresizingMaskIntoConstraints of old to false"))
    try mask.apply()
    #expect(try page.scene.layout().conflicts.isEmpty)
  }

  @Test func rightToLeft() throws {
    let (page, leading, _, trailing) = try row(width: 180)
    page.root.layoutDirection = .rightToLeft
    try page.scene.layout()
    let cures = try page.scene.conflicts[0].cures
    #expect(constant(cures, of: leading) == -90 && constant(cures, of: trailing) == 90)
    #expect(cures.contains { $0.constraint === leading && $0.change == .relax(.lessThanOrEqual) })
  }

  @Test func aConflictThatIsGoneHasNone() throws {
    let (page, _, width, _) = try row(width: 180)
    let conflict = try #require(try page.scene.layout().conflicts.first)
    width.constant = 80
    #expect(try conflict.cures.isEmpty && page.scene.conflicts.isEmpty)
  }

  /// A row of views between the edges, with widths that are given, wished, or bound to the first one's, and one constraint too many.
  private func overfull(_ seed: UInt64) throws -> Scene {
    var random = SplitMix64(seed: seed)
    let root = View("root")
    let scene = try Scene(root: root, size: Size(width: 300, height: 50))
    var views: [View] = []
    let count = random.int(2...7)
    for index in 0..<count {
      let view = View("v\(index)")
      root.addSubview(view)
      try relate(view, .top, .equal, root, plus: Double(random.int(0...3)))
      try relate(view, .height, plus: 10)
      let gap = Double(random.int(0...12))
      try relate(view, .left, .equal, views.last ?? root, views.isEmpty ? .left : .right, plus: gap)
      let width = Double(random.int(10...40))
      switch random.int(0...3) {
      case 0: try relate(view, .width, plus: width)
      case 1: try relate(view, .width, plus: width, at: Priority(Float(random.pick([250, 500, 750]) + index)))
      case 2: try relate(view, .width, .greaterThanOrEqual, plus: width)
      default: try relate(view, .width, .equal, views.first ?? root, times: views.isEmpty ? 0.1 : 1, plus: 1)
      }
      // Leaves one layout, also after a change: every wish has a level of its own.
      try relate(view, .width, plus: width, at: Priority(Float(100 + index)))
      views.append(view)
    }
    try relate(try #require(views.last), .right, .equal, root, plus: Double(-random.int(0...9)))
    let victim = random.pick(views)
    switch random.int(0...3) {
    case 0: try relate(victim, .left, .equal, root, plus: Double(random.int(250...400)))
    case 1: try relate(victim, .width, .greaterThanOrEqual, plus: 310)
    case 2: try relate(victim, .height, plus: 17)
    default: try relate(victim, .centerX, .equal, root, plus: 200)
    }
    return scene
  }

  /// By constants alone the search comes to the same as by priorities.
  @Test func constantsAgreeWithPriorities() throws {
    var found = 0
    for seed in 0..<300 {
      let scene = try overfull(UInt64(seed))
      let report = try scene.layout()
      guard report.conflicts.count == 1, try scene.ambiguities().isEmpty else { continue }
      let conflict = report.conflicts[0]
      let (quick, plain) = (try conflict.findCures(byConstants: true), try conflict.findCures(byConstants: false))
      func texts(_ cures: [ConflictCure]) -> [String] {
        cures.map { "\($0) \($0.movedItems) \(($0.largestMove * 1e4).rounded()) \($0.curedConflicts)" }.sorted()
      }
      let (mine, theirs) = (Set(texts(quick)), Set(texts(plain)))
      #expect(mine == theirs, "seed \(seed): \(mine.subtracting(theirs)) \(theirs.subtracting(mine))")
      found += quick.count
    }
    #expect(found > 1_000)
  }

  /// A chain of 2,000 views that is too long: sets as large as the scene are cut, not searched.
  @Test func aLongChain() throws {
    let root = View("root")
    var previous: View?
    for _ in 0..<2_000 {
      let view = View()
      root.addSubview(view)
      try relate(view, .top, .equal, previous ?? root, previous == nil ? .top : .bottom)
      try relate(view, .height, plus: 1)
      previous = view
    }
    let end = try relate(try #require(previous), .bottom, .equal, root, plus: 0)
    let scene = try Scene(root: root, size: Size(width: 10, height: 1_000))
    let conflict = try #require(try scene.layout().conflicts.first)
    #expect(conflict.constraints.count > 4_000)
    let cures = try conflict.cures
    #expect(Set(cures.map { ObjectIdentifier($0.constraint) }).count == 8)
    _ = end
    try #require(cures.first).apply()
    #expect(try scene.layout().conflicts.isEmpty)
  }
}
