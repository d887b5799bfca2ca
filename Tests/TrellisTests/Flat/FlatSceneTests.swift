// Flat scenes by hand: frames, content sizes, edits, removals, conflicts and what is refused.

import Simplex
import Testing

@testable import Trellis

@Suite("Flat scenes")
struct FlatSceneTests {
  @Test("A list of rows lies as its constraints say, in its parent and in the root")
  func list() throws {
    let scene = try FlatScene(size: Size(width: 300, height: 400))
    let box = try scene.addItem()
    try scene.pin(box, insets: EdgeInsets(all: 10))
    let rows = try scene.addItems(3, in: box)
    var above = box.top
    for (row, height) in zip(rows, [20.0, 30, 40]) {
      try scene.constrain(row.leading, to: box.leading)
      try scene.constrain(row.trailing, to: box.trailing)
      try scene.constrain(row.top, to: above, constant: 5)
      try scene.constrain(row.height, to: height)
      above = row.bottom
    }
    let report = try scene.layout()
    #expect(report.conflicts.isEmpty)
    #expect(Set(report.changes) == Set(scene.items))
    #expect(scene.frame(of: scene.root) == Rect(x: 0, y: 0, width: 300, height: 400))
    #expect(scene.frame(of: rows[1]) == Rect(x: 0, y: 30, width: 280, height: 30))
    #expect(scene.absoluteFrame(of: rows[1]) == Rect(x: 10, y: 40, width: 280, height: 30))
    #expect(scene.parent(of: rows[1]) == box)
    #expect(scene.parent(of: scene.root) == nil)
    #expect(scene.itemCount == 5)
    #expect(try scene.ambiguousItems().isEmpty)
  }

  @Test("An edit moves what depends on it, and says what moved")
  func edits() throws {
    let scene = try FlatScene(size: Size(width: 300, height: 400))
    let (one, other) = (try scene.addItem(), try scene.addItem())
    let width = try scene.constrain(one.width, to: 50)
    for item in [one, other] {
      try scene.constrain(item.height, to: 20)
      try scene.constrain(item.top, to: scene.root.top)
    }
    try scene.constrain(one.left, to: scene.root.left)
    try scene.constrain(other.left, to: one.right, constant: 8)
    let half = try scene.constrain(other.width, to: scene.root.width, multiplier: 0.5, priority: 500)
    try scene.layout()
    #expect(scene.frame(of: other) == Rect(x: 58, y: 0, width: 150, height: 20))
    try scene.setConstant(70, of: width)
    #expect(Set(try scene.layout().changes) == [one, other])
    #expect(scene.frame(of: other).minX == 78)
    #expect(try scene.layout().changes.isEmpty)
    try scene.setSize(Size(width: 200, height: 400))
    #expect(Set(try scene.layout().changes) == [scene.root, other])
    #expect(scene.frame(of: other).width == 100)
    try scene.constrain(other.width, to: 30, priority: 600)
    try scene.layout()
    #expect(scene.frame(of: other).width == 30)
    try scene.setPriority(700, of: half)
    try scene.layout()
    #expect(scene.frame(of: other).width == 100)
    #expect(scene.priority(of: half) == 700)
    #expect(scene.constant(of: width) == 70)
    #expect(scene.description(of: half) == "item 2.width == 0.5 * item 0.width @700")
    #expect(scene.description(of: width) == "item 1.width == 70")
  }

  @Test("Content sizes hug and resist; they change and go")
  func contents() throws {
    let scene = try FlatScene(size: Size(width: 100, height: 50))
    let (name, time) = (try scene.addItem(), try scene.addItem())
    for item in [name, time] { try scene.constrain(item.top, to: scene.root.top) }
    try scene.constrain(name.left, to: scene.root.left)
    try scene.constrain(time.right, to: scene.root.right)
    try scene.constrain(name.right, .lessThanOrEqual, to: time.left, constant: -8)
    let content = try scene.setContentWidth(80, of: name)
    try scene.setContentWidth(40, of: time, compression: 751)
    for item in [name, time] { try scene.setContentHeight(20, of: item) }
    try scene.layout()
    #expect(scene.frame(of: name) == Rect(x: 0, y: 0, width: 52, height: 20))
    #expect(try scene.setContentWidth(30, of: name) == content)
    try scene.layout()
    #expect(scene.frame(of: name).width == 30)
    #expect(scene.description(of: content) == "item 1.width == 30 Hug:250 CompressionResistance:750")
    try scene.remove(content)
    try scene.layout()
    // Nothing holds it back from where the inequality is tight.
    #expect(scene.frame(of: name).width == 52)
    #expect(try scene.ambiguousItems() == [name])
    #expect(try scene.setContentWidth(30, of: name) != content)
    try scene.layout()
    #expect(scene.frame(of: name).width == 30)
  }

