// From elements to the model: finds scenes, controllers, views and cells, and reads what they say.
//
// A work list instead of recursion, superviews before subviews. An element that is neither known to matter nor known
// not to is skipped with a note, once for each name; a constraint that names what the file does not hold is an error.

import Trellis

/// Turns the elements of a file into a model.
struct InterfaceDecoder {
  private(set) var model = InterfaceModel()
  let tree: ElementTree
  private var skipped: [String: (count: Int, offset: Int)] = [:]
  /// Views still to be read: element, superview, unit context.
  private var pending: [Pending] = []

  /// Where the view of each identifier stands.
  private var offsetsByID: [String: Int] = [:]

  private struct Pending {
    var element: Int
    var superview: Int?
    var root: UnitRoot?
  }

  static func decode(_ tree: ElementTree) throws(Fault) -> InterfaceModel {
    var decoder = InterfaceDecoder(tree)
    try decoder.readDocument()
    return decoder.model
  }

  private init(_ tree: ElementTree) { self.tree = tree }

  // MARK: - Document

  private mutating func readDocument() throws(Fault) {
    let root = tree.elements[0]
    guard root.name == "document" || root.name == "archive" else {
      throw Fault(
        root.offset, "the outermost element is <\(root.name)>; a storyboard or xib begins with <document type=…>")
    }
    guard root.name == "document", root.attributes["version"].map({ $0.hasPrefix("3") }) ?? true else {
      throw Fault(root.offset, "the file is of an old format; open and save it with Xcode 5 or later")
    }
    let type = root.attributes["type"] ?? ""
    model.isStoryboard = type.contains("Storyboard")
    let runtime = root.attributes["targetRuntime"] ?? ""
    model.platform =
      switch true {
      case runtime.contains("AppleTV") || type.contains("AppleTV"): .tvOS
      case runtime.contains("MacOSX") || type.contains("Cocoa."): .macOS
      default: .iOS
      }
    if type.contains("WatchKit") || runtime.contains("watch") {
      throw Fault(root.offset, "the file is for watchOS, which has no Auto Layout; nothing is to be laid out")
    }
    model.toolsVersion = number(root.attributes["toolsVersion"]) ?? 0
    model.usesAutoLayout = root.attributes["useAutolayout"] != "NO"
    for child in tree.children(of: 0) {
      let element = tree.elements[child]
      switch element.name {
      case "device":
        let adaptation = tree.child(of: child, "adaptation").flatMap { tree.elements[$0].attributes["id"] }
        model.device = CanvasDevice(
          id: element.attributes["id"] ?? "", isLandscape: element.attributes["orientation"] == "landscape",
          adaptation: adaptation)
      case "resources": readImages(child)
      case "scenes":
        for scene in tree.children(of: child) where tree.elements[scene].name == "scene" {
          if let objects = tree.child(of: scene, "objects") { readObjects(objects) }
        }
      case "objects": readObjects(child)
      default: break
      }
    }
    try readPending()
    for view in model.views {
      for variation in view.variations { model.excluded.formUnion(variation.excluded) }
    }
    addBars()
    for (name, seen) in skipped.sorted(by: { $0.value.offset < $1.value.offset }) {
      let times = seen.count == 1 ? "" : " (\(seen.count) times)"
      model.notes.append(InterfaceNote(offset: seen.offset, message: "<\(name)> is not known and was skipped\(times)"))
    }
  }

  private mutating func readImages(_ resources: Int) {
    for child in tree.children(of: resources) where tree.elements[child].name == "image" {
      let attributes = tree.elements[child].attributes
      guard let name = attributes["name"], let width = number(attributes["width"]),
        let height = number(attributes["height"])
      else { continue }
      model.images[name] = Size(width: width, height: height)
    }
  }

