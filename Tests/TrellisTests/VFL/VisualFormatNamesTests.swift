// Rows E23 to E39 of the acceptance table: metrics and names, spaces in all their forms, priorities.

import Testing

@testable import Trellis

@Suite("E: names and spaces of visual formats")
struct VisualFormatNamesTests {
  @Test("E23 metrics, in spaces and sizes")
  func e23Metrics() throws {
    let page = try FormatPage(
      "view", "view1", "view2", metrics: ["left": 50, "width": Float(150), "top": 100.0, "height": UInt8(150)])
    try page.layout("H:|-left-[view(>=width)]", "V:|-top-[view(>=height)]")
    #expect(page["view"].frame.isClose(50, 100, 150, 150))
    let column = try FormatPage("view1", "view2", metrics: ["spacing": 10])
    try column.layout("V:|[view1(5)]-spacing-[view2(5)]")
    #expect(isClose(column["view2"].frame.minY, 15))
  }

  @Test("E23 any number is a metric, a priority too; metrics win over views of their name")
  func e23Kinds() throws {
    let page = try FormatPage("a", "b", metrics: ["a": 12, "p": Priority.defaultHigh, "f": Float(2.5), "i": Int8(-3)])
    #expect(try page.bodies("[b(a)]") == ["b.width == 12"])
    #expect(try page.bodies("[b(==f@p)]") == ["b.width == 2.5 priority:750"])
    #expect(try page.bodies("[a]-i-[b]") == ["H:[a]-(-3)-[b]"])
    #expect(try page.bodies("[a][b(i@a)]") == ["H:[a]-(0)-[b]", "b.width == -3 priority:12"])
    let infinite = try FormatPage("a", metrics: ["x": Double.infinity, "n": Double.nan])
    for format in ["[a(x)]", "|-n-[a]", "[a(1e999)]"] {
      #expect(kind { _ = try infinite.make(format) } == .valueOutOfRange, "\(format)")
    }
    #expect(
      infinite.fault("[a(1@n)]") == FoundFault("Invalid priority specified: nan. Priority must be greater than 0", 6))
  }

  @Test("E23, E24 UIKit's types: dictionaries of anything, nil for no metrics, a format in a variable")
  func untypedDictionaries() {
    let a = View("a"), b = View("b")
    let views: [String: Any] = ["a": a, "b": b, "text": "no view"]
    let format = "[a(w)][b]"
    let typed = Constraint.constraints(withVisualFormat: "[a(w)][b]", metrics: ["w": 7], views: ["a": a, "b": b])
    let untyped = Constraint.constraints(
      withVisualFormat: format, options: [.alignAllTop], metrics: ["w": 7] as [String: Any], views: views)
    #expect(untyped.count == typed.count + 1)
    #expect(zip(typed, untyped).allSatisfy { $0.constant == $1.constant && $0.firstAttribute == $1.firstAttribute })
    #expect(Constraint.constraints(withVisualFormat: "[a][b]", options: [], metrics: nil, views: views).count == 1)
    #expect(Constraint.constraints(withVisualFormat: "[a][b]", metrics: nil, views: ["a": a, "b": b]).count == 1)
    let refused = Constraint.constraints(withVisualFormat: "[text]", options: [], metrics: nil, views: views)
    #expect(refused.first?.lastError?.text.contains("text is not a key in the views dictionary.") == true)
  }

  private final class Form {
    let nameField = View()
    lazy var button = View()
    let gap: LayoutGuide? = LayoutGuide()
    var missing: View?
    let inset = 12
    let ratio = 0.5
    let title = "not a number"
  }

  @Test("E24 names from properties, from views' names, from a dictionary")
  func e24Bindings() throws {
    let form = Form()
    _ = form.button
    let bindings = VisualFormat.bindings(reflecting: form)
    #expect(Set(bindings.keys) == ["nameField", "button", "gap"])
    #expect(bindings["button"] === form.button && bindings["gap"] === form.gap)
    let metrics = VisualFormat.metrics(reflecting: form)
    #expect(Set(metrics.keys) == ["inset", "ratio"])
    #expect(metrics["inset"]?.metricValue == 12)
    let made = Constraint.constraints(
      withVisualFormat: "[nameField]-inset-[button]", metrics: metrics, views: bindings)
    #expect(made.count == 1 && made[0].constant == 12 && made[0].firstItem === form.button)

    let (a, b) = (View("a"), View("b"))
    #expect(Set(try VisualFormat.bindings(a, b, a).keys) == ["a", "b"])
    #expect(kind { _ = try VisualFormat.bindings(a, View()) } == .missingItem)
    #expect(kind { _ = try VisualFormat.bindings(a, View("a")) } == .missingItem)
    // A key may be any text; a format can use it if it is an identifier.
    let error = #expect(throws: LayoutError.self) {
      _ = try Constraint.constraints(withVisualFormat: "[self.view]", views: ["self.view": a]).sound()
    }
    #expect(
      error?.text
        == "Unable to parse constraint format: \nself is not a key in the views dictionary. \n[self.view] \n     ^")
  }

  @Test("E24 interpolation: items stand for themselves, whatever their names")
  func e24Interpolation() throws {
    let root = View()
    let (one, other, twin) = (View(), View("other"), View("other"))
    root.addSubviews([one, other, twin])
    let format: VisualFormat = "H:|-\(-4)-[\(one)(>=\(44.5)@\(Priority.defaultLow))]-[\(other)(\(twin))]-[\(twin)]-|"
    #expect(format.description == "H:|--4-[item(>=44.5@250)]-[other(other)]-[other]-|")
    let made = Constraint.constraints(withVisualFormat: format)
    #expect(made.map(\.constant) == [-4, 44.5, 8, 0, 8, 20])
    #expect(made[1].priority == 250)
    #expect(made[2].firstItem === other && made[3].secondItem === twin && made[4].firstItem === twin)
    // What is joined to a name is no longer that name.
    #expect(
      kind { _ = try Constraint.constraints(withVisualFormat: "[\(other)2]").sound() } == .invalidFormat(column: 7))
    #expect(kind { _ = try Constraint.constraints(withVisualFormat: "[\("x")]").sound() } == .invalidFormat(column: 2))
    // Both ways at once: the text's names come from the dictionary.
    let mixed = Constraint.constraints(withVisualFormat: "[\(other)][other]", views: ["other": one])
    #expect(mixed[0].firstItem === one && mixed[0].secondItem === other)
  }

  @Test("E25 a format built for N views")
  func e25Builder() throws {
    let names = (1...20).map { "view\($0)" }
    let views = names.map { View($0) }
    let root = View("root")
    root.addSubviews(views)
    let dictionary: [String: any LayoutItem] = Dictionary(uniqueKeysWithValues: zip(names, views))
    let text = "H:|-" + names.map { "[\($0)]" }.joined(separator: "-")
    let built = Constraint.constraints(withVisualFormat: VisualFormat(text), views: dictionary)
    let interpolated = Constraint.constraints(withVisualFormat: "H:|-\(views)")
    #expect(built.count == 20)
    #expect(built.map(body) == interpolated.map(body))
    let tight = Constraint.constraints(withVisualFormat: "V:\(Array(views[..<3]), joinedBy: "-(2)-")")
    #expect(tight.map(body) == ["V:[view1]-(2)-[view2]", "V:[view2]-(2)-[view3]"])
  }

  @Test("E26 fill, pin, stack")
  func e26Examples() throws {
    let page = try FormatPage("view1", "view2", "view3")
    try page.layout("H:|[view1]|", "V:[view1(30)]-10-|")
    #expect(page["view1"].frame.isClose(0, 528, 320, 30))
    let column = try FormatPage("view1", "view2", "view3", height: 100)
    try column.layout("V:|-[view1(==view2)]-[view2(==view3)]-[view3]-|", "H:|[view1(1)]", "H:|-[view2]-30-|")
    #expect(isClose(column["view3"].frame.minY, 20 + 2 * (44.0 / 3 + 8)))
    #expect(isClose(column["view3"].frame.height, 44.0 / 3))
    #expect(isClose(column["view2"].frame.width, 270))
  }

  @Test("E27 two views share a row: ambiguous until one width is given")
  func e27Ambiguous() throws {
    let page = try FormatPage("view1", "view2")
    try page.layout("V:|[view1(1)]", "V:|[view2(1)]", "H:|[view1]-[view2]|")
    let found = try page.scene.ambiguities()
    #expect(found.map { "\($0.item.itemName ?? "").\($0.attribute)" } == ["view1.width", "view2.left", "view2.width"])
    try page.layout("H:[view1(100)]")
    #expect(try page.scene.ambiguities().isEmpty)
    #expect(isClose(page["view2"].frame.width, 212))
  }

  @Test("E28 a gap that gives way")
  func e28FlexibleGap() throws {
    let page = try FormatPage("view1", "view2")
    try page.layout("H:|-[view1(50)]-(>=0)-[view2(60)]-|")
    #expect(isClose(page["view1"].frame.minX, 20) && isClose(page["view2"].frame.minX, 240))
  }

  @Test(
    "E29 seven ways to say flush",
    arguments: [
      "[view1][view2]", "[view1]-0-[view2]", "[view1]-(0)-[view2]", "[view1]-(==0)-[view2]",
      "[view1]-(>=0,<=0)-[view2]", "[view1]-(==0@1000)-[view2]", "[view1]-(>=0,<=0,==0,<=30)-[view2]",
    ])
  func e29Flush(format: String) throws {
    let page = try FormatPage("view1", "view2")
    try page.layout("|-7-[view1(30)]", "[view2(40)]", "V:|[view1(1)]", "V:|[view2(1)]", format)
    #expect(page["view1"].frame.isClose(7, 0, 30, 1) && page["view2"].frame.isClose(37, 0, 40, 1))
  }

  @Test("E30 @priority, after a value or a relation, in a list")
  func e30Priorities() throws {
    let page = try FormatPage("a", "b", metrics: ["low": 250.5])
    #expect(
      try page.make("|-(20@750)-[a(>=70@20,<=100@low,b@1000)]-10@45-[b]").map(\.priority.rawValue)
        == [750, 20, 250.5, 1000, 45])
    #expect(try page.bodies("V:|-20@750-[a]-10@45-|") == ["V:|-(20@750)-[a]", "V:[a]-(10@45)-|"])
    #expect(
      page.fault("[a(5@0)]") == FoundFault("Invalid priority specified: 0. Priority must be greater than 0", 6))
    #expect(
      page.fault("[a(5@-2.5)]") == FoundFault("Invalid priority specified: -2.5. Priority must be greater than 0", 9))
    #expect(
      page.fault("[a(5@1000.5)]")
        == FoundFault(
          "Invalid priority specified: 1000.5. Priority cannot be higher than NSLayoutPriorityRequired, which is 1000.",
          11))
  }

  @Test("E31 negative numbers are in parentheses")
  func e31Negative() throws {
    let page = try FormatPage("view1", "view2")
    try page.layout("V:|-30-[view1(20)]-(-10)-[view2(5)]")
    #expect(isClose(page["view2"].frame.minY, 40))
    let minus =
      "Cannot tell if this - is a minus sign or an accidental extra bar in the connection. Use parentheses around "
      + "negative numbers."
    #expect(page.fault("V:[view1]--10-[view2]") == FoundFault(minus, 10))
    #expect(page.fault("V:[view1]->=-10-[view2]") == FoundFault(minus, 12))
    #expect(page.fault("[view1]--[view2]") == FoundFault(minus, 8))
    #expect(try page.bodies("[view1]-(>=-4,<=+4)-[view2]") == ["H:[view1]-(>=-4)-[view2]", "H:[view1]-(<=4)-[view2]"])
  }

  @Test("E32 sizes: numbers, views, relations, priorities")
  func e32Sizes() throws {
    let page = try FormatPage("view", "width")
    #expect(try page.bodies("H:[view(100)]") == ["view.width == 100"])
    #expect(try page.bodies("[view(==width)]") == ["view.width == width.width"])
    #expect(try page.bodies("V:[view(<=width@400)]") == ["view.height <= width.height priority:400"])
    #expect(try FormatPage("view", metrics: ["width": 4]).bodies("[view(==width)]") == ["view.width == 4"])
  }

  @Test("E33 a multiple of another view is not Apple's")
  func e33Multiples() throws {
    let page = try FormatPage("v1", "v2")
    #expect(
      page.fault("[v1(v2*2)]")
        == FoundFault("A predicate on a view's thickness must end with ')' and the view must end with ']'", 6))
    #expect(try page.bodies("[v1(v2*2)]", [], .standard, .extended) == ["v1.width == 2*v2.width"])
    #expect(try page.bodies("V:[v1(>=v2/2)]", [], .standard, .extended) == ["v1.height >= 0.5*v2.height"])
  }

  @Test("E34 relation and priority of a space without parentheses, at either end, on either axis")
  func e34Unparenthesised() throws {
    let page = try FormatPage("view", metrics: ["priority": 600, "minimumSize": 44])
    for axis in ["H", "V"] {
      let size = axis == "H" ? "width" : "height"
      #expect(
        try page.bodies("\(axis):|->=0@priority-[view(==minimumSize@priority)]")
          == ["\(axis):|-(>=0@600)-[view]", "view.\(size) == 44 priority:600"])
      #expect(try page.bodies("\(axis):[view]->=0@priority-|") == ["\(axis):[view]-(>=0@600)-|"])
    }
  }

  @Test("E37 E39 errors come at run time, typed; anchors make them compile errors")
  func e37RunTime() throws {
    let page = try FormatPage("a")
    do {
      _ = try page.make("[a")
      Issue.record("read")
    } catch {
      let error = try #require(error as? LayoutError)
      #expect(error.kind == .invalidFormat(column: 2))
      #expect(error.location?.hasPrefix("TrellisTests/FormatSupport.swift:") == true)
    }
    // The counterpart that the compiler checks.
    #expect(body(page["a"].leadingAnchor.constraint(equalTo: page.root.leadingAnchor)) == "H:|-(0)-[a]")
  }

  @Test("E38 descriptions use formats where they can")
  func e38Descriptions() throws {
    let page = try FormatPage("a", "b")
    #expect(try page.bodies("|-50-[a(<=b)]") == ["H:|-(50)-[a]", "a.width <= b.width"])
    let size = try page.make("[a(100)]")[0]
    #expect(masked(size.description(.classic)) == "<NSLayoutConstraint:0x… H:[a(100)]   (Names: a:0x… )>")
    #expect(masked(size.description(.modern)) == "<NSLayoutConstraint:0x… a.width == 100   (inactive, names: a:0x… )>")
  }
}