  @Test("A removed item takes with it what lies in it and all constraints; its handle does not come back")
  func removal() throws {
    let scene = try FlatScene(size: Size(width: 100, height: 100))
    let box = try scene.addItem()
    let inner = try scene.addItem(in: box)
    let after = try scene.addItem()
    try scene.pin(box, insets: EdgeInsets(all: 10))
    let edges = try scene.pin(inner)
    try scene.constrain(after.top, to: inner.bottom, priority: 300)
    try scene.constrain(after.top, to: scene.root.top, constant: 3, priority: 200)
    try scene.layout()
    #expect(scene.frame(of: after).minY == 90)
    try scene.remove(box)
    #expect(!scene.contains(inner) && !scene.contains(edges[0]))
    #expect(scene.frame(of: inner) == .zero)
    #expect(scene.itemCount == 2 && scene.constraintCount == 1)
    #expect(try scene.layout().changes == [after])
    #expect(scene.frame(of: after).minY == 3)
    let fresh = try scene.addItems(3)
    #expect(Set(fresh + [box, inner, after, scene.root]).count == 7)
    #expect(scene.items.count == 5)
    for item in fresh { try scene.pin(item, insets: EdgeInsets(all: 1)) }
    try scene.layout()
    #expect(fresh.allSatisfy { scene.frame(of: $0) == Rect(x: 1, y: 1, width: 98, height: 98) })
    #expect(kind { try scene.remove(inner) } == .missingItem)
    #expect(kind { try scene.setConstant(1, of: edges[0]) } == .missingItem)
    #expect(kind { try scene.constrain(inner.top, to: after.top) } == .missingItem)
    #expect(kind { try scene.remove(scene.root) } == .rootOfScene)
    try scene.layout()
  }

  @Test("A place that is left and taken again before a layout has one row")
  func placeTakenAgain() throws {
    let scene = try FlatScene(size: Size(width: 100, height: 100))
    let item = try scene.addItem()
    let first = try scene.constrain(item.width, to: 10)
    try scene.layout()
    try scene.remove(first)
    try scene.remove(try scene.constrain(item.width, to: 20))
    try scene.constrain(item.width, to: 30, priority: 500)
    #expect(try scene.layout().levels == [Level(priority: 500, error: 0)])
    try scene.constrain(item.width, to: 40)
    #expect(try scene.layout().levels == [Level(priority: 500, error: 10)])
  }

  @Test("A handle of another scene that is no item here is refused")
  func strangers() throws {
    let (scene, other) = (
      try FlatScene(size: Size(width: 1, height: 1)), try FlatScene(size: Size(width: 1, height: 1))
    )
    let stranger = try #require(try other.addItems(9).last)
    #expect(kind { try scene.constrain(stranger.top, to: scene.root.top) } == .missingItem)
    #expect(kind { _ = try scene.addItem(in: stranger) } == .missingItem)
    #expect(scene.frame(of: stranger) == .zero)
  }

  @Test("Of a conflict the constraint made last is broken, and holds again once the other changes")
  func conflicts() throws {
    let scene = try FlatScene(size: Size(width: 100, height: 100))
    let item = try scene.addItem()
    try scene.constrain(item.left, to: scene.root.left)
    let first = try scene.constrain(item.width, to: 30)
    let second = try scene.constrain(item.width, .greaterThanOrEqual, to: 50)
    let report = try scene.layout()
    #expect(report.conflicts == [FlatConflict(constraints: [first, second], broken: second)])
    #expect(scene.frame(of: item).width == 30)
    try scene.setSize(Size(width: 110, height: 100))
    #expect(try scene.layout().conflicts.count == 1)
    try scene.setConstant(60, of: first)
    #expect(try scene.layout().conflicts.isEmpty)
    #expect(scene.frame(of: item).width == 60)
    try scene.setConstant(40, of: first)
    #expect(try scene.layout().conflicts.count == 1)
    #expect(scene.frame(of: item).width == 40)
    try scene.remove(first)
    #expect(try scene.layout().conflicts.isEmpty)
    #expect(scene.frame(of: item).width >= 50)
  }

  @Test("A conflict with the size of the root goes with that size")
  func conflictWithRoot() throws {
    let scene = try FlatScene(size: Size(width: 100, height: 100))
    let item = try scene.addItem()
    try scene.constrain(item.left, to: scene.root.left, constant: 10)
    let right = try scene.constrain(item.right, to: scene.root.right, constant: -10)
    let width = try scene.constrain(item.width, to: 120)
    let report = try scene.layout()
    #expect(report.conflicts.map(\.broken) == [width])
    #expect(scene.frame(of: item).width == 80)
    try scene.setSize(Size(width: 140, height: 100))
    #expect(try scene.layout().conflicts.isEmpty)
    #expect(scene.frame(of: item).width == 120)
    try scene.setPriority(999, of: right)
    try scene.setSize(Size(width: 150, height: 100))
    #expect(try scene.layout().conflicts.isEmpty)
    #expect(scene.frame(of: item).width == 120)
  }

