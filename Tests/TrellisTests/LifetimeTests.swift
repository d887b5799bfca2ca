// Who outlives whom. Records, constraints and the engine refer to each other without holding each other, so every order
// in which they can go is gone through here; the address sanitizer looks on in CI.

import TestSupport
import Testing

@testable import Trellis

@Suite("Lifetimes")
struct LifetimeTests {
  @Test("A constraint outlives its items: it names none, and activating it is an error")
  func constraintOutlivesItems() throws {
    var first: View? = View()
    let guide = LayoutGuide()
    first?.addLayoutGuide(guide)
    let constraint = try relate(try #require(first), .left, .equal, guide)
    #expect(constraint.firstItem === first && constraint.owner === first && constraint.isActive)
    first = nil
    #expect(constraint.firstItem == nil && constraint.owner == nil && !constraint.isActive)
    #expect(constraint.secondItem === guide && guide.owningView == nil)
    #expect(kind { try constraint.activate() } == .missingItem)
    constraint.deactivate()
    try constraint.setConstant(3)
    #expect(constraint.description.contains("(null)"))
  }

  @Test("A guide that goes before its constraint")
  func constraintOutlivesGuide() throws {
    let view = View()
    var guide: LayoutGuide? = LayoutGuide()
    let constraint = Constraint(item: view, attribute: .top, toItem: guide, attribute: .top)
    guide = nil
    #expect(constraint.secondItem == nil && kind { try constraint.activate() } == .missingItem)
  }

  @Test("A subview that is held loses its superview, and the constraints that it owns stay")
  func subviewOutlivesSuperview() throws {
    let subview = View("subview")
    let own = try relate(subview, .width, plus: 5)
    var superview: View? = View("superview")
    superview?.addSubview(subview)
    let shared = try relate(subview, .left, .equal, superview)
    #expect(shared.owner === superview)
    superview = nil
    #expect(subview.superview == nil && !shared.isActive && own.isActive)
    #expect(subview.constraints.count == 1)
    #expect(Array(subview.node.references).count == 1)
    let scene = try Scene(root: subview, size: Size(width: 5, height: 5))
    try scene.layout()
    #expect(scene.brokenConstraints.isEmpty)
  }

  @Test("A scroll view's guides outlive it")
  func guidesOutliveScrollView() throws {
    var scrollView: ScrollView? = ScrollView()
    let content = try #require(scrollView?.contentLayoutGuide)
    let frame = try #require(scrollView?.frameLayoutGuide)
    let margins = try #require(scrollView?.layoutMarginsGuide)
    scrollView = nil
    #expect(content.owningView == nil && frame.owningView == nil && margins.owningView == nil)
    #expect(frame.frame == .zero && content.node.direction == .leftToRight)
    #expect(content.node.effectiveMargins == .zero)
  }

  @Test("What was in a scene is in none once the scene is gone, and can be in another")
  func treeOutlivesScene() throws {
    let root = View("root")
    let scrollView = ScrollView()
    root.addSubview(scrollView)
    try place(scrollView, 1, 2, 3, 4)
    let content = try relate(scrollView.contentLayoutGuide, .width, plus: 8)
    var scene: Scene? = try Scene(root: root, size: Size(width: 10, height: 10))
    try scene?.layout()
    scene = nil
    for node in [root.node, scrollView.node, scrollView.contentLayoutGuide.node, scrollView.frameLayoutGuide.node] {
      #expect(node.engine == nil)
    }
    try content.setConstant(9)
    scrollView.invalidateIntrinsicContentSize()
    let next = try Scene(root: root, size: Size(width: 10, height: 10))
    try next.layout()
    #expect(scrollView.frame.isClose(1, 2, 3, 4) && isClose(scrollView.contentSize.width, 9))
  }

  @Test("A view that leaves a scene and goes takes its edits with it")
  func leaverGoes() throws {
    let page = try Page(10, 10)
    var view: View? = View("leaver")
    page.root.addSubview(try #require(view))
    try place(try #require(view), 0, 0, 5, 5)
    let width = try #require(view?.constraints.first)
    try page.scene.layout()
    view?.invalidateIntrinsicContentSize()
    try width.setConstant(6)
    view?.removeFromSuperview()
    view = nil
    try width.setConstant(7)
    try page.scene.layout()
    #expect(page.root.subviews.isEmpty && page.root.constraints.isEmpty)
  }

  @Test("A view may look at its constraints and take them down while it goes")
  func deinitLooks() throws {
    final class Watcher: View {
      var own: Constraint?
      var seen: (() -> Void)?
      deinit {
        #expect(own?.firstItem != nil || own?.isActive == true)
        own?.deactivate()
        #expect(own?.isActive == false && subviews.count == 1)
        seen?()
      }
    }
    var isSeen = false
    var watcher: Watcher? = Watcher()
    let subview = View()
    watcher?.addSubview(subview)
    watcher?.own = try relate(try #require(watcher), .width, plus: 1)
    let other = try relate(subview, .left, .equal, watcher)
    watcher?.seen = { isSeen = true }
    watcher = nil
    #expect(isSeen && !other.isActive && subview.superview == nil)
  }

  @Test("In any order: views, guides, constraints and scenes of random trees are let go one by one")
  func anyOrder() throws {
    var random = SplitMix64(seed: 11)
    for _ in 0..<40 {
      var views: [View?] = (0..<12).map { View("v\($0)") }
      for index in 1..<views.count {
        let parent = try #require(views[Int(random.next() % UInt64(index))])
        parent.addSubview(try #require(views[index]))
      }
      var constraints: [Constraint?] = []
      for _ in 0..<24 {
        let first = try #require(views[Int(random.next() % 12)])
        let second = try #require(views[Int(random.next() % 12)])
        constraints.append(first === second ? nil : try relate(first, .left, .equal, second, at: 500))
      }
      var scene: Scene? = try Scene(root: try #require(views[0]), size: Size(width: 9, height: 9))
      try scene?.layout()
      var steps = Array(0..<(views.count + constraints.count + 1))
      steps.shuffle(using: &random)
      for step in steps {
        switch step {
        case ..<views.count:
          if random.next() % 2 == 0 { views[step]?.removeFromSuperview() }
          views[step] = nil
        case ..<(views.count + constraints.count):
          let constraint = constraints[step - views.count]
          if constraint?.isActive == true, random.next() % 2 == 0 {
            constraint?.deactivate()
          } else {
            // Its items may be gone, or in different trees.
            try? constraint?.activate()
          }
          _ = constraint?.description
          constraints[step - views.count] = nil
        default: scene = nil
        }
        try scene?.layout()
      }
    }
  }
}
