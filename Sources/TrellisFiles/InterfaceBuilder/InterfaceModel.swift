// What an Interface Builder file says about layout, as plain values: views with their attributes and variations as they
// stand in the file, constraints, guides, and what the canvas was like. Nothing is decided here; which variation
// applies, what a margin is and what a stored number stands for is decided when a unit is laid out (ResolvedUnit).

import Trellis

/// A platform that a file is made for.
enum InterfacePlatform: Sendable { case iOS, tvOS, macOS }

/// Width and height classes (UITraitCollection); nil where the file does not say what the canvas was.
struct SizeClasses: Sendable, Equatable {
  enum Class: String, Sendable { case compact, regular }

  var width: Class?
  var height: Class?

  /// Whether a variation's key, such as `heightClass=regular-widthClass=compact`, applies.
  func match(_ key: String) -> Bool {
    for part in key.split(separator: "-") {
      let words = part.split(separator: "=", omittingEmptySubsequences: false)
      guard words.count == 2, let wanted = Class(rawValue: String(words[1])) else { return false }
      switch words[0] {
      case "widthClass" where width == wanted: continue
      case "heightClass" where height == wanted: continue
      default: return false
      }
    }
    return !key.isEmpty
  }
}

/// What a `<variation>` changes for some size classes.
struct InterfaceVariation: Sendable {
  /// `default`, or the classes it is for.
  var key: String
  var attributes: [String: String] = [:]
  var included: Set<String> = []
  var excluded: Set<String> = []
  var offset: Int

  /// How many classes it asks for: those that ask for more have the last word.
  var specificity: Int { key == "default" ? 0 : key.count { $0 == "=" } }
}

/// A view of a file.
struct InterfaceView: Sendable {
  var id: String
  /// The element's name: `label`, `stackView`.
  var element: String
  /// The role in the element around it: `view`, `contentView`, `tableHeaderView`; nil for a subview.
  var key: String?
  /// Position of the superview in the file's table; nil for the root of a unit.
  var superview: Int?
  /// As stored.
  var frame: Rect?
  var attributes: [String: String]
  var variations: [InterfaceVariation] = []
  /// `autoresizingMask`; nil if there is none.
  var autoresizing: AutoresizingWords?
  /// `layoutMargins` or `directionalLayoutMargins`: top, leading, bottom, trailing.
  var margins: EdgeInsets?
  var hasMargins: Bool { margins != nil }
  /// Whether the text is one string in one font, without a configuration that adds to it.
  var isPlainText = true
  /// `contentEdgeInsets` of a button: top, leading, bottom, trailing.
  var contentInsets: EdgeInsets?
  var font: InterfaceFont?
  /// What the view shows: text, title, placeholder.
  var text: String?
  /// Rules that a note of its author says are not checked of it.
  var ignored: Set<String> = []
  var image: String?
  var constraints: [InterfaceConstraint] = []
  var guides: [InterfaceGuide] = []
  /// macOS: the attributes of the cell, such as `type` `push`.
  var cell: [String: String]?
  /// A stack's gaps after its views, in order; nil for the stack's own.
  var customSpacing: [Double?] = []
  var offset: Int

  func isOn(_ name: String) -> Bool { attributes[name] == "YES" }

  /// The name that people know the view by.
  var label: String {
    for name in ["userLabel", "customClass"] {
      if let label = attributes[name], !label.isEmpty { return label }
    }
    if let text, !text.isEmpty { return "\(element) \(quotedShort(text))" }
    if let image { return "\(element) \(image)" }
    return element
  }
}

private func quotedShort(_ text: String) -> String {
  let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
  return "'" + (line.count > 24 ? line.prefix(23) + "…" : line) + "'"
}

/// The flexible parts of an autoresizing mask.
struct AutoresizingWords: OptionSet, Sendable {
  let rawValue: UInt8
  static let minX = AutoresizingWords(rawValue: 1)
  static let width = AutoresizingWords(rawValue: 2)
  static let maxX = AutoresizingWords(rawValue: 4)
  static let minY = AutoresizingWords(rawValue: 8)
  static let height = AutoresizingWords(rawValue: 16)
  static let maxY = AutoresizingWords(rawValue: 32)
  /// What a view without a mask has.
  static let standard: AutoresizingWords = [.maxX, .maxY]
}

struct InterfaceFont: Sendable {
  /// Of the system font: `system`, `boldSystem`, `italicSystem`.
  var type: String?
  /// Of the system font: `semibold` and the like.
  var weight: String?
  /// A text style, such as `UICTFontTextStyleBody`.
  var style: String?
  /// A PostScript name; nil for the system font.
  var name: String?
  var size: Double?
}

/// A guide that the file gives an identifier.
struct InterfaceGuide: Sendable {
  enum Kind: Sendable { case safeArea, keyboard, content, frame, margins, readable, top, bottom }

  var id: String
  var kind: Kind
  var offset: Int
}

/// A constraint of a file.
struct InterfaceConstraint: Sendable {
  var id: String
  /// Nil: the element that holds the constraint.
  var first: String?
  var firstAttribute: Attribute
  var relation: Trellis.Relation
  var second: String?
  var secondAttribute: Attribute
  var multiplier: Double
  var constant: Double
  var priority: Double
  var isInstalled: Bool
  /// `symbolic`: the standard spacing where no constant is given.
  var isSymbolic: Bool
  /// `userLabel` or `identifier`.
  var label: String?
  var variations: [InterfaceVariation] = []
  var offset: Int
}

/// Bars and the like that a view controller's scene shows or simulates.
struct SceneContext: Sendable {
  var controller: String?
  /// The controller's name for people.
  var controllerName: String?
  var hasNavigationBar = false
  var hasTabBar = false
  var hasToolbar = false
  /// `freeformSimulatedSizeMetrics`.
  var isFreeform = false
  /// Old files: `statusBarStyle` none.
  var hidesStatusBar = false
}

/// The root of a layout and where it comes from.
struct UnitRoot: Sendable {
  enum Kind: String, Sendable { case controller, cell, view }

  var kind: Kind
  /// Position in the file's table of views.
  var view: Int
  var context = SceneContext()
}

/// Something that a file has and the importer leaves out or takes for something else.
struct InterfaceNote: Sendable, Equatable {
  var offset: Int
  var message: String
}

/// What an Interface Builder file says about layout.
struct InterfaceModel: Sendable {
  var platform = InterfacePlatform.iOS
  var isStoryboard = false
  var toolsVersion = 0.0
  var usesAutoLayout = true
  /// `<device>`; nil if there is none.
  var device: CanvasDevice?
  var images: [String: Size] = [:]
  /// Superviews before their subviews.
  var views: [InterfaceView] = []
  var units: [UnitRoot] = []
  var notes: [InterfaceNote] = []
  /// Identifiers that some variation takes out.
  var excluded: Set<String> = []
  /// Whether a note says that rules are not checked.
  var hasIgnores = false
}

/// The device that a canvas showed.
struct CanvasDevice: Sendable {
  var id: String
  var isLandscape: Bool
  /// `fullscreen`, `splitview1_2` and the like.
  var adaptation: String?
}
