// What a log says, as values.

import Trellis

/// A view or guide of a log.
struct LoggedItem: Hashable {
  /// `UILabel`, `Prox.PlaceDetailsEventView`; empty where the log has only a name.
  var className: String
  /// `0x7f9c12566050`; empty where the log has only a name.
  var address: String
  /// The text of a label or button, the identifier of a guide.
  var title: String?
  /// The accessibility identifier, or the name of the variable in a format.
  var name: String?

  /// What tells it apart from others of its block.
  var key: String { address.isEmpty ? "name:\(name ?? className)" : address }

  /// What a person would call it.
  var words: String {
    // Swift's module says little.
    let kind = className.split(separator: ".").last.map(String.init) ?? className
    if let name, !name.isEmpty { return kind.isEmpty || kind == name ? name : "\(name) (\(kind))" }
    if let title, !title.isEmpty { return "\(kind) ‘\(title)’" }
    return address.isEmpty ? kind : "\(kind) \(address)"
  }

  /// The last word of the class: `label`.
  var isGuide: Bool { className.hasSuffix("LayoutGuide") || className.hasSuffix("LayoutMarginsGuide") }
}

/// One constraint of a log.
struct LoggedConstraint {
  /// As it stands in the log, in one line.
  var text: String
  /// The line of the log, from 1 on.
  var line: Int
  /// `NSLayoutConstraint`, `MASLayoutConstraint`.
  var className: String
  var address: String
  var identifier: String?
  /// `LoginView.swift:81`, where the log has it.
  var source: String?
  /// `h=--& v=--&`.
  var mask: String?
  var first: LoggedItem
  var firstAttribute: Attribute
  var relation: Relation
  var second: LoggedItem?
  var secondAttribute: Attribute = .notAnAttribute
  var multiplier = 1.0
  var constant = 0.0
  var priority = 1000.0
  /// Hugging and compression resistance of a content size.
  var content: (hugging: Double, compression: Double)?
  /// The superview that `|` stands for.
  var superview: LoggedItem?
  /// Whether the position is measured from a superview that the log does not name.
  var isInSuperview = false

  /// What tells it apart from others of its block.
  var key: String { address.isEmpty ? text : "\(className):\(address)" }

  var axis: Axis { firstAttribute.axis ?? .horizontal }

  /// Whether the system made it: masks, sizes of cells, guides, stack views, sizes of contents.
  var isSystemMade: Bool {
    if mask != nil || content != nil || className.hasPrefix("_UI") { return true }
    guard let identifier else { return false }
    return Self.systemPrefixes.contains { identifier.hasPrefix($0) } || identifier.hasSuffix("-guide-constraint")
  }

  /// Whether it is the size that UIKit or AppKit gives a cell or a window's content.
  var isEncapsulated: Bool {
    identifier.map { $0.contains("Encapsulated-Layout-") || $0.hasPrefix("_UITemporaryLayout") } ?? false
  }

  private static let systemPrefixes = [
    "UIView-", "NSView-", "_UITemporaryLayout", "UIViewSafeAreaLayoutGuide-", "UISV-", "NSStackView.", "UIViewLayout",
    "_UI",
  ]
}

/// One message of a log: constraints that cannot hold together.
struct LoggedConflict {
  /// The line of the log that it begins at.
  var line: Int
  var constraints: [LoggedConstraint] = []
  /// The one that was broken; it is among the constraints where the log has it there.
  var broken: LoggedConstraint?
  /// What stands where a constraint should and cannot be read.
  var unreadable: [(line: Int, text: String)] = []
  /// Whether the log hides what it is about as `<private>`.
  var isPrivate = false
}

/// A view that a log calls ambiguous.
struct LoggedAmbiguity {
  var line: Int
  var item: LoggedItem
  /// What of it is open; empty where the log does not say.
  var attributes: [Attribute] = []
}
