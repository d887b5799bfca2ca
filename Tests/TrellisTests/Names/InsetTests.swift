import Testing

@testable import Trellis

/// Insets by edge and by direction (`UIEdgeInsets`, `NSDirectionalEdgeInsets`), and the margins that are made of them.
@Suite("Insets")
struct InsetTests {
  @Test("Insets by edge stay at their edges, insets by direction follow it, whichever property they are given to")
  func margins() throws {
    for isDirectional in [false, true] {
      for direction in LayoutDirection.allCases {
        let root = View("root")
        let box = View("box")
        root.layoutDirection = direction
        root.addSubview(box)
        if isDirectional {
          root.directionalLayoutMargins = DirectionalEdgeInsets(top: 1, leading: 20, bottom: 3, trailing: 4)
        } else {
          root.layoutMargins = EdgeInsets(top: 1, left: 20, bottom: 3, right: 4)
        }
        try box.layout.make {
          $0.top.equalTo(root.topMargin)
          $0.left.equalTo(root.leftMargin)
          $0.bottom.equalTo(root.bottomMargin)
          $0.right.equalTo(root.rightMargin)
        }
        try Scene(root: root, size: Size(width: 100, height: 50)).layout()
        let isMirrored = isDirectional && direction == .rightToLeft
        #expect(box.frame == Rect(x: isMirrored ? 4 : 20, y: 1, width: 76, height: 46))
        let (left, right) = isMirrored ? (4.0, 20.0) : (20.0, 4.0)
        #expect(root.layoutMargins == EdgeInsets(top: 1, left: left, bottom: 3, right: right))
        let (leading, trailing) = direction == .leftToRight ? (left, right) : (right, left)
        #expect(
          root.directionalLayoutMargins
            == DirectionalEdgeInsets(top: 1, leading: leading, bottom: 3, trailing: trailing))
        #expect(root.layoutMargins.leading == leading && root.layoutMargins.trailing == trailing)
        #expect(root.directionalLayoutMargins.left == left && root.directionalLayoutMargins.right == right)
      }
    }
  }

  @Test("A program of before means what it meant: insets by direction as layoutMargins, in either direction")
  func formerMargins() throws {
    for direction in LayoutDirection.allCases {
      let root = View("root")
      root.layoutDirection = direction
      root.layoutMargins = EdgeInsets(top: 0, leading: 16, bottom: 0, trailing: 2)
      #expect(root.layoutMargins == EdgeInsets(top: 0, leading: 16, bottom: 0, trailing: 2))
      #expect(root.layoutMargins.leading == 16 && root.layoutMargins.trailing == 2)
      root.layoutMargins.leading = 30
      let isMirrored = direction == .rightToLeft
      #expect(root.layoutMargins.left == (isMirrored ? 2 : 30) && root.layoutMargins.right == (isMirrored ? 30 : 2))
      root.layoutDirection = isMirrored ? .leftToRight : .rightToLeft
      #expect(root.layoutMargins.leading == 30 && root.layoutMargins.trailing == 2)
    }
  }

  @Test("Writing to a pair makes the insets those of that pair")
  func pairs() {
    var insets = EdgeInsets.zero
    insets.left = 10
    #expect(insets.isPhysical && insets == EdgeInsets(top: 0, left: 10, bottom: 0, right: 0))
    insets.trailing = 5
    #expect(!insets.isPhysical && insets == EdgeInsets(top: 0, leading: 10, bottom: 0, trailing: 5))
    insets.right = 7
    #expect(insets.description == "(top: 0, left: 10, bottom: 0, right: 7)")
    let view = View()
    view.layoutDirection = .rightToLeft
    view.layoutMargins = EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    view.directionalLayoutMargins.leading = 9
    #expect(view.layoutMargins == EdgeInsets(top: 1, left: 2, bottom: 3, right: 9))
    view.layoutMargins.left = 6
    view.layoutDirection = .leftToRight
    #expect(view.layoutMargins == EdgeInsets(top: 1, left: 6, bottom: 3, right: 9))
    #expect(EdgeInsets(all: 8) == EdgeInsets(top: 8, left: 8, bottom: 8, right: 8))
    #expect(EdgeInsets() == .zero && EdgeInsets(top: 1) != .zero)
    #expect(EdgeInsets(top: 0, left: 1, bottom: 0, right: 2) != EdgeInsets(top: 0, left: 2, bottom: 0, right: 1))
    // Equal values hash alike.
    let margins: Set<EdgeInsets> = [view.layoutMargins]
    #expect(margins.contains(EdgeInsets(top: 1, leading: 6, bottom: 3, trailing: 9)))
  }

  @Test("A change of the kind alone is a change: the direction decides from then on", arguments: [true, false])
  func kindAlone(isAlignment: Bool) throws {
    let root = View("root")
    let box = View("box", intrinsicSize: Size(width: 20, height: 10))
    root.addSubview(box)
    root.layoutDirection = .rightToLeft
    let byDirection = EdgeInsets(top: 0, leading: 5, bottom: 0, trailing: 1)
    if isAlignment { box.alignmentRectInsets = byDirection } else { root.layoutMargins = byDirection }
    try box.layout.make { $0.right.top.equalTo(root.layoutMarginsGuide) }
    let scene = try Scene(root: root, size: Size(width: 100, height: 50))
    try scene.layout()
    #expect(box.frame.maxX == (isAlignment ? 100 - 8 + 5 : 95))
    let byEdge = EdgeInsets(top: 0, left: 5, bottom: 0, right: 1)
    if isAlignment { box.alignmentRectInsets = byEdge } else { root.layoutMargins = byEdge }
    try scene.layout()
    #expect(box.frame.maxX == (isAlignment ? 100 - 8 + 1 : 99))
  }

  @Test("Insets of the DSL and of helpers follow the direction or stay, as they were made")
  func insetsOfConstraints() throws {
    let byEdge = EdgeInsets(top: 1, left: 20, bottom: 3, right: 4)
    let byDirection = EdgeInsets(top: 1, leading: 20, bottom: 3, trailing: 4)
    for direction in LayoutDirection.allCases {
      for (insets, isMirrored) in [(byEdge, false), (byDirection, direction == .rightToLeft)] {
        let root = View("root")
        root.layoutDirection = direction
        let boxes = (0..<6).map { View("box\($0)") }
        root.addSubviews(boxes)
        try boxes[0].pinEdges(insets: insets)
        try boxes[1].pinEdges([.top, .left, .bottom, .right], insets: insets)
        try boxes[2].layout.make { $0.edges.equalToSuperview().insets(insets) }
        try boxes[3].layout.make { $0.top.left.bottom.right.equalToSuperview().insets(insets) }
        try boxes[4].layout.make { $0.edges.equalTo(insets) }
        try Constraint.activate { boxes[5].edges == root.edges.inset(by: insets) }
        try Scene(root: root, size: Size(width: 100, height: 50)).layout()
        for box in boxes { #expect(box.frame == Rect(x: isMirrored ? 4 : 20, y: 1, width: 76, height: 46)) }
      }
    }
  }

  @Test("Safe areas are by edge; insets by direction are taken in the root's direction")
  func safeAreas() throws {
    let root = View("root")
    root.layoutDirection = .rightToLeft
    let scene = try Scene(root: root, size: Size(width: 100, height: 50))
    scene.safeAreaInsets = EdgeInsets(top: 10, leading: 5, bottom: 0, trailing: 0)
    #expect(scene.safeAreaInsets == PhysicalInsets(top: 10, right: 5))
    root.additionalSafeAreaInsets = EdgeInsets(top: 1, leading: 0, bottom: 0, trailing: 2)
    try scene.layout()
    #expect(root.safeAreaInsets == EdgeInsets(top: 11, left: 2, bottom: 0, right: 5))
  }
}
