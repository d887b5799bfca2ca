// One message of a log as a scene: its views, nested as the constraints tell, and its constraints.

import Trellis

struct LogScene {
  private let conflict: LoggedConflict
  private let scene: Scene
  private var views: [String: View] = [:]
  /// What is read of the log for each constraint that was made.
  private var logged: [ObjectIdentifier: LoggedConstraint] = [:]
  private(set) var notes: [String] = []

  init(_ conflict: LoggedConflict) throws {
    self.conflict = conflict
    let root = View("window")
    scene = try Scene(root: root, size: Size(width: 1_000, height: 1_000))
    for item in conflict.constraints.flatMap({ [$0.first, $0.second, $0.superview].compactMap(\.self) })
    where views[item.key] == nil {
      views[item.key] = View(item.words)
    }
    let parents = parents()
    for (key, view) in views.sorted(by: { $0.key < $1.key }) {
      (parents[key].flatMap { views[$0] } ?? root).addSubview(view)
    }
    for constraint in conflict.constraints { add(constraint) }
    if conflict.constraints.contains(where: { $0.firstAttribute.isInMargins || $0.secondAttribute.isInMargins }) {
      notes.append("layout margins are taken to be 8 points; the log does not have them")
    }
    if conflict.constraints.contains(where: { $0.firstAttribute.isOfText || $0.secondAttribute.isOfText }) {
      notes.append("baselines are taken to be edges; the log does not have the fonts")
    }
  }

  /// The superview of each item, by their keys, as far as `|` tells; without circles.
  private func parents() -> [String: String] {
    var parents: [String: String] = [:]
    for constraint in conflict.constraints {
      guard let superview = constraint.superview else { continue }
      for item in [constraint.first, constraint.second].compactMap(\.self)
      where item.key != superview.key && parents[item.key] == nil {
        var ancestor: String? = superview.key
        while let key = ancestor, key != item.key { ancestor = parents[key] }
        if ancestor == nil { parents[item.key] = superview.key }
      }
    }
    return parents
  }

  private mutating func add(_ logged: LoggedConstraint) {
    guard let first = views[logged.first.key] else { return }
    var second = logged.second.flatMap { views[$0.key] }
    var (attribute, other) = Self.matched(logged.firstAttribute, logged.secondAttribute)
    if second == nil, attribute.isPosition {
      // A mask's position is measured from the superview, which the log does not always name.
      second = first.superview
      (attribute, other) = Self.matched(attribute, attribute.axis == .horizontal ? .left : .top)
    }
    if let content = logged.content {
      for (relation, priority) in [
        (Relation.lessThanOrEqual, content.hugging), (.greaterThanOrEqual, content.compression),
      ]
      where priority > 0 && priority <= 1000 {
        activate(
          Constraint(
            item: first, attribute: attribute, relatedBy: relation, constant: logged.constant,
            priority: Priority(Float(priority))), logged)
      }
      return
    }
    activate(
      Constraint(
        item: first, attribute: attribute, relatedBy: logged.relation, toItem: second, attribute: other,
        multiplier: second == nil ? 1 : logged.multiplier, constant: logged.constant,
        priority: Priority(Float(logged.priority))), logged)
  }

  private mutating func activate(_ constraint: Constraint, _ logged: LoggedConstraint) {
    constraint.identifier = logged.identifier
    constraint.standsForSystem = logged.isSystemMade
    do {
      try constraint.activate()
      self.logged[ObjectIdentifier(constraint)] = logged
    } catch {
      notes.append("line \(logged.line) was left out: \(oneLine(error.text))")
    }
  }

  /// Left with left, leading with leading: a log of a right-to-left screen has its own directions.
  private static func matched(_ first: Attribute, _ second: Attribute) -> (Attribute, Attribute) {
    guard first.isDirectional != second.isDirectional, second != .notAnAttribute else { return (first, second) }
    func absolute(_ attribute: Attribute) -> Attribute {
      switch attribute {
      case .leading: .left
      case .trailing: .right
      case .leadingMargin: .leftMargin
      case .trailingMargin: .rightMargin
      default: attribute
      }
    }
    return (absolute(first), absolute(second))
  }

  // MARK: Explanation

  /// What is wrong and what helps; nil where nothing is.
  func explanation() throws -> (String, [LogDiagnosis.Cure])? {
    let broken = conflict.broken?.key
    let logged = logged
    scene.conflictHandler = { members in
      members.first { logged[ObjectIdentifier($0)]?.key == broken }
    }
    guard let found = try scene.layout().conflicts.first else { return nil }
    let members = found.constraints.compactMap { constraint in
      logged[ObjectIdentifier(constraint)].map { (constraint, $0) }
    }
    let cures = try found.cures
    return (sentence(members, cures), advice(members, cures))
  }

  private typealias Members = [(constraint: Constraint, logged: LoggedConstraint)]

