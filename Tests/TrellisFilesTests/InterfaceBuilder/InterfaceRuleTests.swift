// The rules of importing, one by one, each with a layout whose stored frames were worked out by hand.

import Testing

@testable import TrellisFiles

@Suite struct InterfaceRuleTests {
  private typealias F = Fixture

  @Test("Rule 1: a multiplier on a position is measured from the element that holds the constraint")
  func positionMultiplier() throws {
    let inner =
      F.view(
        "a", (0, 60, 50, 20), body: "<constraints>\(F.constraint("h", "height", "", #"constant="20""#))</constraints>")
    let holder = F.view(
      "holder", (0, 100, 375, 200),
      body: """
        <subviews>\(inner)</subviews><constraints>
        \(F.constraint("m", "a.centerY", "holder.centerY", #"multiplier="7:10""#))
        \(F.constraint("l", "a.leading", "holder.leading"))\(F.constraint("w", "a.width", "", #"constant="50""#))
        </constraints>
        """)
    let unit = try F.unit(
      F.storyboard(
        holder,
        constraints: F.constraint("1", "holder.top", "root.top", #"constant="100""#)
          + F.constraint("2", "holder.height", "", #"constant="200""#)
          + F.constraint("3", "holder.leading", "root.leading") + F.constraint("4", "holder.trailing", "root.trailing"))
    )
    #expect(unit.isExact, "\(unit.mismatches)")
    #expect(unit.computed == 8 && unit.fed == 4)
  }

  @Test("Semantic content turns a view's own constraints, not those of its subviews")
  func semanticContent() throws {
    func rules(_ child: String, _ parent: String, _ constant: Int, _ width: Int, _ id: String) -> String {
      F.constraint(id + "l", child + ".leading", parent + ".leading", "constant=\"\(constant)\"")
        + F.constraint(id + "t", child + ".top", parent + ".top")
        + F.constraint(id + "w", child + ".width", "", "constant=\"\(width)\"")
        + F.constraint(id + "h", child + ".height", "", #"constant="20""#)
    }
    func holder(
      _ id: String, _ frame: (Double, Double, Double, Double), _ attributes: String, _ body: String, _ rules: String
    )
      -> String
    {
      F.view(
        id, frame, attributes: attributes, body: "<subviews>\(body)</subviews><constraints>\(rules)</constraints>")
    }
    let icon = F.view("icon", (5, 0, 20, 20))
    let button = holder("button", (190, 0, 100, 20), "", icon, rules("icon", "button", 5, 20, "i"))
    let bar = holder(
      "bar", (0, 0, 300, 20), #"semanticContentAttribute="forceRightToLeft""#, button,
      rules("button", "bar", 10, 100, "b"))
    let unit = try F.unit(F.storyboard(bar, constraints: rules("bar", "root", 0, 300, "r")))
    #expect(unit.isExact, "\(unit.mismatches)")
  }

  @Test("Rule 2: constraints are about alignment rectangles")
  func alignmentInsets() throws {
    // 49 wide in its alignment rectangle, 51 with the inset at the right.
    let unit = try F.unit(
      F.storyboard(
        F.view("s", (310, 20, 51, 31), element: "switch") + F.view("l", (14, 60, 347, 31), element: "slider"),
        constraints: F.constraint("1", "root.trailing", "s.trailing", #"constant="16""#)
          + F.constraint("2", "s.top", "root.top", #"constant="20""#)
          + F.constraint("3", "l.leading", "root.leading", #"constant="16""#)
          + F.constraint("4", "root.trailing", "l.trailing", #"constant="16""#)
          + F.constraint("5", "l.top", "root.top", #"constant="60""#)))
    #expect(unit.isExact, "\(unit.mismatches) \(unit.nearMisses)")
    #expect(unit.fed == 4)
  }

  @Test("Rule 3: a content view of a stale height takes the cell's")
  func staleContentHeight() throws {
    let text = """
      <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" toolsVersion="12120" \
      targetRuntime="iOS.CocoaTouch"><objects>
      <tableViewCell id="cell"><rect key="frame" x="0" y="0" width="320" height="80"/>
      <tableViewCellContentView key="contentView" id="content"><rect key="frame" x="0" y="0" width="320" height="43"/>
      <subviews>\(F.view("v", (0, 30, 10, 50)))</subviews>
      <constraints>\(F.constraint("1", "bottom", "v.bottom"))\(F.constraint("2", "v.leading", "cell.leading"))
      \(F.constraint("3", "v.top", "content.top", #"constant="30""#))\(F.constraint("4", "v.width", "", #"constant="10""#))
      </constraints></tableViewCellContentView></tableViewCell></objects></document>
      """
    #expect(try F.unit(text).isExact)
  }

  @Test(
    "Rule 4: variations by size class, the default mask first",
    arguments: [("", 10.0), ("retina4_7", 20), ("ipad9_7", 30)])
  func variations(_ device: String, _ width: Double) throws {
    let body = """
      <constraints>
      <constraint id="w" firstAttribute="width" constant="10">
      <variation key="widthClass=compact" constant="20"/><variation key="heightClass=regular-widthClass=regular" constant="30"/>
      </constraint>
      \(F.constraint("off", "width", "", #"constant="99""#))\(F.constraint("h", "height", "", #"constant="5""#))
      </constraints>
      <variation key="default"><mask key="constraints"><exclude reference="off"/></mask></variation>
      """
    let unit = try F.unit(
      F.storyboard(
        F.view("a", (0, 0, width, 5), body: body),
        constraints: F.constraint("1", "a.top", "root.top") + F.constraint("2", "a.leading", "root.leading"),
        device: device))
    #expect(unit.isExact, "\(unit.mismatches)")
  }

  @Test("Rule 4: a subview that a variation takes out takes its constraints along")
  func excludedSubviews() throws {
    let mask = """
      <variation key="default"><mask key="subviews"><exclude reference="b"/></mask></variation>
      """
    let unit = try F.unit(
      F.storyboard(
        F.view("a", (0, 0, 7, 5)) + F.view("b", (0, 0, 1, 1)),
        constraints: F.constraint("1", "a.top", "root.top") + F.constraint("2", "a.leading", "root.leading")
          + F.constraint("3", "a.width", "", #"constant="7""#) + F.constraint("4", "a.height", "", #"constant="5""#)
          + F.constraint("5", "b.height", "a.height", #"constant="30""#), root: mask))
    #expect(unit.views == 2)
    #expect(unit.isExact)
    #expect(unit.notes.isEmpty)
  }

  @Test("Rule 4: a placeholder counts on the canvas, what is not installed does not; a fixed frame is held")
  func placeholdersAndFixedFrames() throws {
    let unit = try F.unit(
      F.storyboard(
        F.view("a", (0, 0, 7, 5)) + F.view("b", (30, 40, 50, 60), attributes: #"fixedFrame="YES""#),
        constraints: F.constraint("1", "a.top", "root.top") + F.constraint("2", "a.leading", "root.leading")
          + F.constraint("3", "a.width", "", #"constant="7" placeholder="YES""#)
          + F.constraint("4", "a.height", "", #"constant="5""#)
          + F.constraint("5", "a.height", "", #"constant="30" installed="NO""#)))
    #expect(unit.isExact, "\(unit.mismatches)")
  }

  @Test("Rule 6: edges of a scroll view mean its content to what is inside, sizes and centres its frame")
  func scrollViews() throws {
    let inner = F.view("c", (10, 10, 355, 900))
    let scroll = F.view(
      "s", (0, 0, 375, 667), element: "scrollView",
      body: """
        <subviews>\(inner)</subviews><constraints>
        \(F.constraint("1", "c.top", "s.top", #"constant="10""#))\(F.constraint("2", "bottom", "c.bottom"))
        \(F.constraint("3", "c.leading", "s.leading", #"constant="10""#))\(F.constraint("4", "trailing", "c.trailing"))
        \(F.constraint("5", "c.width", "s.width", #"constant="-20""#))
        \(F.constraint("6", "c.height", "", #"constant="900""#))</constraints>
        """)
    let unit = try F.unit(
      F.storyboard(
        scroll,
        constraints: ["top", "bottom", "leading", "trailing"].map { F.constraint($0, "s.\($0)", "root.\($0)") }.joined()
      ))
    #expect(unit.isExact, "\(unit.mismatches)")
  }

  @Test("Rule 8: edges are rounded in window coordinates, half up")
  func rounding() throws {
    let unit = try F.unit(
      F.storyboard(
        F.view(
          "a", (187.5, 0, 94, 10),
          body: "<subviews>\(F.view("b", (0, 0, 31.5, 10)))</subviews><constraints>"
            + F.constraint("5", "b.leading", "a.leading") + F.constraint("6", "b.top", "a.top")
            + F.constraint("7", "b.width", "a.width", #"multiplier="1 : 3""#)
            + F.constraint("8", "b.height", "a.height") + "</constraints>"),
        constraints: F.constraint("1", "a.top", "root.top") + F.constraint("2", "a.leading", "root.centerX")
          + F.constraint("3", "a.width", "root.width", #"multiplier="1:4""#)
          + F.constraint("4", "a.height", "", #"constant="10""#)))
    #expect(unit.isExact, "\(unit.nearMisses)")
  }

  @Test("Rule 9: images have their size in the resources, placeholders override")
  func intrinsicSizes() throws {
    let unit = try F.unit(
      F.storyboard(
        F.view("i", (0, 0, 33, 34), element: "imageView", attributes: #"image="icon""#)
          + F.view(
            "p", (0, 50, 70, 80), attributes: #"placeholderIntrinsicWidth="70" placeholderIntrinsicHeight="80""#)
          + F.view("t", (0, 200, 42, 20.5), element: "label", attributes: #"text="Label""#),
        constraints: ["i", "p", "t"].map { F.constraint("x\($0)", "\($0).leading", "root.leading") }.joined()
          + F.constraint("1", "i.top", "root.top") + F.constraint("2", "p.top", "root.top", #"constant="50""#)
          + F.constraint("3", "t.top", "root.top", #"constant="200""#),
        resources: #"<image name="icon" width="33" height="34"/>"#))
    #expect(unit.isExact, "\(unit.mismatches)")
    // The root and the label's two lengths were fed.
    #expect(unit.fed == 6 && unit.computed == 10 && unit.dependent == 0)
  }

  @Test("Rule 10: safe area of a device, with and without a navigation bar", arguments: [false, true])
  func safeArea(_ hasBar: Bool) throws {
    let y = hasBar ? 64.0 : 20
    let unit = try F.unit(
      F.storyboard(
        F.view("a", (0, y, 375, 667 - y)),
        constraints: ["top", "bottom", "leading", "trailing"].map { F.constraint($0, "a.\($0)", "safe.\($0)") }
          .joined(),
        root: #"<viewLayoutGuide key="safeArea" id="safe"/>"#,
        controller: hasBar ? #"<simulatedNavigationBarMetrics key="simulatedTopBarMetrics" prompted="NO"/>"# : ""))
    #expect(unit.isExact, "\(unit.mismatches)")
  }

  @Test("Rule 11: margins of a controller's root and of a plain view; inferred ones win where they are asked for")
  func margins() throws {
    func text(_ margin: Double) -> String {
      F.storyboard(
        F.view(
          "a", (margin, 100, 375 - 2 * margin, 100),
          body: "<subviews>\(F.view("b", (8, 8, 375 - 2 * margin - 16, 84)))</subviews><constraints>"
            + ["top", "bottom", "leading", "trailing"].map { F.constraint("b\($0)", "b.\($0)", "a.\($0)Margin") }
            .joined()
            + "</constraints>"),
        constraints: F.constraint("1", "a.leading", "root.leadingMargin")
          + F.constraint("2", "a.trailing", "root.trailingMargin")
          + F.constraint("3", "a.top", "root.top", #"constant="100""#)
          + F.constraint("4", "a.height", "", #"constant="100""#))
    }
    #expect(try F.unit(text(16), insets: .device).isExact)
    let wide = try F.unit(text(30), insets: .device)
    #expect(!wide.isMatched)
    #expect(wide.mismatches.first?.reason == .inset)
    let inferred = try F.unit(text(30), insets: .inferred)
    #expect(inferred.isExact)
    #expect(inferred.dependent > 0)
  }

  /// Two texts of the system font that share a baseline, both as high as their fonts are.
  @Test(
    "Rule 12: baselines lie whole points above the bottoms of texts",
    arguments: [
      // Stored frames of labels on canvases of two pixels a point: 14 and 11 points end at one height, of 13 and 16 the
      // larger one point lower. A text field centers its line.
      (14.0, 17.0, "label", 11.0, 13.5, 3.5), (13, 16, "label", 16, 19.5, -2.5), (17, 30, "textField", 17, 20.5, 5),
      (17, 20.5, "label", 17, 20.5, 0),
    ])
  func sharedBaselines(
    _ first: Double, _ height: Double, _ element: String, _ second: Double, _ other: Double, _ lower: Double
  )
    throws
  {
    func text(_ id: String, _ x: Double, _ y: Double, _ height: Double, _ size: Double, _ element: String) -> String {
      F.view(
        id, (x, y, 80, height), element: element, attributes: #"text="Text""#,
        body: #"<fontDescription key="fontDescription" type="system" pointSize="\#(size)"/>"#)
    }
    let unit = try F.unit(
      F.storyboard(
        text("a", 0, 100, height, first, element) + text("b", 100, 100 + lower, other, second, "label"),
        constraints: F.constraint("1", "a.top", "root.top", #"constant="100""#)
          + F.constraint("2", "a.leading", "root.leading")
          + F.constraint("3", "b.leading", "a.trailing", #"constant="20""#)
          + F.constraint("4", "b.baseline", "a.baseline")))
    #expect(unit.isExact, "\(unit.mismatches) \(unit.nearMisses)")
  }

  @Test("Rule 12: baselines of the system font; those of another are named")
  func baselines() throws {
    // 17 points: descender 4.1, line 20.29. Of 34 points: descender 8.2, line 40.57.
    let big = F.view(
      "b", (0, 100, 80, 41), element: "label", attributes: #"text="Big""#,
      body: #"<fontDescription key="fontDescription" name="Futura-Medium" family="Futura" pointSize="34"/>"#)
    let small = F.view(
      "s", (100, 116.5, 40, 20.5), element: "label", attributes: #"text="small""#,
      body: #"<fontDescription key="fontDescription" type="system" pointSize="17"/>"#)
    let unit = try F.unit(
      F.storyboard(
        big + small,
        constraints: F.constraint("1", "b.top", "root.top", #"constant="100""#)
          + F.constraint("2", "b.leading", "root.leading")
          + F.constraint("3", "s.leading", "b.trailing", #"constant="20""#)
          + F.constraint("4", "s.baseline", "b.baseline")))
    #expect(unit.isExact, "\(unit.mismatches) \(unit.nearMisses)")
    #expect(unit.notes.contains { $0.message.contains("metrics of Futura-Medium") })
  }

  @Test("Rule 13: y of macOS is turned round, buttons have their insets")
  func macOS() throws {
    let text = """
      <document type="com.apple.InterfaceBuilder3.Cocoa.XIB" version="3.0" toolsVersion="14109" \
      targetRuntime="MacOSX.Cocoa"><objects>
      <customView id="root"><rect key="frame" x="0" y="0" width="200" height="100"/><subviews>
      <button translatesAutoresizingMaskIntoConstraints="NO" id="b"><rect key="frame" x="13" y="13" width="80" height="32"/>
      <buttonCell key="cell" type="push" title="OK" id="cell"/></button></subviews>
      <constraints>\(F.constraint("1", "b.leading", "root.leading", #"constant="20""#))
      \(F.constraint("2", "bottom", "b.bottom", #"constant="20""#))</constraints></customView></objects></document>
      """
    let unit = try F.unit(text)
    #expect(unit.isExact, "\(unit.mismatches) \(unit.nearMisses)")
  }

  @Test func staleFramesAreNamed() throws {
    let unit = try F.unit(
      F.storyboard(
        F.view("a", (0, 0, 7, 5)),
        constraints: F.constraint("1", "a.top", "root.top") + F.constraint("2", "a.leading", "root.leading")
          + F.constraint("3", "a.width", "", #"constant="90""#) + F.constraint("4", "a.height", "", #"constant="5""#)))
    #expect(unit.matchedViews == 1)
    let mismatch = try #require(unit.mismatches.first)
    #expect(mismatch.reason == .stale)
    #expect(mismatch.why.contains("'3'") && mismatch.why.contains("83 pt"))
    #expect(mismatch.ours == [0, 0, 90, 5])
  }
}
