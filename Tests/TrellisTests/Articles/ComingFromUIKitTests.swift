// The screen of docs/coming-from-uikit.md: pasted from UIKit, type names changed and nothing else.

import Foundation
import Testing

@testable import Trellis

/// What a host has for its controls: views that know how large their content is.
private class Control: View {
  var text = ""
  override var intrinsicContentSize: Size { Size(width: 200, height: 30) }
}

private final class Label: Control {}
private final class TextField: Control {}
private final class Button: Control {}

private final class SignInScreen {
  let view = View()
  let scrollView = ScrollView()
  let nameField = TextField()
  let passwordField = TextField()
  let button = Button()

  let titleLabel: Label = {
    let label = Label()
    label.text = "Sign in"
    label.setContentHuggingPriority(.required, for: .vertical)
    return label
  }()

  lazy var form: StackView = {
    let stack = StackView(arrangedSubviews: [nameField, passwordField, button])
    stack.axis = .vertical
    stack.spacing = 12
    stack.setCustomSpacing(24, after: passwordField)
    return stack
  }()

  lazy var bottom = scrollView.bottomAnchor.constraint(equalTo: view.bottomAnchor)

  func viewDidLoad() {
    view.addSubview(scrollView)
    scrollView.addSubview(titleLabel)
    scrollView.addSubview(form)
    for view in [scrollView, titleLabel, form] {
      view.translatesAutoresizingMaskIntoConstraints = false
    }
    let content = scrollView.contentLayoutGuide
    let buttonHeight = button.heightAnchor.constraint(equalToConstant: 50)
    buttonHeight.priority = Priority(999)
    Constraint.activate([
      scrollView.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor),
      scrollView.leadingAnchor.constraint(equalTo: view.leadingAnchor),
      scrollView.trailingAnchor.constraint(equalTo: view.trailingAnchor),
      bottom,

      titleLabel.topAnchor.constraint(equalTo: content.topAnchor, constant: 24),
      titleLabel.leadingAnchor.constraint(equalTo: content.leadingAnchor, constant: 20),
      titleLabel.trailingAnchor.constraint(lessThanOrEqualTo: content.trailingAnchor, constant: -20),

      form.topAnchor.constraint(equalTo: titleLabel.bottomAnchor, constant: 16),
      form.leadingAnchor.constraint(equalTo: content.leadingAnchor, constant: 20),
      form.trailingAnchor.constraint(equalTo: content.trailingAnchor, constant: -20),
      form.bottomAnchor.constraint(equalTo: content.bottomAnchor, constant: -20),
      form.widthAnchor.constraint(equalTo: scrollView.frameLayoutGuide.widthAnchor, constant: -40),

      nameField.heightAnchor.constraint(equalToConstant: 44),
      passwordField.heightAnchor.constraint(equalTo: nameField.heightAnchor),
      buttonHeight,
    ])
  }

  func keyboardWillShow(height: Double) {
    bottom.constant = -height
    View.animate(withDuration: 0.25) {
      self.view.layoutIfNeeded()
    }
  }
}

