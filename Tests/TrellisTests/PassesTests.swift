// What a layout's result depends on: the scene, and nothing that was laid out before.

import TestSupport
import Testing

@testable import Trellis

@Suite("What a layout depends on")
struct PassesTests {
  // MARK: Safe areas

  /// Text that wraps in a bar under the status bar; `widths` are laid out one after another.
  private func bar(_ widths: [Double]) throws -> (bar: Rect, icon: Rect, report: LayoutReport?) {
    let (bar, label) = (View("bar"), View("label"))
    let icon = View("icon", intrinsicSize: Size(width: 10, height: 10))
    let page = try Page(100, 480, bar, icon)
    bar.addSubview(label)
    label.heightForWidth = try HeightForWidth(steps: [.init(width: 0, height: 90), .init(width: 200, height: 30)])
    try bar.pinEdges([.top, .leading, .trailing])
    try label.pinEdges()
    try icon.pin(.leading)
    try icon.topAnchor.constraint(equalTo: bar.safeAreaLayoutGuide.topAnchor).activate()
    page.scene.safeAreaInsets = PhysicalInsets(top: 44)
    var report: LayoutReport?
    for width in widths {
      page.scene.size.width = width
      report = try page.scene.layout()
    }
    return (bar.frame, icon.frame, report)
  }

  @Test("Text under a status bar has the height of its width, whatever it had before")
  func wrappedBar() throws {
    let direct = try bar([320])
    let turned = try bar([100, 320, 100, 90, 320])
    #expect(direct.bar == turned.bar && direct.icon == turned.icon)
    #expect(direct.bar.isClose(0, 0, 320, 30) && direct.icon.isClose(0, 30, 10, 10))
    #expect(direct.report?.unsettled.isEmpty == true && turned.report?.unsettled.isEmpty == true)
  }

