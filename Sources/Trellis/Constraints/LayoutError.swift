// The one error type of the module.
//
// Texts are Auto Layout's own (semantics 2.3), so that a search for them finds what people have written about them. An
// error crosses isolation boundaries, so it holds the constraint's description rather than the constraint.

import Simplex

/// What went wrong in a call, in Auto Layout's words, with the constraint it is about and where that was made.
public struct LayoutError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of mistake it was.
  public enum Kind: Hashable, Sendable {
    /// A constraint without a first item, or one whose view or guide is gone.
    case missingItem
    /// A position set to a constant: no second item, or a multiplier of 0.
    case locationEqualToConstant
    /// A size related to a position, or a horizontal position to a vertical one.
    case invalidPairing
    /// Leading or trailing related to left or right.
    case mixedDirections
    /// ``Attribute/notAnAttribute`` as the first attribute.
    case unknownAttribute
    /// The items of a constraint are in different trees.
    case noCommonAncestor
    /// A constraint was added to a view that is not an ancestor of its items.
    case wrongOwner
    /// A priority outside 0 < p ≤ 1000.
    case priorityOutOfRange
    /// In Apple-strict mode: required ↔ optional on an active constraint.
    case requiredPriorityChange
    /// In Apple-strict mode: the multiplier of a constraint is read-only.
    case readOnlyMultiplier
    /// A constant, length or size that is NaN, infinite, or beyond what a double resolves to a micropoint (1e8).
    case valueOutOfRange
    /// A multiplier that is NaN, infinite, or outside 4e-7 … 1e6 and not zero.
    case multiplierOutOfRange
    /// A visual format that can't be read. `column` is the index of the character that the caret of the text is under.
    case invalidFormat(column: Int)
    /// A view was added to itself or to one of its descendants.
    case cyclicHierarchy
    /// A scene's root was added to a view, or a view that has a superview or a scene was made a scene's root.
    case rootOfScene
    /// A guide that a view made (a scroll view's, that of the margins or the safe area) was added to a view.
    case systemGuide
    /// A description that measures from the superview, of an item that has none.
    case missingSuperview
    /// A sentence of the DSL without a relation.
    case incompleteDescription
    /// A named state that was never defined.
    case unknownState
    /// A change to a constraint that the system made, such as a content-size constraint.
    case systemConstraint
    /// In strict mode: required constraints that cannot all hold. The scene is as it was after its last layout.
    case unsatisfiable
    /// An input of a ``LayoutTemplate`` that is not in its tree, a table of another size, or a tree that no template
    /// can be made of.
    case templateInput
    /// The solver gave up at its bound on pivots, or its residuals stayed too large.
    case noAnswer
    /// The solver refused a call; `memory` and `size` are the ones that can come up.
    case solver(SolverError)
  }

  /// What kind of mistake it was.
  public let kind: Kind
  /// The text: Auto Layout's where it has one.
  public let text: String
  /// The description of the constraint that the error is about.
  public let constraint: String?
  /// The constraint's label or identifier, where it has one.
  public let label: String?
  /// Where the constraint was made, or else the call, as `Module/File.swift:12`.
  public internal(set) var location: String?
  /// What Auto Layout logs before it throws, where it does: for ``Kind/wrongOwner`` the hierarchy that was searched.
  public internal(set) var log: String?
  /// The mistakes made after this one, where several waited to be thrown; each has none of its own. See ``all``.
  public internal(set) var others: [LayoutError] = []

  package init(_ kind: Kind, _ text: String) {
    self.kind = kind
    self.text = text
    constraint = nil
    label = nil
    location = nil
  }

  init(_ kind: Kind, _ text: String, _ constraint: Constraint) {
    self.kind = kind
    self.text = text
    self.constraint = constraint.description
    label = constraint.label ?? constraint.identifier
    location = constraint.location
  }

  init(_ kind: Kind, _ text: String, location: String?) {
    self.kind = kind
    self.text = text
    constraint = nil
    label = nil
    self.location = location
  }

  init(_ error: SolverError) {
    self.init(.solver(error), "The solver failed: \(error)")
  }

  /// Several errors as one: the first, with the others in it. nil for none.
  init?(_ errors: [LayoutError]) {
    guard let first = errors.first else { return nil }
    self = first
    others += errors.dropFirst().flatMap(\.all)
  }

  /// This mistake and ``others``, in the order in which they were made; each without others.
  public var all: [LayoutError] {
    var own = self
    own.others = []
    return [own] + others
  }

  /// The text as systems of one age have it. It differs where Auto Layout changed its words: for a missing first item, and
  /// for a location equal to a constant.
  public func text(_ style: DescriptionStyle) -> String {
    switch (kind, style) {
    case (.missingItem, .modern) where text == missingItemText: modernMissingItemText
    case (.locationEqualToConstant, .classic): classicLocationText
    default: text
    }
  }

  /// The text, and where the constraint or the call was made; of several errors a paragraph each.
  public var description: String {
    others.isEmpty ? ownDescription : all.map(\.ownDescription).joined(separator: "\n\n")
  }

  private var ownDescription: String {
    guard let location else { return text }
    return "\(text) (\(label.map { "\($0), " } ?? "")\(location))"
  }
}