  /// The outermost views below the objects of a xib or of a scene: of controllers and windows, free ones, and those in
  /// the items of bars.
  private mutating func readObjects(_ objects: Int) {
    var rest = Array(tree.children(of: objects)).reversed() as [Int]
    let owner = tree.children(of: objects).map { tree.elements[$0].attributes }
      .first { $0["placeholderIdentifier"] == "IBFilesOwner" }?["customClass"]
    while let index = rest.popLast() {
      let element = tree.elements[index]
      guard isView(index) else {
        rest += Array(tree.children(of: index)).reversed()
        continue
      }
      let parent = tree.elements[element.parent]
      let isOfController = parent.name.hasSuffix("ontroller") && element.attributes["key"] == "view"
      let isOfWindow = parent.name == "window" && element.attributes["key"] == "contentView"
      let controller = isOfController || isOfWindow ? element.parent : nil
      var context = context(of: index, controller: controller)
      // The root of a xib is its owner's where it has no name of its own.
      if controller == nil, element.attributes["userLabel"] == nil, element.attributes["customClass"] == nil {
        context.controllerName = owner
      }
      pending.append(
        Pending(
          element: index, superview: nil,
          root: UnitRoot(kind: controller == nil ? kind(of: element) : .controller, view: 0, context: context)))
    }
  }

  private func kind(of element: ElementTree.Element) -> UnitRoot.Kind {
    Self.cells.contains(element.name) ? .cell : .view
  }

  private func context(of view: Int, controller: Int?) -> SceneContext {
    var context = SceneContext()
    if let controller {
      let attributes = tree.elements[controller].attributes
      context.controller = attributes["id"]
      let names = ["userLabel", "customClass", "title", "storyboardIdentifier", "id"]
      context.controllerName = names.lazy.compactMap { attributes[$0] }.first { !$0.isEmpty }
    }
    for element in [view, controller].compactMap({ $0 }) {
      for child in tree.children(of: element) {
        let item = tree.elements[child]
        switch item.name {
        case "freeformSimulatedSizeMetrics": context.isFreeform = true
        case "simulatedNavigationBarMetrics": context.hasNavigationBar = true
        case "simulatedTabBarMetrics": context.hasTabBar = true
        case "simulatedToolbarMetrics": context.hasToolbar = true
        case "simulatedStatusBarMetrics": context.hidesStatusBar = item.attributes["statusBarStyle"] == nil
        case "nil" where item.attributes["key"] == "simulatedStatusBarMetrics": context.hidesStatusBar = true
        default: break
        }
      }
    }
    return context
  }

  // MARK: - Views

  static let cells: Set<String> = ["tableViewCell", "collectionViewCell", "collectionReusableView"]

  /// Whether an element is a view: it has a frame.
  private func isView(_ index: Int) -> Bool {
    if Self.cells.contains(tree.elements[index].name) { return true }
    return tree.child(of: index, "rect", key: "frame") != nil
      || ["view", "label", "imageView", "stackView", "scrollView", "tableView", "collectionView"].contains(
        tree.elements[index].name)
  }

  private mutating func readPending() throws(Fault) {
    var next = 0
    while next < pending.count {
      let item = pending[next]
      next += 1
      let position = model.views.count
      if var root = item.root {
        root.view = position
        model.units.append(root)
      }
      try readView(item.element, superview: item.superview)
      readGuidesOfController(of: item.element, view: position)
      // Free the list now and then: a file may hold a hundred thousand views.
      if next > 4_096 {
        pending.removeFirst(next)
        next = 0
      }
    }
  }

  private mutating func readView(_ index: Int, superview: Int?) throws(Fault) {
    let element = tree.elements[index]
    let position = model.views.count
    var view = InterfaceView(
      id: element.attributes["id"] ?? "\(element.attributes["key"] ?? element.name)-\(position)", element: element.name,
      key: element.attributes["key"], superview: superview, attributes: element.attributes, offset: element.offset)
    if let other = offsetsByID.updateValue(element.offset, forKey: view.id) {
      let (line, column) = SourcePosition.lineAndColumn(of: other, in: tree.bytes)
      throw Fault(
        element.offset,
        "the id \(quoted(view.id)) is that of the view at \(line):\(column), too; ids are unique in a file, so remove one of "
          + "the views (a merge may have left both), or give it another id")
    }
    view.text = element.attributes["text"] ?? element.attributes["title"] ?? element.attributes["placeholder"]
    view.image = element.attributes["image"]
    readNote(of: element, into: &view)
    // Placed first, so that subviews find their superview in the table.
    model.views.append(view)
    for child in tree.children(of: index) { try readPart(child, of: position, &view) }
    model.views[position] = view
  }

  /// What is not to be checked: by a note on the view, or on the controller whose view it is.
  private mutating func readNote(of element: ElementTree.Element, into view: inout InterfaceView) {
    var note = element.note
    if element.parent >= 0, tree.elements[element.parent].name.hasSuffix("ontroller") {
      note += "\n" + tree.elements[element.parent].note
    }
    guard !note.isEmpty else { return }
    view.ignored = InterfaceModel.ignoredRules(in: note)
    if !view.ignored.isEmpty { model.hasIgnores = true }
  }

