// The workloads E1 to E3: views in a row of given width that wish to be as large as another, each with a least and a
// largest size. All positions are sums of sizes, so presolve leaves one row over all of them.

import Simplex
import Trellis

/// The numbers of `Workload.equalToFirst`, `equalToPrevious` and `equalSpaces`, in points.
enum EqualSizes {
  static let least = 20.0
  static let largest = 400.0
  static let leastSpace = 2.0
  /// Priority of equal spaces.
  static let spaces = 500.0

  /// The width of the outermost view: views of 48 points and spaces of 8 around them.
  static func total(_ n: Int) -> Double { 56 * Double(n) + 8 }

  /// The priority at which the view `i` wishes to be as large as another.
  static func priority(_ workload: Workload, _ i: Int) -> Double {
    workload == .equalToFirst ? 999 : [999, 700, 500, 300][i % 4]
  }

  /// The view that the view `i` wishes to be as large as.
  static func other(_ workload: Workload, _ i: Int) -> Int { workload == .equalToFirst ? 0 : i - 1 }
}

extension CoreRows {
  /// The outermost view 0 and in it the views 1 to `n`.
  mutating func addEqualSizes(_ workload: Workload, _ n: Int) {
    frame(0, 0, 0, EqualSizes.total(n), 100)
    for i in 0..<n {
      let view = 1 + i
      relate(view, .left, i == 0 ? 0 : view - 1, i == 0 ? .left : .right, 8)
      relate(view, .top, 0, .top, 8)
      for edge in [Edge.width, .height] {
        set(view, edge, EqualSizes.least, by: .greaterOrEqual)
        set(view, edge, EqualSizes.largest, by: .lessOrEqual)
        guard i > 0 else { continue }
        let other = 1 + EqualSizes.other(workload, i)
        relate(view, edge, other, edge, priority: EqualSizes.priority(workload, i))
      }
    }
    if n > 0 {
      relate(n, .right, 0, .right, -8)
      relate(1, .bottom, 0, .bottom, -8)
    }
  }
}

extension ViewBuilder {
  /// The views of E1 or E2 in the root.
  mutating func addEqualSizes(_ workload: Workload, _ n: Int) throws(LayoutError) {
    var views: [View] = []
    for i in 0..<n {
      let view = try add(to: root, at: 0)
      Constraint.activate([
        view.leftAnchor.constraint(equalTo: views.last?.rightAnchor ?? root.leftAnchor, constant: 8),
        view.topAnchor.constraint(equalTo: root.topAnchor, constant: 8),
      ])
      for (anchor, other) in [
        (view.widthAnchor, i == 0 ? nil : views[EqualSizes.other(workload, i)].widthAnchor),
        (view.heightAnchor, i == 0 ? nil : views[EqualSizes.other(workload, i)].heightAnchor),
      ] {
        Constraint.activate([
          anchor.constraint(greaterThanOrEqualToConstant: EqualSizes.least),
          anchor.constraint(lessThanOrEqualToConstant: EqualSizes.largest),
        ])
        guard let other else { continue }
        let priority = Priority(Float(EqualSizes.priority(workload, i)))
        Constraint.activate([anchor.constraint(equalTo: other, priority: priority)])
      }
      views.append(view)
    }
    if let first = views.first, let last = views.last {
      Constraint.activate([
        last.rightAnchor.constraint(equalTo: root.rightAnchor, constant: -8),
        first.bottomAnchor.constraint(equalTo: root.bottomAnchor, constant: -8),
      ])
    }
  }
}
