// The code of the article "Animation and the update cycle", compiled and run. ArticleLinesTests compares the two.

import Testing
import Trellis

/// A view that centres its label, and moves it when asked to.
final class Greeting: View {
  let label = View("label", intrinsicSize: Size(width: 50, height: 20))
  var offset = 0.0 { didSet { setNeedsUpdateConstraints() } }
  private var labelCenter: Constraint?

  override func updateConstraints() throws(LayoutError) {
    if labelCenter == nil {
      let made = try Constraint.activate {
        label.centerY == centerY
        label.centerX == centerX
      }
      labelCenter = made.first
    }
    try labelCenter?.setConstant(offset)
    super.updateConstraints()
  }
}

/// A view whose height depends on the width it gets.
final class Banner: View {
  private var height: Constraint?

  override func layoutSubviews() throws(LayoutError) {
    super.layoutSubviews()
    if let height {
      try height.setConstant(frame.width / 4)
    } else {
      height = try setDimension(.height, to: frame.width / 4)
    }
  }
}

@Suite("Article: animation and the update cycle")
struct UpdateCycleArticleTests {
  @Test func cycle() throws {
    let greeting = Greeting("greeting")
    greeting.addSubview(greeting.label)
    let scene = try Scene(root: greeting, size: Size(width: 200, height: 100))
    try scene.layout()
    greeting.offset = 40
    try scene.layout()
    print(greeting.label.frame.minY)
    #expect(greeting.label.frame.minY == 80)
  }

  @Test func layoutSubviews() throws {
    let root = View("root")
    let banner = Banner("banner")
    root.addSubview(banner)
    try banner.pinEdges([.leading, .top, .trailing])
    let scene = try Scene(root: root, size: Size(width: 200, height: 400))
    try scene.layout()
    #expect(banner.frame == Rect(x: 0, y: 0, width: 200, height: 50))
    scene.size = Size(width: 300, height: 400)
    try scene.layout()
    #expect(banner.frame.height == 75)
  }

  @Test func animation() throws {
    let root = View("root")
    let box = View("box")
    root.addSubview(box)
    try box.setDimensions(to: Size(width: 100, height: 20))
    let top = try box.pin(.top, inset: 250)
    let scene = try Scene(root: root, size: Size(width: 320, height: 568))
    try scene.layout()
    var drawn = 0
    func draw(_ frames: [FrameChange]) { drawn += frames.count }
    let animation = try scene.animate(duration: 0.25, curve: .easeInOut) {
      try top.setConstant(0)
    }
    for time in animation.times(perSecond: 60) {
      draw(animation.frames(at: time))
    }
    #expect(drawn == 16)
    #expect(abs(animation.frame(of: box, at: 0.125).minY - 125) < 1e-6)
    let bounce = try scene.animate(curve: .spring(dampingRatio: 0.5, response: 0.4)) {
      try top.setConstant(100)
    }
    print(bounce.duration)
    #expect(bounce.steps.count == 1 && bounce.duration > 0.4)
    let peak = bounce.times(perSecond: 100).map { bounce.frame(of: box, at: $0).minY }.max() ?? 0
    #expect(peak > 110)
  }

  @Test func states() throws {
    let root = View("root")
    let box = View("box", intrinsicSize: Size(width: 40, height: 40))
    root.addSubview(box)
    let top = box.topAnchor.constraint(equalTo: root.topAnchor, constant: 100)
    Constraint.activate([top, box.leftAnchor.constraint(equalTo: root.leftAnchor)])
    let scene = try Scene(root: root, size: Size(width: 320, height: 568))
    let compact = SceneState("compact") {
      try top.setConstant(4)
    }
    try scene.apply(compact)
    print(scene.stateName ?? "no state")
    let animation = try scene.animate(to: nil, duration: 0.25)
    #expect(animation.frame(of: box, at: 0).minY == 4 && animation.frame(of: box, at: 0.25).minY == 100)
    #expect(top.constant == 100 && scene.stateName == nil)
  }
}