@Suite("Coming from UIKit")
struct ComingFromUIKitTests {
  private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test("The two sides differ in type names only, and the port is the code of this file")
  func sideBySide() throws {
    let page = try String(
      contentsOf: Self.package.appendingPathComponent("docs/coming-from-uikit.md"), encoding: .utf8)
    let blocks = page.components(separatedBy: "\n```swift\n").dropFirst()
      .map { $0.components(separatedBy: "\n```")[0] }
    var ported = blocks[0].replacingOccurrences(of: "NSLayoutConstraint", with: "Constraint")
      .replacingOccurrences(of: "UILayoutPriority", with: "Priority").replacingOccurrences(
        of: "CGFloat", with: "Double")
    for name in ["ScrollView", "StackView", "TextField", "Button", "Label", "View"] {
      ported = ported.replacingOccurrences(of: "UI\(name)", with: name)
    }
    #expect(ported == blocks[1])
    let code = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)
    #expect(code.contains(blocks[1]) && !blocks[1].contains("try") && blocks[1].count > 1500)
  }

  @Test("The screen has its frames, and the keyboard moves it from the frames last shown")
  func screen() throws {
    let screen = SignInScreen()
    screen.viewDidLoad()
    #expect(screen.view.pendingErrors.isEmpty)
    let scene = try Scene(root: screen.view, size: Size(width: 320, height: 568))
    var played: [LayoutAnimation] = []
    scene.animationHandler = { played.append($0) }
    try scene.layout()
    #expect(screen.scrollView.frame.isClose(0, 0, 320, 568))
    #expect(screen.titleLabel.frame.isClose(20, 24, 200, 30) && screen.form.frame.isClose(20, 70, 280, 174))
    #expect(screen.nameField.frame.isClose(0, 0, 280, 44) && screen.passwordField.frame.isClose(0, 56, 280, 44))
    #expect(screen.button.frame.isClose(0, 124, 280, 50))
    #expect(isClose(screen.scrollView.contentSize.width, 320) && isClose(screen.scrollView.contentSize.height, 264))

    screen.keyboardWillShow(height: 216)
    #expect(screen.scrollView.frame.isClose(0, 0, 320, 352))
    let animation = try #require(played.first)
    #expect(played.count == 1 && animation.duration == 0.25)
    let step = try #require(animation.steps.first { $0.item === screen.scrollView })
    #expect(step.from.isClose(0, 0, 320, 568) && step.to.isClose(0, 0, 320, 352))
    #expect(animation.frame(of: screen.scrollView, at: 0.125).isClose(0, 0, 320, 460))
    try scene.layout()
    #expect(played.count == 1)
  }

  @Test("A constant changed before the block is part of the animation, in either spelling", arguments: [false, true])
  func changedBefore(laysOutItself: Bool) throws {
    let box = View("box")
    let page = try Page(100, 100, box)
    try place(box, 0, 0, 10, 10)
    let width = try #require(box.constraints.first { $0.firstAttribute == .width })
    try page.scene.layout()
    width.constant = 50
    let animation = try page.scene.animate(duration: 1, curve: .linear) {
      if laysOutItself { page.root.layoutIfNeeded() }
    }
    #expect(animation.steps.count == 1 && isClose(animation.frame(of: box, at: 0.5).width, 30))
    width.constant = 90
    var isFinished: Bool?
    let block = View.animate(withDuration: 1, delay: 1, options: .curveLinear) {
      if laysOutItself { page.root.layoutIfNeeded() }
    } completion: {
      isFinished = $0
    }
    #expect(isFinished == true && block.count == (laysOutItself ? 1 : 0))
    guard let made = block.first else { return #expect(isClose(box.frame.width, 50)) }
    #expect(isClose(made.frame(of: box, at: 0.5).width, 50) && isClose(made.frame(of: box, at: 1.5).width, 70))
    #expect(made.times(perSecond: 1) == [0, 1, 2] && isClose(box.frame.width, 90))
  }

  @Test("Several mistakes are told together, in order, each with its line; nothing has changed")
  func mistakes() throws {
    let root = View("root")
    let title = View("title")
    let stranger = View("stranger")
    root.addSubview(title)
    title.addSubview(root)
    let first = UInt(#line) - 1
    title.setContentHuggingPriority(2000, for: .horizontal)
    let lost = title.leadingAnchor.constraint(equalTo: stranger.leadingAnchor)
    let wrong = title.widthAnchor.constraint(equalToConstant: .nan)
    Constraint.activate([lost, wrong])
    let kinds: [LayoutError.Kind] = [.cyclicHierarchy, .priorityOutOfRange, .noCommonAncestor, .valueOutOfRange]
    #expect(root.pendingErrors.map(\.kind) == kinds)
    let scene = try Scene(root: root, size: Size(width: 100, height: 100))
    do {
      try scene.layout()
      Issue.record("no error")
    } catch {
      let lines = [first, first + 2, first + 3, first + 4].map { "TrellisTests/ComingFromUIKitTests.swift:\($0)" }
      #expect(error.kind == .cyclicHierarchy && error.all.map(\.kind) == kinds && error.others.count == 3)
      #expect(error.all.map(\.location) == lines && lines.allSatisfy { error.description.contains($0) })
    }
    #expect(!lost.isActive && !wrong.isActive && title.subviews.isEmpty && lost.lastError?.kind == .noCommonAncestor)
    #expect(title.contentHuggingPriority(for: .horizontal) == 250 && scene.pendingErrors.isEmpty)
    try scene.layout()
    wrong.constant = 30
    wrong.isActive = true
    try scene.layout()
    #expect(isClose(title.frame.width, 30) && wrong.lastError == nil)
  }

  @Test("layoutIfNeeded lays out what is sound; the mistake waits for layout()")
  func waits() throws {
    let box = View("box")
    let page = try Page(100, 100, box)
    try place(box, 0, 0, 10, 10)
    page.root.addSubview(page.root)
    page.root.layoutIfNeeded()
    #expect(box.frame.isClose(0, 0, 10, 10) && page.scene.pendingErrors.count == 1)
    #expect(kind { try page.scene.layout() } == .cyclicHierarchy)
    try page.scene.layout()
  }

  private class Plain: View {
    var calls: [String] = []
    override func layoutSubviews() {
      super.layoutSubviews()
      calls.append("plain")
    }
    override func updateConstraints() {
      calls.append("update")
      super.updateConstraints()
    }
  }

  private final class Throwing: View {
    override func layoutSubviews() throws(LayoutError) {
      try throwPendingErrors()
      throw LayoutError(.noAnswer, "thrown")
    }
  }

  private final class Inner: Plain {
    override func layoutSubviews() {
      super.layoutSubviews()
      calls.append("inner")
    }
  }

  @Test("Hooks are overridden with or without throws; super needs no try, and means the superclass's override")
  func hooks() throws {
    let inner = Inner("inner", intrinsicSize: Size(width: 5, height: 5))
    try Page(100, 100, inner).scene.layout()
    #expect(inner.calls == ["update", "plain", "inner"])
    #expect(kind { try Page(100, 100, Throwing("throwing")).scene.layout() } == .noAnswer)
  }
}
