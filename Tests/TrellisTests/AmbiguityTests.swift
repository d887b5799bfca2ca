// What is ambiguous: another center in the superview or other bounds (semantics 2.6), of the constraints as they are now.

import Testing

@testable import Trellis

@Suite("Ambiguity")
struct AmbiguityTests {
  private func names(_ open: [Ambiguity]) -> [String] {
    open.map(\.description)
  }

  /// A container whose position nothing decides, with a subview that is pinned to it and one inside that.
  private func openContainer() throws -> (page: Page, container: View, inner: View, innermost: View) {
    let (container, inner, innermost) = (View("container"), View("inner"), View("innermost"))
    let page = try Page(300, 200, container)
    container.addSubview(inner)
    inner.addSubview(innermost)
    try relate(container, .top, .equal, page.root)
    try relate(container, .width, plus: 100)
    try relate(container, .height, plus: 50)
    try place(inner, 8, 8, 20, 20)
    try relate(innermost, .centerX, .equal, inner)
    try relate(innermost, .top, .equal, inner)
    try relate(innermost, .width, plus: 5)
    try relate(innermost, .height, plus: 5)
    return (page, container, inner, innermost)
  }

  @Test("What hangs from an open container is not open itself")
  func carriedAlong() throws {
    let (page, container, inner, innermost) = try openContainer()
    #expect(names(try page.scene.ambiguities()) == ["container.left"])
    #expect(container.hasAmbiguousLayout && !inner.hasAmbiguousLayout && !innermost.hasAmbiguousLayout)
    #expect(!inner.exerciseAmbiguityInLayout() && container.exerciseAmbiguityInLayout())
    // The same through a guide, and what is open inside as well.
    let guide = LayoutGuide("guide")
    container.addLayoutGuide(guide)
    try relate(guide, .left, .equal, container, plus: 3)
    for attribute in [Attribute.top, .width, .height] { try relate(guide, attribute, .equal, container) }
    let loose = View("loose")
    container.addSubview(loose)
    for attribute in [Attribute.top, .height] { try relate(loose, attribute, .equal, container) }
    try relate(loose, .width, plus: 7)
    #expect(names(try page.scene.ambiguities()) == ["container.left", "loose.left"])
    try relate(container, .centerX, .equal, page.root)
    #expect(names(try page.scene.ambiguities()) == ["loose.left"])
    #expect(loose.exerciseAmbiguityInLayout() && isClose(container.frame.minX, 100))
  }

  @Test("What is held from outside of an open container lies elsewhere in it, after the container in the list")
  func heldFromOutside() throws {
    let (page, _, inner, _) = try openContainer()
    let held = View("held")
    inner.superview?.addSubview(held)
    try relate(held, .left, .equal, page.root, plus: 40)
    for (attribute, length) in [(Attribute.width, 5.0), (.height, 5)] { try relate(held, attribute, plus: length) }
    try relate(held, .top, .equal, inner)
    #expect(names(try page.scene.ambiguities()) == ["container.left", "held.left"])
  }

  @Test("The constraints as they are now are looked at, whether or not a fitting size was asked for since")
  func pendingEdits() throws {
    for asksForSize in [false, true] {
      let (page, container, _, _) = try openContainer()
      try page.scene.layout()
      let pin = try relate(container, .left, .equal, page.root)
      if asksForSize { _ = page.root.systemLayoutSizeFitting(.zero) }
      #expect(try page.scene.ambiguities().isEmpty && !container.hasAmbiguousLayout)
      pin.deactivate()
      if asksForSize { _ = container.systemLayoutSizeFitting(.zero) }
      #expect(container.hasAmbiguousLayout)
      #expect(names(try page.scene.ambiguities()) == ["container.left"])
      if asksForSize { _ = container.systemLayoutSizeFitting(.zero) }
      #expect(names(try page.scene.ambiguities()) == ["container.left"])
    }
  }

  @Test("An error of the layout that the question took is thrown by the next one")
  func errorsAreKept() throws {
    let (page, container, _, _) = try openContainer()
    try page.scene.layout()
    page.scene.mode = .strict
    try relate(container, .width, plus: 90)
    #expect(!container.hasAmbiguousLayout)
    #expect(kind { try page.scene.layout() } == .unsatisfiable)
    #expect(container.hasAmbiguousLayout)
  }
}
