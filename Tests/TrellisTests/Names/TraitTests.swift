import Testing

@testable import Trellis

/// `semanticContentAttribute`, `traitCollection` and who is told of them.
@Suite("UIKit's names: traits and directions of content")
struct TraitTests {
  /// Arranges itself by its width's class, as one writes it for UIKit.
  private final class Card: View {
    let badge = View("badge", intrinsicSize: Size(width: 30, height: 10))
    let title = View("title", intrinsicSize: Size(width: 50, height: 20))
    private var compact: [Constraint] = []
    private var regular: [Constraint] = []
    private(set) var told: [TraitCollection?] = []

    override init(frame: Rect) {
      super.init(frame: frame)
      addSubview(badge)
      addSubview(title)
      badge.translatesAutoresizingMaskIntoConstraints = false
      title.translatesAutoresizingMaskIntoConstraints = false
      Constraint.activate([
        badge.leadingAnchor.constraint(equalTo: leadingAnchor, constant: 8),
        badge.topAnchor.constraint(equalTo: topAnchor),
      ])
      compact = [
        title.leadingAnchor.constraint(equalTo: badge.leadingAnchor),
        title.topAnchor.constraint(equalTo: badge.bottomAnchor),
      ]
      regular = [
        title.leadingAnchor.constraint(equalTo: badge.trailingAnchor),
        title.topAnchor.constraint(equalTo: badge.topAnchor),
      ]
      Constraint.activate(compact)
    }

    override func traitCollectionDidChange(_ previousTraitCollection: TraitCollection?) {
      super.traitCollectionDidChange(previousTraitCollection)
      told.append(previousTraitCollection)
      guard traitCollection.horizontalSizeClass != previousTraitCollection?.horizontalSizeClass else { return }
      let isRegular = traitCollection.horizontalSizeClass == .regular
      Constraint.deactivate(isRegular ? compact : regular)
      Constraint.activate(isRegular ? regular : compact)
    }
  }

  private struct Failure: Error {}

