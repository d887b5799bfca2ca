import Testing

@testable import Trellis

// Screens as engineers write them for UIKit, type names changed.

private final class Label: View {
  var text: String? = "" { didSet { invalidateIntrinsicContentSize() } }
  var numberOfLines = 1
  override var intrinsicContentSize: Size { Size(width: Double(text?.count ?? 0) * 8, height: 20) }
  convenience init(_ text: String) {
    self.init(frame: .zero)
    self.text = text
  }
}

private final class ImageView: View {
  override var intrinsicContentSize: Size { Size(width: 24, height: 24) }
}

/// A bar at the bottom that grows with what is typed, above the keyboard.
private final class InputBar: View {
  private let textView = View()
  private let sendButton = Label("Send")
  private lazy var heightConstraint = textView.heightAnchor.constraint(equalToConstant: 36)
  private let maximumHeight: Double = 120
  var contentHeight: Double = 36 {
    didSet {
      heightConstraint.constant = min(max(contentHeight, 36), maximumHeight)
      setNeedsLayout()
    }
  }

  override init(frame: Rect) {
    super.init(frame: frame)
    setUp()
  }

  private func setUp() {
    preservesSuperviewLayoutMargins = true
    [textView, sendButton].forEach {
      $0.translatesAutoresizingMaskIntoConstraints = false
      addSubview($0)
    }
    sendButton.setContentHuggingPriority(.required, for: .horizontal)
    sendButton.setContentCompressionResistancePriority(.required, for: .horizontal)
    Constraint.activate([
      textView.topAnchor.constraint(equalTo: topAnchor, constant: 8),
      bottomAnchor.constraint(equalTo: textView.bottomAnchor, constant: 8),
      textView.leadingAnchor.constraint(equalTo: layoutMarginsGuide.leadingAnchor),
      sendButton.leadingAnchor.constraint(equalToSystemSpacingAfter: textView.trailingAnchor, multiplier: 1),
      sendButton.trailingAnchor.constraint(equalTo: layoutMarginsGuide.trailingAnchor),
      sendButton.lastBaselineAnchor.constraint(equalTo: textView.lastBaselineAnchor),
      heightConstraint,
    ])
  }
}

private final class ConversationView: View {
  let list = ScrollView()
  let bar = InputBar(frame: .zero)

  override init(frame: Rect = .zero) {
    super.init(frame: frame)
    for view in [list, bar] as [View] {
      view.translatesAutoresizingMaskIntoConstraints = false
      addSubview(view)
    }
    let guide = safeAreaLayoutGuide
    Constraint.activate([
      list.topAnchor.constraint(equalTo: guide.topAnchor),
      list.leadingAnchor.constraint(equalTo: guide.leadingAnchor),
      list.trailingAnchor.constraint(equalTo: guide.trailingAnchor),
      list.bottomAnchor.constraint(equalTo: bar.topAnchor),
      bar.leadingAnchor.constraint(equalTo: leadingAnchor),
      bar.trailingAnchor.constraint(equalTo: trailingAnchor),
      bar.bottomAnchor.constraint(equalTo: keyboardLayoutGuide.topAnchor),
    ])
  }
}

/// An avatar with a badge, a name that wraps, and two columns by width.
private final class ProfileHeader: View {
  struct Metrics {
    static let inset = DirectionalEdgeInsets(top: 16, leading: 20, bottom: 16, trailing: 20)
    static let ratio: Double = 3.0 / 4
  }

  let avatar = ImageView()
  let badge = View()
  let nameLabel = Label("Ada Lovelace")
  let bioLabel = Label("Wrote the first program for a machine that was never built.")
  private let labels = StackView()
  private var compactConstraints = [Constraint]()
  private var regularConstraints = [Constraint]()

