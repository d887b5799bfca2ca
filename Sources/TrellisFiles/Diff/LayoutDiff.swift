// What differs between two layouts: views, constraints, findings.
//
// Things are matched by their identifiers: names in documents, object ids in storyboards. What is left over is matched by
// path: the same superview, and the same label or else the same kind and frame, so that a view that was made anew is not one
// that went and another that came. Frames are compared in the superview, so that what moves with its superview is
// not said to move.

/// What differs between two layouts of one root.
public struct LayoutDiff: Sendable {
  /// What became of something.
  public enum Change: String, Sendable {
    /// It is in the new one only.
    case came
    /// It is in the old one only.
    case went
    /// It is in both, and differs.
    case changed
  }

  /// A view or guide that differs.
  public struct Item: Sendable, Equatable {
    /// What became of it.
    public var change: Change
    /// Its name in the new layout, or in the old one where it went.
    public var name: String
    /// A name for people.
    public var label: String
    /// x, y, width, height in its superview, in the old layout.
    public var from: [Double]?
    /// The same in the new one.
    public var to: [Double]?
    /// The names of its superviews, where these differ.
    public var superviews: [String] = []
    /// Whether it became hidden, or seen; nil where that is the same.
    public var becameHidden: Bool?
  }

  /// A constraint that differs.
  public struct Constraint: Sendable, Equatable {
    /// What became of it.
    public var change: Change
    /// Its id; nil for one that the document does not name.
    public var id: String?
    /// The constraint in the old layout.
    public var from: String?
    /// The same in the new one.
    public var to: String?
  }

  /// Something to look at that is in one of the two.
  public struct Finding: Sendable, Equatable {
    /// Whether it is in the new one only; else it is in the old one only.
    public var isNew: Bool
    /// What it is about: `conflict`, `outside`.
    public var kind: String
    /// Whether the layout is wrong, not only doubtful.
    public var isError: Bool
    /// What is wrong, and what would help.
    public var message: String
    /// The line in its file.
    public var line: Int
  }

  /// A view of a picture: absolute frames in the old and the new layout.
  struct Shape: Sendable {
    var label: String
    var from: [Double]?
    var to: [Double]?
    var isRoot: Bool
  }

  /// The unit of a storyboard; nil for a document.
  public var unit: String?
  /// What the old layout is: a file, or a size.
  public var old: String
  /// What the new layout is.
  public var new: String
  /// Whether the unit is in one of the two only.
  public var change = Change.changed
  /// Views and guides that differ, in the new layout's order, then those that went.
  public var items: [Item] = []
  /// Constraints that differ, in the same order.
  public var constraints: [Constraint] = []
  /// Findings that are new, then those that are cured.
  public var findings: [Finding] = []
  var shapes: [Shape] = []

  /// Whether nothing differs.
  public var isEmpty: Bool {
    items.isEmpty && constraints.isEmpty && findings.isEmpty && change == .changed
  }
}

/// A layout as one side of a comparison.
public struct DiffSide: Sendable {
  struct Item: Sendable {
    var name: String
    var label: String
    /// What it is: `label`, `button`, `view`.
    var kind: String
    /// Position of the superview in the list.
    var superview: Int?
    var frame: [Double]
    var isHidden: Bool
  }

  struct Constraint: Sendable {
    /// Nil where the document gives none; such constraints are matched by what they say.
    var id: String?
    var text: String
  }

  struct Finding: Sendable {
    /// What makes it the same finding in both, whatever its numbers are.
    var key: String
    var kind: String
    var isError: Bool
    var message: String
    var line: Int
  }

  /// The unit's identifier and name; of a document, neither.
  var id = ""
  var unit: String?
  /// What the layout is called.
  var title: String
  var items: [Item]
  var constraints: [Constraint]
  var findings: [Finding]

  /// Where each item lies in the root.
  func absolute() -> [[Double]] {
    var frames: [[Double]] = []
    for item in items {
      let origin = item.superview.map { frames[$0] } ?? [0, 0, 0, 0]
      frames.append([origin[0] + item.frame[0], origin[1] + item.frame[1], item.frame[2], item.frame[3]])
    }
    return frames
  }
}

extension LayoutDiff {
  /// What differs between two sides, unit by unit: those of both in the new order, then those that went. Linear in both but for
  /// sorting.
  public static func between(_ old: [DiffSide], _ new: [DiffSide]) -> [LayoutDiff] {
    var left = old
    var diffs: [LayoutDiff] = []
    let oldTitle = old.first?.title ?? "nothing"
    for side in new {
      let index = left.firstIndex { $0.id == side.id } ?? left.firstIndex { $0.unit != nil && $0.unit == side.unit }
      if let index {
        diffs.append(LayoutDiff(left.remove(at: index), side))
      } else {
        let empty = DiffSide(id: side.id, unit: side.unit, title: oldTitle, items: [], constraints: [], findings: [])
        var diff = LayoutDiff(empty, side)
        diff.change = .came
        diffs.append(diff)
      }
    }
    let newTitle = new.first?.title ?? "nothing"
    for side in left {
      let empty = DiffSide(id: side.id, unit: side.unit, title: newTitle, items: [], constraints: [], findings: [])
      var diff = LayoutDiff(side, empty)
      diff.change = .went
      diffs.append(diff)
    }
    return diffs
  }

  init(_ old: DiffSide, _ new: DiffSide) {
    unit = new.unit ?? old.unit
    self.old = old.title
    self.new = new.title
    let partners = Self.partners(old, new)
    compareItems(old, new, partners)
    compareConstraints(old.constraints, new.constraints)
    compareFindings(old.findings, new.findings)
  }

