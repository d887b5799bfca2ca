import Testing

@testable import Trellis

// More screens as they are written for UIKit and SnapKit, with the names of its types for ours and no `try`; their frames are
// worked out by hand. Controls that draw stand in as views with a content size: ten points a letter, twenty a line.

private typealias UIView = View
private typealias UIStackView = StackView
private typealias UILayoutGuide = LayoutGuide
private typealias UIScrollView = ScrollView
private typealias NSLayoutConstraint = Constraint
private typealias UILayoutPriority = Priority
private typealias UIEdgeInsets = EdgeInsets
private typealias NSDirectionalEdgeInsets = DirectionalEdgeInsets
private typealias CGFloat = Double
private typealias CGSize = Size
private typealias CGRect = Rect
private typealias CGPoint = Point

extension UILayoutPriority {
  fileprivate static let belowLow = UILayoutPriority(rawValue: 249)
}

private class UILabel: UIView {
  var text: String? { didSet { invalidateIntrinsicContentSize() } }
  var numberOfLines = 1 {
    didSet {
      heightForWidth =
        numberOfLines == 1
        ? nil
        : HeightForWidth { [unowned self] width in
          20 * max(1, (intrinsicContentSize.width / max(width, 1)).rounded(.up))
        }
    }
  }

  override var intrinsicContentSize: CGSize { CGSize(width: CGFloat(text?.count ?? 0) * 10, height: 20) }

  convenience init(text: String) {
    self.init(frame: .zero)
    self.text = text
  }
}

private final class UIButton: UIView {
  override var intrinsicContentSize: CGSize { CGSize(width: 80, height: 44) }
}

private final class UISwitch: UIView {
  override var intrinsicContentSize: CGSize { CGSize(width: 51, height: 31) }
}

private final class UIImageView: UIView {}

// MARK: - A table cell in visual formats

private final class ContactCell: UIView {
  let avatarView = UIImageView()
  let nameLabel = UILabel()
  let detailLabel = UILabel()
  let badgeLabel = UILabel()

  override init(frame: CGRect) {
    super.init(frame: frame)
    let views: [String: Any] = [
      "avatar": avatarView, "name": nameLabel, "detail": detailLabel, "badge": badgeLabel,
    ]
    let metrics: [String: Any] = [
      "side": 40, "pad": 12.0, "gap": CGFloat(8), "high": UILayoutPriority.defaultHigh.rawValue,
    ]
    for view in [avatarView, nameLabel, detailLabel, badgeLabel] {
      view.translatesAutoresizingMaskIntoConstraints = false
      addSubview(view)
    }
    badgeLabel.setContentCompressionResistancePriority(.required, for: .horizontal)
    badgeLabel.setContentHuggingPriority(.required, for: .horizontal)
    let formats: [(String, NSLayoutConstraint.FormatOptions)] = [
      ("H:|-pad-[avatar(side)]-gap-[name]-(>=gap)-[badge]-pad-|", []),
      ("H:[detail]-(>=pad@high)-|", []),
      ("V:|-pad-[avatar(side)]-(>=pad)-|", []),
      ("V:|-pad-[name]-4-[detail]-(>=pad)-|", .alignAllLeading),
    ]
    var constraints: [NSLayoutConstraint] = []
    for (format, options) in formats {
      constraints += NSLayoutConstraint.constraints(
        withVisualFormat: format, options: options, metrics: metrics, views: views)
    }
    constraints.append(
      NSLayoutConstraint(
        item: badgeLabel, attribute: .centerY, relatedBy: .equal, toItem: nameLabel, attribute: .centerY,
        multiplier: 1, constant: 0))
    addConstraints(constraints)
  }

  required init?(coder: String) { nil }

  func preferredHeight(_ width: CGFloat) -> CGFloat {
    let target = CGSize(width: width, height: UIView.layoutFittingCompressedSize.height)
    return systemLayoutSizeFitting(
      target, withHorizontalFittingPriority: .required, verticalFittingPriority: .fittingSizeLevel
    ).height
  }
}