  override init(frame: Rect) {
    super.init(frame: frame)
    directionalLayoutMargins = Metrics.inset
    labels.axis = .vertical
    labels.alignment = .leading
    labels.distribution = .fill
    labels.spacing = StackView.spacingUseSystem
    labels.addArrangedSubview(nameLabel)
    labels.addArrangedSubview(bioLabel)
    labels.setCustomSpacing(2, after: nameLabel)
    labels.isLayoutMarginsRelativeArrangement = true
    labels.directionalLayoutMargins = .zero
    bioLabel.setContentCompressionResistancePriority(.defaultLow, for: .horizontal)
    avatar.setContentHuggingPriority(.defaultLow - 1, for: .vertical)
    avatar.setContentHuggingPriority(.defaultLow - 1, for: .horizontal)
    for view in [avatar, badge, labels] as [View] {
      view.translatesAutoresizingMaskIntoConstraints = false
      addSubview(view)
    }
    let margins = layoutMarginsGuide
    let wide = avatar.widthAnchor.constraint(equalTo: widthAnchor, multiplier: 0.25)
    wide.priority = .defaultHigh
    Constraint.activate([
      avatar.topAnchor.constraint(equalTo: margins.topAnchor),
      avatar.leadingAnchor.constraint(equalTo: margins.leadingAnchor),
      avatar.heightAnchor.constraint(equalTo: avatar.widthAnchor, multiplier: Metrics.ratio),
      avatar.widthAnchor.constraint(lessThanOrEqualToConstant: 120),
      wide,
      badge.widthAnchor.constraint(equalToConstant: 12),
      badge.heightAnchor.constraint(equalTo: badge.widthAnchor),
      badge.centerXAnchor.constraint(equalTo: avatar.trailingAnchor),
      badge.centerYAnchor.constraint(equalTo: avatar.topAnchor),
      margins.bottomAnchor.constraint(greaterThanOrEqualTo: avatar.bottomAnchor),
      margins.bottomAnchor.constraint(greaterThanOrEqualTo: labels.bottomAnchor),
      labels.trailingAnchor.constraint(equalTo: margins.trailingAnchor),
    ])
    let low = margins.bottomAnchor.constraint(equalTo: margins.topAnchor)
    low.priority = Priority(rawValue: 1)
    low.isActive = true
    compactConstraints = [
      labels.leadingAnchor.constraint(equalTo: margins.leadingAnchor),
      labels.topAnchor.constraint(equalToSystemSpacingBelow: avatar.bottomAnchor, multiplier: 1),
    ]
    regularConstraints = [
      labels.leadingAnchor.constraint(equalToSystemSpacingAfter: avatar.trailingAnchor, multiplier: 2),
      labels.topAnchor.constraint(equalTo: avatar.topAnchor),
    ]
    Constraint.activate(compactConstraints)
  }

  override func traitCollectionDidChange(_ previousTraitCollection: TraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    guard traitCollection.horizontalSizeClass != previousTraitCollection?.horizontalSizeClass else { return }
    if traitCollection.horizontalSizeClass == .compact {
      Constraint.deactivate(regularConstraints)
      Constraint.activate(compactConstraints)
    } else {
      Constraint.deactivate(compactConstraints)
      Constraint.activate(regularConstraints)
    }
  }
}

/// Rows of an icon, a title that gives way, a value and a switch; one row opens with an animation.
private final class SettingsForm: View {
  final class Row: View {
    let icon = ImageView()
    let title: Label
    let accessory: View
    lazy var stack: StackView = {
      let stack = StackView(arrangedSubviews: [icon, title, View(), accessory])
      stack.axis = .horizontal
      stack.alignment = .center
      stack.spacing = 12
      stack.translatesAutoresizingMaskIntoConstraints = false
      return stack
    }()

    init(_ text: String, accessory: View) {
      title = Label(text)
      self.accessory = accessory
      super.init(frame: .zero)
      addSubview(stack)
      accessory.setContentHuggingPriority(.required, for: .horizontal)
      accessory.setContentCompressionResistancePriority(.required, for: .horizontal)
      icon.setContentHuggingPriority(.required, for: .horizontal)
      title.setContentCompressionResistancePriority(.defaultLow, for: .horizontal)
      Constraint.activate([
        stack.topAnchor.constraint(equalTo: layoutMarginsGuide.topAnchor),
        stack.leadingAnchor.constraint(equalTo: layoutMarginsGuide.leadingAnchor),
        layoutMarginsGuide.trailingAnchor.constraint(equalTo: stack.trailingAnchor),
        layoutMarginsGuide.bottomAnchor.constraint(equalTo: stack.bottomAnchor),
        heightAnchor.constraint(greaterThanOrEqualToConstant: 44),
      ])
    }
  }

  final class Switch: View {
    override var intrinsicContentSize: Size { Size(width: 51, height: 31) }
  }

  let details = View()
  let rows: [Row] = [
    Row("Notifications", accessory: Switch()),
    Row("A title that is much too long to fit in its row", accessory: Switch()),
    Row("Account", accessory: Label("ada@example.org")),
  ]
  private(set) lazy var detailsHeight = details.heightAnchor.constraint(equalToConstant: 0)

