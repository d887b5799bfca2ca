// What a view knows of where it is shown, by UIKit's names. The scene is told by its host; views ask.

/// Where views are shown: size classes, text size, appearance. Plain values, of which a layout takes nothing by itself: views
/// and hosts decide by them what they activate.
///
/// A host gives them to a ``Scene/traitCollection``; views read ``View/traitCollection`` and override
/// ``View/traitCollectionDidChange(_:)``.
public struct TraitCollection: Hashable, Sendable {
  /// How much room an axis has.
  public enum SizeClass: Int, Hashable, Sendable, CaseIterable {
    case unspecified, compact, regular
  }

  /// Whether the interface is light or dark.
  public enum UserInterfaceStyle: Int, Hashable, Sendable, CaseIterable {
    case unspecified, light, dark
  }

  /// The class of the width.
  public var horizontalSizeClass: SizeClass
  /// The class of the height.
  public var verticalSizeClass: SizeClass
  /// The text size that people chose.
  public var preferredContentSizeCategory: ContentSizeCategory
  /// Light or dark.
  public var userInterfaceStyle: UserInterfaceStyle
  /// Pixels per point; 0 for unknown.
  public var displayScale: Double
  /// The direction that is inherited (``View/layoutDirection``). A scene's own is not looked at.
  public internal(set) var layoutDirection = LayoutDirection.leftToRight

  /// Creates traits; what is left out is unspecified, the text size large.
  public init(
    horizontalSizeClass: SizeClass = .unspecified, verticalSizeClass: SizeClass = .unspecified,
    preferredContentSizeCategory: ContentSizeCategory = .large, userInterfaceStyle: UserInterfaceStyle = .unspecified,
    displayScale: Double = 0
  ) {
    self.horizontalSizeClass = horizontalSizeClass
    self.verticalSizeClass = verticalSizeClass
    self.preferredContentSizeCategory = preferredContentSizeCategory
    self.userInterfaceStyle = userInterfaceStyle
    self.displayScale = displayScale
  }

  /// Whether colours may differ between the two: another ``userInterfaceStyle``.
  public func hasDifferentColorAppearance(comparedTo other: TraitCollection?) -> Bool {
    userInterfaceStyle != other?.userInterfaceStyle ?? .unspecified
  }
}

/// A text size that people choose, from the smallest to the largest.
public enum ContentSizeCategory: String, Hashable, Sendable, CaseIterable, Comparable {
  case extraSmall, small, medium, large, extraLarge, extraExtraLarge, extraExtraExtraLarge
  case accessibilityMedium, accessibilityLarge, accessibilityExtraLarge, accessibilityExtraExtraLarge
  case accessibilityExtraExtraExtraLarge

  /// The short name in reports: `XS` to `XXXL`, `AX1` to `AX5`.
  public var shortName: String {
    ["XS", "S", "M", "L", "XL", "XXL", "XXXL", "AX1", "AX2", "AX3", "AX4", "AX5"][index]
  }

  /// Whether it is one of the five that are chosen under Accessibility.
  public var isAccessibilityCategory: Bool { self >= .accessibilityMedium }

  /// The place in ``allCases``, 0 for the smallest.
  package var index: Int { Self.allCases.firstIndex(of: self) ?? 3 }

  /// Whether the first is smaller.
  public static func < (first: ContentSizeCategory, second: ContentSizeCategory) -> Bool { first.index < second.index }
}
