// Rows F01 to F12 of the acceptance table: make, update, remake and what can be said in their blocks.

import Testing

@testable import Trellis

@Suite("F: make, update, remake")
struct MakerTests {
  @Test("F01 make adds only: the same thing twice conflicts")
  func f01MakeAdds() throws {
    let box = View("box")
    let page = try Page(100, 100, box)
    try box.layout.make { $0.width.equalTo(40) }
    try box.layout.make { $0.width.equalTo(50) }
    #expect(box.constraints.count == 2)
    let report = try page.scene.layout()
    #expect(report.conflicts.count == 1 && report.conflicts[0].constraints.count == 2)
    #expect(report.conflicts[0].broken.constant == 50 && isClose(box.frame.width, 40))
  }

  @Test("F02 update edits what is there, and makes what is not")
  func f02Update() throws {
    let box = View("box")
    let page = try Page(100, 100, box)
    let made = try box.layout.make { make in
      make.left.top.equalToSuperview().offset(5)
      make.width.equalTo(40)
    }
    try page.scene.layout()
    let updated = try box.layout.update { make in
      make.width.equalTo(60)
      make.left.equalTo(page.root).offset(7).priority(.high)
      make.height.equalTo(box.width).multipliedBy(0.5)
    }
    #expect(updated.count == 3 && updated[0] === made[2] && updated[1] === made[0])
    #expect(box.layout.constraints.count == 4)
    #expect(made[0].priority == .high)
    try page.scene.layout()
    #expect(box.frame.isClose(7, 5, 60, 30))
    #expect(page.scene.engine.session.statistics.rowsAdded == 1)
    try box.layout.update { $0.height.equalTo(box.width).multipliedBy(0.25) }
    try page.scene.layout()
    #expect(box.frame.isClose(7, 5, 60, 15) && box.layout.constraints.count == 4)
  }

  @Test("F02 labels tell apart what relates the same attributes")
  func f02Labels() throws {
    let box = View("box")
    let page = try Page(100, 100, box)
    let made = try box.layout.make { make in
      make.width.greaterThanOrEqualTo(10).labeled("floor")
      make.width.greaterThanOrEqualTo(20).labeled("wish").priority(.low)
    }
    let updated = try box.layout.update { $0.width.greaterThanOrEqualTo(30).labeled("wish").priority(.low) }
    #expect(updated.count == 1 && updated[0] === made[1])
    #expect(box.constraints.count == 2)
    try page.scene.layout()
    #expect(isClose(box.frame.width, 30))
  }

  @Test("F02 in Apple-strict mode what cannot be edited is replaced")
  func f02AppleStrict() throws {
    let box = View("box")
    let page = try Page(100, 100, box)
    let made = try box.layout.make { $0.width.equalTo(page.root).multipliedBy(0.5) }
    try page.scene.layout()
    page.scene.appleStrict = true
    let updated = try box.layout.update { $0.width.equalTo(page.root).multipliedBy(0.25) }
    #expect(updated[0] !== made[0] && !made[0].isActive)
    #expect(box.layout.constraints.count == 1)
    try page.scene.layout()
    #expect(isClose(box.frame.width, 25))
  }

  @Test("F03 remake removes all earlier ones and keeps the newest")
  func f03Remake() throws {
    let box = View("box")
    let page = try Page(100, 100, box)
    let made = try box.layout.make { make in
      make.edges.equalToSuperview()
    }
    let byHand = try relate(box, .width, .lessThanOrEqual, plus: 90)
    let remade = try box.layout.remake { make in
      make.center.equalToSuperview()
      make.size.equalTo(Size(width: 30, height: 20))
    }
    #expect(made.allSatisfy { !$0.isActive } && byHand.isActive)
    #expect(remade.count == 4 && remade.allSatisfy(\.isActive))
    try page.scene.layout()
    #expect(box.frame.isClose(35, 40, 30, 20))
    box.layout.removeAll()
    #expect(remade.allSatisfy { !$0.isActive } && box.layout.constraints.isEmpty)
  }