// MARK: - A view controller with lazy views and two sets of constraints

private final class ProfileViewController {
  let view = UIView()

  private(set) lazy var headerView: UIImageView = {
    let header = UIImageView()
    header.translatesAutoresizingMaskIntoConstraints = false
    return header
  }()

  private(set) lazy var avatarView: UIImageView = {
    let avatar = UIImageView()
    avatar.translatesAutoresizingMaskIntoConstraints = false
    avatar.widthAnchor.constraint(equalToConstant: 80).isActive = true
    avatar.heightAnchor.constraint(equalTo: avatar.widthAnchor).isActive = true
    return avatar
  }()

  private(set) lazy var nameLabel: UILabel = {
    let label = UILabel(text: "Ada Lovelace")
    label.translatesAutoresizingMaskIntoConstraints = false
    return label
  }()

  private(set) lazy var bioLabel: UILabel = {
    let label = UILabel(text: String(repeating: "x", count: 60))
    label.numberOfLines = 0
    label.translatesAutoresizingMaskIntoConstraints = false
    return label
  }()

  private(set) lazy var followButton: UIButton = {
    $0.translatesAutoresizingMaskIntoConstraints = false
    return $0
  }(UIButton())

  private lazy var compactConstraints: [NSLayoutConstraint] = [
    headerView.trailingAnchor.constraint(equalTo: view.trailingAnchor),
    headerView.heightAnchor.constraint(equalTo: view.heightAnchor, multiplier: 0.3),
    avatarView.centerXAnchor.constraint(equalTo: view.centerXAnchor),
    avatarView.centerYAnchor.constraint(equalTo: headerView.bottomAnchor),
    nameLabel.topAnchor.constraint(equalTo: avatarView.bottomAnchor, constant: 12),
    nameLabel.centerXAnchor.constraint(equalTo: avatarView.centerXAnchor),
    bioLabel.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 20),
  ]

  private lazy var regularConstraints: [NSLayoutConstraint] = [
    headerView.widthAnchor.constraint(equalTo: view.widthAnchor, multiplier: 1 / 3),
    headerView.bottomAnchor.constraint(equalTo: view.bottomAnchor),
    avatarView.leadingAnchor.constraint(equalTo: headerView.trailingAnchor, constant: 20),
    avatarView.topAnchor.constraint(equalTo: view.topAnchor, constant: 20),
    nameLabel.leadingAnchor.constraint(equalTo: avatarView.trailingAnchor, constant: 12),
    nameLabel.centerYAnchor.constraint(equalTo: avatarView.centerYAnchor),
    bioLabel.leadingAnchor.constraint(equalTo: avatarView.leadingAnchor),
  ]

  func viewDidLoad() {
    view.addSubview(headerView)
    view.addSubview(avatarView)
    view.addSubview(nameLabel)
    view.addSubview(bioLabel)
    view.addSubview(followButton)

    let buttonWidth = followButton.widthAnchor.constraint(equalTo: view.widthAnchor, multiplier: 0.5)
    buttonWidth.priority = .defaultHigh
    NSLayoutConstraint.activate([
      headerView.topAnchor.constraint(equalTo: view.topAnchor),
      headerView.leadingAnchor.constraint(equalTo: view.leadingAnchor),

      bioLabel.topAnchor.constraint(greaterThanOrEqualTo: nameLabel.bottomAnchor, constant: 8),
      bioLabel.topAnchor.constraint(greaterThanOrEqualTo: avatarView.bottomAnchor, constant: 8),
      bioLabel.trailingAnchor.constraint(equalTo: view.trailingAnchor, constant: -20),

      followButton.centerXAnchor.constraint(equalTo: bioLabel.centerXAnchor),
      followButton.topAnchor.constraint(equalTo: bioLabel.bottomAnchor, constant: 16),
      followButton.heightAnchor.constraint(equalToConstant: 44),
      followButton.widthAnchor.constraint(lessThanOrEqualToConstant: 200),
      buttonWidth,
    ])
    NSLayoutConstraint.activate(compactConstraints)
  }

  func viewWillTransition(to size: CGSize) {
    let isCompact = size.width < size.height
    NSLayoutConstraint.deactivate(isCompact ? regularConstraints : compactConstraints)
    NSLayoutConstraint.activate(isCompact ? compactConstraints : regularConstraints)
  }
}