  /// A sentence about the length that the others contradict: one that the system gave first, else a fixed one.
  private func sentence(_ members: Members, _ cures: [ConflictCure]) -> String {
    let lengths = members.filter { $0.logged.second == nil && $0.logged.firstAttribute.isSize }
    if members.count == 2, lengths.count == 2 { return sentence(of: lengths[0].logged, lengths[1].logged) }
    let limit =
      lengths.first { $0.logged.isEncapsulated } ?? lengths.first { $0.logged.mask != nil }
      ?? lengths.first { $0.logged.isSystemMade } ?? lengths.first
    guard let limit else { return "these can't all hold: \(LogWords.list(members.map { LogWords.words($0.logged) }))" }
    let others = members.filter { $0.constraint !== limit.constraint }.map { LogWords.words($0.logged) }
    var wanted: Double?
    for cure in cures where cure.constraint === limit.constraint {
      if case .setConstant(let constant) = cure.change { wanted = constant }
    }
    let need = wanted.map { ", but the others need \(rounded($0))" } ?? ", which the others don't allow"
    return LogWords.words(limit.logged) + by(limit.logged) + need + ": " + LogWords.list(others)
  }

  private func sentence(of one: LoggedConstraint, _ other: LoggedConstraint) -> String {
    guard one.first.key == other.first.key, one.relation == .equal, other.relation == .equal else {
      return "\(LogWords.words(one))\(by(one)), and \(LogWords.words(other))\(by(other)): both can't hold"
    }
    return
      "\(one.first.words) can't be both \(rounded(one.constant))\(by(one)) and \(rounded(other.constant))\(by(other)) "
      + "points \(LogWords.side(one.firstAttribute))"
  }

  /// Who made a length, if that is not the author.
  private func by(_ logged: LoggedConstraint) -> String {
    if logged.isEncapsulated { return " (the size that the system gives it)" }
    if logged.mask != nil { return " (by its autoresizing mask)" }
    if logged.identifier == "UISV-hiding" { return " (it is hidden in a stack view)" }
    return logged.isSystemMade ? " (made by the system)" : ""
  }

  /// The cures in words. Of what the system made only a mask and the size of a cell can be changed.
  private func advice(_ members: Members, _ cures: [ConflictCure]) -> [LogDiagnosis.Cure] {
    var (found, last): ([LogDiagnosis.Cure], [LogDiagnosis.Cure]) = ([], [])
    var masked: Set<String> = []
    for cure in cures {
      guard let logged = logged[ObjectIdentifier(cure.constraint)] else { continue }
      if logged.mask != nil {
        guard cure.change == .remove, masked.insert(logged.first.key).inserted else { continue }
        let made = LogDiagnosis.Cure(
          line: logged.line, advice: "let \(logged.first.words) be laid out by constraints alone",
          code: "view.translatesAutoresizingMaskIntoConstraints = false", source: logged.source)
        // A view that constraints place was meant to be without a mask.
        if isPlaced(logged.first) { found.insert(made, at: 0) } else { last.append(made) }
      } else if logged.isEncapsulated {
        guard case .setConstant(let constant) = cure.change else { continue }
        last.append(
          LogDiagnosis.Cure(
            line: logged.line,
            advice:
              "have \(logged.first.words) be \(rounded(constant)) \(LogWords.side(logged.firstAttribute)): the size "
              + "that the table, the collection or the window asks for is stale", code: nil, source: nil))
      } else if !logged.isSystemMade {
        found.append(advice(cure, logged))
      }
    }
    return found + last
  }

  /// Whether a constraint that somebody wrote holds the view from outside, or sizes it.
  private func isPlaced(_ item: LoggedItem) -> Bool {
    conflict.constraints.contains { other in
      guard !other.isSystemMade else { return false }
      if other.first.key == item.key, other.second == nil { return true }
      return (other.first.key == item.key || other.second?.key == item.key) && other.superview?.key != item.key
        && other.superview != nil
    }
  }

  private func advice(_ cure: ConflictCure, _ logged: LoggedConstraint) -> LogDiagnosis.Cure {
    let isMac = logged.first.className.hasPrefix("NS")
    let (words, code): (String, String?)
    switch cure.change {
    case .remove: (words, code) = ("remove this", "constraint.isActive = false")
    case .lower(let priority):
      words = "give this the priority \(priority)"
      code = "constraint.priority = \(isMac ? "NSLayoutConstraint.Priority" : "UILayoutPriority")(\(priority))"
    case .setConstant(let constant):
      words = "change the constant of this from \(rounded(logged.constant)) to \(rounded(constant))"
      code = "constraint.constant = \(rounded(constant))"
    case .relax(let relation):
      let isMore = relation == .greaterThanOrEqual
      words = "make this \(isMore ? "≥" : "≤") instead of ="
      code = "relatedBy: .\(isMore ? "greaterThanOrEqual" : "lessThanOrEqual")"
    }
    return LogDiagnosis.Cure(
      line: logged.line, advice: "\(words): \(LogWords.words(logged))", code: code, source: logged.source)
  }
}

extension Attribute {
  fileprivate var isInMargins: Bool { rawValue >= Attribute.leftMargin.rawValue }
  fileprivate var isOfText: Bool { self == .firstBaseline || self == .lastBaseline }
}
