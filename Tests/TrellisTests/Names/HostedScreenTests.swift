import Foundation
import Testing

@testable import Trellis

// A chat as it is written for UIKit, type names changed, over what its host declares for all views: the extension that
// docs/coming-from-uikit.md shows, word for word.

struct Color: Equatable {
  static let blue = Color()
}

extension View {
  private func value<Value>(_ name: String, _ initial: Value) -> Value { associatedValues[name] as? Value ?? initial }

  var backgroundColor: Color? {
    get { value("backgroundColor", nil) }
    set { associatedValues["backgroundColor"] = newValue }
  }

  var alpha: Double {
    get { value("alpha", 1) }
    set { associatedValues["alpha"] = newValue }
  }
}

extension ScrollView {
  enum KeyboardDismissMode { case none, onDrag, interactive }

  var keyboardDismissMode: KeyboardDismissMode {
    get { associatedValues["keyboardDismissMode"] as? KeyboardDismissMode ?? .none }
    set { associatedValues["keyboardDismissMode"] = newValue }
  }
}

private final class Label: View {
  var text = "" { didSet { invalidateIntrinsicContentSize() } }
  override var intrinsicContentSize: Size { Size(width: Double(text.count) * 10, height: 20) }
}

private final class ChatScrollView: ScrollView {
  private let contentStack = StackView()

  override init(frame: Rect) {
    super.init(frame: frame)
    keyboardDismissMode = .interactive
    backgroundColor = .blue
    contentStack.axis = .vertical
    contentStack.spacing = 4
    contentStack.translatesAutoresizingMaskIntoConstraints = false
    addSubview(contentStack)
    Constraint.activate([
      contentStack.topAnchor.constraint(greaterThanOrEqualTo: contentLayoutGuide.topAnchor),
      contentStack.leadingAnchor.constraint(equalTo: contentLayoutGuide.leadingAnchor),
      contentStack.trailingAnchor.constraint(equalTo: contentLayoutGuide.trailingAnchor),
      contentStack.bottomAnchor.constraint(equalTo: contentLayoutGuide.bottomAnchor),
      contentStack.widthAnchor.constraint(equalTo: frameLayoutGuide.widthAnchor),
      contentLayoutGuide.heightAnchor.constraint(greaterThanOrEqualTo: frameLayoutGuide.heightAnchor),
    ])
    let tight = contentLayoutGuide.heightAnchor.constraint(equalTo: frameLayoutGuide.heightAnchor)
    tight.priority = .defaultLow
    tight.isActive = true
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  var bubbles: [View] { contentStack.arrangedSubviews }
  var stackFrame: Rect { contentStack.frame }

  func append(_ bubble: MessageBubble) {
    contentStack.addArrangedSubview(bubble)
    layoutIfNeeded()
  }
}

private final class MessageBubble: View {
  enum Side { case mine, theirs }

  let label = Label()
  let background = View()

  init(text: String, side: Side) {
    super.init(frame: .zero)
    label.text = text
    background.alpha = side == .mine ? 1 : 0.5
    [background, label].forEach { $0.translatesAutoresizingMaskIntoConstraints = false }
    addSubview(background)
    background.addSubview(label)
    directionalLayoutMargins = DirectionalEdgeInsets(top: 4, leading: 16, bottom: 4, trailing: 16)
    let guide = layoutMarginsGuide
    let pin: Constraint =
      side == .mine
      ? background.trailingAnchor.constraint(equalTo: guide.trailingAnchor)
      : background.leadingAnchor.constraint(equalTo: guide.leadingAnchor)
    Constraint.activate([
      pin,
      background.topAnchor.constraint(equalTo: guide.topAnchor),
      background.bottomAnchor.constraint(equalTo: guide.bottomAnchor),
      background.widthAnchor.constraint(lessThanOrEqualTo: guide.widthAnchor),
      label.topAnchor.constraint(equalToSystemSpacingBelow: background.topAnchor, multiplier: 1),
      label.leadingAnchor.constraint(equalToSystemSpacingAfter: background.leadingAnchor, multiplier: 1.5),
      background.trailingAnchor.constraint(equalToSystemSpacingAfter: label.trailingAnchor, multiplier: 1.5),
      background.bottomAnchor.constraint(equalToSystemSpacingBelow: label.bottomAnchor, multiplier: 1),
    ])
  }

  required init?(coder: NSCoder) { nil }
}

@Suite("Pasted screens over an extension of the host's")
struct HostedScreenTests {
  @Test("Bubbles lie at the bottom of a chat, each at its side")
  func chat() throws {
    let view = View("root"), chat = ChatScrollView(frame: .zero)
    view.addSubview(chat)
    chat.translatesAutoresizingMaskIntoConstraints = false
    Constraint.activate([
      chat.topAnchor.constraint(equalTo: view.topAnchor), chat.bottomAnchor.constraint(equalTo: view.bottomAnchor),
      chat.leadingAnchor.constraint(equalTo: view.leadingAnchor),
      chat.trailingAnchor.constraint(equalTo: view.trailingAnchor),
    ])
    let scene = try Scene(root: view, size: Size(width: 320, height: 200))
    try scene.layout()
    let (mine, theirs) = (MessageBubble(text: "Hello", side: .mine), MessageBubble(text: "Hi", side: .theirs))
    chat.append(mine)
    chat.append(theirs)
    try view.throwPendingErrors()
    // 20 high and 8 above and below it, then margins of 4; 12 beside the text.
    #expect(chat.bubbles.map(\.frame.height) == [44, 44])
    #expect(chat.stackFrame.isClose(0, 108, 320, 92))
    #expect(mine.background.frame.isClose(230, 4, 74, 36) && mine.label.frame.isClose(12, 8, 50, 20))
    #expect(theirs.background.frame.isClose(16, 4, 44, 36) && theirs.frame.isClose(0, 48, 320, 44))
    #expect(isClose(chat.contentSize.height, 200))
    for _ in 0..<3 { chat.append(MessageBubble(text: "and more", side: .theirs)) }
    #expect(isClose(chat.contentSize.height, 236) && chat.stackFrame.isClose(0, 0, 320, 236))
    #expect(chat.keyboardDismissMode == .interactive && chat.backgroundColor == .blue && view.backgroundColor == nil)
    #expect(mine.background.alpha == 1 && theirs.background.alpha == 0.5)
  }

  @Test("The extension is the one that the page shows")
  func page() throws {
    let package = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { path, _ in path.deletingLastPathComponent() }
    let page = try String(
      contentsOf: package.appendingPathComponent("docs/coming-from-uikit.md"), encoding: .utf8)
    let code = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)
    let blocks = page.components(separatedBy: "\n```swift\n").dropFirst().map { $0.components(separatedBy: "\n```")[0] }
    let block = try #require(blocks.first { $0.hasPrefix("extension View {") })
    #expect(code.contains(block) && block.contains("keyboardDismissMode"))
  }
}