  @Test("A page that grows over the bottom of the screen is inset by what covers the bottom, and by no more")
  func growingPage() throws {
    let text = View("text", intrinsicSize: Size(width: 10, height: 95))
    let stack = StackView([text], axis: .vertical)
    stack.isLayoutMarginsRelativeArrangement = true
    let page = try Page(100, 100, stack)
    page.scene.safeAreaInsets = PhysicalInsets(bottom: 10)
    try stack.pinEdges([.top, .leading])
    let report = try page.scene.layout()
    #expect(
      isClose(stack.frame.height, 121) && report.unsettled.isEmpty && page.scene.engine.fixedPoint.solveCount <= 3)
    #expect(stack.safeAreaInsets == PhysicalInsets(bottom: 10))
  }

  @Test("A bar that is lower than what covers it grows step by step, and gets there")
  func slowGrowth() throws {
    let (bar, line) = (View("bar"), View("line", intrinsicSize: Size(width: 10, height: 1)))
    let page = try Page(100, 200, bar)
    bar.addSubview(line)
    try bar.pinEdges([.top, .leading, .trailing])
    try relate(line, .top, .equal, bar.safeAreaLayoutGuide)
    try relate(line, .bottom, .equal, bar)
    try relate(line, .left, .equal, bar)
    page.scene.safeAreaInsets = PhysicalInsets(top: 59)
    #expect(try page.scene.layout().unsettled.isEmpty)
    #expect(bar.frame.isClose(0, 0, 100, 60))
  }

  @Test("A view in the middle, that its safe area makes higher, settles")
  func contraction() throws {
    let (box, content) = (View("box"), View("content", intrinsicSize: Size(width: 10, height: 140)))
    let page = try Page(100, 200, box)
    box.addSubview(content)
    try relate(box, .centerY, .equal, page.root)
    try relate(box, .left, .equal, page.root)
    try relate(content, .left, .equal, box)
    try relate(content, .right, .equal, box)
    try relate(content, .top, .equal, box.safeAreaLayoutGuide)
    try relate(content, .bottom, .equal, box)
    page.scene.safeAreaInsets = PhysicalInsets(top: 44)
    let report = try page.scene.layout()
    // y = 100 - (140 + 44 - y) / 2
    #expect(report.unsettled.isEmpty && box.frame.isClose(0, 16, 10, 168, within: 1e-5))
  }

  // MARK: What does not settle

  /// A view that leaves the status bar as soon as it knows that it lies under it, and comes back once it does not.
  private func diverging(_ heights: [Double]) throws -> (Rect, LayoutReport, Int) {
    let box = View("box")
    let page = try Page(100, 400, box)
    try relate(box, .left, .equal, page.root)
    try relate(box, .width, plus: 50)
    try relate(box, .height, plus: 100)
    // Twice as far down as its safe area says.
    let guide = LayoutGuide("depth")
    page.root.addLayoutGuide(guide)
    try relate(guide, .top, .equal, box)
    try relate(guide, .bottom, .equal, box.safeAreaLayoutGuide, .top)
    try relate(guide, .left, .equal, page.root)
    try relate(guide, .width, plus: 1)
    let spacer = View("spacer")
    page.root.addSubview(spacer)
    try relate(spacer, .top, .equal, page.root)
    try relate(spacer, .left, .equal, page.root)
    try relate(spacer, .width, plus: 1)
    try relate(spacer, .height, .equal, guide, .height, times: 2)
    try relate(box, .top, .equal, spacer, .bottom)
    var report = try page.scene.layout()
    for height in heights {
      page.scene.safeAreaInsets = PhysicalInsets(top: height)
      report = try page.scene.layout()
    }
    return (box.frame, report, page.scene.engine.fixedPoint.solveCount)
  }

  @Test("What has no answer that agrees with itself is reported, and the frames are those of the scene all the same")
  func unsettled() throws {
    let (frame, report, passes) = try diverging([44])
    let (again, _, _) = try diverging([0, 20, 44, 7, 44])
    #expect(frame == again && passes <= 82)
    #expect(report.unsettled.map(\.quantity) == [.safeArea] && report.unsettled.first?.view.name == "box")
    #expect(report.unsettled.first?.description.contains("The safe area of ") == true)
    let (_, settled, _) = try diverging([44, 0])
    #expect(settled.unsettled.isEmpty)
  }

  @Test("A text whose width follows from its height, and has no answer, keeps room for its lines")
  func coupledText() throws {
    let text = View("text", intrinsicSize: Size(width: 250, height: 20))
    text.heightForWidth = HeightForWidth { width in 20 * max(1, (250 / max(width, 1)).rounded(.up)) }
    text.setContentHuggingPriority(.required, for: .vertical)
    text.setContentCompressionResistancePriority(.required, for: .vertical)
    let picture = View("picture")
    let page = try Page(300, 500, text, picture)
    try relate(text, .leading, .equal, page.root)
    try relate(text, .top, .equal, page.root)
    try relate(picture, .width, .equal, text, .height, times: 2)
    try relate(picture, .height, plus: 10)
    try relate(picture, .leading, .equal, page.root)
    try relate(picture, .top, .equal, text, .bottom)
    try relate(text, .width, .lessThanOrEqual, picture, .width, plus: 20)
    let report = try page.scene.layout()
    #expect(report.unsettled.map(\.quantity) == [.height])
    #expect(text.heightForWidth.map { $0(text.frame.width) <= text.frame.height } == true)
    // Where nothing was edited the finding stands.
    #expect(try page.scene.layout().unsettled.count == 1)
  }

  @Test("A text beside a square picture settles, however many solves that takes")
  func square() throws {
    let (text, picture) = (View("text"), View("picture"))
    text.heightForWidth = HeightForWidth { width in 20 * max(1, (5000 / max(width, 1)).rounded(.up)) }
    let page = try Page(400, 500, text, picture)
    for view in [text, picture] { try relate(view, .top, .equal, page.root) }
    try relate(picture, .height, .equal, text)
    try relate(picture, .width, .equal, picture, .height, times: 0.25)
    try relate(picture, .left, .equal, page.root)
    try relate(text, .left, .equal, picture, .right)
    try relate(text, .right, .equal, page.root)
    let report = try page.scene.layout()
    #expect(report.unsettled.isEmpty && page.scene.engine.fixedPoint.solveCount > 2)
    #expect(text.heightForWidth.map { isClose($0(text.frame.width), text.frame.height) } == true)
  }
}
