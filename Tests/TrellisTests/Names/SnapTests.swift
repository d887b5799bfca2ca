import Testing

@testable import Trellis

/// SnapKit's spelling, captured constraints, composites, and arrays of views and guides mixed.
@Suite("SnapKit's names and composites")
struct SnapTests {
  private func page() throws -> (root: View, a: View, b: View, scene: Scene) {
    let (root, a, b) = (View("root"), View("a"), View("b"))
    root.addSubviews([a, b])
    return (root, a, b, try Scene(root: root, size: Size(width: 200, height: 100)))
  }

  @Test("A screen of SnapKit's reads and lays out as there")
  func screen() throws {
    let (root, a, b, scene) = try page()
    scene.safeAreaInsets = PhysicalInsets(top: 20)
    root.layoutMargins = EdgeInsets(top: 0, left: 16, bottom: 0, right: 16)
    var height: Constraint?
    a.snp.makeConstraints { make in
      make.top.equalTo(root.safeAreaLayoutGuide.snp.top).offset(4)
      make.leading.trailing.equalTo(root.layoutMarginsGuide).inset(2)
      height = make.height.equalTo(10).constraint
    }
    b.snp.makeConstraints { make in
      make.top.equalTo(a.snp.bottom).offset(8)
      make.centerX.equalTo(a.snp.centerX)
      make.size.equalTo(a.snp.size).multipliedBy(0.5).priority(.medium)
      make.width.lessThanOrEqualTo(40)
    }
    try scene.layout()
    #expect(a.frame == Rect(x: 18, y: 24, width: 164, height: 10))
    #expect(b.frame == Rect(x: 80, y: 42, width: 40, height: 5))
    height?.update(offset: 20)
    try scene.layout()
    #expect(a.frame.height == 20 && b.frame.minY == 52)
    height?.deactivate()
    a.snp.updateConstraints { $0.top.equalTo(root.safeAreaLayoutGuide.snp.top).offset(6) }
    a.snp.makeConstraints { $0.height.equalTo(30).priority(.low) }
    try scene.layout()
    #expect(a.frame == Rect(x: 18, y: 26, width: 164, height: 30))
    b.snp.remakeConstraints { $0.edges.equalToSuperview().inset(EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)) }
    try scene.layout()
    #expect(b.frame == Rect(x: 2, y: 1, width: 194, height: 96))
    b.snp.removeConstraints()
    #expect(b.layout.constraints.isEmpty)
    let prepared = b.snp.prepareConstraints { $0.width.equalTo(3) }
    #expect(prepared.count == 1 && !prepared[0].isActive)
  }

  @Test("A block that is wrong changes nothing, and the next layout throws with its line")
  func mistakes() throws {
    let (root, a, _, scene) = try page()
    a.snp.makeConstraints { make in
      make.width.equalTo(10)
      make.height.equalTo(Double.nan)
    }
    #expect(a.layout.constraints.isEmpty)
    #expect(kind { try scene.layout() } == .valueOutOfRange)
    root.snp.makeConstraints { $0.top.equalToSuperview() }
    #expect(root.snp.prepareConstraints { $0.top.equalToSuperview() }.isEmpty)
    #expect(kind { try scene.layout() } == .missingSuperview)
  }

  @Test("A captured constraint is changed in place, active or not")
  func capturedConstraints() throws {
    let (_, a, _, scene) = try page()
    var width: Constraint?
    var edges: [Constraint] = []
    var several: Constraint?
    try a.layout.make { make in
      width = make.width.equalTo(10).labeled("w").constraint
      edges = make.top.leading.equalToSuperview().inset(5).constraints
      several = make.bottom.trailing.lessThanOrEqualToSuperview().constraint
      make.height.equalTo(20)
    }
    #expect(several == nil && edges.count == 2 && a.layout.constraints.count == 6)
    #expect(width?.isActive == true && width?.label == "w" && edges.allSatisfy(\.isActive))
    try scene.layout()
    #expect(a.frame == Rect(x: 5, y: 5, width: 10, height: 20))
    width?.update(offset: 30).update(priority: .high)
    for edge in edges { edge.update(inset: 7) }
    try scene.layout()
    #expect(a.frame == Rect(x: 7, y: 7, width: 30, height: 20))
    #expect(width?.priority == .high)
    var again: Constraint?
    try a.layout.update { make in
      again = make.width.equalTo(40).labeled("w").constraint
    }
    #expect(again === width && width?.constant == 40 && a.layout.constraints.count == 6)
    width?.deactivate()
    try a.layout.update { make in again = make.width.equalTo(50).labeled("w").constraint }
    #expect(again !== width && again?.isActive == true)
    // A block that fails leaves what it captured inactive.
    var lost: Constraint?
    #expect(
      kind {
        try a.layout.make { make in
          lost = make.centerX.equalToSuperview().constraint
          make.height.equalTo(Double.nan)
        }
      } == .valueOutOfRange)
    #expect(lost?.isActive == false)
    var trailing: Constraint?
    try a.layout.remake { trailing = $0.trailing.equalToSuperview().constraint }
    trailing?.update(inset: 12)
    #expect(trailing?.constant == -12)
  }

  @Test("Sentences of a priority block have its priority unless they say another")
  func priorities() throws {
    let (root, a, b, _) = try page()
    let made = try a.layout.make { make in
      make.top.equalToSuperview()
      make.priority(.high) { make in
        make.width.equalTo(10)
        make.height.equalTo(10).priority(751)
        make.priority(.low) { $0.leading.equalToSuperview() }
        make.trailing.equalToSuperview()
      }
      make.bottom.equalToSuperview()
    }
    #expect(made.map(\.priority) == [.required, .high, 751, .low, .high, .required])
    let number = 640.5
    #expect(try a.layout.make { $0.width.equalTo(1).priority(number) }[0].priority == 640.5)
    let specs = try Constraint.make {
      Priority.medium {
        a.width == 3
        b.top == a.top + 1
      }
      b.width == root.width - 10
    }
    #expect(specs.map(\.priority) == [.medium, .medium, .required])
  }

  @Test("Composites compare with inequalities, and have margins and pairs of edges")
  func composites() throws {
    let (root, a, b, scene) = try page()
    root.layoutMargins = EdgeInsets(top: 10, left: 20, bottom: 30, right: 40)
    try Constraint.activate {
      a.margins == root.margins
      a.edges == root.margins ~ .high
      b.horizontalEdges == a.horizontalEdges
      b.verticalEdges == root.verticalEdges
    }
    a.layoutMargins = .zero
    try scene.layout()
    #expect(a.frame == Rect(x: 20, y: 10, width: 140, height: 60))
    #expect(b.frame == Rect(x: 20, y: 0, width: 140, height: 100))
    let made = try Constraint.make {
      a.edges <= b.edges
      a.center >= b.center
      a.size <= Size(width: 1, height: 2)
      a.size >= b.size
      a.directionalEdges == b.edges.inset(EdgeInsets(all: 1)).inset(2)
      a.centerWithinMargins == b.center
    }
    let relations = made.map(\.relation)
    #expect(relations.prefix(4).allSatisfy { $0 == .lessThanOrEqual } && relations[4] == .greaterThanOrEqual)
    #expect(made[6].constant == 1 && made[7].constant == 2 && relations[6] == .lessThanOrEqual)
    #expect(made[10].constant == 3 && made[12].constant == -3 && made.count == 16)
    let maker = try b.layout.make { make in
      make.margins.lessThanOrEqualTo(root)
      make.top.leadingMargin.equalTo(root.layoutMarginsGuide)
      make.edges.equalTo(root.layoutMarginsGuide)
      make.horizontalEdges.greaterThanOrEqualToSuperview()
      make.directionalMargins.equalTo(root.snp.directionalMargins)
    }
    #expect(maker.count == 4 + 2 + 4 + 2 + 4)
    #expect(maker[0].firstAttribute == .topMargin && maker[0].secondAttribute == .topMargin)
    #expect(maker[5].firstAttribute == .leadingMargin)
  }

  @Test("A number may stand first, and an attribute be subtracted")
  func arithmetic() throws {
    let (root, a, b, scene) = try page()
    try Constraint.activate {
      a.width == 10 + 0.5 * root.width
      a.height == 100 - a.width / 2
      a.leading == 3 + root.leading
      a.top == root.top
      b.width == -a.width + 120
      b.height == 1
      b.leading == a.leading
      b.top == root.top
    }
    try scene.layout()
    #expect(a.frame == Rect(x: 3, y: 0, width: 110, height: 45) && b.frame.width == 10)
  }

  @Test("What helpers do for views they do for views and guides mixed")
  func mixed() throws {
    let root = View("root")
    let (a, b) = (View("a"), View("b"))
    let guide = LayoutGuide("guide")
    root.addSubviews([a, b])
    root.addLayoutGuide(guide)
    let items: [any LayoutItem] = [a, guide, b]
    try items.setDimension(.height, to: 10)
    try items.layout.make { $0.top.equalToSuperview() }
    try items.distribute(along: .horizontal, spacing: 5, inset: 10, matchesSizes: true)
    let scene = try Scene(root: root, size: Size(width: 120, height: 100))
    try scene.layout()
    #expect([a.frame, guide.frame, b.frame].map(\.minX) == [10, 45, 80] && guide.frame.width == 30)
    let others: [any LayoutItem] = [View("c"), LayoutGuide("d"), View("e")]
    for case let view as View in others { root.addSubview(view) }
    for case let guide as LayoutGuide in others { root.addLayoutGuide(guide) }
    #expect(try others.align(.top).count == 2)
    #expect(try others.match(.width).count == 2)
    #expect(try others.matchSizes().count == 4)
    #expect(try others.buildLine(aligned: .alignAllTop).count == 4)
    #expect(try others.arrangeInRow().count == 4)
    #expect(try others.arrangeInColumn().count == 4)
    #expect(try others.distributeInEqualRegions(along: .vertical).count == 3)
    #expect(try others.distributeWithEqualCenters(along: .vertical).count == 5)
    #expect(try others.distributeWithEqualSpacing(along: .vertical).spacers.count == 4)
    #expect(try others.distributeWithSpacers(along: .vertical).spacers.count == 4)
    let loose: [any LayoutItem] = [View(), guide]
    #expect(kind { try loose.distributeInEqualRegions(along: .horizontal) } == .missingSuperview)
  }

  @Test("A report may be sent to another task")
  func reports() async throws {
    let (_, _, _, scene) = try page()
    let report = try scene.layout()
    let levels = await Task.detached { report.levels.count }.value
    #expect(levels == report.levels.count)
  }
}