// MARK: - An onboarding page in SnapKit's names

private final class OnboardingPage: UIView {
  let imageView = UIImageView()
  let titleLabel = UILabel(text: "Welcome")
  let bodyLabel = UILabel(text: String(repeating: "y", count: 50))
  let pageControl = UIView()
  let button = UIButton()
  private(set) var bodyTop: Constraint?

  override init(frame: CGRect) {
    super.init(frame: frame)
    bodyLabel.numberOfLines = 0
    [imageView, titleLabel, bodyLabel, pageControl, button].forEach { addSubview($0) }
    imageView.snp.makeConstraints { make in
      make.top.equalTo(safeAreaLayoutGuide).offset(40)
      make.centerX.equalToSuperview()
      make.width.equalToSuperview().multipliedBy(0.5).priority(.high)
      make.width.lessThanOrEqualTo(240)
      make.height.equalTo(imageView.snp.width).multipliedBy(1.25)
    }
    titleLabel.snp.makeConstraints { (make) -> Void in
      make.top.equalTo(imageView.snp.bottom).offset(24)
      make.centerX.equalTo(imageView)
      make.leading.greaterThanOrEqualToSuperview().offset(20)
    }
    bodyLabel.snp.makeConstraints { make in
      bodyTop = make.top.equalTo(titleLabel.snp.bottom).offset(8).constraint
      make.leading.trailing.equalToSuperview().inset(20)
      make.bottom.lessThanOrEqualTo(pageControl.snp.top).offset(-8)
    }
    pageControl.snp.makeConstraints { make in
      make.size.equalTo(CGSize(width: 60, height: 10))
      make.centerX.equalTo(self)
      make.bottom.equalTo(button.snp.top).offset(-16)
    }
    button.snp.makeConstraints { make in
      make.left.right.equalTo(layoutMarginsGuide)
      make.height.equalTo(48)
      make.bottom.equalTo(safeAreaLayoutGuide.snp.bottom).inset(12)
    }
  }

  required init?(coder: String) { nil }

  func collapse() {
    bodyTop?.update(offset: 2)
    imageView.snp.remakeConstraints { make in
      make.top.centerX.equalTo(safeAreaLayoutGuide)
      make.size.equalTo(100)
    }
    button.snp.updateConstraints { make in
      make.height.equalTo(60)
    }
  }
}

// MARK: - A chat cell with priorities and hugging

private final class MessageCell: UIView {
  let bubble = UIView()
  let messageLabel = UILabel()
  let timeLabel = UILabel(text: "09:41")
  private lazy var leadingPin = bubble.leadingAnchor.constraint(equalTo: leadingAnchor, constant: 12)
  private lazy var trailingPin = bubble.trailingAnchor.constraint(equalTo: trailingAnchor, constant: -12)

  var isOutgoing = false {
    didSet {
      leadingPin.priority = isOutgoing ? .belowLow : .defaultHigh
      trailingPin.priority = isOutgoing ? .defaultHigh : .belowLow
    }
  }

  convenience init() {
    self.init(frame: .zero)
    isOutgoing = false
  }

