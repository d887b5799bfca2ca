import Testing

@testable import Trellis

// Screens as they are written for UIKit, with the names of its types for ours. Controls that draw stand in as views with a
// content size.

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

private final class UILabel: UIView {
  var text: String? { didSet { invalidateIntrinsicContentSize() } }
  override var intrinsicContentSize: CGSize { CGSize(width: CGFloat(text?.count ?? 0) * 10, height: 20) }
}

private final class UIButton: UIView {
  override var intrinsicContentSize: CGSize { CGSize(width: 80, height: 44) }
}

private final class SignInView: UIView {
  private let titleLabel: UILabel = {
    let label = UILabel()
    label.translatesAutoresizingMaskIntoConstraints = false
    label.text = "Sign in"
    label.setContentHuggingPriority(.required, for: .vertical)
    return label
  }()
  let nameField = UIButton()
  let passwordField = UIButton()
  let button = UIButton()
  lazy var stackView: UIStackView = {
    let stackView = UIStackView(arrangedSubviews: [nameField, passwordField])
    stackView.axis = .vertical
    stackView.spacing = 12
    stackView.isLayoutMarginsRelativeArrangement = true
    stackView.directionalLayoutMargins = NSDirectionalEdgeInsets(top: 0, leading: 4, bottom: 0, trailing: 6)
    stackView.translatesAutoresizingMaskIntoConstraints = false
    return stackView
  }()
  private var buttonBottom: NSLayoutConstraint!
  private(set) var layouts = 0

  override init(frame: CGRect) {
    super.init(frame: frame)
    setUp()
  }

  required init?(coder: String) {
    super.init(coder: coder)
    setUp()
  }

  private func setUp() {
    preservesSuperviewLayoutMargins = true
    layoutMargins = UIEdgeInsets(top: 16, left: 20, bottom: 16, right: 20)
    addSubview(titleLabel)
    addSubview(stackView)
    insertSubview(button, belowSubview: stackView)
    button.translatesAutoresizingMaskIntoConstraints = false
    buttonBottom = button.bottomAnchor.constraint(equalTo: keyboardLayoutGuide.topAnchor, constant: -8)
    let width = button.widthAnchor.constraint(equalToConstant: 200)
    width.priority = UILayoutPriority(rawValue: 999)
    NSLayoutConstraint.activate([
      titleLabel.topAnchor.constraint(equalToSystemSpacingBelow: safeAreaLayoutGuide.topAnchor, multiplier: 2),
      titleLabel.centerXAnchor.constraint(equalTo: centerXAnchor),
      stackView.topAnchor.constraint(equalToSystemSpacingBelow: titleLabel.bottomAnchor, multiplier: 1),
      stackView.leadingAnchor.constraint(equalTo: layoutMarginsGuide.leadingAnchor),
      stackView.trailingAnchor.constraint(equalTo: layoutMarginsGuide.trailingAnchor),
      button.topAnchor.constraint(greaterThanOrEqualToSystemSpacingBelow: stackView.bottomAnchor, multiplier: 1),
      button.centerXAnchor.constraint(equalTo: centerXAnchor),
      buttonBottom, width,
    ])
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    layouts += 1
  }
}

@Suite("Screens as written for UIKit")
struct ScreenTests {
  @Test("A sign-in form")
  func signIn() throws {
    let view = SignInView(frame: .zero)
    let scene = try Scene(root: view, size: Size(width: 320, height: 568))
    scene.safeAreaInsets = UIEdgeInsets(top: 20, left: 0, bottom: 34, right: 0)
    try scene.layout()
    #expect(view.subviews[0].frame == CGRect(x: 125, y: 36, width: 70, height: 20))
    #expect(view.stackView.frame == CGRect(x: 20, y: 64, width: 280, height: 100))
    #expect(view.nameField.frame == CGRect(x: 4, y: 0, width: 270, height: 44))
    #expect(view.button.frame == CGRect(x: 60, y: 482, width: 200, height: 44))
    scene.keyboardHeight = 216
    try scene.layout()
    #expect(view.button.frame.maxY == 568 - 216 - 8 && view.layouts > 0)
    #expect(view.passwordField.convert(view.passwordField.bounds, to: view).origin == CGPoint(x: 24, y: 120))
  }

