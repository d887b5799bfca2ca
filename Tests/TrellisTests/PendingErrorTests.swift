// Errors of setters that do not throw: told by the next layout as long as the value is wrong, and no longer.

import Testing

@testable import Trellis

@Suite("Errors that wait")
struct PendingErrorTests {
  /// A scene of one view and a stack, and a constraint.
  private struct World {
    let page: Page
    let view = View("view")
    let stack = StackView("stack")
    let arranged = View("arranged")
    let width: Constraint

    init() throws {
      stack.addArrangedSubview(arranged)
      page = try Page(100, 100, view, stack)
      width = try relate(view, .width, plus: 10)
    }
  }

  private struct Setter: CustomTestStringConvertible {
    let testDescription: String
    let bad: (World) -> Void
    let good: (World) throws -> Void

    init(_ name: String, bad: @escaping (World) -> Void, good: @escaping (World) throws -> Void) {
      (testDescription, self.bad, self.good) = (name, bad, good)
    }
  }

  private static var setters: [Setter] {
    let wide = EdgeInsets(all: .nan)
    return [
      Setter("layoutMargins", bad: { $0.view.layoutMargins = wide }, good: { $0.view.layoutMargins = .zero }),
      Setter(
        "layoutMargins, corrected by direction", bad: { $0.view.layoutMargins = wide },
        good: { $0.view.directionalLayoutMargins = EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4) }),
      Setter(
        "physicalLayoutMargins", bad: { $0.view.physicalLayoutMargins = PhysicalInsets(top: .infinity) },
        good: { try $0.view.setLayoutMargins(.zero) }),
      Setter(
        "additionalSafeAreaInsets", bad: { $0.view.additionalSafeAreaInsets = PhysicalInsets(top: -1) },
        good: { $0.view.additionalSafeAreaInsets = .zero }),
      Setter(
        "alignmentRectInsets", bad: { $0.view.alignmentRectInsets = wide },
        good: { $0.view.alignmentRectInsets = .zero }
      ),
      Setter(
        "firstBaselineOffsetFromTop", bad: { $0.view.firstBaselineOffsetFromTop = .nan },
        good: { $0.view.firstBaselineOffsetFromTop = 2 }),
      Setter(
        "lastBaselineOffsetFromBottom", bad: { $0.view.lastBaselineOffsetFromBottom = .nan },
        good: { try $0.view.setBaselines(first: 0, last: 1) }),
      Setter(
        "frame", bad: { $0.view.frame = Rect(x: 0, y: 0, width: -1, height: 0) },
        good: { $0.view.frame = Rect(x: 0, y: 0, width: 10, height: 0) }),
      Setter(
        "hugging", bad: { $0.view.setContentHuggingPriority(0, for: .vertical) },
        good: { $0.view.setContentHuggingPriority(1, for: .vertical) }),
      Setter(
        "compression", bad: { $0.view.setContentCompressionResistancePriority(2000, for: .horizontal) },
        good: { $0.view.setContentCompressionResistancePriority(750, for: .horizontal) }),
      Setter("spacing", bad: { $0.stack.spacing = .nan }, good: { $0.stack.spacing = 0 }),
      Setter("spacing, thrown", bad: { $0.stack.spacing = .nan }, good: { try $0.stack.setSpacing(4) }),
      Setter(
        "customSpacing", bad: { $0.stack.setCustomSpacing(.infinity, after: $0.arranged) },
        good: { $0.stack.setCustomSpacing(nil, after: $0.arranged) }),
      Setter("constant", bad: { $0.width.constant = .nan }, good: { $0.width.constant = 10 }),
      Setter("constant, thrown", bad: { $0.width.constant = .nan }, good: { try $0.width.setConstant(20) }),
      Setter("priority", bad: { $0.width.priority = 0 }, good: { $0.width.priority = 1000 }),
      Setter("multiplier", bad: { $0.width.multiplier = .nan }, good: { $0.width.multiplier = 1 }),
      Setter("weight", bad: { $0.width.weight = -1 }, good: { $0.width.weight = 1 }),
      Setter(
        "size", bad: { $0.page.scene.size = Size(width: -1, height: 0) },
        good: { $0.page.scene.size = Size(width: 100, height: 100) }),
      Setter(
        "safeAreaInsets", bad: { $0.page.scene.safeAreaInsets = PhysicalInsets(left: .nan) },
        good: { $0.page.scene.safeAreaInsets = .zero }),
      Setter("scale", bad: { $0.page.scene.scale = 0 }, good: { $0.page.scene.scale = nil }),
      Setter("readableWidth", bad: { $0.page.scene.readableWidth = -1 }, good: { $0.page.scene.readableWidth = 672 }),
      Setter("keyboardHeight", bad: { $0.page.scene.keyboardHeight = -1 }, good: { $0.page.scene.keyboardHeight = 0 }),
    ]
  }

  @Test("A value that is corrected before the layout is told no longer; one that is not, is", arguments: 0..<23)
  func corrected(index: Int) throws {
    let setter = Self.setters[index]
    let world = try World()
    setter.bad(world)
    setter.bad(world)
    #expect(world.page.scene.pendingErrors.count == 2, "\(setter.testDescription)")
    #expect(kind { try world.page.scene.layout() } != nil, "\(setter.testDescription)")
    setter.bad(world)
    // Of another object, and another property of the same.
    let other = try relate(world.arranged, .width, plus: 1)
    other.constant = .infinity
    world.view.intrinsicSize = Size(width: 3, height: 3)
    try setter.good(world)
    #expect(world.page.scene.pendingErrors.count == 1, "\(setter.testDescription)")
    other.constant = 1
    try world.page.scene.layout()
    #expect(world.width.lastError == nil)
  }

  @Test("Of two properties the one that is still wrong is told, and is the constraint's last error")
  func stillWrong() throws {
    let world = try World()
    world.width.constant = .nan
    world.width.priority = 2000
    world.width.priority = 500
    #expect(world.page.scene.pendingErrors.map(\.kind) == [.valueOutOfRange])
    #expect(world.width.lastError?.kind == .valueOutOfRange)
    #expect(kind { try world.page.scene.layout() } == .valueOutOfRange)
    world.width.constant = 30
    #expect(world.width.lastError == nil)
    try world.page.scene.layout()
  }

  @Test("An error finds its correction wherever the view has gone meanwhile")
  func elsewhere() throws {
    // Wrong outside, right inside.
    let first = try World()
    let (box, inner) = (View("box"), StackView("inner"))
    box.addSubview(inner)
    inner.spacing = .nan
    first.view.addSubview(box)
    #expect(first.page.scene.pendingErrors.count == 1)
    inner.spacing = 1
    #expect(first.page.scene.pendingErrors.isEmpty)
    // Wrong inside, right outside.
    inner.spacing = .nan
    box.removeFromSuperview()
    #expect(first.page.scene.pendingErrors.count == 1)
    inner.spacing = 2
    #expect(first.page.scene.pendingErrors.isEmpty)
    // Wrong in a scene that is gone.
    var second: World? = try World()
    let stack = try #require(second?.stack)
    let root = try #require(second?.page.root)
    stack.spacing = .nan
    second = nil
    #expect(root.pendingErrors.count == 1)
    stack.spacing = 3
    #expect(root.pendingErrors.isEmpty)
  }

  @Test("An activation that was given up, or done again after other edits, is told no longer")
  func activations() throws {
    let world = try World()
    let far = View("far")
    let lost = world.view.widthAnchor.constraint(equalTo: far.widthAnchor)
    lost.isActive = true
    lost.isActive = false
    #expect(world.page.scene.pendingErrors.isEmpty)
    lost.isActive = true
    lost.constant = 5
    #expect(world.page.scene.pendingErrors.map(\.kind) == [.noCommonAncestor])
    #expect(lost.lastError?.kind == .noCommonAncestor)
    world.view.addSubview(far)
    lost.isActive = true
    #expect(world.page.scene.pendingErrors.isEmpty && lost.lastError == nil)
    try world.page.scene.layout()
  }

  @Test("What is corrected within a block of changes does not fail it; what is not, does")
  func blocks() throws {
    let world = try World()
    try world.page.scene.animate(duration: 1) {
      world.stack.spacing = .nan
      world.stack.spacing = 2
    }
    #expect(world.stack.spacing == 2 && world.page.scene.pendingErrors.isEmpty)
    let error = kind {
      _ = try world.page.scene.animate(duration: 1) {
        world.stack.spacing = .nan
        world.width.constant = .nan
        world.width.constant = 3
      }
    }
    #expect(error == .valueOutOfRange && world.stack.spacing == 2 && world.width.constant == 10)
  }
}