  override init(frame: Rect) {
    super.init(frame: frame)
    let content = StackView()
    content.axis = .vertical
    rows.forEach(content.addArrangedSubview)
    content.insertArrangedSubview(details, at: 1)
    content.translatesAutoresizingMaskIntoConstraints = false
    addSubview(content)
    Constraint.activate([
      content.topAnchor.constraint(equalTo: topAnchor), content.leadingAnchor.constraint(equalTo: leadingAnchor),
      content.trailingAnchor.constraint(equalTo: trailingAnchor), detailsHeight,
    ])
  }

  func open() {
    layoutIfNeeded()
    detailsHeight.constant = 80
    View.animate(withDuration: 0.3, delay: 0, options: [], animations: { self.layoutIfNeeded() }, completion: nil)
  }
}

@Suite("More screens as written for UIKit")
struct MoreScreenTests {
  private func show(_ view: View, _ size: Size) throws -> Scene {
    let scene = try Scene(root: view, size: size)
    try scene.layout()
    #expect(scene.conflicts.isEmpty)
    // A list without content says nothing of how large that is, as in UIKit.
    #expect(try scene.ambiguities().filter { !($0.item is LayoutGuide) }.isEmpty)
    return scene
  }

  @Test("An input bar grows with its text, and stands on the keyboard")
  func conversation() throws {
    let view = ConversationView()
    let scene = try show(view, Size(width: 320, height: 480))
    #expect(view.bar.frame == Rect(x: 0, y: 428, width: 320, height: 52) && view.list.frame.height == 428)
    view.bar.contentHeight = 300
    try scene.layout()
    #expect(view.bar.frame.height == 136)
    scene.keyboardHeight = 200
    try scene.layout()
    #expect(view.bar.frame.maxY == 280)
    scene.safeAreaInsets = DirectionalEdgeInsets(top: 20, leading: 0, bottom: 34, trailing: 0)
    scene.keyboardHeight = 0
    try scene.layout()
    #expect(view.bar.frame.maxY == 446 && view.list.frame.minY == 20)
  }

  @Test("A profile header by size class")
  func profile() throws {
    let header = ProfileHeader(frame: .zero)
    let scene = try show(header, Size(width: 400, height: 300))
    scene.traitCollection = TraitCollection(horizontalSizeClass: .compact)
    try scene.layout()
    #expect(header.avatar.frame == Rect(x: 20, y: 16, width: 100, height: 75))
    #expect(header.badge.center == Point(x: 120, y: 16))
    scene.traitCollection = TraitCollection(horizontalSizeClass: .regular)
    try scene.layout()
    #expect(header.nameLabel.superview?.frame.minX == 136)
    let fitting = header.systemLayoutSizeFitting(
      Size(width: 320, height: 0), withHorizontalFittingPriority: .required, verticalFittingPriority: .fittingSizeLevel)
    #expect(fitting.width == 320)
  }

  @Test("Methods that add are functions of one view, and calls keep their lines")
  func functions() throws {
    let (root, stack) = (View("root"), StackView("stack"))
    let views = [View("a"), View("b")]
    let guides = [LayoutGuide("g"), LayoutGuide("h")]
    views.forEach(stack.addArrangedSubview)
    [stack].forEach(root.addSubview)
    guides.forEach(root.addLayoutGuide)
    #expect(stack.arrangedSubviews == views && root.subviews == [stack] && root.layoutGuides == guides)
    [root].forEach(stack.addSubview)
    [stack].forEach(stack.addArrangedSubview)
    [root.layoutMarginsGuide].forEach(stack.addLayoutGuide)
    #expect(stack.arrangedSubviews == views && root.pendingErrors.count == 3)
    #expect(root.pendingErrors.allSatisfy { $0.location == nil })
    stack.addSubview(root)
    #expect(root.pendingErrors.last?.location?.contains("MoreScreenTests") == true)
  }

  @Test("A form of rows, one of which opens")
  func settings() throws {
    let form = SettingsForm(frame: .zero)
    let scene = try show(form, Size(width: 375, height: 667))
    #expect(form.rows.allSatisfy { $0.frame.width == 375 && $0.frame.height >= 44 })
    #expect(form.rows[1].accessory.frame.maxX <= form.rows[1].stack.frame.width)
    #expect(form.rows[1].accessory.frame.width == 51)
    let before = form.rows[1].frame.minY
    form.open()
    try scene.layout()
    #expect(form.rows[1].frame.minY == before + 80)
  }
}
