// Texts that changed over the years or between the frameworks (semantics 2.3, 2.5, 2.9), and what Apple-strict mode
// refuses.

import Testing

@testable import Trellis

private final class Button: View {
  override var className: String { "UIButton" }
  override var descriptionTitle: String? { "OK" }
}

/// The error that the body throws.
private func layoutError(_ body: () throws -> Void) -> LayoutError? {
  do {
    try body()
    return nil
  } catch {
    return error as? LayoutError
  }
}

@Suite("Texts: logs and their variants")
struct LogTests {
  private static let list = """
    (
        "<NSLayoutConstraint:0x… H:[a(100)]   (Names: a:0x… )>",
        "<NSLayoutConstraint:0x… H:[a(200)]   (Names: a:0x… )>"
    )

    Will attempt to recover by breaking constraint \("")
    <NSLayoutConstraint:0x… H:[a(200)]   (Names: a:0x… )>


    """

  @Test("C05 C12 the log of AppKit")
  func appKit() throws {
    let view = View("a")
    let page = try Page(320, 568, view)
    page.scene.conflictStyle = .appKit
    var logged: [String] = []
    page.scene.log = { logged.append($0) }
    try relate(view, .width, plus: 100)
    try relate(view, .width, plus: 200)
    let report = try page.scene.layout()
    let expected =
      "Unable to simultaneously satisfy constraints:\n" + Self.list
      + "Set the NSUserDefault NSConstraintBasedLayoutVisualizeMutuallyExclusiveConstraints to YES to have "
      + "-[NSWindow visualizeConstraints:] automatically called when this happens.  And/or, set a symbolic breakpoint on "
      + "LAYOUT_CONSTRAINTS_NOT_SATISFIABLE to catch this in the debugger."
    #expect(report.conflicts.map(\.message).map(masked) == [expected])
    #expect(logged.map(masked) == [expected])
  }

  @Test("C05 C06 C12 the log of UIKit, classic and modern, and in strict mode")
  func uiKit() throws {
    for style in DescriptionStyle.allCases {
      let view = View("a")
      let page = try Page(320, 568, view)
      page.scene.descriptionStyle = style
      page.scene.mode = .strict
      try relate(view, .width, plus: 100)
      try relate(view, .width, plus: 200)
      let message = try #require(text { try page.scene.layout() })
      var list = Self.list
      if style == .modern {
        for width in ["100", "200"] {
          list.replace("H:[a(\(width))]   (Names: a:0x… )", with: "a.width == \(width)   (active, names: a:0x… )")
        }
      }
      let expected = """
        Unable to simultaneously satisfy constraints.
        \tProbably at least one of the constraints in the following list is one you don't want. \("")
        \tTry this: \("")
        \t\t(1) look at each constraint and try to figure out which you don't expect; \("")
        \t\t(2) find the code that added the unwanted constraint or constraints and fix it. \("")
        \(list)Make a symbolic breakpoint at UIViewAlertForUnsatisfiableConstraints to catch this in the debugger.
        The methods in the UIConstraintBasedLayoutDebugging category on UIView listed in <UIKitCore/UIView.h> may also \
        be helpful.
        """
      #expect(masked(message) == expected)
    }
  }

