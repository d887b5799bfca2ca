// Rows of plain constraints, which take a way of their own into the solver, beside those that have what few rows have; and
// arrays of constraints, which owners take over.

import Simplex
import Testing

@testable import Trellis

@Suite struct PlainRowTests {
  /// Weights and second priorities are handed over from the first row on that has any: those before must not be given them.
  @Test func weightsCountForTheirRowsAlone() throws {
    let root = View("root")
    var wanted: [(constraint: Constraint, weight: Double, priority: Double)] = []
    for number in 0..<600 {
      let view = View("\(number)", intrinsicSize: Size(width: number % 50 == 0 ? 10 : -1, height: -1))
      root.addSubview(view)
      let width = view.widthAnchor.constraint(equalToConstant: 20, priority: 500)
      if number % 97 == 3 { width.weight = Double(number) }
      let edge = view.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 1)
      Constraint.activate([width, edge])
      wanted += [(width, width.weight, 500), (edge, 1, 1000)]
    }
    let scene = try Scene(root: root, size: Size(width: 100, height: 100))
    try scene.layout()
    let solver = try #require(scene.engine.solver)
    for (constraint, weight, priority) in wanted {
      let row = try #require(constraint.row)
      let priorities = try solver.priorities([row])
      #expect(try solver.weights([row]) == [weight])
      #expect(priorities.priorities == [priority] && priorities.below == [priority])
    }
    for number in stride(from: 0, to: 600, by: 50) {
      let view = root.subviews[number]
      #expect(view.frame.width == 20)
      let row = try #require(scene.engine.slots[Int(view.node.slot)].contentRows[.horizontal])
      let priorities = try solver.priorities([row])
      #expect(priorities.priorities == [250] && priorities.below == [750])
    }
  }

  /// Each attribute of either axis, against the position and size that it stands for.
  @Test func everyPlainAttributeIsItsPartOfAFrame() throws {
    let pairs: [[Attribute]] = [[.left, .right, .centerX, .leading, .trailing], [.top, .bottom, .centerY]]
    for attributes in pairs {
      for first in attributes {
        for second in attributes where first.surelyGoes(with: second) {
          let (root, view, other) = (View(), View(), View())
          root.addSubview(view)
          root.addSubview(other)
          Constraint.activate([
            view.widthAnchor.constraint(equalToConstant: 30), view.heightAnchor.constraint(equalToConstant: 50),
            other.widthAnchor.constraint(equalTo: view.widthAnchor, multiplier: 2),
            other.heightAnchor.constraint(equalTo: view.heightAnchor),
            other.leftAnchor.constraint(equalTo: root.leftAnchor, constant: 7),
            other.topAnchor.constraint(equalTo: root.topAnchor, constant: 9),
            Constraint(item: view, attribute: first, toItem: other, attribute: second, constant: 4),
          ])
          try Scene(root: root, size: Size(width: 500, height: 500)).layout()
          #expect(other.frame == Rect(x: 7, y: 9, width: 60, height: 50))
          #expect(value(first, view.frame) == value(second, other.frame) + 4, "\(first) \(second)")
        }
      }
    }
  }

  private func value(_ attribute: Attribute, _ frame: Rect) -> Double {
    switch attribute {
    case .left, .leading: frame.minX
    case .right, .trailing: frame.maxX
    case .centerX: frame.midX
    case .top: frame.minY
    case .bottom: frame.maxY
    case .centerY: frame.midY
    default: .nan
    }
  }

  // MARK: Arrays of constraints

  @Test func whatStandsTwiceInAnArrayIsHeldOnce() {
    let view = View()
    weak var width: Constraint?
    do {
      let made = view.widthAnchor.constraint(equalToConstant: 1)
      let height = view.heightAnchor.constraint(equalToConstant: 1)
      width = made
      height.isActive = true
      let constraints = [made, height, made]
      Constraint.activate(constraints)
      Constraint.activate(constraints)
      #expect(view.constraints.map { ObjectIdentifier($0) } == [height, made].map { ObjectIdentifier($0) })
    }
    #expect(width?.isActive == true)
    width?.deactivate()
    #expect(width == nil)
    #expect(view.constraints.count == 1)
  }

  @Test func constraintsGoWithTheViewThatOwnsThem() {
    weak var width: Constraint?
    var kept: Constraint?
    do {
      let (view, inner) = (View(), View())
      view.addSubview(inner)
      Constraint.activate([
        inner.widthAnchor.constraint(equalTo: view.widthAnchor),
        inner.heightAnchor.constraint(equalTo: view.heightAnchor),
      ])
      width = view.constraints.first
      kept = view.constraints.last
      #expect(width != nil)
    }
    #expect(width == nil)
    #expect(kept?.isActive == false)
    #expect(kept?.firstItem == nil)
    Constraint.activate([])
  }
}
