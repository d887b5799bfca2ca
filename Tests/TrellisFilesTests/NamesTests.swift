import Foundation
import Simplex
import Testing
import Trellis
import TrellisFiles

/// The names that programs use most are those of one module each, whatever is imported beside Trellis.
@Suite("Names beside other modules")
struct NamesTests {
  @Test("A screen is written without saying whose its names are")
  func unqualified() throws {
    let root = View("root")
    let stack = StackView(arrangedSubviews: [View("a", intrinsicSize: Size(width: 10, height: 20))])
    let guide = LayoutGuide("guide")
    root.addSubview(stack)
    root.addLayoutGuide(guide)
    root.layoutMargins = EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    let axis: Axis = .vertical
    let attribute: Attribute = .top
    let priority: Priority = .defaultHigh
    let relation: Constraint.Relation = .equal
    stack.axis = axis
    Constraint.activate([
      Constraint(item: stack, attribute: attribute, relatedBy: relation, toItem: root, attribute: .topMargin),
      stack.leadingAnchor.constraint(equalTo: root.layoutMarginsGuide.leadingAnchor),
      stack.widthAnchor.constraint(equalToConstant: 1, priority: priority),
    ])
    let scene = try Scene(root: root, size: Size(width: 100, height: 100))
    let report: LayoutReport = try scene.layout()
    #expect(stack.frame.origin == Point(x: 2, y: 1) && stack.frame == Rect(x: 2, y: 1, width: 10, height: 20))
    #expect(report.conflicts.isEmpty && Trellis.Relation.equal == relation)
    _ = try Solver().addVariables(nonnegative: [true])
    _ = LayoutDocument.self
    _ = Data().count
  }
}