  @Test("A conflict in short: what each says, where it was made, which one is broken")
  func inShort() throws {
    let view = View("a")
    let page = try Page(320, 568, view)
    try view.pinEdges([.left, .right], fileID: "App/Page.swift", line: 7)
    let width = Constraint(
      item: view, attribute: .width, constant: 50, fileID: "App/Page.swift", line: 9)
    width.label = "Login.swift:12"
    try width.activate()
    let report = try page.scene.layout()
    #expect(
      report.conflicts.map(\.description) == [
        """
        These constraints can't all hold:
          H:|-(0)-[a](LTR)  App/Page.swift:7
          a.right == root.right  App/Page.swift:7
          H:[a(50)]  Login.swift:12  <- broken
          H:[root(320)]  (UIView-Encapsulated-Layout-Width)
        Remove one of them, or give one a priority below 1000.
        """
      ])
  }

  @Test("Texts of exceptions that changed")
  func variants() throws {
    func error(_ body: () throws -> Void) throws -> LayoutError {
      let found = layoutError(body)
      return try #require(found)
    }
    let missing = try error { _ = try Constraint(item: nil, attribute: .width).sound() }
    #expect(
      missing.text(.classic)
        == "*** +[NSLayoutConstraint constraintWithItem:attribute:relatedBy:toItem:attribute:multiplier:constant:]: "
        + "Constraint must contain a first layout item")
    #expect(missing.text(.modern) == "NSLayoutConstraint for (null): Constraint must contain a first layout item")
    let location = try error { _ = try Constraint(item: View("a"), attribute: .left, constant: 5).sound() }
    #expect(
      location.text(.classic)
        == "A constraint cannot be made that sets a location equal to a constant. Location attributes must be specified "
        + "in pairs")
    #expect(
      masked(location.text(.modern))
        == "NSLayoutConstraint for <UIView: 0x…; name = a; frame = (0 0; 0 0)>: A multiplier of 0 or a nil second item "
        + "together with a location for the first attribute creates an illegal constraint of a location equal to a "
        + "constant. Location attributes must be specified in pairs.")
    let priority = try error { _ = try Constraint(item: View(), attribute: .width, constant: 5, priority: 0).sound() }
    #expect(priority.text(.classic) == priority.text && priority.text(.modern) == priority.text)
  }

  @Test("The log before a constraint of another subtree is refused")
  func unpreparedHierarchy() throws {
    let (root, box, inner, stranger) = (View("root"), View("box"), View("inner"), View("stranger"))
    root.addSubviews([box, stranger])
    box.addSubview(inner)
    let constraint = Constraint(item: inner, attribute: .top, toItem: stranger, attribute: .top)
    let error = try #require(
      layoutError {
        box.addConstraint(constraint)
        try box.throwPendingErrors()
      })
    let description = "<NSLayoutConstraint:0x… inner.top == stranger.top   (Names: inner:0x…, stranger:0x… )>"
    let frame = "frame = (0 0; 0 0)>"
    #expect(
      error.log.map(masked) == """
        The view hierarchy is not prepared for the constraint: \(description)
        \tWhen added to a view, the constraint's items must be descendants of that view (or the view itself). This will \
        crash if the constraint needs to be resolved before the view hierarchy is assembled. Break on \
        -[UIView _viewHierarchyUnpreparedForConstraint:] to debug.
        View hierarchy unprepared for constraint.
        \tConstraint: \(description)
        \tContainer hierarchy: \("")
        <UIView: 0x…; name = box; \(frame)
           | <UIView: 0x…; name = inner; \(frame)
        \tView not found in container hierarchy: <UIView: 0x…; name = stranger; \(frame)
        \tThat view's superview: <UIView: 0x…; name = root; \(frame)
        """)
    #expect(error.text.hasPrefix("Unable to install constraint on view.  Does the constraint reference something"))
    #expect(try #require(layoutError { try constraint.setMultiplier(.nan) }).log == nil)
  }

  @Test("The hierarchy in a log is cut short, however deep the tree")
  func deepHierarchy() throws {
    let root = View("root")
    var view = root
    for _ in 0..<5000 {
      let next = View()
      view.addSubview(next)
      view = next
    }
    let stranger = View("stranger")
    let constraint = Constraint(item: root, attribute: .top, toItem: stranger, attribute: .top)
    let error = try #require(
      layoutError {
        root.addConstraint(constraint)
        try root.throwPendingErrors()
      })
    #expect((error.log ?? "").utf8.count < 30_000)
    #expect(error.log?.contains("That view's superview: NO SUPERVIEW") == true)
  }

  @Test("2.9 the title of a label or button follows its address")
  func titles() throws {
    let button = Button()
    let page = try Page(100, 100, button)
    let height = button.heightAnchor.constraint(equalToConstant: 20)
    #expect(masked(height.description(.classic)) == "<NSLayoutConstraint:0x… V:[UIButton:0x…'OK'(20)]>")
    #expect(
      masked(height.description(.modern)) == "<NSLayoutConstraint:0x… UIButton:0x…'OK'.height == 20   (inactive)>")
    #expect(body(button.topAnchor.constraint(equalTo: page.root.topAnchor)) == "V:|-(0)-[UIButton:0x…'OK']")
  }

  @Test("2.9 the forms of descriptions: spacing, general, size")
  func forms() throws {
    let page = try FormatPage("a", "b")
    let forms: [(String, String, String)] = [
      ("|-50-[a]", "H:|-(50)-[a]", "H:|-(50)-[a]"),
      ("[a]-(>=8@750)-[b]", "H:[a]-(>=8@750)-[b]", "H:[a]-(>=8@750)-[b]"),
      ("V:[a]-[b]", "V:[a]-(NSSpace(8))-[b]", "V:[a]-(NSSpace(8))-[b]"),
      ("[a(120)]", "H:[a(120)]", "a.width == 120"), ("V:[a(<=5@20)]", "V:[a(<=5@20)]", "a.height <= 5 priority:20"),
      ("[a(>=b@9)]", "a.width >= b.width priority:9", "a.width >= b.width priority:9"),
    ]
    for (format, classic, modern) in forms {
      let constraint = try page.make(format)[0]
      #expect(masked(constraint.description(.classic)).contains(" \(classic)   (Names: "))
      #expect(masked(constraint.description(.modern)).contains(" \(modern)   (inactive, names: "))
    }
  }
}
