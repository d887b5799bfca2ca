// Rows A01 to A16 of the acceptance table: the model, attributes and relations.

import Testing

@testable import Trellis

@Suite("A: model, attributes, relations")
struct ModelTests {
  @Test("A01 frames are computed from the description")
  func a01ComputedFrames() throws {
    let view = View("view")
    let page = try Page(320, 568, view)
    try place(view, 10, 20, 30, 40)
    #expect(view.frame == .zero)
    try page.scene.layout()
    #expect(view.frame.isClose(10, 20, 30, 40))
  }

  @Test("A02 one constraint is one relation, however it was made")
  func a02OneRelation() throws {
    let a = View("a")
    let b = View("b")
    let page = try Page(100, 100, a, b)
    let typed = a.widthAnchor.constraint(equalTo: b.widthAnchor, multiplier: 0.5, constant: 10)
    let untyped = Constraint(
      item: a, attribute: .width, relatedBy: .equal, toItem: b, attribute: .width, multiplier: 0.5, constant: 10)
    let formatted = Constraint.constraints(
      withVisualFormat: "[a(b*0.5+10)]", views: ["a": a, "b": b], dialect: .extended)
    let inBlock = try a.layout.prepare { $0.width.equalTo(b).multipliedBy(0.5).offset(10) }
    let described = try Constraint.make { a.width == 0.5 * b.width + 10 }
    for constraint in [typed, untyped] + formatted + inBlock + described {
      #expect(constraint.firstItem === a)
      #expect(constraint.secondItem === b)
      #expect(constraint.firstAttribute == .width && constraint.secondAttribute == .width)
      #expect(constraint.multiplier == 0.5 && constraint.constant == 10 && constraint.relation == .equal)
      #expect(
        masked(constraint.description)
          == "<NSLayoutConstraint:0x… a.width == 0.5*b.width + 10   (Names: a:0x…, b:0x… )>")
    }
    try place(b, 0, 0, 60, 10)
    try typed.activate()
    try page.scene.layout()
    #expect(isClose(a.frame.width, 40))
  }

  @Test("A03 the initializer of seven arguments")
  func a03SevenArguments() throws {
    let view = View()
    let root = View()
    let constraint = Constraint(
      item: view, attribute: .left, relatedBy: .greaterThanOrEqual, toItem: root, attribute: .right, multiplier: 1,
      constant: -4)
    #expect(constraint.firstAttribute.rawValue == 1 && constraint.secondAttribute.rawValue == 2)
    #expect(constraint.relation.rawValue == 1 && constraint.constant == -4 && constraint.priority == .required)
    #expect(!constraint.isActive)
  }

  @Test("A04 three relations and no strict one")
  func a04Relations() {
    #expect(Relation.allCases.map(\.rawValue) == [-1, 0, 1])
    #expect(Relation.allCases.map(\.description) == ["<=", "==", ">="])
    for relation in [">", "<"] {
      #expect(
        text {
          _ = try Constraint.constraints(withVisualFormat: VisualFormat("[v(\(relation)30)]"), views: ["v": View()])
            .sound()
        }
          == "Unable to parse constraint format: \nUnknown relation. Must be ==, >=, or <= \n[v(\(relation)30)] \n    ^"
      )
    }
  }

  @Test("A05 an inequality is tight unless something stretches it", arguments: [false, true])
  func a05TightInequality(isStretched: Bool) throws {
    let view = View("view")
    let page = try Page(320, 568, view)
    try relate(view, .left, .equal, page.root, plus: 50)
    try relate(view, .top, .equal, page.root)
    try relate(view, .height, plus: 10)
    try relate(view, .width, .greaterThanOrEqual, plus: 150)
    try relate(view, .width, .lessThanOrEqual, plus: 200)
    if isStretched { try relate(view, .right, .equal, page.root, plus: -90) }
    try page.scene.layout()
    #expect(isClose(view.frame.width, isStretched ? 180 : 150))
  }

  @Test("A06 keyboard keys")
  func a06KeyboardKeys() throws {
    let q = View("Q")
    let w = View("W")
    let page = try Page(320, 216, q, w)
    try relate(q, .left, .equal, page.root, plus: 10)
    try relate(q, .top, .equal, page.root, plus: 5)
    try relate(q, .width, plus: 1)
    try relate(q, .height, plus: 1)
    try relate(w, .width, .equal, q)
    try relate(w, .height, .equal, q)
    try relate(w, .top, .equal, q)
    try relate(w, .left, .equal, q, .right, plus: 0.5)
    try page.scene.layout()
    #expect(q.frame.isClose(10, 5, 1, 1))
    #expect(w.frame.isClose(11.5, 5, 1, 1))
  }

  @Test("A07 eleven attributes, each in its position")
  func a07Attributes() throws {
    let box = View("box")
    box.firstBaselineOffsetFromTop = 12
    box.lastBaselineOffsetFromBottom = 4
    let expected: [(Attribute, Double)] = [
      (.left, 20), (.right, 120), (.leading, 20), (.trailing, 120), (.centerX, 70), (.top, 30), (.bottom, 80),
      (.centerY, 55), (.firstBaseline, 42), (.lastBaseline, 76),
    ]
    let page = try Page(300, 300, box)
    try place(box, 20, 30, 100, 50)
    var markers: [(Attribute, View, Double)] = []
    for (attribute, index) in expected {
      let marker = View("\(attribute)")
      page.root.addSubview(marker)
      let own: Attribute = attribute.axis == .vertical ? .top : attribute.isDirectional ? .leading : .left
      try relate(marker, own, .equal, box, attribute)
      markers.append((attribute, marker, index))
    }
    let square = View("square")
    page.root.addSubview(square)
    try relate(square, .width, .equal, box)
    try relate(square, .height, .equal, box)
    try page.scene.layout()
    for (attribute, marker, index) in markers {
      #expect(isClose(attribute.axis == .vertical ? marker.frame.minY : marker.frame.minX, index), "\(attribute)")
    }
    #expect(isClose(square.frame.width, 100) && isClose(square.frame.height, 50))
    let raw = Attribute.allCases.map(\.rawValue)
    #expect(raw == Array(0...20))
  }

  @Test("A08 leading and trailing follow the direction, left and right do not")
  func a08Direction() throws {
    let leading = View("leading")
    let left = View("left")
    let page = try Page(300, 100, leading, left)
    try relate(leading, .leading, .equal, page.root, plus: 10)
    try relate(leading, .width, plus: 50)
    try relate(left, .left, .equal, page.root, plus: 10)
    try relate(left, .width, plus: 50)
    try page.scene.layout()
    #expect(isClose(leading.frame.minX, 10) && isClose(left.frame.minX, 10))
    page.root.layoutDirection = .rightToLeft
    try page.scene.layout()
    #expect(isClose(leading.frame.minX, 240) && isClose(left.frame.minX, 10))
    page.root.layoutDirection = nil
    try page.scene.layout()
    #expect(isClose(leading.frame.minX, 10) && isClose(left.frame.minX, 10))
  }

  @Test("A09 A10 a size set to a number", arguments: [0.0, 1.0, 7.0])
  func a10SizeConstant(multiplier: Double) throws {
    let view = View("view")
    let page = try Page(300, 100, view)
    let constraint = Constraint(
      item: view, attribute: .width, relatedBy: .equal, toItem: nil, attribute: .notAnAttribute, multiplier: multiplier,
      constant: 100)
    try constraint.activate()
    try page.scene.layout()
    #expect(isClose(view.frame.width, 100))
  }

  @Test("A11 one dimension from the other")
  func a11CrossDimension() throws {
    let view = View("view")
    let spacer = View("spacer")
    let page = try Page(320, 480, view, spacer)
    try view.heightAnchor.constraint(equalTo: page.root.widthAnchor).activate()
    try spacer.widthAnchor.constraint(equalTo: spacer.heightAnchor).activate()
    try relate(spacer, .height, plus: 35)
    try page.scene.layout()
    #expect(isClose(view.frame.height, 320))
    #expect(isClose(spacer.frame.width, 35))
  }

  @Test("A12 a multiplier on a centre")
  func a12CentreMultiplier() throws {
    let view = View("view")
    let page = try Page(320, 568, view)
    try relate(view, .height, plus: 20)
    let constraint = try relate(view, .centerY, .equal, page.root)
    try page.scene.layout()
    #expect(isClose(view.frame.midY, 284))
    try constraint.setMultiplier(0.6)
    try page.scene.layout()
    #expect(isClose(view.frame.midY, 170.4))
  }

  @Test("A12 the multiplier means the same wherever the superview lies")
  func a12OwnerOrigin() throws {
    let inner = View("inner")
    let outer = View("outer")
    let page = try Page(600, 600, outer)
    outer.addSubview(inner)
    try place(outer, 100, 32, 320, 568)
    try relate(inner, .centerY, .equal, outer, times: 0.6)
    try relate(inner, .centerX, .equal, outer, times: 1.5, plus: 4)
    try relate(inner, .height, plus: 20)
    try relate(inner, .width, plus: 20)
    try page.scene.layout()
    #expect(isClose(inner.frame.midY, 170.4))
    #expect(isClose(inner.frame.midX, 244))
    outer.layoutDirection = .rightToLeft
    let trailing = View("trailing")
    outer.addSubview(trailing)
    try relate(trailing, .leading, .equal, outer, .trailing, times: 0.25, plus: 5)
    try relate(trailing, .width, plus: 10)
    try page.scene.layout()
    // A quarter of 320 and 5 more, measured from the right edge.
    #expect(isClose(trailing.frame.maxX, 320 - 85))
  }

  @Test("A13 four numbers are needed, and what is missing is reported")
  func a13FourNumbers() throws {
    let view = View("view")
    let page = try Page(320, 568, view)
    try relate(view, .width, plus: 100)
    try relate(view, .top, .equal, page.root, plus: 7)
    try page.scene.layout()
    #expect(view.hasAmbiguousLayout)
    let missing = try page.scene.ambiguities()
    #expect(missing.map(\.attribute) == [.left, .height])
    #expect(missing.map(\.axis) == [.horizontal, .vertical])
    try relate(view, .left, .equal, page.root)
    view.intrinsicSize = Size(width: -1, height: 30)
    try page.scene.layout()
    #expect(!view.hasAmbiguousLayout)
    #expect(try page.scene.ambiguities().isEmpty)
  }

  @Test("A14 negative constants run leftwards and upwards")
  func a14NegativeConstants() throws {
    let view = View("view")
    let page = try Page(320, 568, view)
    try relate(view, .trailing, .equal, page.root, plus: -10)
    try relate(view, .bottom, .equal, page.root, plus: -10)
    try relate(view, .width, plus: 50)
    try relate(view, .height, plus: 50)
    try page.scene.layout()
    #expect(view.frame.isClose(260, 508, 50, 50))
  }

  @Test("A15 a constraint has two items at most")
  func a15TwoItems() throws {
    let a = View("a")
    let b = View("b")
    let page = try Page(100, 100, a, b)
    let lone = try relate(a, .width, plus: 5)
    let pair = try relate(a, .left, .equal, b, .right)
    #expect(lone.secondItem == nil && pair.secondItem === b)
    #expect(page.root.constraints.map(ObjectIdentifier.init) == [ObjectIdentifier(pair)])
  }

  @Test("A16 reversing first and second gives the same frame", arguments: [false, true])
  func a16Reversed(isReversed: Bool) throws {
    let a = View("a")
    let b = View("b")
    let page = try Page(300, 300, a, b)
    try place(a, 10, 10, 60, 20)
    if isReversed {
      try relate(a, .width, .equal, b, times: 0.5, plus: -5)
      try relate(a, .right, .equal, b, .left, plus: -8)
    } else {
      try relate(b, .width, .equal, a, times: 2, plus: 10)
      try relate(b, .left, .equal, a, .right, plus: 8)
    }
    try page.scene.layout()
    #expect(isClose(b.frame.minX, 78) && isClose(b.frame.width, 130))
  }

  @Test("What attributes are, against their lists")
  func attributeTraits() {
    let sizes: [Attribute] = [.width, .height]
    let directional: [Attribute] = [.leading, .trailing, .leadingMargin, .trailingMargin]
    let absolute: [Attribute] = [.left, .right, .leftMargin, .rightMargin]
    let plain: [Attribute] = [.left, .right, .top, .bottom, .leading, .trailing, .width, .height, .centerX, .centerY]
    for attribute in Attribute.allCases {
      #expect(attribute.isSize == sizes.contains(attribute), "\(attribute)")
      #expect(attribute.isDirectional == directional.contains(attribute), "\(attribute)")
      #expect(attribute.isAbsoluteHorizontalEdge == absolute.contains(attribute), "\(attribute)")
      #expect(attribute.isPlain == plain.contains(attribute), "\(attribute)")
      #expect(attribute.isHorizontal == (attribute.axis == .horizontal), "\(attribute)")
    }
  }

  @Test("What a new constraint is spared the checks for passes them, and every check is still made")
  func sparedChecks() throws {
    let (a, b) = (View("a"), View("b"))
    func isGood(_ first: Attribute, _ second: Attribute?, _ multiplier: Double = 1) -> Bool {
      let constraint = Constraint(
        kind: .relation, first: a.node, first, .equal, second: second.map { _ in b.node }, second ?? .notAnAttribute,
        multiplier: multiplier, constant: 0, priority: .required, fileID: #fileID, line: #line)
      return (try? constraint.checkAll()) != nil
    }
    for first in Attribute.allCases {
      #expect((Constraint(item: a, attribute: first, constant: 1).lastError == nil) == isGood(first, nil))
      for second in Attribute.allCases {
        if first.surelyGoes(with: second) { #expect(isGood(first, second), "\(first) \(second)") }
        for multiplier in [1.0, 0.5, 0, 1e-9, .nan] {
          let made = Constraint(
            item: a, attribute: first, toItem: b, attribute: second, multiplier: multiplier)
          #expect((made.lastError == nil) == isGood(first, second, multiplier), "\(first) \(multiplier) \(second)")
        }
      }
    }
    #expect(Attribute.left.surelyGoes(with: .right) && Attribute.top.surelyGoes(with: .bottom))
    #expect(Attribute.width.surelyGoes(with: .height) && Attribute.leading.surelyGoes(with: .centerX))
    for constant in [Double.nan, .infinity, 2e8, -2e8] {
      #expect(throws: LayoutError.self) {
        try a.leftAnchor.constraint(equalTo: b.leftAnchor, constant: constant).sound()
      }
      #expect(throws: LayoutError.self) { try a.widthAnchor.constraint(equalToConstant: constant).sound() }
    }
    for priority in [Priority(0), Priority(1001), Priority(.nan)] {
      #expect(throws: LayoutError.self) {
        try a.leftAnchor.constraint(equalTo: b.leftAnchor, priority: priority).sound()
      }
    }
  }
}