  private mutating func readPart(_ child: Int, of position: Int, _ view: inout InterfaceView) throws(Fault) {
    let item = tree.elements[child]
    let key = item.attributes["key"]
    switch item.name {
    case "rect":
      if key == "frame" { view.frame = try rect(item) }
    case "autoresizingMask":
      if key == "autoresizingMask" { view.autoresizing = mask(item) }
    case "edgeInsets":
      // `edgeInsets` are those of a stack on macOS.
      if key == "layoutMargins" || key == "edgeInsets" { view.margins = insets(item, "left", "right") }
    case "directionalEdgeInsets":
      if key == "directionalLayoutMargins" { view.margins = insets(item, "leading", "trailing") }
    case "fontDescription":
      view.font = InterfaceFont(
        type: item.attributes["type"], weight: item.attributes["weight"], style: item.attributes["style"],
        name: item.attributes["name"], size: number(item.attributes["pointSize"]))
    case "inset" where key == "contentEdgeInsets":
      view.contentInsets = EdgeInsets(
        top: number(item.attributes["minY"]) ?? 0, leading: number(item.attributes["minX"]) ?? 0,
        bottom: number(item.attributes["maxY"]) ?? 0, trailing: number(item.attributes["maxX"]) ?? 0)
    case "attributedString": view.isPlainText = false
    case "string":
      if key == "text" || key == "title" { view.text = item.text }
    case "state":
      if key == "normal" {
        view.text = item.attributes["title"] ?? view.text
        view.image = item.attributes["image"] ?? view.image
        if tree.child(of: child, "attributedString") != nil || item.attributes["backgroundImage"] != nil {
          view.isPlainText = false
        }
      }
    case "buttonConfiguration":
      view.isPlainText = false
      view.text = item.attributes["title"] ?? view.text
    case "imageReference":
      view.image = item.attributes["image"] ?? view.image
    case "constraints":
      for constraint in tree.children(of: child) where tree.elements[constraint].name == "constraint" {
        view.constraints.append(try readConstraint(constraint))
      }
    case "viewLayoutGuide":
      if let guide = guide(item) { view.guides.append(guide) }
    case "variation":
      view.variations.append(variation(child))
    case "subviews", "cells", "prototypes":
      for subview in tree.children(of: child) { addSubview(subview, of: position, isListed: item.name == "subviews") }
    case "sections":
      for section in tree.children(of: child) {
        guard let cells = tree.child(of: section, "cells") else { continue }
        for cell in tree.children(of: cells) { addSubview(cell, of: position, isListed: false) }
      }
    case "beginningViews", "middleViews", "endViews":
      // The gravity areas of a stack on macOS.
      model.notes.append(
        InterfaceNote(offset: item.offset, message: "<\(item.name)> is laid out as a part of one row of views"))
      for subview in tree.children(of: child) { addSubview(subview, of: position, isListed: true) }
    case "customSpacing":
      // In a file the largest number of a float stands for the stack's own spacing.
      view.customSpacing = tree.children(of: child).map { number(tree.elements[$0].attributes["value"]) }
    case "tabViewItems":
      for tab in tree.children(of: child) {
        for subview in tree.children(of: tab) where isView(subview) {
          addSubview(subview, of: position, isListed: true)
        }
      }
    case "tableColumns":
      // Cell views of macOS stand in the columns, and are laid out by themselves.
      for column in tree.children(of: child) {
        guard let prototypes = tree.child(of: column, "prototypeCellViews") else { continue }
        for cell in tree.children(of: prototypes) where isView(cell) {
          pending.append(Pending(element: cell, superview: nil, root: UnitRoot(kind: .view, view: 0)))
        }
      }
    case let name where name.hasSuffix("Cell") && key == "cell":
      view.cell = item.attributes
      view.text = item.attributes["title"] ?? view.text
      if name == "popUpButtonCell" || name == "buttonCell" || name == "textFieldCell", view.font == nil,
        let font = tree.child(of: child, "font")
      {
        let attributes = tree.elements[font].attributes
        view.font = InterfaceFont(style: nil, name: attributes["name"], size: number(attributes["size"]))
      }
    default:
      if key != nil, isView(child) {
        addSubview(child, of: position, isListed: true)
      } else if !Self.irrelevant.contains(item.name) {
        let seen = skipped[item.name]
        skipped[item.name] = ((seen?.count ?? 0) + 1, seen?.offset ?? item.offset)
      }
    }
  }

