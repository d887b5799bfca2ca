// What a layout changed is looked up when it is asked for, however late: items may have left, others taken their slots,
// and the scene be gone.

import TestSupport
import Testing

@testable import Trellis

@Suite("Changes that are asked for late")
struct ChangeListTests {
  /// A change as it was when the layout ended.
  private struct Seen: Equatable {
    let item: ObjectIdentifier
    let frame: Rect
  }

  private func seen(_ report: LayoutReport) -> [Seen] {
    report.changes.map { Seen(item: ObjectIdentifier($0.item), frame: $0.frame) }
  }

  @Test("Items that have left since, and whose slots others have, are those of the report")
  func itemsLeave() throws {
    let page = try Page(100, 100)
    var views = (0..<6).map { View("v\($0)") }
    for (index, view) in views.enumerated() {
      page.root.addSubview(view)
      try place(view, Double(index), 2, 3, 4)
    }
    let report = try page.scene.layout()
    let items = [page.root] + views
    views[2].removeFromSuperview()
    views[4].removeFromSuperview()
    let newcomer = View("newcomer")
    page.root.addSubview(newcomer)
    try place(newcomer, 50, 50, 5, 5)
    #expect(views[4].frame == Rect(x: 4, y: 2, width: 3, height: 4))
    let second = try page.scene.layout()
    newcomer.removeFromSuperview()
    views = []
    #expect(report.changes.count == 7)
    for (change, item) in zip(report.changes, items) { #expect(change.item === item) }
    #expect(report.changes[5].frame == Rect(x: 4, y: 2, width: 3, height: 4))
    #expect(second.changes.count == 1 && second.changes[0].item === newcomer)
  }

  @Test("A report outlives its scene and its views")
  func sceneGoes() throws {
    var page: Page? = try Page(10, 10)
    var view: View? = View("view")
    page?.root.addSubview(try #require(view))
    try place(try #require(view), 1, 1, 2, 2)
    var report = try page?.scene.layout()
    weak let watched = view
    view = nil
    page = nil
    #expect(report?.changes.count == 2 && watched != nil)
    #expect((report?.changes.last?.item as? View)?.name == "view")
    report = nil
    #expect(watched == nil)
  }

  @Test("A view that left and is held by nobody goes with the next layout at the latest")
  func leaverGoes() throws {
    let page = try Page(10, 10)
    var view: View? = View("view")
    page.root.addSubview(try #require(view))
    try place(try #require(view), 1, 1, 2, 2)
    try page.scene.layout()
    weak let watched = view
    view?.removeFromSuperview()
    view = nil
    try page.scene.layout()
    #expect(watched == nil)
  }

  @Test("Random edits: each report says late what it said at once")
  func randomEdits() throws {
    var random = SplitMix64(seed: TestRun.seed(61_000))
    let (early, late) = (try Page(200, 200), try Page(200, 200))
    var views: [(View, View)] = []
    var pairs: [ObjectIdentifier: ObjectIdentifier] = [ObjectIdentifier(early.root): ObjectIdentifier(late.root)]
    // Held, so that no identity is used twice.
    var gone: [(View, View)] = []
    var asked: [[Seen]] = []
    var reports: [LayoutReport] = []
    for _ in 0..<150 {
      if views.count < 3 || random.int(0...2) == 0 {
        let (one, other) = (View(), View())
        let position = views.isEmpty ? -1 : random.int(-1...(views.count - 1))
        (position < 0 ? early.root : views[position].0).addSubview(one)
        (position < 0 ? late.root : views[position].1).addSubview(other)
        let numbers = (0..<4).map { _ in Double(random.int(0...30)) }
        try TrellisTests.place(one, numbers[0], numbers[1], numbers[2], numbers[3])
        try TrellisTests.place(other, numbers[0], numbers[1], numbers[2], numbers[3])
        pairs[ObjectIdentifier(one)] = ObjectIdentifier(other)
        views.append((one, other))
      } else if random.int(0...1) == 0 {
        let leaver = views.remove(at: random.int(0...(views.count - 1)))
        leaver.0.removeFromSuperview()
        leaver.1.removeFromSuperview()
        gone.append(leaver)
      } else {
        let (one, other) = views[random.int(0...(views.count - 1))]
        let value = Double(random.int(0...30))
        try one.node.references.first { $0.secondAttribute != .notAnAttribute }?.setConstant(value)
        try other.node.references.first { $0.secondAttribute != .notAnAttribute }?.setConstant(value)
      }
      asked.append(seen(try early.scene.layout()))
      reports.append(try late.scene.layout())
    }
    for (step, report) in reports.enumerated() {
      let expected = asked[step].compactMap { seen in pairs[seen.item].map { Seen(item: $0, frame: seen.frame) } }
      #expect(expected.count == asked[step].count && self.seen(report) == expected, "step \(step)")
    }
  }

  @Test("Some hundred views in and out, in any order: each finds its place in the list")
  func removals() throws {
    var random = SplitMix64(seed: TestRun.seed(62_000))
    let root = View()
    var expected: [View] = []
    for _ in 0..<300 { expected.append(View()) }
    root.addSubviews(expected)
    for _ in 0..<2_000 {
      let leaver = expected.remove(at: random.int(0...(expected.count - 1)))
      leaver.removeFromSuperview()
      #expect(leaver.superview == nil)
      root.addSubview(leaver)
      expected.append(leaver)
    }
    #expect(zip(root.subviews, expected).allSatisfy { $0 === $1 } && root.subviews.count == 300)
  }

  @Test("A set of slots is what was put in, ascending, few or many, and empty when emptied")
  func slotSets() {
    var random = SplitMix64(seed: TestRun.seed(63_000))
    let set = SlotSet()
    set.reserve(5_000)
    for count in [0, 1, 5, 33, 40, 900, 3_000] {
      var expected: Set<Int32> = []
      for _ in 0..<count {
        let slot = random.int(0...4_999)
        set.insert(slot)
        expected.insert(Int32(slot))
      }
      set.sort()
      #expect(Array(set.members) == expected.sorted() && set.isEmpty == (count == 0))
      set.removeAll()
      #expect(set.isEmpty)
    }
  }
}