  @Test("F04 all three return arrays, sentence by sentence")
  func f04Arrays() throws {
    let box = View("box")
    let page = try Page(100, 100, box)
    let made = try box.layout.make { make in
      make.top.left.equalToSuperview()
      make.size.equalTo(10)
    }
    #expect(made.map(\.firstAttribute) == [.top, .left, .width, .height])
    #expect(try box.layout.update { $0.size.equalTo(20) }.map(\.constant) == [20, 20])
    #expect(try box.layout.remake { $0.edges.equalTo(page.root) }.count == 4)
    let prepared = try box.layout.prepare { $0.width.equalTo(5) }
    #expect(prepared.count == 1 && !prepared[0].isActive)
  }

  @Test("F05 F10 edges inset by 10, in three ways", arguments: 0..<3)
  func f10Insets(way: Int) throws {
    let box = View("box")
    let page = try Page(300, 300, box)
    try box.layout.make { make in
      switch way {
      case 0:
        make.edges.equalTo(page.root).with.insets(EdgeInsets(all: 10))
      case 1:
        make.top.equalTo(page.root).with.offset(10)
        make.left.equalTo(page.root).with.offset(10)
        make.bottom.equalTo(page.root).with.offset(-10)
        make.right.equalTo(page.root).with.offset(-10)
      default:
        make.top.left.bottom.and.right.equalTo(page.root).with.inset(10)
      }
    }
    try page.scene.layout()
    #expect(box.frame.isClose(10, 10, 280, 280))
  }