  @Test("What Auto Layout refuses is refused, in its words, and nothing has changed")
  func refusals() throws {
    let scene = try FlatScene(size: Size(width: 100, height: 100))
    let (one, other) = (try scene.addItem(), try scene.addItem())
    func refused(_ body: () throws -> Void) -> LayoutError.Kind? {
      let before = scene.constraintCount
      let result = kind(of: body)
      #expect(scene.constraintCount == before)
      return result
    }
    #expect(refused { try scene.constrain(one, .left, to: other, .top) } == .invalidPairing)
    #expect(refused { try scene.constrain(one, .left, to: other, .leading) } == .mixedDirections)
    #expect(refused { try scene.constrain(one, .left, to: nil, constant: 3) } == .locationEqualToConstant)
    #expect(refused { try scene.constrain(one, .left, to: other, .left, multiplier: 0) } == .locationEqualToConstant)
    #expect(refused { try scene.constrain(one, .notAnAttribute, to: other, .left) } == .unknownAttribute)
    #expect(refused { try scene.constrain(one, .firstBaseline, to: other, .top) } == .unknownAttribute)
    #expect(refused { try scene.constrain(one, .width, to: other, .leftMargin) } == .unknownAttribute)
    #expect(refused { try scene.constrain(one.width, to: .nan) } == .valueOutOfRange)
    #expect(refused { try scene.constrain(one.width, to: 2e8) } == .valueOutOfRange)
    #expect(refused { try scene.constrain(one.width, to: 1, priority: 0) } == .priorityOutOfRange)
    #expect(
      refused { try scene.constrain(one.width, to: other.width, multiplier: .infinity) } == .multiplierOutOfRange)
    #expect(refused { try scene.pin(one, insets: EdgeInsets(all: .nan)) } == .valueOutOfRange)
    #expect(refused { try scene.pin(one, priority: 1001) } == .priorityOutOfRange)
    #expect(refused { try scene.pin(scene.root) } == .missingSuperview)
    #expect(refused { try scene.setContentWidth(-1, of: one) } == .valueOutOfRange)
    #expect(refused { try scene.setContentWidth(1, of: one, hugging: 0) } == .priorityOutOfRange)
    #expect(kind { try scene.setSize(Size(width: -1, height: 2)) } == .valueOutOfRange)
    #expect(kind { _ = try FlatScene(size: Size(width: .nan, height: 2)) } == .valueOutOfRange)
    #expect(kind { _ = try scene.addItems(-1) } == .valueOutOfRange)
    #expect(kind { _ = try scene.addItems(.max) } == .solver(.size))
    #expect(kind { try scene.reserve(items: .max, constraints: 0) } == .solver(.size))
    let width = try scene.constrain(one.width, to: 10)
    #expect(refused { try scene.setConstant(.infinity, of: width) } == .valueOutOfRange)
    #expect(refused { try scene.setPriority(-3, of: width) } == .priorityOutOfRange)
    #expect(kind { _ = try scene.ambiguousItems() } == .solver(.unsolved))
    #expect(scene.constant(of: width) == 10)
  }

  @Test("What constraints leave open is ambiguous")
  func ambiguity() throws {
    let scene = try FlatScene(size: Size(width: 100, height: 100))
    let (fixed, open) = (try scene.addItem(), try scene.addItem())
    try scene.pin(fixed)
    try scene.constrain(open.width, to: 10)
    try scene.layout()
    #expect(try scene.ambiguousItems() == [open])
    try scene.setSize(Size(width: 90, height: 100))
    #expect(kind { _ = try scene.ambiguousItems() } == .solver(.unsolved))
  }

  @Test("A flat scene fills a view")
  func hosted() throws {
    final class Grid: View {
      let content: FlatScene
      let cells: [FlatItem]

      init(count: Int) throws {
        content = try FlatScene(size: .zero)
        cells = try content.addItems(count)
        for (previous, cell) in zip([content.root] + cells, cells) {
          try content.constrain(cell.top, to: content.root.top)
          try content.constrain(cell.bottom, to: content.root.bottom)
          if previous == content.root {
            try content.constrain(cell.left, to: content.root.left)
          } else {
            try content.constrain(cell.left, to: previous.right)
            try content.constrain(cell.width, to: previous.width)
          }
        }
        if let last = cells.last { try content.constrain(last.right, to: content.root.right) }
        super.init()
      }

      override func layoutSubviews() throws(LayoutError) {
        super.layoutSubviews()
        try content.setSize(frame.size)
        try content.layout()
      }
    }
    let grid = try Grid(count: 4)
    let page = try Page(400, 100, grid)
    try place(grid, 0, 0, 400, 100)
    try page.scene.layout()
    #expect(grid.content.frame(of: grid.cells[3]) == Rect(x: 300, y: 0, width: 100, height: 100))
  }
}
