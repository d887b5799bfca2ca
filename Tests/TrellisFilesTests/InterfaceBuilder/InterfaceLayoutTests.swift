// Laying storyboards out on other devices, findings, pictures and pages.

import Foundation
import Testing
import Trellis

@testable import TrellisFiles

@Suite struct InterfaceLayoutTests {
  private typealias F = Fixture

  /// A label pinned to both safe edges, a box that keeps its position by its mask, a button of a fixed width.
  private static let screen = F.storyboard(
    F.view("t", (16, 20, 343, 20.5), element: "label", attributes: #"text="A title that is rather long""#)
      + F.view("b", (100, 600, 175, 40), element: "button", body: #"<state key="normal" title="Go"/>"#)
        + """
        <view id="m" userLabel="Corner"><rect key="frame" x="325" y="617" width="50" height="50"/>
        <autoresizingMask key="autoresizingMask" flexibleMinX="YES" flexibleMinY="YES"/></view>
        """,
    constraints: F.constraint("1", "t.top", "safe.top")
      + F.constraint("2", "t.leading", "root.leading", #"constant="16""#)
      + F.constraint("3", "root.trailing", "t.trailing", #"constant="16""#)
      + F.constraint("4", "b.centerX", "root.centerX") + F.constraint("5", "b.width", "", #"constant="175""#)
      + F.constraint("6", "b.height", "", #"constant="40""#)
      + F.constraint("7", "safe.bottom", "b.bottom", #"constant="27""#),
    root: #"<viewLayoutGuide key="safeArea" id="safe"/>"#)

  @Test func onOtherDevices() throws {
    let file = try F.file(Self.screen)
    let device = try #require(InterfaceDevice.named("retina6_12"))
    let upright = try #require(try file.layouts(on: Canvas(device)).first)
    #expect(upright.size == Size(width: 393, height: 852))
    #expect(upright.canvas == "iPhone 15")
    // Three pixels to the point: a height of 20.5 is 62 of them.
    let title = try #require(upright.state.frame(of: "t"))
    #expect(zip(title, [16, 59, 361, 62.0 / 3]).allSatisfy { abs($0 - $1) < 1e-9 }, "\(title)")
    #expect(upright.state.frame(of: "b") == [109, 852 - 34 - 27 - 40, 175, 40])
    // The mask holds the corner.
    #expect(upright.state.frame(of: "m") == [343, 802, 50, 50])
    #expect(upright.findings.isEmpty, "\(upright.findings.map(\.description))")
    let lying = try #require(try file.layouts(on: Canvas(device, isLandscape: true)).first)
    #expect(lying.size == Size(width: 852, height: 393))
    #expect(lying.state.frame(of: "m") == [802, 343, 50, 50])
    #expect(lying.state.frame(of: "t")?[1] == 0)
  }

  private func findings(_ text: String) throws -> [InterfaceFinding] {
    try F.file(text).layouts().flatMap(\.findings)
  }

  @Test func conflictsByTheirConstraints() throws {
    let found = try findings(
      F.storyboard(
        F.view("a", (0, 0, 100, 10), attributes: #"userLabel="Box""#),
        constraints: F.constraint("1", "a.top", "root.top") + F.constraint("2", "a.leading", "root.leading")
          + F.constraint("3", "a.width", "", #"constant="100""#) + F.constraint("4", "a.height", "", #"constant="10""#)
          + F.constraint("5", "a.width", "", #"constant="200""#)))
    let conflict = try #require(found.first { $0.kind == .conflict })
    #expect(conflict.location.message.contains("Box.width == 100; Box.width == 200"))
    #expect(conflict.location.message.contains("went on without Box.width == 200"))
    #expect(found.count == 1)
  }

  @Test func ambiguityAndItsCure() throws {
    let found = try findings(
      F.storyboard(
        F.view("a", (0, 0, 100, 10)) + F.view("quiet", (0, 0, 0, 0), attributes: #"verifyAmbiguity="off""#),
        constraints: F.constraint("1", "a.top", "root.top") + F.constraint("2", "a.leading", "root.leading")
          + F.constraint("3", "a.height", "", #"constant="10""#) + F.constraint("4", "quiet.top", "root.top")))
    let ambiguous = found.filter { $0.kind == .ambiguity }
    #expect(ambiguous.map(\.view) == ["a"])
    #expect(
      ambiguous[0].location.message
        == "width of view is not determined; pin its leading and trailing edges, or give it a width")
  }

  @Test func squeezedOutsideAndMisplaced() throws {
    let found = try findings(
      F.storyboard(
        F.view("a", (0, 0, 100, 20), element: "label", attributes: #"text="Hello""#) + F.view("b", (300, 50, 100, 10))
          + F.view("c", (0, 100, 10, 10)),
        constraints: F.constraint("1", "a.top", "root.top") + F.constraint("2", "a.leading", "root.leading")
          + F.constraint("3", "a.trailing", "root.leading", #"constant="60""#)
          + F.constraint("4", "b.leading", "root.leading", #"constant="300""#)
          + F.constraint("5", "b.width", "", #"constant="100""#) + F.constraint("6", "b.height", "", #"constant="10""#)
          + F.constraint("7", "b.top", "root.top", #"constant="50""#)
          + F.constraint("8", "c.top", "root.top", #"constant="90""#)
          + F.constraint("9", "c.width", "", #"constant="10""#) + F.constraint("10", "c.height", "", #"constant="10""#)
          + F.constraint("11", "c.leading", "root.leading")))
    let squeezed = try #require(found.first { $0.kind == .squeezed })
    #expect(squeezed.view == "a" && squeezed.location.message.contains("its width is 60, its content needs 100"))
    let outside = try #require(found.first { $0.kind == .outside })
    #expect(outside.view == "b" && outside.location.message.contains("by 25 pt at the right"))
    let misplaced = found.filter { $0.kind == .misplaced }
    #expect(misplaced.map(\.view) == ["a", "c"])
    #expect(misplaced[1].location.message.contains("(0, 100, 10, 10), its constraints give (0, 90, 10, 10)"))
    #expect(misplaced[1].description.hasPrefix("Sample.storyboard:"))
  }

  @Test func findingsOfManyDevicesAreMerged() throws {
    let file = try F.file(
      F.storyboard(
        F.view("a", (0, 0, 380, 10)),
        constraints: F.constraint("1", "a.top", "root.top") + F.constraint("2", "a.leading", "root.leading")
          + F.constraint("3", "a.width", "", #"constant="380""#) + F.constraint("4", "a.height", "", #"constant="10""#))
    )
    var found: [InterfaceFinding] = []
    for canvas in Canvas.current { found += try file.layouts(on: canvas).flatMap(\.findings) }
    let merged = InterfaceFinding.merged(found)
    #expect(merged.count == 1)
    // 375 points wide: SE, 13 mini and 11 Pro, upright.
    #expect(merged[0].canvases == ["iPhone SE (3rd)", "iPhone 13 mini", "iPhone 11 Pro"])
    #expect(merged[0].description.hasSuffix("(on iPhone SE (3rd) and 2 more)"))
  }

  @Test func influencesAreSlopes() throws {
    let file = try F.file(Self.screen)
    let layout = try #require(try file.layouts(detail: [.influences, .dimensions]).first)
    let button = try #require(layout.state.items.firstIndex { $0.name == "b" })
    let changes = Dictionary(
      uniqueKeysWithValues: layout.state.influences[button].map { ($0.constraint ?? $0.text, $0.change) })
    #expect(changes["4"] == [1, 0, 0, 0])
    #expect(changes["5"] == [-0.5, 0, 1, 0])
    #expect(changes["6"] == [0, -1, 0, 1])
    #expect(changes["7"] == [0, -1, 0, 0])
    #expect(changes["1"] == nil)
    #expect(layout.state.dimensions.contains { $0.text == "175" && $0.mark == .holds })
  }

  @Test func picturesAreWellFormed() throws {
    let file = try F.file(Self.screen.replacing("A title", with: "A &lt;/script&gt; &amp; title"))
    let layouts = try file.layouts(detail: [.ambiguity, .dimensions, .influences])
    let svg = InterfaceLayout.svg(layouts)
    #expect(throws: Never.self) { _ = try ElementTree(reading: Array(svg.utf8)) }
    #expect(svg.contains("class=\"button\"") && svg.contains(">Go</text>"))
    #expect(svg.contains("class=\"dim holds\""))
    let page = HTMLPage(
      title: "A & B", entries: [HTMLPage.Entry(file: "a.xib", name: "a", shown: layouts.map(\.shown))]
    ).html()
    // Nothing from the net, and no text that ends the data early.
    #expect(!page.contains("src=") && !page.contains("href="))
    let data = try #require(page.split(separator: "id=\"data\">").last?.split(separator: "</script>").first)
    #expect(!data.contains("<"))
    let json = try JSONReader.read(Array(data.utf8))
    #expect(json.root.kind == .object)
    let comparison = InterfaceComparison.html([try file.compare(insets: .device)])
    #expect(comparison.contains("1 units, 0 of them flagged"))
  }

  /// What nothing gives a length across its stack has the canvas's own size there, and none on a device.
  @Test func canvasSizesAreForTheCanvas() throws {
    let spacer = F.view(
      "spacer", (0, 0, 1, 60), body: "<constraints>\(F.constraint("w", "width", "", #"constant="1""#))</constraints>")
    let stack = F.view(
      "stack", (0, 0, 375, 60), element: "stackView", attributes: #"distribution="equalCentering" alignment="center""#,
      body: "<subviews>\(spacer)</subviews>")
    let file = try F.file(
      F.storyboard(
        stack,
        constraints: F.constraint("1", "stack.top", "root.top") + F.constraint("2", "stack.leading", "root.leading")
          + F.constraint("3", "stack.trailing", "root.trailing")
          + F.constraint("4", "stack.height", "", #"constant="60""#)))
    func height(_ canvas: Canvas?) throws -> Double? {
      try file.layouts(on: canvas).first?.state.frame(of: "spacer")?[3]
    }
    #expect(try height(nil) == 60)
    #expect(try height(Canvas(#require(InterfaceDevice.named("retina6_1")))) == 0)
  }

  /// A root that is lower than the bars of its device has no room for a safe area, and no conflict either.
  @Test func aSafeAreaIsNoLargerThanItsView() throws {
    let text = F.storyboard(
      F.view("v", (0, 0, 10, 10)), constraints: F.constraint("1", "v.top", "root.top"), device: "retina6_1",
      root:
        #"<viewLayoutGuide key="safeArea" id="safe"/><freeformSimulatedSizeMetrics key="simulatedDestinationMetrics"/>"#
    ).replacing("Storyboard.XIB", with: "XIB").replacing(
      "width=\"375\" height=\"667\"", with: "width=\"347\" height=\"46\"")
    let file = try F.file(text, "a.xib")
    #expect(try file.layouts().allSatisfy { $0.state.conflicts.isEmpty })
  }
}