  override init(frame: CGRect) {
    super.init(frame: frame)
    messageLabel.numberOfLines = 0
    timeLabel.setContentHuggingPriority(.required, for: .horizontal)
    timeLabel.setContentCompressionResistancePriority(.required, for: .horizontal)
    messageLabel.setContentHuggingPriority(UILayoutPriority(260), for: .horizontal)
    messageLabel.setContentCompressionResistancePriority(UILayoutPriority(749), for: .horizontal)
    addSubview(bubble)
    bubble.addSubview(messageLabel)
    bubble.addSubview(timeLabel)
    leadingPin.priority = .defaultHigh
    trailingPin.priority = .belowLow
    NSLayoutConstraint.activate([
      bubble.topAnchor.constraint(equalTo: topAnchor, constant: 4),
      bubble.bottomAnchor.constraint(equalTo: bottomAnchor, constant: -4),
      bubble.leadingAnchor.constraint(greaterThanOrEqualTo: leadingAnchor, constant: 12),
      bubble.trailingAnchor.constraint(lessThanOrEqualTo: trailingAnchor, constant: -12),
      bubble.widthAnchor.constraint(lessThanOrEqualTo: widthAnchor, multiplier: 0.75),
      leadingPin, trailingPin,

      messageLabel.topAnchor.constraint(equalTo: bubble.topAnchor, constant: 8),
      messageLabel.leadingAnchor.constraint(equalTo: bubble.leadingAnchor, constant: 12),
      messageLabel.bottomAnchor.constraint(equalTo: bubble.bottomAnchor, constant: -8),

      timeLabel.leadingAnchor.constraint(equalTo: messageLabel.trailingAnchor, constant: 8),
      timeLabel.trailingAnchor.constraint(equalTo: bubble.trailingAnchor, constant: -12),
      timeLabel.lastBaselineAnchor.constraint(equalTo: messageLabel.lastBaselineAnchor),
    ])
  }

  required init?(coder: String) { nil }
}

// MARK: - A settings form of nested stacks

private final class SettingsView: UIView {
  let wifiSwitch = UISwitch()
  let bluetoothSwitch = UISwitch()
  let passwordLabel = UILabel(text: "Password")

  private func makeRow(_ title: String, _ accessory: UIView) -> UIStackView {
    let label = UILabel(text: title)
    label.setContentHuggingPriority(UILayoutPriority(rawValue: 249), for: .horizontal)
    accessory.setContentHuggingPriority(.required, for: .horizontal)
    let row = UIStackView(arrangedSubviews: [label, accessory])
    row.axis = .horizontal
    row.alignment = .center
    row.spacing = 8
    return row
  }

  private(set) lazy var wifiRow = makeRow("Wi-Fi", wifiSwitch)
  private(set) lazy var bluetoothRow = makeRow("Bluetooth", bluetoothSwitch)
  private(set) lazy var buttonRow: UIStackView = {
    let row = UIStackView(arrangedSubviews: [UIButton(), UIButton(), UIButton()])
    row.distribution = .fillEqually
    row.spacing = 10
    return row
  }()
  private(set) lazy var section: UIStackView = {
    let section = UIStackView(arrangedSubviews: [wifiRow, passwordLabel, bluetoothRow])
    section.axis = .vertical
    section.spacing = 6
    section.isLayoutMarginsRelativeArrangement = true
    section.directionalLayoutMargins = NSDirectionalEdgeInsets(top: 10, leading: 16, bottom: 10, trailing: 16)
    return section
  }()
  private(set) lazy var form: UIStackView = {
    let form = UIStackView()
    form.axis = .vertical
    form.spacing = 12
    form.translatesAutoresizingMaskIntoConstraints = false
    form.addArrangedSubview(UILabel(text: "Settings"))
    form.addArrangedSubview(section)
    form.addArrangedSubview(buttonRow)
    form.setCustomSpacing(30, after: section)
    return form
  }()

  init() {
    super.init(frame: .zero)
    layoutMargins = UIEdgeInsets(top: 20, left: 20, bottom: 20, right: 20)
    addSubview(form)
    NSLayoutConstraint.activate([
      form.topAnchor.constraint(equalTo: layoutMarginsGuide.topAnchor),
      form.leadingAnchor.constraint(equalTo: layoutMarginsGuide.leadingAnchor),
      form.trailingAnchor.constraint(equalTo: layoutMarginsGuide.trailingAnchor),
    ])
  }