  @Test("F05 an inset is not an offset: signs turn on the far edges of either direction", arguments: [false, true])
  func f05Signs(isRightToLeft: Bool) throws {
    let box = View("box")
    let page = try Page(100, 100, box)
    page.root.layoutDirection = isRightToLeft ? .rightToLeft : .leftToRight
    let insets = EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)
    let made = try box.layout.make { make in
      make.top.leading.bottom.trailing.left.right.equalToSuperview().insets(insets)
    }
    #expect(made.map(\.constant) == (isRightToLeft ? [1, 2, -3, -4, 4, -2] : [1, 2, -3, -4, 2, -4]))
    let offset = try box.layout.prepare { $0.edges.equalToSuperview().offset(5) }
    #expect(offset.map(\.constant) == [5, 5, 5, 5])
    #expect(try page.scene.layout().conflicts.isEmpty)
  }

  @Test("F06 composites and chained attributes")
  func f06Composites() throws {
    let a = View("a")
    let b = View("b")
    let page = try Page(200, 200, a, b)
    try a.layout.make { make in
      make.size.equalTo(Size(width: 40, height: 20))
      make.center.equalTo(page.root).offset(Point(x: 10, y: -10))
    }
    try b.layout.make { make in
      make.left.and.right.equalTo(a)
      make.top.bottom.equalTo(page.root).inset(30)
    }
    try page.scene.layout()
    #expect(a.frame.isClose(90, 80, 40, 20) && b.frame.isClose(90, 30, 40, 140))
    try b.layout.remake { $0.edges.equalTo(a.edges.inset(by: 2)) }
    try page.scene.layout()
    #expect(b.frame.isClose(92, 82, 36, 16))
  }

  @Test("F07 numbers, points, sizes and insets are boxed for all three relations")
  func f07Boxed() throws {
    let box = View("box")
    let page = try Page(200, 200, box)
    try box.layout.make { make in
      make.width.greaterThanOrEqualTo(50.5)
      make.height.lessThanOrEqualTo(Size(width: 1, height: 60))
      make.height.greaterThanOrEqualTo(60)
      make.left.equalTo(15)
      make.top.equalTo(Point(x: 1, y: 25))
    }
    try page.scene.layout()
    #expect(box.frame.isClose(15, 25, 50.5, 60))
    try box.layout.remake { $0.edges.equalTo(EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)) }
    try page.scene.layout()
    #expect(box.frame.isClose(2, 1, 194, 196))
    try box.layout.remake { make in
      make.center.equalTo(Point(x: 10, y: 20))
      make.size.equalTo(Size(width: 10, height: 10)).offset(Size(width: 2, height: 4))
    }
    try page.scene.layout()
    #expect(box.frame.isClose(104, 113, 12, 14))
  }

  @Test("F08 a view means the same attribute, an attribute itself, an array one constraint per element")
  func f08Targets() throws {
    let a = View("a")
    let b = View("b")
    let c = View("c")
    let page = try Page(200, 200, a, b, c)
    try place(a, 20, 0, 30, 10)
    try place(b, 60, 40, 30, 10)
    let made = try c.layout.make { make in
      make.left.greaterThanOrEqualTo([a, b.right + 5])
      make.top.equalTo(b.bottom)
      make.width.equalTo(a.widthAnchor)
      make.height.equalTo(150)
    }
    #expect(made.count == 5)
    #expect(made[0].secondAttribute == .left && made[1].secondAttribute == .right && made[1].constant == 5)
    #expect(made[4].secondItem == nil)
    try page.scene.layout()
    #expect(c.frame.isClose(95, 50, 30, 150))
  }

  @Test("F09 centre and a size")
  func f09Centre() throws {
    let box = View("box")
    let page = try Page(375, 667, box)
    try box.layout.make { make in
      make.center.equalTo(page.root)
      make.size.equalTo(Size(width: 300, height: 300))
    }
    try page.scene.layout()
    #expect(box.frame.isClose(37.5, 183.5, 300, 300))
  }

  @Test("F11 two views side by side, each said of the other")
  func f11Redundant() throws {
    let a = View("a")
    let b = View("b")
    let page = try Page(300, 300, a, b)
    try a.layout.make { make in
      make.centerY.equalToSuperview()
      make.left.equalToSuperview().offset(10)
      make.right.equalTo(b.left).offset(-10)
      make.height.equalTo(150)
      make.width.equalTo(b)
    }
    try b.layout.make { make in
      make.centerY.equalToSuperview()
      make.left.equalTo(a.right).offset(10)
      make.right.equalToSuperview().offset(-10)
      make.height.equalTo(150)
      make.width.equalTo(a)
    }
    #expect(try page.scene.layout().conflicts.isEmpty)
    #expect(a.frame.isClose(10, 75, 135, 150) && b.frame.isClose(155, 75, 135, 150))
  }

  @Test("F12 a scroll view's content, its last edge in a second call")
  func f12Scroll() throws {
    let scroll = ScrollView("scroll")
    let container = View("container")
    let page = try Page(300, 300, scroll)
    scroll.addSubview(container)
    try scroll.layout.make { $0.edges.equalTo(page.root).inset(5) }
    try container.layout.make { make in
      make.edges.equalTo(scroll)
      make.width.equalTo(scroll)
    }
    var last: View?
    for index in 1...10 {
      let row = View("row\(index)")
      container.addSubview(row)
      try row.layout.make { make in
        make.left.and.right.equalTo(container)
        make.height.equalTo(20 * index)
        make.top.equalTo(last?.bottom ?? container.top)
      }
      last = row
    }
    let bottom = try #require(last)
    try container.layout.make { $0.bottom.equalTo(bottom.bottom) }
    try page.scene.layout()
    #expect(scroll.frame.isClose(5, 5, 290, 290))
    #expect(isClose(scroll.contentSize.width, 290) && isClose(scroll.contentSize.height, 1100))
    #expect(isClose(bottom.frame.minY, 900))
  }

  @Test("F04 one block for several views, all or nothing")
  func f04Several() throws {
    let views = [View("a"), View("b"), View("c")]
    let page = try Page(100, 100, views[0], views[1])
    let block: (LayoutMaker) -> Void = { make in
      make.height.equalTo(20)
      make.leading.equalToSuperview().offset(5)
    }
    #expect(kind { try views.layout.make(block) } == .missingSuperview)
    #expect(views.allSatisfy { $0.constraints.isEmpty } && page.root.constraints.isEmpty)
    page.root.addSubview(views[2])
    #expect(
      try views.layout.make(block).map(\.firstAttribute) == [.height, .leading, .height, .leading, .height, .leading])
    let updated = try views.layout.update { $0.height.equalTo(30) }
    #expect(updated.count == 3 && views.allSatisfy { $0.layout.constraints.count == 2 })
    try views.layout.remake { $0.height.equalTo(40) }
    try page.scene.layout()
    #expect(views.allSatisfy { $0.frame.height == 40 && $0.layout.constraints.count == 1 })
  }

  // MARK: Mistakes

  @Test("A block that fails changes nothing, and says where", arguments: 0..<6)
  func transactional(mistake: Int) throws {
    let box = View("box")
    let stranger = View("stranger")
    let page = try Page(100, 100, box)
    let made = try box.layout.make { $0.size.equalTo(30) }
    try page.scene.layout()
    let block: (LayoutMaker) -> Void = { make in
      make.width.equalTo(50)
      switch mistake {
      case 0: make.left.equalTo(stranger)
      case 1: make.left.equalTo(Double.nan)
      case 2: make.left.equalTo(page.root.width)
      case 3: make.edges.equalTo(stranger.size)
      case 4: _ = make.left
      default: make.width.equalTo(page.root).inset(10)
      }
    }
    let kinds: [LayoutError.Kind] = [
      .noCommonAncestor, .valueOutOfRange, .invalidPairing, .invalidPairing, .incompleteDescription, .invalidPairing,
    ]
    for change in [
      { try box.layout.make(block) }, { try box.layout.update(block) }, { try box.layout.remake(block) },
    ] {
      do {
        _ = try change()
        Issue.record("no error")
      } catch {
        let error = try #require(error as? LayoutError)
        #expect(error.kind == kinds[mistake])
        #expect(error.location?.hasPrefix("TrellisTests/MakerTests.swift:") == true)
      }
      #expect(box.layout.constraints.count == 2 && made.allSatisfy { $0.isActive && $0.constant == 30 })
      #expect(!page.scene.needsLayout)
    }
  }

  @Test("Without a superview nothing can be measured from it")
  func noSuperview() throws {
    let box = View("box")
    #expect(kind { try box.layout.make { $0.top.equalToSuperview() } } == .missingSuperview)
    #expect(kind { try box.layout.make { $0.top.equalTo(10) } } == .missingSuperview)
    #expect(kind { try box.layout.make { $0.width.equalTo(10) } } == nil)
  }

  @Test("Constraints know their line and label, guides have a layout, too")
  func placesAndGuides() throws {
    let guide = LayoutGuide("gap")
    let page = try Page(100, 100)
    page.root.addLayoutGuide(guide)
    let line: UInt = #line + 1
    let made = try guide.layout.make { $0.edges.equalToSuperview().inset(20).labeled("gap").identified("pin") }
    #expect(made.allSatisfy { $0.line == line && $0.label == "gap" && $0.identifier == "pin" })
    try page.scene.layout()
    #expect(guide.frame.isClose(20, 20, 60, 60))
  }

  @Test("What was made does not keep a view alive")
  func memory() throws {
    weak var gone: View?
    let page = try Page(100, 100)
    do {
      let box = View("box")
      page.root.addSubview(box)
      try box.layout.make { $0.edges.equalToSuperview() }
      try box.layout.define("a") { box.width == 10 }
      try page.root.layout.declare { box.height == 10 }
      gone = box
    }
    #expect(gone != nil)
    gone?.removeFromSuperview()
    #expect(gone == nil)
    try page.scene.layout()
  }
}