  /// For each new item, the old one that it was.
  private static func partners(_ old: DiffSide, _ new: DiffSide) -> [Int?] {
    var byName = Dictionary(old.items.enumerated().map { ($1.name, $0) }) { first, _ in first }
    var partners: [Int?] = new.items.map { byName.removeValue(forKey: $0.name) }
    // Roots are the same whatever they are called.
    if let first = partners.first, first == nil, old.items.first.map({ byName[$0.name] != nil }) == true {
      partners[0] = 0
      byName[old.items[0].name] = nil
    }
    // By the same label in the same superview, then by the same frame there.
    match(old, new, &partners, &byName) { "\($0.label)" }
    match(old, new, &partners, &byName) { "\($0.kind) \($0.frame)" }
    return partners
  }

  /// Matches what is left over by superview and trait, those of one trait in their order. Superviews come before what is in
  /// them, so theirs are known.
  private static func match(
    _ old: DiffSide, _ new: DiffSide, _ partners: inout [Int?], _ left: inout [String: Int],
    by trait: (DiffSide.Item) -> String
  ) {
    var byPath: [String: Int] = [:]
    var ordinals: [String: Int] = [:]
    for (index, item) in old.items.enumerated() where left[item.name] == index {
      let stem = "\(item.superview ?? -1) \(trait(item))"
      byPath["\(stem) \(ordinals[stem, default: 0])"] = index
      ordinals[stem, default: 0] += 1
    }
    ordinals = [:]
    for (index, item) in new.items.enumerated() where partners[index] == nil {
      guard let superview = item.superview.flatMap({ partners[$0] }) else { continue }
      let stem = "\(superview) \(trait(item))"
      defer { ordinals[stem, default: 0] += 1 }
      guard let partner = byPath["\(stem) \(ordinals[stem, default: 0])"] else { continue }
      partners[index] = partner
      left[old.items[partner].name] = nil
    }
  }

  private mutating func compareItems(_ old: DiffSide, _ new: DiffSide, _ partners: [Int?]) {
    let (before, after) = (old.absolute(), new.absolute())
    var known = [Bool](repeating: false, count: old.items.count)
    for (index, item) in new.items.enumerated() {
      let isRoot = item.superview == nil
      guard let partner = partners[index] else {
        items.append(Item(change: .came, name: item.name, label: item.label, to: item.frame))
        shapes.append(Shape(label: item.label, to: after[index], isRoot: isRoot))
        continue
      }
      known[partner] = true
      let past = old.items[partner]
      shapes.append(Shape(label: item.label, from: before[partner], to: after[index], isRoot: isRoot))
      var change = Item(change: .changed, name: item.name, label: item.label, from: past.frame, to: item.frame)
      if item.superview.flatMap({ partners[$0] }) != past.superview {
        change.superviews = [
          past.superview.map { old.items[$0].label } ?? "", item.superview.map { new.items[$0].label } ?? "",
        ]
      }
      if past.isHidden != item.isHidden { change.becameHidden = item.isHidden }
      let isMoved = zip(past.frame, item.frame).contains { abs($0 - $1) > 1e-6 }
      if isMoved || !change.superviews.isEmpty || change.becameHidden != nil { items.append(change) }
    }
    for (index, item) in old.items.enumerated() where !known[index] {
      items.append(Item(change: .went, name: item.name, label: item.label, from: item.frame))
      shapes.append(Shape(label: item.label, from: before[index], isRoot: item.superview == nil))
    }
  }

  private mutating func compareConstraints(_ old: [DiffSide.Constraint], _ new: [DiffSide.Constraint]) {
    var named = Dictionary(old.compactMap { item in item.id.map { ($0, item.text) } }) { first, _ in first }
    var unnamed = Dictionary(grouping: old.filter { $0.id == nil }, by: \.text).mapValues(\.count)
    for constraint in new {
      if let id = constraint.id, let past = named.removeValue(forKey: id) {
        guard past != constraint.text else { continue }
        constraints.append(Constraint(change: .changed, id: id, from: past, to: constraint.text))
      } else if constraint.id == nil, let count = unnamed[constraint.text], count > 0 {
        unnamed[constraint.text] = count - 1
      } else {
        constraints.append(Constraint(change: .came, id: constraint.id, to: constraint.text))
      }
    }
    for constraint in old {
      if let id = constraint.id {
        guard named.removeValue(forKey: id) != nil else { continue }
      } else {
        guard let count = unnamed[constraint.text], count > 0 else { continue }
        unnamed[constraint.text] = count - 1
      }
      constraints.append(Constraint(change: .went, id: constraint.id, from: constraint.text))
    }
  }

  private mutating func compareFindings(_ old: [DiffSide.Finding], _ new: [DiffSide.Finding]) {
    func only(_ findings: [DiffSide.Finding], not others: [DiffSide.Finding], isNew: Bool) -> [Finding] {
      var counts = Dictionary(grouping: others, by: \.key).mapValues(\.count)
      return findings.compactMap { finding in
        if let count = counts[finding.key], count > 0 {
          counts[finding.key] = count - 1
          return nil
        }
        return Finding(
          isNew: isNew, kind: finding.kind, isError: finding.isError, message: finding.message, line: finding.line)
      }
    }
    findings = only(new, not: old, isNew: true) + only(old, not: new, isNew: false)
  }
}
