// Files for macOS and tvOS, and for devices that nobody knows yet. Frames were worked out by hand.

import Testing

@testable import TrellisFiles

private typealias F = Fixture

@Suite struct InterfacePlatformTests {
  // MARK: - macOS

  /// A xib of one view of 400 × 300 points.
  private static func desktop(_ subviews: String, _ constraints: String, window: Bool = false) -> String {
    let view = """
      <\(window ? "view key=\"contentView\"" : "customView") id="root">
      <rect key="frame" x="0.0" y="0.0" width="400" height="300"/>
      <subviews>\(subviews)</subviews><constraints>\(constraints)</constraints></\(window ? "view" : "customView")>
      """
    return """
      <document type="com.apple.InterfaceBuilder3.Cocoa.XIB" version="3.0" toolsVersion="21701" \
      targetRuntime="MacOSX.Cocoa" useAutolayout="YES"><objects>
      <customObject id="-2" userLabel="File's Owner" customClass="Sample"/>
      \(window ? "<window title=\"W\" id=\"w\"><windowStyleMask key=\"styleMask\" titled=\"YES\"/>\(view)</window>" : view)
      </objects></document>
      """
  }

  private func expectExact(_ text: String, _ name: String = "a.xib") throws {
    for insets in InsetSource.allCases {
      let comparison = try F.file(text, name).compare(insets: insets)
      for unit in comparison.units {
        #expect(unit.isExact, "\(insets) \(unit.name): \(unit.mismatches) \(unit.nearMisses)")
      }
      #expect(!comparison.units.isEmpty)
    }
  }