  @Test("System spacing, in both directions and as inequalities")
  func systemSpacing() throws {
    for direction in LayoutDirection.allCases {
      let (root, a, b, c) = (UIView(), UIView(), UIView(), UIView())
      root.layoutDirection = direction
      for view in [a, b, c] { root.addSubview(view) }
      NSLayoutConstraint.activate([
        a.leadingAnchor.constraint(equalToSystemSpacingAfter: root.leadingAnchor, multiplier: 1),
        a.topAnchor.constraint(equalToSystemSpacingBelow: root.topAnchor, multiplier: 1.5),
        a.widthAnchor.constraint(equalToConstant: 20), a.heightAnchor.constraint(equalToConstant: 10),
        b.leadingAnchor.constraint(greaterThanOrEqualToSystemSpacingAfter: a.trailingAnchor, multiplier: 2),
        b.topAnchor.constraint(greaterThanOrEqualToSystemSpacingBelow: a.bottomAnchor, multiplier: 1),
        b.widthAnchor.constraint(equalToConstant: 10), b.heightAnchor.constraint(equalToConstant: 10),
        b.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 0, priority: .defaultLow),
        b.topAnchor.constraint(equalTo: root.topAnchor, constant: 0, priority: .defaultLow),
        c.leftAnchor.constraint(equalToSystemSpacingAfter: root.leftAnchor, multiplier: 3),
        c.rightAnchor.constraint(lessThanOrEqualToSystemSpacingAfter: root.centerXAnchor, multiplier: 1),
        c.widthAnchor.constraint(equalToConstant: 1000, priority: .defaultLow),
        c.bottomAnchor.constraint(lessThanOrEqualToSystemSpacingBelow: root.topAnchor, multiplier: 4),
        c.topAnchor.constraint(equalTo: root.topAnchor),
        c.heightAnchor.constraint(equalToConstant: 1000, priority: .defaultLow),
      ])
      try Scene(root: root, size: CGSize(width: 200, height: 100)).layout()
      let isMirrored = direction == .rightToLeft
      #expect(a.frame == CGRect(x: isMirrored ? 172 : 8, y: 12, width: 20, height: 10))
      #expect(b.frame == CGRect(x: isMirrored ? 146 : 44, y: 30, width: 10, height: 10))
      #expect(c.frame == CGRect(x: 24, y: 0, width: 84, height: 32))
    }
    let view = UIView()
    let spaced = view.topAnchor.constraint(equalToSystemSpacingBelow: UIView().topAnchor, multiplier: .nan)
    #expect(spaced.lastError?.kind == .valueOutOfRange)
  }

  @Test("The distances between anchors are sizes: equal gaps, and a gap as wide as a view")
  func offsets() throws {
    for direction in LayoutDirection.allCases {
      let (root, a, b, c) = (UIView(), UIView(), UIView(), UIView())
      root.layoutDirection = direction
      for view in [a, b, c] { root.addSubview(view) }
      let first = a.trailingAnchor.anchorWithOffset(to: b.leadingAnchor)
      let second = b.trailingAnchor.anchorWithOffset(to: c.leadingAnchor)
      let below = a.bottomAnchor.anchorWithOffset(to: b.topAnchor)
      NSLayoutConstraint.activate([
        first.constraint(equalTo: second), below.constraint(equalTo: a.widthAnchor, multiplier: 2),
        a.leadingAnchor.constraint(equalTo: root.leadingAnchor),
        c.trailingAnchor.constraint(equalTo: root.trailingAnchor),
        a.topAnchor.constraint(equalTo: root.topAnchor),
        a.leftAnchor.anchorWithOffset(to: root.rightAnchor).constraint(greaterThanOrEqualToConstant: 1),
      ])
      for (view, width) in [(a, 10.0), (b, 30), (c, 20)] {
        view.widthAnchor.constraint(equalToConstant: width).isActive = true
        view.heightAnchor.constraint(equalToConstant: 10).isActive = true
      }
      try Scene(root: root, size: CGSize(width: 200, height: 100)).layout()
      #expect(b.frame == CGRect(x: direction == .leftToRight ? 80 : 90, y: 30, width: 30, height: 10))
    }
    let lone = UIView()
    let scene = try Scene(root: lone, size: .zero)
    _ = lone.topAnchor.anchorWithOffset(to: UIView().topAnchor)
    #expect(kind { try scene.layout() } == .noCommonAncestor)
  }

  @Test("Nested names and priorities are UIKit's")
  func nestedNames() {
    let attribute: NSLayoutConstraint.Attribute = .centerXWithinMargins
    let relation: NSLayoutConstraint.Relation = .greaterThanOrEqual
    let axis: NSLayoutConstraint.Axis = .vertical
    let mask: UIView.AutoresizingMask = [.flexibleWidth, .flexibleTopMargin]
    let distribution: UIStackView.Distribution = .equalSpacing
    let alignment: UIStackView.Alignment = .lastBaseline
    #expect(attribute.rawValue == 19 && relation.rawValue == 1 && axis == .vertical && mask.rawValue == 10)
    #expect(distribution != .fill && alignment != .fill && UIStackView.spacingUseSystem == 8)
    #expect(UILayoutPriority.required.rawValue == 1000 && UILayoutPriority(rawValue: 750) == .defaultHigh)
    #expect(UILayoutPriority.defaultLow + 1 == UILayoutPriority(251) && UILayoutPriority.fittingSizeLevel == 50)
    #expect(UIView.noIntrinsicMetric == -1 && UIView.layoutFittingCompressedSize == .zero)
    let guide = UILayoutGuide()
    guide.identifier = "guide"
    let view = UIView()
    view.addLayoutGuide(guide)
    #expect(guide.owningView === view && guide.layoutFrame == .zero && guide.identifier == "guide")
  }
}
