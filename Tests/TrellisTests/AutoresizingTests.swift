// Autoresizing masks: their constraints as Auto Layout prints them, and when they are there (semantics 2.7).

import Foundation
import Testing

@testable import Trellis

@Suite("Autoresizing masks")
struct AutoresizingTests {
  /// The constraints of a mask without addresses, names and class, in the order of translation.
  private func list(_ view: View, _ style: DescriptionStyle = .modern) -> [String] {
    (view.superview?.constraints ?? []).filter { $0.isAutoresizing && $0.firstItem === view }.map { constraint in
      let text = masked(constraint.description(style)).replacing("<NSAutoresizingMaskLayoutConstraint:0x… ", with: "")
      return String(text.range(of: "   (").map { text[..<$0.lowerBound] } ?? text.dropLast())
    }
  }

  private func page(_ mask: AutoresizingMask, _ frame: Rect) throws -> (Page, View) {
    let view = View("v")
    let page = try Page(200, 100, view)
    try view.holdFrame(frame, resizing: mask)
    try page.scene.layout()
    return (page, view)
  }

  @Test("B16 the rows of a mask, their order and their text")
  func texts() throws {
    let frame = Rect(x: 30, y: 10, width: 100, height: 60)
    let pages = [
      try page([.flexibleRightMargin, .flexibleBottomMargin], frame),
      try page([.flexibleWidth, .flexibleTopMargin], frame),
      try page(
        [
          .flexibleLeftMargin, .flexibleRightMargin, .flexibleTopMargin, .flexibleHeight, .flexibleBottomMargin,
        ], frame),
    ]
    var view = pages[0].1
    #expect(
      list(view) == [
        "h=--& v=--& v.minX == 30", "h=--& v=--& v.width == 100", "h=--& v=--& v.minY == 10",
        "h=--& v=--& v.height == 60",
      ])
    #expect(
      list(view, .classic) == [
        "h=--& v=--& v.minX == + 30", "h=--& v=--& H:[v(100)]", "h=--& v=--& v.minY == + 10", "h=--& v=--& V:[v(60)]",
      ])
    view = pages[1].1
    #expect(
      list(view) == [
        "h=-&- v=&-- v.minX == 30", "h=-&- v=&-- H:[v]-(70)-|", "h=-&- v=&-- V:[v]-(30)-|",
        "h=-&- v=&-- v.height == 60",
      ])
    view = pages[2].1
    #expect(
      list(view) == [
        "h=&-& v=&&& v.width == 100", "h=&-& v=&&& v.minX == 0.3*root.width - 30",
        "h=&-& v=&&& v.minY == 0.1*root.height", "h=&-& v=&&& v.height == 0.6*root.height",
      ])
    // The optimizer lets go of a page after its last use, and the superview holds the constraints.
    withExtendedLifetime(pages) {}
  }

  @Test("B16 the log explains masks")
  func log() throws {
    let (page, view) = try page([], Rect(x: 0, y: 0, width: 50, height: 50))
    try relate(view, .width, plus: 80)
    let report = try page.scene.layout()
    let message = report.conflicts[0].message
    #expect(
      message.contains(
        "fix it. \n\t(Note: If you're seeing NSAutoresizingMaskLayoutConstraints that you don't understand, refer to the "
          + "documentation for the UIView property translatesAutoresizingMaskIntoConstraints) \n(\n"))
    #expect(message.contains("<NSAutoresizingMaskLayoutConstraint:0x"))
    #expect(report.brokenConstraints[0].isAutoresizing && report.brokenConstraints[0].isSystemMade)
    view.translatesAutoresizingMaskIntoConstraints = false
    #expect(try page.scene.layout().conflicts.isEmpty)
    #expect(list(view).isEmpty && view.frame.width == 80)
  }

  @Test("Views made here do without; switching on holds the frame of the last layout")
  func switching() throws {
    let view = View("v")
    let page = try Page(200, 100, view)
    #expect(!view.translatesAutoresizingMaskIntoConstraints && view.autoresizingMask == [])
    let pins = [
      try relate(view, .left, .equal, page.root, plus: 20), try relate(view, .top, .equal, page.root),
      try relate(view, .width, plus: 60), try relate(view, .height, plus: 10),
    ]
    try page.scene.layout()
    Constraint.deactivate(pins)
    view.autoresizingMask = .flexibleLeftMargin
    view.translatesAutoresizingMaskIntoConstraints = true
    try page.scene.layout()
    #expect(view.frame.isClose(20, 0, 60, 10))
    page.scene.size.width = 300
    try page.scene.layout()
    #expect(view.frame.isClose(120, 0, 60, 10))
    #expect(page.scene.engine.session.statistics.rowsAdded == 0)
    view.autoresizingMask = [.flexibleLeftMargin, .flexibleWidth]
    try page.scene.layout()
    #expect(view.frame.isClose(45, 0, 135, 10))
  }

  /// A cell as UIKit makes one: 320 points wide, its content in it.
  private final class Cell: View {
    let content = View("content")

    init() {
      super.init(frame: Rect(x: 0, y: 0, width: 320, height: 44))
      content.frame = bounds
      content.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      addSubview(content)
    }
  }

  @Test("A view that gets another frame resizes what is inside, before the first layout and after it")
  func framesWithoutLayouts() throws {
    let cell = Cell()
    let page = try Page(390, 844, cell)
    cell.frame = Rect(x: 0, y: 0, width: 390, height: 76)
    try page.scene.layout()
    #expect(cell.content.frame.isClose(0, 0, 390, 76))
    // Twice, before the cell comes in, and with a frame of the content's own between.
    let other = Cell()
    other.frame = Rect(x: 0, y: 100, width: 200, height: 50)
    other.frame = Rect(x: 0, y: 100, width: 390, height: 60)
    page.root.addSubview(other)
    let badge = View("badge")
    badge.frame = Rect(x: 370, y: 0, width: 20, height: 20)
    badge.autoresizingMask = .flexibleLeftMargin
    other.content.addSubview(badge)
    try page.scene.layout()
    #expect(other.content.frame.isClose(0, 0, 390, 60) && badge.frame.isClose(370, 0, 20, 20))
    other.frame.size.width = 300
    try page.scene.layout()
    #expect(other.content.frame.isClose(0, 0, 300, 60) && badge.frame.isClose(280, 0, 20, 20))
    // A frame goes with the size that the superview has by then, also one that was set before.
    badge.frame = Rect(x: 250, y: 0, width: 20, height: 20)
    try page.scene.layout()
    #expect(badge.frame.isClose(250, 0, 20, 20))
    other.content.frame = Rect(x: 0, y: 0, width: 390, height: 60)
    try page.scene.layout()
    #expect(other.content.frame.isClose(0, 0, 390, 60) && badge.frame.isClose(340, 0, 20, 20))
  }

  @Test("Masks hold frames, not alignment rectangles, also in a scroll view")
  func insets() throws {
    let list = ScrollView("list")
    let view = View("v")
    let page = try Page(200, 100, list)
    list.addSubview(view)
    list.alignmentRectInsets = EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)
    try place(list, 2, 1, 94, 96)
    try view.holdFrame(
      Rect(x: 10, y: 20, width: 30, height: 40), resizing: .flexibleLeftMargin, in: Size(width: 50, height: 100))
    view.alignmentRectInsets = EdgeInsets(all: 5)
    try page.scene.layout()
    #expect(list.frame.isClose(0, 0, 100, 100) && view.frame.isClose(60, 20, 30, 40))
    view.alignmentRectInsets = .zero
    try page.scene.layout()
    #expect(view.frame.isClose(60, 20, 30, 40))
  }

  @Test("Arranged views do without their masks")
  func arranged() throws {
    let view = View("v", intrinsicSize: Size(width: 10, height: 10))
    let stack = StackView([view])
    let page = try Page(200, 100, stack)
    try relate(stack, .left, .equal, page.root)
    try relate(stack, .top, .equal, page.root)
    try view.holdFrame(Rect(x: 5, y: 5, width: 50, height: 50), in: Size(width: 60, height: 60))
    #expect(try page.scene.layout().conflicts.isEmpty)
    #expect(view.frame.isClose(0, 0, 10, 10))
    stack.removeArrangedSubview(view)
    try page.scene.layout()
    #expect(view.frame.isClose(5, 5, 50, 50))
    stack.addArrangedSubview(view)
    try page.scene.layout()
    #expect(view.frame.isClose(0, 0, 10, 10))
  }

  @Test("Moving to another superview, strict mode, mistakes")
  func moves() throws {
    let (page, view) = try page(.flexibleLeftMargin, Rect(x: 30, y: 10, width: 100, height: 60))
    let box = View("box")
    page.root.addSubview(box)
    try place(box, 0, 0, 150, 100)
    try page.scene.layout()
    box.addSubview(view)
    try page.scene.layout()
    #expect(view.frame.isClose(30, 10, 100, 60) && list(view).count == 4)
    page.scene.mode = .strict
    try page.scene.layout()
    try view.holdFrame(Rect(x: 0, y: 0, width: 10, height: 10))
    let bad = try relate(box, .width, plus: 3)
    #expect(kind { try page.scene.layout() } == .unsatisfiable)
    #expect(!bad.isActive && view.autoresizingMask == .flexibleLeftMargin)
    try page.scene.layout()
    #expect(view.frame.isClose(30, 10, 100, 60))
    #expect(kind { try view.holdFrame(Rect(x: .nan, y: 0, width: 1, height: 1)) } == .valueOutOfRange)
    #expect(kind { try view.holdFrame(Rect(x: 0, y: 0, width: -1, height: 1)) } == .valueOutOfRange)
    #expect(view.autoresizingMask == .flexibleLeftMargin)
  }
}
