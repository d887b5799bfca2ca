// What views and handlers do to the scene while it is being laid out.

import Testing

@testable import Trellis

@Suite("Edits and questions on the way")
struct ReentranceTests {
  @Test("A height for a width may take the view out that it is asked of", arguments: [1, 2])
  func heightTakesViewOut(call: Int) throws {
    let page = try Page(100, 100)
    let view = View("text", intrinsicSize: Size(width: 40, height: 10))
    page.root.addSubview(view)
    try relate(view, .left, .equal, page.root)
    try relate(view, .width, plus: 20)
    var calls = 0
    view.heightForWidth = HeightForWidth { _ in
      calls += 1
      if calls == call { view.removeFromSuperview() }
      return Double(calls)
    }
    try page.scene.layout()
    #expect(view.superview == nil && view.node.engine == nil)
    let other = View("other")
    page.root.addSubview(other)
    try place(other, 1, 2, 3, 4)
    try page.scene.layout()
    #expect(other.frame.isClose(1, 2, 3, 4) && !page.scene.needsLayout)
  }

  /// Runs something once when it is laid out.
  private final class Asker: View {
    var question: (() throws -> Void)?
    override func layoutSubviews() throws(LayoutError) {
      guard let question else { return }
      self.question = nil
      do { try question() } catch let error as LayoutError { throw error } catch {}
    }
  }

  @Test("Questions about a view that came in within the layout are errors, and answered after it")
  func questionsWithinLayout() throws {
    let asker = Asker("asker")
    let page = try Page(100, 100, asker)
    try place(asker, 0, 0, 50, 50)
    let late = View("late")
    var kinds: [LayoutError.Kind?] = []
    asker.question = {
      asker.addSubview(late)
      try place(late, 1, 2, 3, 4)
      kinds.append(kind { _ = try page.scene.influences(on: late, .width) })
      kinds.append(kind { _ = try late.constraintsAffectingLayout(for: .horizontal) })
      kinds.append(kind { _ = try page.scene.loweredProgram() })
      kinds.append(
        kind { _ = try LayoutTemplate(page.scene, inputs: ["width": .width], frames: [late]) })
      _ = try? page.scene.ambiguities()
    }
    try page.scene.layout()
    #expect(kinds == [.noAnswer, .noAnswer, .noAnswer, .noAnswer])
    #expect(late.frame.isClose(1, 2, 3, 4))
    #expect(try page.scene.influences(on: late, .width).count == 1)
  }

  /// Runs something when it is asked for its size.
  private final class Sized: View {
    var question: (() -> Void)?
    override var intrinsicContentSize: Size {
      question?()
      return Size(width: 4, height: 4)
    }
  }

  @Test("A view may leave, or lay out, while its fitting size is asked for")
  func leavesWhileFitted() throws {
    let view = Sized("leaver")
    let page = try Page(100, 100, view)
    try relate(view, .left, .equal, page.root)
    view.question = { view.removeFromSuperview() }
    #expect(kind { _ = try view.fittingSize(.zero) } == .noAnswer)
    view.question = { _ = try? page.scene.layout() }
    page.root.addSubview(view)
    #expect(view.systemLayoutSizeFitting(.zero) == Size(width: 4, height: 4))
  }

  @Test("A handler that takes the conflict down itself leaves none behind")
  func handlerEdits() throws {
    let view = View("view")
    let page = try Page(100, 100, view)
    try relate(view, .left, .equal, page.root)
    let first = try relate(view, .width, plus: 10)
    let second = try relate(view, .width, plus: 20)
    page.scene.conflictHandler = { _ in
      Constraint.deactivate([first, second])
      return nil
    }
    let report = try page.scene.layout()
    #expect(report.conflicts.isEmpty && page.scene.brokenConstraints.isEmpty)
    try second.activate()
    #expect(try page.scene.layout().conflicts.isEmpty)
    #expect(isClose(view.frame.width, 20) && !second.isBroken)
  }

  @Test("A handler that takes the view out leaves no conflict behind")
  func handlerRemovesView() throws {
    let view = View("view")
    let page = try Page(100, 100, view)
    try relate(view, .width, plus: 10)
    try relate(view, .width, plus: 20)
    page.scene.conflictHandler = { _ in
      view.removeFromSuperview()
      return nil
    }
    #expect(try page.scene.layout().conflicts.isEmpty && page.scene.brokenConstraints.isEmpty)
  }

  @Test("A handler that edits for ever is asked no more, and one of the conflict is broken")
  func handlerNeverEnds() throws {
    let view = View("view")
    let page = try Page(100, 100, view)
    let first = try relate(view, .width, plus: 10)
    let second = try relate(view, .width, plus: 20)
    var calls = 0
    page.scene.conflictHandler = { _ in
      calls += 1
      first.constant += 30
      return nil
    }
    #expect(try page.scene.layout().conflicts.count == 1)
    #expect(calls == 64 && page.scene.brokenConstraints.first === second)
  }

  @Test("Weights that the solver would refuse are refused where they are set")
  func weights() throws {
    let constraint = try relate(View(), .width, plus: 1, at: 500)
    for weight in [0, -1, 1e-8, .leastNonzeroMagnitude, 2e8, .nan] {
      #expect(kind { try constraint.setWeight(weight) } == .valueOutOfRange)
    }
    try constraint.setWeight(1e-7)
  }

  @Test("Numbers beyond reason: moments of an animation, columns of a placeholder, a template without inputs")
  func beyondReason() throws {
    let view = View("v")
    let page = try Page(20, 10, view)
    try place(view, 0, 0, 20, 10)
    let animation = try page.scene.animate(duration: 1) { try page.scene.setSize(Size(width: 30, height: 10)) }
    #expect(animation.times(perSecond: 1e300).count <= 1_000_001)
    #expect(!view.placeholder(columns: .max).isEmpty)
    #expect(kind { _ = try LayoutTemplate(page.scene, inputs: [:], frames: [view]) } == .templateInput)
  }
}
