// Rows F13, F14, F16 and F17: pin, match, align, set dimensions, distribute.

import Testing

@testable import Trellis

@Suite("F: helpers")
struct HelperTests {
  @Test("F16 pins to the superview count inwards, and turn their relation round on the far edges")
  func f16Insets() throws {
    let box = View("box")
    let page = try Page(200, 100, box)
    let made = [
      try box.pin(.top, inset: 1), try box.pin(.leading, inset: 2),
      try box.pin(.trailing, inset: 3, relation: .greaterThanOrEqual),
      try box.pin(.bottom, inset: 4, relation: .greaterThanOrEqual, priority: .high),
    ]
    #expect(made.map(\.constant) == [1, 2, -3, -4])
    #expect(made[2].relation == .lessThanOrEqual && made[3].priority == .high)
    try box.setDimensions(to: Size(width: 197, height: 200), priority: .low)
    try page.scene.layout()
    #expect(box.frame.isClose(2, 1, 195, 95))
  }

  @Test("F16 edges, margins and centres of the superview")
  func f16Edges() throws {
    let (a, b, c) = (View("a"), View("b"), View("c"))
    let page = try Page(100, 100, a, b, c)
    try a.pinEdges(insets: EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4))
    try b.pinEdges([.topMargin, .leftMargin, .bottomMargin, .rightMargin])
    try c.centerInSuperview(offset: Point(x: 5, y: -5))
    try c.setDimension(.width, to: 10)
    try c.match(.height, to: .width, of: c, multiplier: 2, offset: 4)
    try page.scene.layout()
    #expect(a.frame.isClose(2, 1, 94, 96) && b.frame.isClose(8, 8, 84, 84) && c.frame.isClose(50, 33, 10, 24))
  }

  @Test("F16 pins, matches and alignments between views, and of arrays")
  func f16Views() throws {
    let views = [View("a"), View("b"), View("c")]
    let page = try Page(300, 100, views[0], views[1], views[2])
    try views[0].pinEdges([.top, .left], insets: EdgeInsets(all: 10))
    try views[1].pin(.left, to: .right, of: views[0], offset: 8)
    try views[2].pin(.left, to: .right, of: views[1], offset: 8)
    try views[0].setDimension(.height, to: 20)
    try views.setDimension(.width, to: 30)
    #expect(try views.match(.height).count == 2)
    #expect(try views.align(.bottom).count == 2)
    try page.scene.layout()
    #expect(views.map(\.frame.minX) == [10, 48, 86])
    #expect(views.allSatisfy { isClose($0.frame.minY, 10) && isClose($0.frame.height, 20) })
    let d = View("d")
    page.root.addSubview(d)
    try d.align(.centerX, with: views[1], offset: 3)
    try d.match(.width, of: views[1], multiplier: 0.5)
    try page.scene.layout()
    #expect(isClose(d.frame.midX, 66) && isClose(d.frame.width, 15))
    #expect(try [View]().align(.top).isEmpty)
  }

  /// The five views of the Masonry document, in a page of 300 × 300.
  private func five() throws -> (Page, [String: View]) {
    let sizes = [("sv11", 40.0, 40.0), ("sv12", 70, 20), ("sv13", 50, 50), ("sv21", 50, 20), ("sv31", 40, 60)]
    let page = try Page(300, 300)
    var views: [String: View] = [:]
    for (name, width, height) in sizes {
      let view = View(name)
      page.root.addSubview(view)
      try view.setDimensions(to: Size(width: width, height: height))
      views[name] = view
    }
    return (page, views)
  }

  @Test("F13 distributed with square spacers, in both directions")
  func f13Spacers() throws {
    let (page, views) = try five()
    let row = try ["sv11", "sv12", "sv13"].map { try #require(views[$0]) }
    let column = try ["sv11", "sv21", "sv31"].map { try #require(views[$0]) }
    try row.align(.centerY)
    try column.align(.centerX)
    let across = try row.distributeWithSpacers(along: .horizontal)
    let down = try column.distributeWithSpacers(along: .vertical)
    #expect(across.spacers.count == 4 && down.spacers.count == 4)
    #expect(try page.scene.layout().conflicts.isEmpty)
    #expect(row[0].frame.isClose(35, 45, 40, 40))
    #expect(row[1].frame.isClose(110, 55, 70, 20))
    #expect(row[2].frame.isClose(215, 40, 50, 50))
    #expect(column[1].frame.isClose(30, 130, 50, 20))
    #expect(column[2].frame.isClose(35, 195, 40, 60))
    #expect(across.spacers.allSatisfy { isClose($0.frame.width, 35) && isClose($0.frame.height, 35) })
    #expect(down.spacers.allSatisfy { isClose($0.frame.width, 45) && isClose($0.frame.height, 45) })
  }

  @Test("F13 the same with guides in place of views, with and without space at the ends", arguments: [true, false])
  func f13Guides(insetsEnds: Bool) throws {
    let (page, views) = try five()
    let row = try ["sv11", "sv12", "sv13"].map { try #require(views[$0]) }
    let made = try row.distributeWithEqualSpacing(along: .horizontal, insetsEnds: insetsEnds, alignment: .centerY)
    try page.scene.layout()
    #expect(row.map(\.frame.minX) == (insetsEnds ? [35, 110, 215] : [0, 110, 250]))
    #expect(page.root.layoutGuides.count == made.spacers.count)
    #expect(made.spacers.allSatisfy { isClose($0.frame.width, insetsEnds ? 35 : 70) })
  }

  @Test("F14 equal regions, a view in the middle of each")
  func f14Regions() throws {
    let (page, views) = try five()
    let row = try ["sv11", "sv12", "sv13"].map { try #require(views[$0]) }
    try row.distributeInEqualRegions(along: .horizontal, alignment: .top)
    try page.scene.layout()
    for (index, view) in row.enumerated() {
      #expect(isClose(view.frame.midX, (2 * Double(index) + 1) / 6 * 300))
    }
  }

  @Test("F16 fixed spacing, rows, columns and even centres")
  func f16Distribution() throws {
    let (page, views) = try five()
    let row = try ["sv11", "sv12", "sv13"].map { try #require(views[$0]) }
    try row.arrangeInRow(spacing: 5, alignment: .bottom)
    try row[0].pinEdges([.leading, .top])
    try page.scene.layout()
    #expect(row.map(\.frame.minX) == [0, 45, 120] && row.allSatisfy { isClose($0.frame.maxY, 40) })
    let column = [View("x"), View("y"), View("z")]
    page.root.addSubviews(column)
    try column.distribute(along: .vertical, spacing: 6, inset: 9, alignment: .leading, matchesSizes: true)
    try page.scene.layout()
    #expect(column.allSatisfy { isClose($0.frame.height, 90) } && isClose(column[2].frame.minY, 201))
    let even = [View("p"), View("q"), View("r")]
    page.root.addSubviews(even)
    try even.setDimension(.width, to: 10)
    try even[1].setDimension(.height, to: 10)
    try even[0].pin(.left, inset: 20)
    try even[2].pin(.right, inset: 100)
    try even.distributeWithEqualCenters(along: .horizontal)
    try page.scene.layout()
    #expect(even.map(\.frame.midX) == [25, 110, 195])
    let lower = [View("s"), View("t")]
    page.root.addSubviews(lower)
    try lower.arrangeInColumn(spacing: 3)
    try page.scene.layout()
    #expect(isClose(lower[1].frame.minY, lower[0].frame.maxY + 3))
  }

  @Test("Views without a superview in common are an error that leaves nothing behind")
  func f16Mistakes() throws {
    let (a, b) = (View("a"), View("b"))
    let page = try Page(100, 100, a)
    #expect(kind { try View("free").pin(.top) } == .missingSuperview)
    #expect(kind { try [a, b].distributeWithSpacers(along: .horizontal) } == .missingSuperview)
    #expect(kind { try [a, b].distributeInEqualRegions(along: .horizontal) } == .missingSuperview)
    #expect(
      kind { try [a, a].distributeWithEqualSpacing(along: .horizontal, priority: 0) } == .priorityOutOfRange)
    #expect(page.root.layoutGuides.isEmpty && page.root.subviews.count == 1 && page.root.constraints.isEmpty)
  }

  @Test("F17 the photo page of ten elements")
  func f17PhotoPage() throws {
    let names = [
      "avatar", "nick", "time", "indicator", "image", "likeIndicator", "likes", "like", "comment", "more",
    ]
    let page = try Page(320, 500)
    var views: [String: View] = [:]
    for name in names {
      let view = View(name)
      page.root.addSubview(view)
      views[name] = view
    }
    func view(_ name: String) throws -> View { try #require(views[name]) }
    let (avatar, nick, time, indicator) = (
      try view("avatar"), try view("nick"), try view("time"), try view("indicator")
    )
    let (image, likeIndicator, likes) = (try view("image"), try view("likeIndicator"), try view("likes"))
    try avatar.setDimensions(to: Size(width: 30, height: 30))
    try avatar.pinEdges([.leading, .top], insets: EdgeInsets(all: 10))
    try nick.setDimensions(to: Size(width: 80, height: 18))
    try nick.pin(.leading, to: .trailing, of: avatar, offset: 10)
    try nick.align(.centerY, with: avatar)
    try time.setDimensions(to: Size(width: 30, height: 15))
    try time.pin(.trailing, inset: 10)
    try time.align(.centerY, with: avatar)
    try indicator.setDimensions(to: Size(width: 10, height: 10))
    try indicator.pin(.trailing, to: .leading, of: time, offset: -10)
    try indicator.align(.centerY, with: avatar)
    try image.pinEdges([.leading, .trailing])
    try image.pin(.top, to: .bottom, of: avatar, offset: 10)
    try image.match(.height, to: .width, of: image)
    try likeIndicator.setDimensions(to: Size(width: 10, height: 10))
    try likeIndicator.pin(.leading, inset: 10)
    try likeIndicator.pin(.top, to: .bottom, of: image, offset: 10)
    try likes.setDimensions(to: Size(width: 50, height: 15))
    try likes.pin(.leading, to: .trailing, of: likeIndicator, offset: 10)
    try likes.align(.centerY, with: likeIndicator)
    let bar = [try view("like"), try view("comment"), try view("more")]
    try bar.setDimension(.height, to: 25)
    for (button, width) in zip(bar, [50.0, 65, 40]) { try button.setDimension(.width, to: width) }
    try bar.align(.bottom)
    try bar[0].pinEdges([.leading, .bottom], insets: EdgeInsets(all: 10))
    try bar[1].pin(.leading, to: .trailing, of: bar[0], offset: 5)
    try bar[2].pin(.trailing, inset: 10)
    #expect(try page.scene.layout().conflicts.isEmpty)
    #expect(avatar.frame.isClose(10, 10, 30, 30) && isClose(nick.frame.minX, 50) && isClose(nick.frame.minY, 16))
    #expect(time.frame.isClose(280, 17.5, 30, 15) && indicator.frame.isClose(260, 20, 10, 10))
    #expect(image.frame.isClose(0, 50, 320, 320) && likeIndicator.frame.isClose(10, 380, 10, 10))
    #expect(likes.frame.isClose(30, 377.5, 50, 15))
    #expect(bar[0].frame.isClose(10, 465, 50, 25) && bar[1].frame.isClose(65, 465, 65, 25))
    #expect(bar[2].frame.isClose(270, 465, 40, 25))
  }
}
