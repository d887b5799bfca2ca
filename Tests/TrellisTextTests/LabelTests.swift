// Labels and buttons in scenes.

import Testing
import Trellis

@testable import TrellisText

@Suite("Labels")
struct LabelTests {
  private static let long = "All happy families are alike; each unhappy family is unhappy in its own way."

  private func scene(_ view: View, width: Double) throws -> Scene {
    let root = View("root")
    root.addSubview(view)
    let scene = try Scene(root: root, size: Size(width: width, height: 600))
    Constraint.activate([
      Constraint(item: view, attribute: .leading, toItem: root, attribute: .leading),
      Constraint(item: view, attribute: .trailing, relatedBy: .lessThanOrEqual, toItem: root, attribute: .trailing),
      Constraint(item: view, attribute: .top, toItem: root, attribute: .top),
    ])
    return scene
  }

  @Test("A label is as wide as its text, and as high as its lines where it is narrower")
  func wrapping() throws {
    let label = try Label(Self.long, font: .system(17), lines: 0)
    let scene = try scene(label, width: 200)
    try scene.layout()
    let text = label.preparedText
    #expect(label.frame.width == 200 && abs(label.frame.height - text.height(fitting: 200)) < 1e-6)
    #expect(text.lineCount(fitting: 200) > 2)
    // A width that is exactly the text's holds it on one line, also after the rounding errors of a solve.
    scene.size.width = 3_000
    try scene.layout()
    #expect(abs(label.frame.width - text.naturalSize.width) < 1e-6)
    #expect(abs(label.frame.height - 17 * 2_444 / 2_048) < 1e-6)
    label.numberOfLines = 2
    scene.size.width = 200
    try scene.layout()
    #expect(abs(label.frame.height - 2 * 17 * 2_444 / 2_048) < 1e-6 && label.isTruncated)
    try label.setText("Short")
    try scene.layout()
    #expect(label.frame.width < 60 && !label.isTruncated)
    #expect(throws: TextError.self) { try label.setText("x", font: .system(-1)) }
    #expect(label.text == "Short")
  }

  @Test("Every width of a resize gives the height of the step that it is on")
  func steps() throws {
    let label = try Label(Self.long, font: .style(.footnote), lines: 0)
    let scene = try scene(label, width: 200)
    let steps = label.preparedText.steps()
    for width in stride(from: 60.0, through: 500, by: 7) {
      scene.size.width = width
      try scene.layout()
      let step = steps.last { $0.width <= label.frame.width + 1e-6 }
      #expect(abs(label.frame.height - (step?.height ?? 0)) < 1e-6)
    }
  }

  @Test("Baselines of labels and buttons of several sizes meet")
  func baselines() throws {
    let root = View("root")
    let small = try Label("small", font: .system(12))
    let large = try Button("large", font: .system(30))
    root.addSubview(small)
    root.addSubview(large)
    let scene = try Scene(root: root, size: Size(width: 300, height: 300))
    Constraint.activate([
      Constraint(item: small, attribute: .leading, toItem: root, attribute: .leading),
      Constraint(item: large, attribute: .leading, toItem: small, attribute: .trailing),
      Constraint(item: large, attribute: .top, toItem: root, attribute: .top),
      Constraint(item: small, attribute: .firstBaseline, toItem: large, attribute: .firstBaseline),
    ])
    try scene.layout()
    #expect(abs(large.frame.height - 12 - 30 * 2_444 / 2_048) < 1e-6)
    #expect(abs(small.frame.minY - (6 + (30 - 12) * 1_950 / 2_048)) < 1e-6)
    #expect(large.descriptionTitle == "large")
  }

  @Test("Labels in a stack, and the fitting size of what holds them")
  func stacks() throws {
    let stack = StackView()
    stack.axis = .vertical
    try stack.setSpacing(4)
    let title = try Label("Title", font: .style(.headline))
    let body = try Label(Self.long, font: .style(.body), lines: 0)
    stack.addArrangedSubview(title)
    stack.addArrangedSubview(body)
    let size = stack.systemLayoutSizeFitting(
      Size(width: 180, height: 0), withHorizontalFittingPriority: .required, verticalFittingPriority: .fittingSizeLevel)
    #expect(size.width == 180)
    let heights = title.preparedText.naturalSize.height + body.preparedText.height(fitting: 180)
    #expect(abs(size.height - heights - 4) < 1e-6)
  }

  @Test("Lines of text styles stand apart as Apple's do")
  func leading() throws {
    for (style, lines, height) in [(TextStyle.body, 2, 42.5), (.caption1, 3, 46.5), (.caption1, 5, 78.5)] {
      let label = try Label(String(repeating: "a\n", count: lines - 1) + "a", font: .style(style), lines: 0)
      label.displayScale = 2
      #expect(label.intrinsicSize.height == height)
    }
  }

  @Test("Sizes are rounded up to pixels, the line heights of Apple's tables")
  func pixels() throws {
    for (size, scale, height) in [
      (17.0, 3.0, 20 + 1 / 3.0), (17, 2, 20.5), (17, 1, 21), (16, 3, 19 + 1 / 3.0), (13, 2, 16),
    ] {
      let label = try Label("Text", font: .system(size))
      label.displayScale = scale
      #expect(abs(label.intrinsicSize.height - height) < 1e-9)
      #expect(abs((label.intrinsicSize.width * scale).rounded() - label.intrinsicSize.width * scale) < 1e-9)
    }
  }
}