  @Test("Semantic content turns what the view owns, and nothing that its subviews own")
  func semantics() throws {
    let (root, bar, button) = (View("root"), View("bar"), View("button"))
    let icon = View("icon", intrinsicSize: Size(width: 20, height: 20))
    root.addSubview(bar)
    bar.addSubview(button)
    button.addSubview(icon)
    Constraint.activate([
      bar.leadingAnchor.constraint(equalTo: root.leadingAnchor),
      bar.trailingAnchor.constraint(equalTo: root.trailingAnchor),
      button.leadingAnchor.constraint(equalTo: bar.leadingAnchor, constant: 10),
      button.widthAnchor.constraint(equalToConstant: 100),
      icon.leadingAnchor.constraint(equalTo: button.leadingAnchor, constant: 5),
    ])
    for view in [bar, button] {
      view.topAnchor.constraint(equalTo: root.topAnchor).isActive = true
      view.heightAnchor.constraint(equalToConstant: 44).isActive = true
    }
    icon.topAnchor.constraint(equalTo: root.topAnchor).isActive = true
    let scene = try Scene(root: root, size: Size(width: 300, height: 44))
    func places() throws -> [Double] {
      try scene.layout()
      return [button.frame.minX, icon.frame.minX]
    }
    #expect(try places() == [10, 5])
    bar.semanticContentAttribute = .forceRightToLeft
    #expect(bar.effectiveUserInterfaceLayoutDirection == .rightToLeft)
    #expect(button.effectiveUserInterfaceLayoutDirection == .leftToRight)
    #expect(try places() == [190, 5])
    root.layoutDirection = .rightToLeft
    #expect(try places() == [190, 75])
    for attribute in [SemanticContentAttribute.forceLeftToRight, .playback, .spatial] {
      bar.semanticContentAttribute = attribute
      #expect(try places() == [10, 75])
    }
    #expect(
      button.traitCollection.layoutDirection == .rightToLeft && bar.traitCollection.layoutDirection == .rightToLeft)
    // A guide has the direction of the view that it is in.
    let guide = LayoutGuide("guide")
    bar.addLayoutGuide(guide)
    Constraint.activate([
      guide.leadingAnchor.constraint(equalTo: bar.leadingAnchor, constant: 1),
      guide.widthAnchor.constraint(equalToConstant: 2),
      guide.topAnchor.constraint(equalTo: bar.topAnchor), guide.heightAnchor.constraint(equalToConstant: 1),
    ])
    try scene.layout()
    #expect(guide.layoutFrame.minX == 1)
    #expect(throws: Failure.self) {
      try scene.animate {
        bar.semanticContentAttribute = .unspecified
        throw Failure()
      }
    }
    #expect(try places() == [10, 75])
    #expect(bar.semanticContentAttribute == .spatial && guide.layoutFrame.minX == 1)
    bar.semanticContentAttribute = .unspecified
    #expect(try places() == [190, 75])
    #expect(guide.layoutFrame.minX == 297)
    // What comes in later inherits what was set before, past what is forced.
    bar.semanticContentAttribute = .forceLeftToRight
    let late = View("late")
    bar.addSubview(late)
    #expect(late.effectiveLayoutDirection == .rightToLeft)
    Constraint.activate([
      late.leadingAnchor.constraint(equalTo: bar.leadingAnchor), late.widthAnchor.constraint(equalToConstant: 7),
      late.topAnchor.constraint(equalTo: bar.topAnchor), late.heightAnchor.constraint(equalToConstant: 7),
    ])
    let inner = View("inner")
    late.addSubview(inner)
    Constraint.activate([
      inner.leadingAnchor.constraint(equalTo: late.leadingAnchor), inner.widthAnchor.constraint(equalToConstant: 3),
      inner.topAnchor.constraint(equalTo: late.topAnchor), inner.heightAnchor.constraint(equalToConstant: 3),
    ])
    try scene.layout()
    #expect(late.frame.minX == 0 && inner.frame.minX == 4)
  }

  @Test("Views are told of other traits, superviews first, and of the scene that they come into")
  func traits() throws {
    let (root, card) = (View("root"), Card(frame: .zero))
    root.addSubview(card)
    Constraint.activate([
      card.leftAnchor.constraint(equalTo: root.leftAnchor), card.topAnchor.constraint(equalTo: root.topAnchor),
      card.widthAnchor.constraint(equalTo: root.widthAnchor), card.heightAnchor.constraint(equalTo: root.heightAnchor),
    ])
    #expect(card.traitCollection == TraitCollection())
    let scene = try Scene(root: root, size: Size(width: 200, height: 100))
    try scene.layout()
    #expect(card.told.isEmpty && card.title.frame == Rect(x: 8, y: 10, width: 50, height: 20))
    scene.traitCollection = TraitCollection(horizontalSizeClass: .compact)
    #expect(card.told == [TraitCollection()])
    let regular = TraitCollection(horizontalSizeClass: .regular, preferredContentSizeCategory: .accessibilityMedium)
    scene.traitCollection = regular
    scene.traitCollection = regular
    #expect(card.told.count == 2 && card.told.last??.horizontalSizeClass == .compact)
    #expect(card.traitCollection.preferredContentSizeCategory.isAccessibilityCategory)
    try scene.layout()
    #expect(card.title.frame == Rect(x: 38, y: 0, width: 50, height: 20))
    #expect(throws: Failure.self) {
      try scene.animate {
        scene.traitCollection = TraitCollection(horizontalSizeClass: .compact)
        throw Failure()
      }
    }
    try scene.layout()
    #expect(scene.traitCollection == regular && card.title.frame.minX == 38)

    root.layoutDirection = .rightToLeft
    #expect(card.told.count == 4 && card.told.last??.layoutDirection == .leftToRight)
    #expect(card.traitCollection.layoutDirection == .rightToLeft)
    card.layoutDirection = .rightToLeft
    root.layoutDirection = .leftToRight
    #expect(card.told.count == 4)

    let late = Card(frame: .zero)
    root.addSubview(late)
    #expect(late.told == [nil] && late.traitCollection.horizontalSizeClass == .regular)
    late.removeFromSuperview()
    #expect(late.told == [nil] && late.traitCollection == TraitCollection())
  }

  @Test("Text sizes compare, and colours are told by the style")
  func values() {
    #expect(ContentSizeCategory.small < .large && !ContentSizeCategory.extraExtraExtraLarge.isAccessibilityCategory)
    #expect(ContentSizeCategory.allCases == ContentSizeCategory.allCases.sorted())
    let dark = TraitCollection(userInterfaceStyle: .dark)
    #expect(dark.hasDifferentColorAppearance(comparedTo: nil))
    #expect(!dark.hasDifferentColorAppearance(comparedTo: TraitCollection(userInterfaceStyle: .dark, displayScale: 3)))
  }
}