  @Test("Rule 13: y is turned round at every level", arguments: [false, true])
  func nestedCoordinates(window: Bool) throws {
    let inner = F.view("inner", (15, 70, 50, 20), element: "customView")
    let box = F.view(
      "box", (20, 170, 200, 100), element: "customView",
      body: """
        <subviews>\(inner)</subviews><constraints>
        \(F.constraint("5", "inner.top", "box.top", #"constant="10""#))
        \(F.constraint("6", "inner.leading", "box.leading", #"constant="15""#))
        \(F.constraint("7", "inner.width", "", #"constant="50""#))\(F.constraint("8", "inner.height", "", #"constant="20""#))
        </constraints>
        """)
    let low = F.view("low", (0, 0, 400, 30), element: "customView")
    try expectExact(
      Self.desktop(
        box + low,
        F.constraint("1", "box.top", "root.top", #"constant="30""#)
          + F.constraint("2", "box.leading", "root.leading", #"constant="20""#)
          + F.constraint("3", "box.width", "", #"constant="200""#)
          + F.constraint("4", "box.height", "", #"constant="100""#)
          + F.constraint("a", "bottom", "low.bottom") + F.constraint("b", "low.leading", "root.leading")
          + F.constraint("c", "low.trailing", "root.trailing") + F.constraint("d", "low.height", "", #"constant="30""#),
        window: window))
  }

  @Test("Rule 13: a label lies two points outside of its text, a field with a bezel does not")
  func labelsAndFields() throws {
    let label = F.view(
      "label", (18, 264, 84, 16), element: "textField", body: #"<textFieldCell key="cell" title="A label" id="lc"/>"#)
    let field = F.view(
      "field", (108, 261, 272, 22), element: "textField",
      body: #"<textFieldCell key="cell" borderStyle="bezel" drawsBackground="YES" id="fc"/>"#)
    try expectExact(
      Self.desktop(
        label + field,
        F.constraint("1", "label.leading", "root.leading", #"constant="20""#)
          + F.constraint("2", "label.top", "root.top", #"constant="20""#)
          + F.constraint("3", "field.leading", "label.trailing", #"constant="8" symbolic="YES""#)
          + F.constraint("4", "trailing", "field.trailing", #"constant="20""#)
          + F.constraint("5", "field.centerY", "label.centerY")))
  }

  @Test func separatorsAreALineOfOnePoint() throws {
    let across = F.view("across", (20, 247, 360, 5), element: "box", attributes: #"boxType="separator""#)
    let upright = F.view("upright", (198, 10, 5, 100), element: "box", attributes: #"boxType="separator""#)
    try expectExact(
      Self.desktop(
        across + upright,
        F.constraint("1", "across.leading", "root.leading", #"constant="20""#)
          + F.constraint("2", "trailing", "across.trailing", #"constant="20""#)
          + F.constraint("3", "across.top", "root.top", #"constant="50""#)
          + F.constraint("4", "upright.leading", "root.leading", #"constant="200""#)
          + F.constraint("5", "bottom", "upright.bottom", #"constant="10""#)
          + F.constraint("6", "upright.height", "", #"constant="100""#)))
  }

  /// A column of four boxes 20 points high, the third of them hidden.
  private static func column(_ y: [Double], height: Double, _ attributes: String) -> String {
    let boxes = zip(["a", "b", "c", "d"], y).map { id, y in
      F.view(
        id, (0, y, 100, 20), element: "customView", attributes: id == "c" ? #"hidden="YES""# : "",
        body: "<constraints>" + F.constraint("w" + id, "width", "", #"constant="100""#)
          + F.constraint("h" + id, "height", "", #"constant="20""#) + "</constraints>")
    }
    let stack = F.view(
      "stack", (20, 280 - height, 100, height), element: "stackView",
      attributes: #"distribution="fill" orientation="vertical" alignment="leading" spacing="10" "# + attributes,
      body: """
        <subviews>\(boxes.joined())</subviews>
        <visibilityPriorities><integer value="1000"/><integer value="1000"/></visibilityPriorities>
        <customSpacing><real value="30"/><real value="3.4028234663852886e+38"/>
        <real value="3.4028234663852886e+38"/><real value="3.4028234663852886e+38"/></customSpacing>
        """)
    return desktop(
      stack,
      F.constraint("1", "stack.leading", "root.leading", #"constant="20""#)
        + F.constraint("2", "stack.top", "root.top", #"constant="20""#))
  }

  @Test("NSStackView: spacing after single views; hidden ones are out where the stack detaches them")
  func stacks() throws {
    try expectExact(Self.column([80, 30, 0, 0], height: 100, #"detachesHiddenViews="YES""#))
    try expectExact(Self.column([110, 60, 30, 0], height: 130, ""))
    let file = try F.file(Self.column([0, 0, 0, 0], height: 100, ""))
    #expect(file.notes.isEmpty)
  }

  @Test func cellsOfATableAreLayoutsOfTheirOwn() throws {
    let cell = """
      <tableCellView id="cell"><rect key="frame" x="1" y="1" width="200" height="40"/><autoresizingMask key="autoresizingMask"/>
      <subviews>\(F.view("image", (4, 10, 20, 20), element: "imageView"))</subviews>
      <constraints>\(F.constraint("c1", "image.leading", "cell.leading", #"constant="4""#))
      \(F.constraint("c2", "image.centerY", "cell.centerY"))\(F.constraint("c3", "image.width", "", #"constant="20""#))
      \(F.constraint("c4", "image.height", "image.width"))</constraints></tableCellView>
      """
    let scroll = F.view(
      "scroll", (0, 0, 400, 200), element: "scrollView",
      body: """
        <clipView key="contentView" id="clip"><rect key="frame" x="1" y="1" width="398" height="198"/>
        <autoresizingMask key="autoresizingMask"/><subviews>
        <tableView id="table"><rect key="frame" x="0" y="0" width="398" height="198"/>
        <autoresizingMask key="autoresizingMask" widthSizable="YES"/>
        <tableColumns><tableColumn id="column"><prototypeCellViews>\(cell)</prototypeCellViews></tableColumn></tableColumns>
        </tableView></subviews></clipView>
        """)
    let text = Self.desktop(
      scroll,
      F.constraint("1", "scroll.leading", "root.leading") + F.constraint("2", "trailing", "scroll.trailing")
        + F.constraint("3", "bottom", "scroll.bottom") + F.constraint("4", "scroll.height", "", #"constant="200""#))
    try expectExact(text)
    #expect(try F.file(text).units().map { $0.views[0].view.id } == ["root", "cell"])
  }

  // MARK: - tvOS

  private static func television(_ subviews: String, _ constraints: String, tools: Int) -> String {
    """
    <document type="com.apple.InterfaceBuilder.AppleTV.Storyboard" version="3.0" toolsVersion="\(tools)" \
    targetRuntime="AppleTV" useAutolayout="YES"><device id="appleTV" orientation="landscape"/><scenes><scene><objects>
    <viewController id="vc"><view key="view" id="root"><rect key="frame" x="0" y="0" width="1920" height="1080"/>
    <subviews>\(subviews)</subviews><viewLayoutGuide key="safeArea" id="safe"/>
    <constraints>\(constraints)</constraints></view></viewController></objects></scene></scenes></document>
    """
  }

  @Test(
    "tvOS: the safe area is what a television may cut off, margins begin there",
    arguments: [(13_700, 90.0), (21_700, 80)])
  func overscan(tools: Int, side: Double) throws {
    let filled = F.view("filled", (side, 60, 1920 - 2 * side, 960))
    let within = F.view("within", (side, 100, 300, 50))
    try expectExact(
      Self.television(
        filled + within,
        F.constraint("1", "filled.leading", "safe.leading") + F.constraint("2", "filled.top", "safe.top")
          + F.constraint("3", "safe.trailing", "filled.trailing") + F.constraint("4", "safe.bottom", "filled.bottom")
          + F.constraint("5", "within.leading", "root.leadingMargin")
          + F.constraint("6", "within.top", "root.top", #"constant="100""#)
          + F.constraint("7", "within.width", "", #"constant="300""#)
          + F.constraint("8", "within.height", "", #"constant="50""#),
        tools: tools), "a.storyboard")
  }

  @Test("tvOS: a point is a pixel")
  func pixels() throws {
    let views = [("a", 0.0, 333.0), ("b", 333, 334), ("c", 667, 333)].map { F.view($0.0, ($0.1, 0, $0.2, 86)) }
    let stack = F.view(
      "stack", (100, 200, 1000, 86), element: "stackView", attributes: #"distribution="fillEqually""#,
      body: "<subviews>\(views.joined())</subviews>")
    try expectExact(
      Self.television(
        stack,
        F.constraint("1", "stack.leading", "root.leading", #"constant="100""#)
          + F.constraint("2", "stack.top", "root.top", #"constant="200""#)
          + F.constraint("3", "stack.width", "", #"constant="1000""#)
          + F.constraint("4", "stack.height", "", #"constant="86""#),
        tools: 21_700), "a.storyboard")
  }

  @Test func phonesMeanNothingToATelevision() throws {
    let file = try F.file(
      Self.television(
        F.view("v", (0, 0, 10, 10)), F.constraint("1", "v.top", "root.top"), tools: 21_700))
    #expect(!file.isForDevices)
    let phone = try #require(InterfaceDevice.named("retina6_1"))
    let layout = try #require(try file.layouts(on: Canvas(phone)).first)
    #expect(layout.size.width == 1920 && layout.canvas == nil)
  }

  // MARK: - Devices

  @Test(
    "A device that the table does not know is a new one, or one whose screen is as large",
    arguments: [("retina7_7", 500.0, 1000.0, 62.0), ("retina9_9", 375, 667, 20), ("ipad20_0", 1200, 1600, 24)])
  func unknownDevices(id: String, width: Double, height: Double, top: Double) throws {
    let text = F.storyboard(
      F.view("v", (0, top, 10, 10)),
      constraints: F.constraint("1", "v.top", "safe.top") + F.constraint("2", "v.leading", "root.leading")
        + F.constraint("3", "v.width", "", #"constant="10""#) + F.constraint("4", "v.height", "v.width"),
      device: id, root: #"<viewLayoutGuide key="safeArea" id="safe"/>"#
    ).replacing("width=\"375\" height=\"667\"", with: "width=\"\(width)\" height=\"\(height)\"")
    let unit = try F.unit(text)
    #expect(unit.isExact, "\(unit.mismatches) \(unit.nearMisses)")
  }
}