  required init?(coder: String) { nil }
}

// MARK: -

@Suite("Screens pasted from UIKit and SnapKit")
struct PastedScreenTests {
  @Test("A table cell in visual formats with metrics", arguments: [(10, 100.0), (40, 220)])
  func cell(letters: Int, width: Double) throws {
    let cell = ContactCell(frame: .zero)
    cell.nameLabel.text = String(repeating: "n", count: letters)
    cell.detailLabel.text = "15 letters long"
    cell.badgeLabel.text = "42"
    let scene = try Scene(root: cell, size: CGSize(width: 320, height: 80))
    try scene.layout()
    #expect(cell.avatarView.frame == CGRect(x: 12, y: 12, width: 40, height: 40))
    #expect(cell.nameLabel.frame == CGRect(x: 60, y: 12, width: width, height: 20))
    #expect(cell.detailLabel.frame == CGRect(x: 60, y: 36, width: 150, height: 20))
    #expect(cell.badgeLabel.frame == CGRect(x: 288, y: 12, width: 20, height: 20))
    #expect(cell.preferredHeight(320) == 68)
  }

  @Test("A view controller with lazy views and two sets of constraints")
  func profile() throws {
    let controller = ProfileViewController()
    controller.viewDidLoad()
    let scene = try Scene(root: controller.view, size: CGSize(width: 400, height: 700))
    for _ in 0..<2 {
      try scene.layout()
      #expect(controller.headerView.frame == CGRect(x: 0, y: 0, width: 400, height: 210))
      #expect(controller.avatarView.frame == CGRect(x: 160, y: 170, width: 80, height: 80))
      #expect(controller.nameLabel.frame == CGRect(x: 140, y: 262, width: 120, height: 20))
      // 600 points of text on lines of 360.
      #expect(controller.bioLabel.frame == CGRect(x: 20, y: 290, width: 360, height: 40))
      #expect(controller.followButton.frame == CGRect(x: 100, y: 346, width: 200, height: 44))

      controller.viewWillTransition(to: CGSize(width: 600, height: 300))
      scene.size = CGSize(width: 600, height: 300)
      let report = try scene.layout()
      #expect(report.conflicts.isEmpty)
      #expect(controller.headerView.frame == CGRect(x: 0, y: 0, width: 200, height: 300))
      #expect(controller.avatarView.frame == CGRect(x: 220, y: 20, width: 80, height: 80))
      #expect(controller.nameLabel.frame == CGRect(x: 312, y: 50, width: 120, height: 20))
      #expect(controller.bioLabel.frame == CGRect(x: 220, y: 108, width: 360, height: 40))
      #expect(controller.followButton.frame == CGRect(x: 300, y: 164, width: 200, height: 44))

      controller.viewWillTransition(to: CGSize(width: 400, height: 700))
      scene.size = CGSize(width: 400, height: 700)
    }
  }

  @Test("An onboarding page in SnapKit's names")
  func onboarding() throws {
    let page = OnboardingPage(frame: .zero)
    let scene = try Scene(root: page, size: CGSize(width: 320, height: 600))
    scene.safeAreaInsets = UIEdgeInsets(top: 20, left: 0, bottom: 30, right: 0)
    try scene.layout()
    #expect(page.imageView.frame == CGRect(x: 80, y: 60, width: 160, height: 200))
    #expect(page.titleLabel.frame == CGRect(x: 125, y: 284, width: 70, height: 20))
    // 500 points of text on lines of 280.
    #expect(page.bodyLabel.frame == CGRect(x: 20, y: 312, width: 280, height: 40))
    #expect(page.button.frame == CGRect(x: 8, y: 510, width: 304, height: 48))
    #expect(page.pageControl.frame == CGRect(x: 130, y: 484, width: 60, height: 10))
    scene.size.width = 800
    try scene.layout()
    #expect(page.imageView.frame == CGRect(x: 280, y: 60, width: 240, height: 300))
    scene.size.width = 320
    page.collapse()
    try scene.layout()
    #expect(page.imageView.frame == CGRect(x: 110, y: 20, width: 100, height: 100))
    #expect(page.titleLabel.frame.minY == 144 && page.bodyLabel.frame.minY == 166)
    #expect(page.button.frame == CGRect(x: 8, y: 498, width: 304, height: 60))
  }