  private mutating func addSubview(_ element: Int, of position: Int, isListed: Bool) {
    let item = tree.elements[element]
    if Self.cells.contains(item.name) {
      pending.append(Pending(element: element, superview: nil, root: UnitRoot(kind: .cell, view: 0)))
    } else if isView(element) {
      pending.append(Pending(element: element, superview: position, root: nil))
    } else if isListed || !Self.irrelevant.contains(item.name) {
      let seen = skipped[item.name]
      skipped[item.name] = ((seen?.count ?? 0) + 1, seen?.offset ?? item.offset)
    }
  }

  /// The top and bottom guides of old files stand in the controller.
  private mutating func readGuidesOfController(of element: Int, view: Int) {
    let parent = tree.elements[element].parent
    guard parent >= 0, model.views[view].superview == nil, let guides = tree.child(of: parent, "layoutGuides") else {
      return
    }
    for child in tree.children(of: guides) {
      let item = tree.elements[child]
      guard item.name == "viewControllerLayoutGuide", let id = item.attributes["id"] else { continue }
      model.views[view].guides.append(
        InterfaceGuide(id: id, kind: item.attributes["type"] == "bottom" ? .bottom : .top, offset: item.offset))
    }
  }

  private func guide(_ item: ElementTree.Element) -> InterfaceGuide? {
    guard let id = item.attributes["id"] else { return nil }
    let kind: InterfaceGuide.Kind? =
      switch item.attributes["key"] {
      case "safeArea": .safeArea
      case "keyboard", "keyboardLayoutGuide": .keyboard
      case "contentLayoutGuide": .content
      case "frameLayoutGuide": .frame
      case "layoutMarginsGuide", "layoutMargins": .margins
      case "readableContentGuide", "readableContent": .readable
      default: nil
      }
    return kind.map { InterfaceGuide(id: id, kind: $0, offset: item.offset) }
  }

  // MARK: - Bars

  /// A controller shows the bar of the navigation or tab bar controller that it is the root of, or that a push leads to
  /// it from.
  private mutating func addBars() {
    var targets: [(controller: String, destination: String, isTab: Bool)] = []
    var pushes: [(from: String, destination: String)] = []
    for (index, element) in tree.elements.enumerated() where element.name == "segue" {
      guard let destination = element.attributes["destination"], let owner = controller(around: index) else { continue }
      let id = tree.elements[owner].attributes["id"] ?? ""
      let kind = element.attributes["kind"] ?? ""
      if kind == "relationship" {
        let isTab = tree.elements[owner].name == "tabBarController"
        let isNavigation = tree.elements[owner].name == "navigationController"
        if isTab || isNavigation { targets.append((id, destination, isTab)) }
      } else if kind == "show" || kind == "push" {
        pushes.append((id, destination))
      }
    }
    let contexts = model.units.map(\.context)
    var withBar = Set(contexts.filter(\.hasNavigationBar).compactMap(\.controller))
    var withTab = Set(contexts.filter(\.hasTabBar).compactMap(\.controller))
    withBar.formUnion(targets.filter { !$0.isTab }.map(\.destination))
    withTab.formUnion(targets.filter(\.isTab).map(\.destination))
    var grows = true
    while grows {
      let count = withBar.count + withTab.count
      for push in pushes where withBar.contains(push.from) { withBar.insert(push.destination) }
      // A tab bar shows below the navigation controllers in its tabs, and below what they show.
      for target in targets where !target.isTab && withTab.contains(target.controller) {
        withTab.insert(target.destination)
      }
      for push in pushes where withTab.contains(push.from) { withTab.insert(push.destination) }
      grows = withBar.count + withTab.count > count
    }
    for index in model.units.indices {
      guard let id = model.units[index].context.controller else { continue }
      if withBar.contains(id) { model.units[index].context.hasNavigationBar = true }
      if withTab.contains(id) { model.units[index].context.hasTabBar = true }
    }
  }

  private func controller(around index: Int) -> Int? {
    var index = tree.elements[index].parent
    while index >= 0 {
      if tree.elements[index].name.hasSuffix("ontroller") { return index }
      index = tree.elements[index].parent
    }
    return nil
  }
}
