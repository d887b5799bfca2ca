// Rows C01 to C07 and C10 to C13 of the acceptance table: priorities and conflicts, with their texts.

import Testing

@testable import Trellis

private final class AwesomeView: View {}

@Suite("C: priority and conflict")
struct ConflictTests {
  @Test("C01 the named priorities, floats, required by default")
  func c01Constants() throws {
    #expect(Priority.required.rawValue == 1000 && Priority.defaultHigh.rawValue == 750)
    #expect(Priority.defaultLow.rawValue == 250 && Priority.fittingSizeLevel.rawValue == 50)
    #expect(Priority.dragThatCanResizeWindow.rawValue == 510 && Priority.windowSizeStayPut.rawValue == 500)
    #expect(Priority.dragThatCannotResizeWindow.rawValue == 490)
    #expect(Constraint(item: View(), attribute: .width, constant: 1).priority == .required)
    #expect(Priority.required - 0.5 == 999.5 && Priority.defaultLow + 1 == 251 && Priority(3) < 4)
  }

  @Test("C02 0 < p ≤ 1000", arguments: [0, -1, 1000.5, 1001, Float.nan, Float.infinity])
  func c02Range(raw: Float) throws {
    let view = View()
    let priority = Priority(raw)
    #expect(
      kind { _ = try Constraint(item: view, attribute: .width, constant: 1, priority: priority).sound() }
        == .priorityOutOfRange
    )
    let constraint = Constraint(item: view, attribute: .width, constant: 1, priority: 0.001)
    #expect(kind { try constraint.setPriority(priority) } == .priorityOutOfRange)
    #expect(kind(in: view) { view.setContentHuggingPriority(priority, for: .horizontal) } == .priorityOutOfRange)
    #expect(
      kind(in: view) { view.setContentCompressionResistancePriority(priority, for: .vertical) } == .priorityOutOfRange)
    constraint.priority = priority
    #expect(constraint.priority == 0.001 && constraint.lastError?.kind == .priorityOutOfRange)
    #expect(view.contentHuggingPriority(for: .horizontal) == 250)
  }

  @Test("C03 optional is not all or nothing: the error is as small as can be")
  func c03Residual() throws {
    let view = View()
    let page = try Page(100, 100, view)
    try relate(view, .width, .lessThanOrEqual, plus: 60)
    let wish = try relate(view, .width, plus: 100, at: 500)
    let report = try page.scene.layout()
    #expect(isClose(view.frame.width, 60))
    #expect(isClose(try #require(wish.residual), -40))
    #expect(!wish.isEffective)
    #expect(report.levels.first { $0.priority == 500 }.map { isClose($0.error, 40) } == true)
  }

  @Test("C04 a higher priority is met before any number of lower ones")
  func c04Lexicographic() throws {
    let view = View()
    let page = try Page(100, 100, view)
    try relate(view, .left, .equal, page.root, plus: 0, at: 750)
    for _ in 0..<40 { try relate(view, .left, .equal, page.root, plus: 100, at: 749.5) }
    try page.scene.layout()
    #expect(isClose(view.frame.minX, 0))
  }

  @Test("C04 equal priorities settle on the median")
  func c04Median() throws {
    let view = View()
    let page = try Page(1000, 100, view)
    for constant in [10.0, 500, 40] { try relate(view, .left, .equal, page.root, plus: constant, at: 600) }
    try page.scene.layout()
    #expect(isClose(view.frame.minX, 40))
  }

  @Test("C05 C06 both constraints of a conflict are listed, one is broken, the layout continues")
  func c05Conflict() throws {
    let view = View()
    let root = View()
    root.addSubview(view)
    let scene = try Scene(root: root, size: Size(width: 320, height: 568))
    var logged: [String] = []
    scene.log = { logged.append($0) }
    let first = try relate(view, .leading, .equal, root, plus: 50)
    let second = try relate(view, .leading, .equal, root, plus: 0)
    try relate(view, .width, plus: 30)
    let report = try scene.layout()
    let conflict = try #require(report.conflicts.first)
    #expect(report.conflicts.count == 1 && conflict.isNew)
    #expect(conflict.constraints.map(ObjectIdentifier.init) == [first, second].map(ObjectIdentifier.init))
    #expect(conflict.broken === second && second.isActive && second.isBroken && !first.isBroken)
    #expect(view.frame.isClose(50, 0, 30, 0))
    #expect(logged == [conflict.message])
    let pattern = "<NSLayoutConstraint:0x… H:|-(50)-[UIView:0x…]   (Names: '|':UIView:0x… )>"
    #expect(masked(first.description) == pattern)
    #expect(masked(second.description) == pattern.replacing("50", with: "0"))
    #expect(try scene.layout().conflicts.first?.isNew == false)
    #expect(logged.count == 1)
  }

  @Test("C05 the whole text of the log")
  func c05LogText() throws {
    let view = View("box")
    let page = try Page(320, 568, view)
    try relate(view, .leading, .equal, page.root, plus: 50)
    try relate(view, .leading, .equal, page.root, plus: 0)
    let message = try #require(try page.scene.layout().conflicts.first?.message)
    let expected = [
      "Unable to simultaneously satisfy constraints.",
      "\tProbably at least one of the constraints in the following list is one you don't want. ",
      "\tTry this: ",
      "\t\t(1) look at each constraint and try to figure out which you don't expect; ",
      "\t\t(2) find the code that added the unwanted constraint or constraints and fix it. ",
      "(",
      "    \"<NSLayoutConstraint:0x… H:|-(50)-[box]   (Names: box:0x…, root:0x…, '|':root:0x… )>\",",
      "    \"<NSLayoutConstraint:0x… H:|-(0)-[box]   (Names: box:0x…, root:0x…, '|':root:0x… )>\"",
      ")",
      "",
      "Will attempt to recover by breaking constraint ",
      "<NSLayoutConstraint:0x… H:|-(0)-[box]   (Names: box:0x…, root:0x…, '|':root:0x… )>",
      "",
      "Make a symbolic breakpoint at UIViewAlertForUnsatisfiableConstraints to catch this in the debugger.",
      "The methods in the UIConstraintBasedLayoutDebugging category on UIView listed in <UIKitCore/UIView.h> may also "
        + "be helpful.",
    ]
    #expect(masked(message).split(separator: "\n", omittingEmptySubsequences: false).map(String.init) == expected)
  }

  @Test("C07 lowering one of the two resolves the conflict")
  func c07Lowered() throws {
    let view = View()
    let page = try Page(320, 568, view)
    let left = try relate(view, .leading, .equal, page.root, plus: 50)
    let margin = try relate(view, .leading, .equal, page.root, plus: 0)
    #expect(try page.scene.layout().conflicts.count == 1)
    left.priority = 750
    let report = try page.scene.layout()
    #expect(report.conflicts.isEmpty && !margin.isBroken && isClose(view.frame.minX, 0))
    #expect(isClose(try #require(left.residual), -50))
    #expect(report.levels.map(\.priority) == [750] && isClose(report.levels[0].error, 50))
  }

  @Test("C08 C09 from and to required: in place by default, refused in Apple-strict mode")
  func c09RequiredChange() throws {
    let view = View()
    let page = try Page(320, 568, view)
    let width = try relate(view, .width, plus: 10, at: 250)
    try page.scene.layout()
    try width.setPriority(.required)
    try page.scene.layout()
    #expect(page.scene.engine.session.statistics == PassStatistics(prioritiesSet: 1))
    try width.setPriority(250)
    page.scene.appleStrict = true
    #expect(
      text { try width.setPriority(.required) }
        == "Mutating a priority from required to not on an installed constraint (or vice-versa) is not supported.  "
        + "You passed priority 1000 and the existing priority was 250.")
    try width.setPriority(251)
    width.deactivate()
    try width.setPriority(.required)
  }

  @Test("C10 swapping two optional priorities in place")
  func c10Swap() throws {
    let view = View()
    let page = try Page(320, 568, view)
    let centre = try relate(view, .centerY, .equal, page.root, at: 750)
    let upper = try relate(view, .centerY, .equal, page.root, times: 0.6, at: 250)
    try page.scene.layout()
    #expect(isClose(view.frame.midY, 284))
    centre.priority = 250
    upper.priority = 750
    try page.scene.layout()
    #expect(isClose(view.frame.midY, 170.4))
    #expect(page.scene.engine.session.statistics == PassStatistics(prioritiesSet: 2))
  }

  @Test("C11 two centres, both required, conflict; one at 250 does not")
  func c11TwoCentres() throws {
    let view = View()
    let page = try Page(320, 568, view)
    try relate(view, .centerY, .equal, page.root)
    let upper = try relate(view, .centerY, .equal, page.root, times: 0.6)
    #expect(try page.scene.layout().conflicts.first?.broken === upper)
    upper.priority = 250
    #expect(try page.scene.layout().conflicts.isEmpty)
    #expect(isClose(view.frame.midY, 284))
  }

  @Test("C12 the most recent one, the superview's, is broken", arguments: [false, true])
  func c12MostRecent(isSceneFirst: Bool) throws {
    let view = AwesomeView()
    let root = View()
    root.addSubview(view)
    var scene = isSceneFirst ? try Scene(root: root, size: Size(width: 320, height: 568)) : nil
    view.addConstraint(Constraint(item: view, attribute: .width, constant: 100))
    let second = Constraint(item: view, attribute: .width, constant: 200)
    root.addConstraint(second)
    if scene == nil { scene = try Scene(root: root, size: Size(width: 320, height: 568)) }
    let conflict = try #require(try scene?.layout().conflicts.first)
    #expect(
      conflict.constraints.map { masked($0.description) } == [
        "<NSLayoutConstraint:0x… H:[AwesomeView:0x…(100)]>", "<NSLayoutConstraint:0x… H:[AwesomeView:0x…(200)]>",
      ])
    #expect(conflict.broken === second)
    #expect(conflict.message.hasPrefix("Unable to simultaneously satisfy constraints.\n"))
    #expect(
      masked(conflict.message).contains(
        "Will attempt to recover by breaking constraint \n<NSLayoutConstraint:0x… H:[AwesomeView:0x…(200)]>\n"))
    #expect(isClose(view.frame.width, 100))
  }

  @Test("C13 its own width at 800 yields to the superview's at 1000")
  func c13OwnWidth() throws {
    let view = AwesomeView()
    let page = try Page(320, 568, view)
    try relate(view, .width, plus: 100, at: 800)
    page.root.addConstraint(Constraint(item: view, attribute: .width, constant: 200))
    #expect(try page.scene.layout().conflicts.isEmpty)
    #expect(isClose(view.frame.width, 200))
  }
}