  @Test("A chat cell: the bubble is as wide as its text, at most three quarters, at the side of who wrote")
  func chat() throws {
    let cell = MessageCell()
    let scene = try Scene(root: cell, size: CGSize(width: 400, height: 100))
    cell.messageLabel.text = "12 letters.."
    try scene.layout()
    // 12 + 120 + 8 + 50 + 12 points.
    #expect(cell.bubble.frame == CGRect(x: 12, y: 4, width: 202, height: 92))
    #expect(cell.timeLabel.frame == CGRect(x: 140, y: 64, width: 50, height: 20))
    cell.isOutgoing = true
    try scene.layout()
    #expect(cell.bubble.frame == CGRect(x: 186, y: 4, width: 202, height: 92))
    cell.messageLabel.text = String(repeating: "m", count: 60)
    try scene.layout()
    #expect(cell.bubble.frame == CGRect(x: 88, y: 4, width: 300, height: 92))
    #expect(cell.messageLabel.frame == CGRect(x: 12, y: 8, width: 218, height: 76))
    // 600 points on lines of 218 are three of them.
    let target = CGSize(width: 400, height: 0)
    #expect(
      cell.systemLayoutSizeFitting(
        target, withHorizontalFittingPriority: .required, verticalFittingPriority: .fittingSizeLevel)
        == CGSize(width: 400, height: 84))
    cell.isOutgoing = false
    try scene.layout()
    #expect(cell.bubble.frame.minX == 12 && cell.bubble.frame.width == 300)
  }

  @Test("A settings form of nested stacks, with a row that hides")
  func settings() throws {
    let view = SettingsView()
    let scene = try Scene(root: view, size: CGSize(width: 320, height: 500))
    try scene.layout()
    #expect(view.form.frame == CGRect(x: 20, y: 20, width: 280, height: 220))
    #expect(view.section.frame == CGRect(x: 0, y: 32, width: 280, height: 114))
    #expect(view.wifiRow.frame == CGRect(x: 16, y: 10, width: 248, height: 31))
    #expect(view.passwordLabel.frame == CGRect(x: 16, y: 47, width: 248, height: 20))
    #expect(view.bluetoothRow.frame == CGRect(x: 16, y: 73, width: 248, height: 31))
    #expect(view.wifiSwitch.frame == CGRect(x: 197, y: 0, width: 51, height: 31))
    #expect(view.wifiRow.arrangedSubviews[0].frame == CGRect(x: 0, y: 5.5, width: 189, height: 20))
    #expect(view.buttonRow.frame == CGRect(x: 0, y: 176, width: 280, height: 44))
    let third = CGFloat(260) / 3
    #expect(view.buttonRow.arrangedSubviews[2].frame.isClose(2 * (third + 10), 0, third, 44))
    view.passwordLabel.isHidden = true
    try scene.layout()
    #expect(view.section.frame.height == 88 && view.bluetoothRow.frame.minY == 47)
    view.section.isLayoutMarginsRelativeArrangement = false
    view.passwordLabel.isHidden = false
    try scene.layout()
    #expect(view.section.frame.height == 94 && view.wifiRow.frame == CGRect(x: 0, y: 0, width: 280, height: 31))
    #expect(scene.pendingErrors.isEmpty && !view.hasAmbiguousLayout)
  }
}
