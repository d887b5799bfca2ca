// Rows that no caller wrote: those with which a stack arranges its views, a scroll view places its content, a guide keeps to
// margins or a safe area, and an autoresizing mask holds a frame.
//
// Each contributes them as rules, of which constraints are made here (all but the content area, whose rows have none).

/// One row that the system adds to a layout.
struct SystemRule {
  /// What the constraint is; nil for a row without one.
  let kind: Constraint.Kind?
  let first: ItemNode
  let firstAttribute: Attribute
  var relation = Relation.equal
  var second: ItemNode?
  var secondAttribute = Attribute.notAnAttribute
  var multiplier = 1.0
  /// In points. The constants of margin and safe area guides follow from the view: see `Constraint.guideConstant`.
  var constant = 0.0
  var priority = Priority.required
  var identifier: String?
}

/// What contributes rows to a layout.
protocol RowContributor {
  /// The rows as they are to be now, in the order of activation.
  var contributedRules: [SystemRule] { get }
}

extension RowContributor {
  /// Makes constraints of the rules, and activates them.
  func install(on owner: ItemNode) -> [Constraint] { owner.install(contributedRules) }
}

extension ItemNode {
  /// Makes constraints of rules, owned by this item, and activates them in their order.
  @discardableResult
  func install(_ rules: [SystemRule]) -> [Constraint] {
    var sequence = ActivationCounter.take(rules.count)
    return rules.compactMap { rule in
      guard let kind = rule.kind else { return nil }
      let constraint = Constraint(
        kind: kind, first: rule.first, rule.firstAttribute, rule.relation, second: rule.second,
        rule.secondAttribute, multiplier: rule.multiplier, constant: rule.constant, priority: rule.priority,
        fileID: #fileID, line: #line)
      if let identifier = rule.identifier { constraint.identifier = identifier }
      constraint.install(on: self, sequence: sequence)
      sequence += 1
      return constraint
    }
  }
}

extension Constraint {
  /// Edits a constraint of the system in place.
  func edit(multiplier: Double, constant: Double, priority: Priority) {
    if storedMultiplier != multiplier {
      storedMultiplier = multiplier
      layoutEngine?.markDirty(self, .terms)
    }
    if storedConstant != constant {
      storedConstant = constant
      layoutEngine?.markDirty(self, .constant)
    }
    if storedPriority != priority {
      storedPriority = priority
      layoutEngine?.markDirty(self, .priority)
    }
  }
}
