// Frames are read from the variables that changed; the report must be what reading everything gives.

import TestSupport
import Testing
import Trellis

/// A list of cells, each with a title as wide as its text and a picture inside a box.
private struct List {
  let scene: Scene
  var heights: [Constraint] = []
  var titles: [View] = []
  var all: [View] = []

  init(rows: Int) throws {
    let root = View()
    all.append(root)
    var previous: View?
    for _ in 0..<rows {
      let (cell, box, picture) = (View(), View(), View())
      let title = View(intrinsicSize: Size(width: 50, height: 20))
      root.addSubview(cell)
      cell.addSubview(title)
      cell.addSubview(box)
      box.addSubview(picture)
      let height = cell.heightAnchor.constraint(equalToConstant: 44)
      heights.append(height)
      titles.append(title)
      all += [cell, box, picture, title]
      Constraint.activate([
        height,
        cell.leftAnchor.constraint(equalTo: root.leftAnchor),
        cell.rightAnchor.constraint(equalTo: root.rightAnchor),
        cell.topAnchor.constraint(equalTo: previous?.bottomAnchor ?? root.topAnchor),
        title.leftAnchor.constraint(equalTo: cell.leftAnchor, constant: 8),
        title.centerYAnchor.constraint(equalTo: cell.centerYAnchor),
        box.leftAnchor.constraint(equalTo: title.rightAnchor, constant: 8),
        box.topAnchor.constraint(equalTo: cell.topAnchor, constant: 2),
        box.widthAnchor.constraint(equalToConstant: 30),
        box.heightAnchor.constraint(equalToConstant: 30),
        picture.leftAnchor.constraint(equalTo: box.leftAnchor, constant: 3),
        picture.topAnchor.constraint(equalTo: box.topAnchor, constant: 3),
        picture.widthAnchor.constraint(equalToConstant: 10),
        picture.heightAnchor.constraint(equalToConstant: 10),
      ])
      previous = cell
    }
    scene = try Scene(root: root, size: Size(width: 320, height: 4000))
  }
}

@Suite struct ReadingTests {
  @Test func editsReportTheFramesThatChanged() throws {
    let seed = TestRun.seed(60_000)
    var random = SplitMix64(seed: seed)
    var list = try List(rows: 20)
    try list.scene.layout()
    for step in 0..<120 {
      let before = list.all.map(\.frame)
      let row = random.int(0...(list.heights.count - 1))
      switch random.int(0...7) {
      case 0: try list.scene.setSize(Size(width: Double(random.int(200...400)), height: 4000))
      case 1: try list.scene.setScale(random.pick([nil, 1, 2, 3]))
      case 2: list.titles[row].alignmentRectInsets = EdgeInsets(all: Double(random.int(0...3)))
      case 3:
        let added = View(intrinsicSize: Size(width: 9, height: 9))
        list.titles[row].addSubview(added)
        list.all.append(added)
      case 4, 5: try list.heights[row].setConstant(Double(random.int(30...90)) + 0.3)
      default:
        list.titles[row].intrinsicSize = Size(width: Double(random.int(10...90)) + 0.6, height: 20)
      }
      let report = try list.scene.layout()
      // The same tree laid out again in its own arrays: what is read from all variables.
      let changed = zip(list.all, before + Array(repeating: Rect.zero, count: list.all.count - before.count))
        .filter { $0.frame != $1 }.map { ObjectIdentifier($0.0) }
      let reported = report.changes.map { ObjectIdentifier($0.item) }
      #expect(Set(reported) == Set(changed), "TRELLIS_SEED=\(seed), step \(step)")
      #expect(reported.count == Set(reported).count, "TRELLIS_SEED=\(seed), step \(step)")
      let frames = list.all.map(\.frame)
      let scale = list.scene.scale
      // Another scale and back reads everything.
      try list.scene.setScale(7)
      try list.scene.layout()
      try list.scene.setScale(scale)
      try list.scene.layout()
      #expect(list.all.map(\.frame) == frames, "TRELLIS_SEED=\(seed), step \(step)")
    }
  }
}
