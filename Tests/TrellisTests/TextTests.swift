// Texts of errors (semantics 2.3), descriptions (semantics 2.9) and numbers.

import Testing

@testable import Trellis

@Suite("Texts")
struct TextTests {
  private let a = View("a")
  private let b = View("b")

  private func make(
    _ first: (any LayoutItem)?, _ attribute: Attribute, _ second: (any LayoutItem)? = nil,
    _ other: Attribute = .notAnAttribute, times multiplier: Double = 1, plus constant: Double = 0
  ) throws {
    _ = try Constraint(
      item: first, attribute: attribute, toItem: second, attribute: other, multiplier: multiplier, constant: constant
    ).sound()
  }

  private let prefix = "NSLayoutConstraint for <UIView: 0x…; name = a; frame = (0 0; 0 0)>: "
  private let location =
    "A multiplier of 0 or a nil second item together with a location for the first attribute creates an illegal "
    + "constraint of a location equal to a constant. Location attributes must be specified in pairs."

  @Test("No first item")
  func noFirstItem() {
    #expect(
      text { try make(nil, .width) }
        == "*** +[NSLayoutConstraint constraintWithItem:attribute:relatedBy:toItem:attribute:multiplier:constant:]: "
        + "Constraint must contain a first layout item")
    #expect(kind { try make(nil, .width) } == .missingItem)
  }

  @Test("A location equal to a constant")
  func locationEqualToConstant() {
    for body in [{ try make(a, .left) }, { try make(a, .top, b, .top, times: 0) }, { try make(a, .centerX, plus: 5) }] {
      #expect(kind(of: body) == .locationEqualToConstant)
      #expect(text(of: body).map(masked) == prefix + location)
    }
  }

  @Test("A size with a position, horizontal with vertical, nothing with something")
  func invalidPairing() {
    let pairs: [(Attribute, Attribute)] = [
      (.width, .left), (.top, .height), (.left, .top), (.centerY, .centerX), (.leadingMargin, .topMargin),
      (.width, .notAnAttribute), (.left, .notAnAttribute), (.firstBaseline, .right),
    ]
    for (one, other) in pairs {
      #expect(kind { try make(a, one, b, other) } == .invalidPairing, "\(one) \(other)")
      #expect(text { try make(a, one, b, other) }.map(masked) == prefix + "Invalid pairing of layout attributes")
    }
    #expect(kind { try make(a, .width, b, .height) } == nil)
    #expect(kind { try make(a, .width, b, .height, times: 0) } == nil)
  }

  @Test("leading with left")
  func mixedDirections() {
    let horizontal: [Attribute] = [
      .left, .right, .leading, .trailing, .centerX, .leftMargin, .rightMargin, .leadingMargin, .trailingMargin,
      .centerXWithinMargins,
    ]
    for one in horizontal {
      for other in horizontal {
        let isMixed =
          (one.isDirectional && other.isAbsoluteHorizontalEdge) || (other.isDirectional && one.isAbsoluteHorizontalEdge)
        #expect(kind { try make(a, one, b, other) } == (isMixed ? .mixedDirections : nil), "\(one) \(other)")
      }
    }
    #expect(
      text { try make(a, .leading, b, .right) }.map(masked)
        == prefix + "A constraint cannot be made between a leading/trailing attribute and a right/left attribute. "
        + "Use leading/trailing for both or neither.")
  }

  @Test("No attribute")
  func unknownAttribute() {
    #expect(text { try make(a, .notAnAttribute) }.map(masked) == prefix + "Unknown layout attribute")
  }

  @Test("Numbers that are none, or too large")
  func numbers() throws {
    #expect(
      text { try make(a, .width, plus: .nan) }.map(masked)
        == "NSLayoutConstraint constant is not finite!  That's illegal.  constant:nan "
        + "firstAnchor:<NSLayoutDimension:0x… \"a.width\"> secondAnchor:(null)")
    #expect(
      text { try make(a, .left, b, .right, plus: -.infinity) }.map(masked)
        == "NSLayoutConstraint constant is not finite!  That's illegal.  constant:-inf "
        + "firstAnchor:<NSLayoutXAxisAnchor:0x… \"a.left\"> secondAnchor:<NSLayoutXAxisAnchor:0x… \"b.right\">")
    #expect(
      text { try make(a, .top, b, .top, times: .infinity) }
        == "Multiplier is not finite!  That's illegal.  multiplier:inf")
    #expect(kind { try make(a, .width, plus: 1.1e8) } == .valueOutOfRange)
    #expect(kind { try make(a, .width, b, .width, times: 1e-7) } == .multiplierOutOfRange)
    #expect(kind { try make(a, .width, b, .width, times: -1e7) } == .multiplierOutOfRange)
    let constraint = Constraint(item: a, attribute: .left, toItem: b, attribute: .left)
    #expect(kind { try constraint.setConstant(.nan) } == .valueOutOfRange)
    #expect(kind { try constraint.setMultiplier(.nan) } == .multiplierOutOfRange)
    #expect(kind { try constraint.setMultiplier(0) } == .locationEqualToConstant)
    constraint.constant = .infinity
    #expect(constraint.constant == 0 && constraint.multiplier == 1 && constraint.lastError?.kind == .valueOutOfRange)
  }

  @Test("C02 a priority outside the range")
  func priority() throws {
    let constraint = Constraint(item: a, attribute: .width, constant: 1)
    #expect(
      text { try constraint.setPriority(1001) }
        == "It's illegal to set priority:1001.  Priorities must be greater than 0 and less or equal to "
        + "NSLayoutPriorityRequired, which is 1000.000000.")
  }

  @Test("B06 B07 no common ancestor, and the wrong owner")
  func ancestors() throws {
    let constraint = Constraint(item: a, attribute: .height, toItem: b, attribute: .height)
    #expect(
      text { try constraint.activate() }.map(masked)
        == "Unable to activate constraint with anchors <NSLayoutDimension:0x… \"a.height\"> and "
        + "<NSLayoutDimension:0x… \"b.height\"> because they have no common ancestor.  "
        + "Does the constraint or its anchors reference items in different view hierarchies?  That's illegal.")
    let root = View("root")
    root.addSubviews([a, b])
    #expect(
      text {
        a.addConstraint(constraint)
        try a.throwPendingErrors()
      }.map(masked)
        == "Unable to install constraint on view.  Does the constraint reference something from outside the subtree of "
        + "the view?  That's illegal. constraint:<NSLayoutConstraint:0x… "
        + "a.height == b.height   (Names: a:0x…, b:0x… )> "
        + "view:<UIView: 0x…; name = a; frame = (0 0; 0 0)>")
  }

  @Test("An error says where the constraint was made, and how it is called")
  func origin() throws {
    let constraint = Constraint(item: a, attribute: .height, toItem: b, attribute: .height)
    let line = UInt(#line) - 1
    constraint.label = "rows"
    do {
      try constraint.activate()
      Issue.record("activated")
    } catch {
      #expect(error.location == "TrellisTests/TextTests.swift:\(line)")
      #expect(error.label == "rows" && error.constraint == constraint.description)
      #expect(error.description.hasSuffix("(rows, TrellisTests/TextTests.swift:\(line))"))
    }
    #expect(constraint.debugDescription.hasSuffix("rows @TrellisTests/TextTests.swift:\(line)"))
  }

  /// What is made, and its body in both styles.
  private static let bodies: [(Attribute, Relation, Bool, Attribute, Double, Double, Float, String, String)] = [
    (.leading, .equal, true, .trailing, 1, 8, 1000, "H:[b]-(8)-[a]", "H:[b]-(8)-[a]"),
    (.trailing, .equal, true, .leading, 1, -8, 1000, "a.trailing == b.leading - 8", "same"),
    (.trailing, .lessThanOrEqual, true, .leading, 1, -8, 750, "a.trailing <= b.leading - 8 priority:750", "same"),
    (.left, .greaterThanOrEqual, true, .right, 1, 8.5, 1000, "H:[b]-(>=8.5)-[a](LTR)", "H:[b]-(>=8.5)-[a](LTR)"),
    (.top, .equal, true, .bottom, 1, 0, 999.5, "V:[b]-(0@999.5)-[a]", "V:[b]-(0@999.5)-[a]"),
    (.leading, .equal, true, .leading, 1, 4, 1000, "a.leading == b.leading + 4", "a.leading == b.leading + 4"),
    (.width, .equal, true, .width, 0.5, 10, 750, "a.width == 0.5*b.width + 10 priority:750", "same"),
    (.width, .equal, true, .height, 4.0 / 7, 0, 999, "a.width == 0.571429*b.height priority:999", "same"),
    (.centerX, .lessThanOrEqual, true, .centerX, -1, -5, 1000, "a.centerX <= -b.centerX - 5", "same"),
    (.width, .equal, false, .notAnAttribute, 1, 120, 1000, "H:[a(120)]", "a.width == 120"),
    (
      .height, .greaterThanOrEqual, false, .notAnAttribute, 1, 44, 250, "V:[a(>=44@250)]", "a.height >= 44 priority:250"
    ),
    (.firstBaseline, .equal, true, .lastBaseline, 1, 0, 1000, "a.firstBaseline == b.lastBaseline", "same"),
  ]

  @Test("The grammar of descriptions", arguments: bodies.indices)
  func descriptions(index: Int) throws {
    let (first, relation, hasSecond, second, multiplier, constant, priority, classic, modern) = Self.bodies[index]
    let root = View()
    root.addSubviews([a, b])
    let constraint = Constraint(
      item: a, attribute: first, relatedBy: relation, toItem: hasSecond ? b : nil, attribute: second,
      multiplier: multiplier, constant: constant, priority: Priority(priority))
    let names = hasSecond ? classic.contains("[b]-") ? "b:0x…, a:0x…" : "a:0x…, b:0x…" : "a:0x…"
    #expect(masked(constraint.description) == "<NSLayoutConstraint:0x… \(classic)   (Names: \(names) )>")
    let body = modern == "same" ? classic : modern
    #expect(
      masked(constraint.description(.modern)) == "<NSLayoutConstraint:0x… \(body)   (inactive, names: \(names) )>")
    constraint.identifier = "rows"
    try constraint.activate()
    #expect(
      masked(constraint.description(.modern)) == "<NSLayoutConstraint:0x… 'rows' \(body)   (active, names: \(names) )>")
  }

  @Test("The superview is a bar where the space is told in its direction, else one side of an equation")
  func bars() throws {
    let root = View()
    let child = View()
    root.addSubview(child)
    func body(_ constraint: Constraint) -> String { masked(constraint.description(.modern)) }
    let bar = "(inactive, names: '|':UIView:0x… )>"
    let leading = Constraint(item: child, attribute: .leading, toItem: root, attribute: .leading, constant: 20)
    #expect(body(leading) == "<NSLayoutConstraint:0x… H:|-(20)-[UIView:0x…]   \(bar)")
    let trailing = Constraint(item: child, attribute: .right, toItem: root, attribute: .right, constant: -20)
    #expect(body(trailing) == "<NSLayoutConstraint:0x… UIView:0x….right == UIView:0x….right - 20   (inactive)>")
    let reversed = Constraint(
      item: root, attribute: .bottom, relatedBy: .greaterThanOrEqual, toItem: child, attribute: .bottom, constant: 6)
    #expect(body(reversed) == "<NSLayoutConstraint:0x… V:[UIView:0x…]-(>=6)-|   \(bar)")
    let above = Constraint(item: root, attribute: .top, toItem: child, attribute: .top, constant: -6)
    #expect(body(above) == "<NSLayoutConstraint:0x… UIView:0x….top == UIView:0x….top - 6   (inactive)>")
    let far = Constraint(item: root, attribute: .right, toItem: child, attribute: .right, constant: 20)
    #expect(body(far) == "<NSLayoutConstraint:0x… H:[UIView:0x…]-(20)-|(LTR)   \(bar)")
  }

  @Test(
    "A superview that has a name and stands as a bar is listed by the name, too", arguments: DescriptionStyle.allCases)
  func namedBar(style: DescriptionStyle) throws {
    let page = try Page(100, 100, a)
    let names = "a:0x…, root:0x…, '|':root:0x… )>"
    let leading = try relate(a, .leading, .equal, page.root, plus: 20)
    #expect(masked(leading.description(style)).hasSuffix(names))
    let mask = View("b")
    page.root.addSubview(mask)
    try mask.holdFrame(
      Rect(x: 5, y: 6, width: 10, height: 10), resizing: [.flexibleRightMargin, .flexibleHeight],
      in: Size(width: 100, height: 100))
    try page.scene.layout()
    let texts = mask.superview?.constraints.filter(\.isAutoresizing).map { masked($0.description(style)) } ?? []
    let edges = texts.filter { $0.contains("minX") || $0.contains("minY") }
    #expect(edges.count == 2 && edges.allSatisfy { $0.hasSuffix("b:0x…, root:0x…, '|':root:0x… )>") }, "\(texts)")
  }

  @Test("In the modern style a guide stands in the text with its identifier, in the classic style as a name")
  func guideNames() throws {
    let page = try Page(100, 100, a)
    let guide = LayoutGuide("gap")
    page.root.addLayoutGuide(guide)
    let below = try relate(guide, .top, .equal, a, .bottom, plus: 3)
    let tall = try relate(guide, .height, plus: 4)
    #expect(
      masked(below.description(.modern))
        == "<NSLayoutConstraint:0x… V:[a]-(3)-[UILayoutGuide:0x…'gap']   (active, names: a:0x… )>")
    #expect(
      masked(tall.description(.modern)) == "<NSLayoutConstraint:0x… UILayoutGuide:0x…'gap'.height == 4   (active)>")
    #expect(masked(tall.description(.classic)) == "<NSLayoutConstraint:0x… V:[gap(4)]   (Names: gap:0x… )>")
    let margins = page.root.layoutMarginsGuide
    try page.scene.layout()
    let texts = margins.node.references.map { masked($0.description(.modern)) }.sorted()
    #expect(
      texts == [
        "<NSLayoutConstraint:0x… 'UIView-bottomMargin-guide-constraint' V:[UILayoutGuide:0x…'UIViewLayoutMarginsGuide']"
          + "-(8)-|   (active, names: root:0x…, '|':root:0x… )>",
        "<NSLayoutConstraint:0x… 'UIView-leftMargin-guide-constraint' H:|-(8)-[UILayoutGuide:0x…"
          + "'UIViewLayoutMarginsGuide'](LTR)   (active, names: root:0x…, '|':root:0x… )>",
        "<NSLayoutConstraint:0x… 'UIView-rightMargin-guide-constraint' H:[UILayoutGuide:0x…'UIViewLayoutMarginsGuide']"
          + "-(8)-|(LTR)   (active, names: root:0x…, '|':root:0x… )>",
        "<NSLayoutConstraint:0x… 'UIView-topMargin-guide-constraint' V:|-(8)-[UILayoutGuide:0x…"
          + "'UIViewLayoutMarginsGuide']   (active, names: root:0x…, '|':root:0x… )>",
      ])
  }

  @Test("Class names, and guides by their identifier")
  func classNames() throws {
    final class Badge: View {}
    final class Label: View { override var className: String { "UILabel" } }
    let scroll = ScrollView()
    let guide = LayoutGuide("gap")
    scroll.addLayoutGuide(guide)
    let items: [(any LayoutItem, String)] = [
      (Badge(), "H:[Badge:0x…(1)]"), (Label(), "H:[UILabel:0x…(1)]"), (scroll, "H:[UIScrollView:0x…(1)]"),
      (LayoutGuide(), "H:[UILayoutGuide:0x…(1)]"), (guide, "H:[gap(1)]   (Names: gap:0x… )"),
    ]
    for (item, body) in items {
      let constraint = item.widthAnchor.constraint(equalToConstant: 1)
      #expect(masked(constraint.description) == "<NSLayoutConstraint:0x… \(body)>")
    }
  }

  private static let numbers: [(Double, String)] = [
    (0.0, "0"), (-0.0, "-0"), (120, "120"), (-8.5, "-8.5"), (4.0 / 7, "0.571429"), (1e6, "1e+06"), (999999, "999999"),
    (999999.5, "1e+06"), (1234567, "1.23457e+06"), (0.0001, "0.0001"), (0.00001234565, "1.23457e-05"),
    (123456.7, "123457"), (1e-10, "1e-10"), (2e22, "2e+22"), (0.1 + 0.2, "0.3"),
    (-1.5e300, "-1.5e+300"), (.nan, "nan"), (.infinity, "inf"), (0.05, "0.05"), (12345.6, "12345.6"),
  ]

  @Test("Numbers as %g prints them")
  func percentG() {
    for (value, expected) in Self.numbers { #expect(formatted(value) == expected) }
  }
}
