// From the JSON text to the document: the top level, metrics, views and guides. Constraints and edits are read by
// ConstraintDecoder once all names are known, so the order of the keys in a file does not matter.

import Trellis

struct DocumentDecoder {
  static let treeKeys = [
    "trellis", "size", "direction", "scale", "safeArea", "margins", "insetsMarginsFromSafeArea",
    "additionalSafeArea", "spacing", "dialect", "metrics", "views", "guides", "constraints", "states", "state", "edits",
    "strings", "ignore",
  ]
  static let programKeys = ["trellis", "variables", "nonnegative", "metrics", "constraints", "edits"]
  private var reader = ValueReader(names: NameTable())
  private var names = NameTable()
  private var members: [String: JSONValue] = [:]
  private var views: [ViewNode] = []
  private var guides: [GuideNode] = []
  /// What has read the constraints and edits.
  private var constraints = ConstraintDecoder(names: NameTable())

  static func decode(_ tree: JSONTree) throws(Fault) -> LayoutDocument.Content {
    try decodeTemplate(tree).content
  }

  /// Reads a document, and gives back what can read more edits of it.
  static func decodeTemplate(
    _ tree: JSONTree
  ) throws(Fault) -> (content: LayoutDocument.Content, edits: ConstraintDecoder) {
    var decoder = DocumentDecoder()
    let content = try decoder.decodeDocument(tree.root)
    return (content, decoder.constraints)
  }

  private mutating func decodeDocument(_ root: JSONValue) throws(Fault) -> LayoutDocument.Content {
    let object = try reader.object(root, "the document")
    for (key, value) in object { members[key.text ?? ""] = value }
    names.isProgram = members["variables"] != nil
    reader = ValueReader(names: names)
    for (key, _) in object { try checkTopLevel(key) }
    guard let version = members["trellis"] else {
      throw Fault(root.offset, "the version is missing; add \"trellis\": 1")
    }
    guard version.number == 1 else {
      throw Fault(version.offset, "this version of the format is unknown; write \"trellis\": 1")
    }
    try decodeMetrics()
    return names.isProgram ? .program(try decodeProgram()) : .tree(try decodeTree(root))
  }

  private func checkTopLevel(_ key: JSONValue) throws(Fault) {
    let word = key.text ?? ""
    let known = names.isProgram ? Self.programKeys : Self.treeKeys
    if known.contains(word) { return }
    if names.isProgram, Self.treeKeys.contains(word) {
      throw Fault(
        key.offset,
        "\(quoted(word)) in a bare program; remove it, or \"variables\", since a document has either "
          + "views or variables")
    }
    if word == "nonnegative" {
      throw Fault(key.offset, "'nonnegative' without \"variables\"; it belongs to a bare program")
    }
    throw reader.unknownKey(key, among: known + (names.isProgram ? [] : ["variables"]))
  }

  private mutating func decodeMetrics() throws(Fault) {
    guard let value = members["metrics"] else { return }
    for (key, value) in try reader.object(value, "\"metrics\"") {
      let name = try reader.name(key, "the name of this metric")
      guard let number = value.number else {
        throw Fault(value.offset, "the metric \(quoted(name)) is \(value.kind.noun); write a number")
      }
      try reader.names.limits.checkValue(number, "the metric \(quoted(name))", at: value.offset)
      names.addMetric(name, number)
    }
    reader = ValueReader(names: names)
  }

  // MARK: - Bare programs

  private mutating func decodeProgram() throws(Fault) -> ProgramDocument {
    var variables: [String] = []
    var isNonnegative: [Bool] = []
    if let value = members["variables"] {
      for element in try reader.array(value, "\"variables\"") {
        let name = try reader.name(element, "the name of this variable")
        if names.metric(name) != nil {
          throw Fault(element.offset, "\(quoted(name)) is a metric and a variable; rename one")
        }
        guard names.add(name, .variable(variables.count)) else {
          throw Fault(element.offset, "the variable \(quoted(name)) appears twice; remove one")
        }
        variables.append(name)
        isNonnegative.append(false)
      }
    }
    if let value = members["nonnegative"] {
      for element in try reader.array(value, "\"nonnegative\"") {
        let name = try reader.name(element, "the name of this variable")
        guard case .variable(let index)? = names.subject(name) else {
          throw Fault(element.offset, "unknown variable \(quoted(name)); \(names.cureForSubject(name))")
        }
        isNonnegative[index] = true
      }
    }
    var decoder = ConstraintDecoder(names: names)
    try decoder.decode(constraints: members["constraints"], edits: members["edits"])
    constraints = decoder
    return ProgramDocument(
      variables: variables, isNonnegative: isNonnegative, constraints: decoder.constraints,
      initialCount: decoder.initialCount, edits: decoder.edits)
  }

  // MARK: - Trees

  private mutating func decodeTree(_ root: JSONValue) throws(Fault) -> TreeDocument {
    guard let size = members["size"] else {
      throw Fault(root.offset, "the size of the root view is missing; add \"size\": [320, 568]")
    }
    var document = TreeDocument(size: try reader.size(size, "the size"), views: [])
    document.drawnSize = document.size
    if let value = members["direction"] {
      document.isRightToLeft = try reader.word(value, "the direction", among: ["ltr", "rtl"]) == "rtl"
    }
    if let value = members["scale"] {
      let scale = try reader.number(value, "the scale")
      // The least that a layout takes (Scene.setScale).
      guard (1e-3...100).contains(scale) else {
        throw Fault(
          value.offset,
          "a scale of \(formatted(scale)); write the device pixels per point, from 0.001 to 100, as in 2")
      }
      document.scale = scale
    }
    if let value = members["safeArea"] { document.safeArea = try ViewDecoder(reader: reader).safeArea(value) }
    if let value = members["spacing"] { document.spacing = try decodeSpacing(value) }
    if let value = members["dialect"] { _ = try reader.word(value, "the dialect", among: ["extended"]) }
    _ = names.add("root", .item(.view(0), isScroll: false))
    var rootView = ViewNode(name: "root", offset: root.offset)
    for word in ["margins", "insetsMarginsFromSafeArea", "additionalSafeArea"] {
      guard let value = members[word] else { continue }
      _ = try ViewDecoder(reader: reader).decode(word, value, into: &rootView)
    }
    views.append(rootView)
    if let value = members["views"] { try decodeViews(value) }
    if let value = members["guides"] { try decodeGuides(value) }
    if let value = members["strings"] { document.strings = try decodeStrings(value) }
    if let value = members["ignore"] { document.ignored = try ViewDecoder(reader: reader).rules(value) }
    document.views = views
    document.guides = guides
    var decoder = ConstraintDecoder(names: names)
    decoder.views = views
    decoder.formats = FormatDecoder(
      names: names, views: views, guides: guides, spacing: document.spacing, isExtended: members["dialect"] != nil)
    try decoder.decode(
      constraints: members["constraints"], states: members["states"], state: members["state"], edits: members["edits"])
    constraints = decoder
    document.states = decoder.states
    document.initialState = decoder.initialState
    document.constraints = decoder.constraints
    document.initialCount = decoder.initialCount
    document.edits = decoder.edits
    return document
  }

  /// Texts by locale and view.
  private func decodeStrings(_ value: JSONValue) throws(Fault) -> [String: StringTable] {
    var strings: [String: StringTable] = [:]
    for (locale, texts) in try reader.object(value, "\"strings\"") {
      let word = locale.text ?? ""
      guard !word.isEmpty, word.utf8.allSatisfy({ isNameByte($0) || $0 == UInt8(ascii: "-") }) else {
        throw Fault(
          locale.offset, "the locale is \(quoted(word)); write a name of letters, digits, '-' and '_', as in \"pt-BR\"")
      }
      var table = StringTable()
      for (key, text) in try reader.object(texts, "the texts of \(quoted(word))") {
        let name = key.text ?? ""
        guard case .item(.view(let index), _)? = names.subject(name), index > 0 else {
          throw Fault(key.offset, "unknown view \(quoted(name)); \(names.cureForSubject(name))")
        }
        guard views[index].text.isShown else {
          throw Fault(key.offset, "the view \(quoted(name)) shows no text; give it a \"text\", or remove this one")
        }
        table.texts[name] = try reader.string(text, "the text of \(quoted(name)) in \(quoted(word))")
      }
      strings[word] = table
    }
    return strings
  }

  private func decodeSpacing(_ value: JSONValue) throws(Fault) -> StandardSpacing {
    var spacing = StandardSpacing.standard
    for (key, value) in try reader.object(value, "\"spacing\"") {
      switch key.text {
      case "sibling": spacing.sibling = try reader.number(value, "the spacing")
      case "superview":
        let isMargin = value.text == "margins" && names.metric("margins") == nil
        spacing.superview = isMargin ? .margin : .points(try reader.number(value, "the spacing"))
      default: throw reader.unknownKey(key, among: ["sibling", "superview"])
      }
    }
    return spacing
  }

  /// Reads the tree of views in document order. A work list instead of recursion; the reader bounds the depth anyway.
  private mutating func decodeViews(_ value: JSONValue) throws(Fault) {
    var open: [(rest: JSONValue.ElementSequence, superview: Int)] = [(try reader.array(value, "\"views\""), 0)]
    while !open.isEmpty {
      let superview = open[open.count - 1].superview
      guard let element = open[open.count - 1].rest.next() else {
        open.removeLast()
        continue
      }
      let children = try decodeView(element, superview: superview)
      if let children { open.append((try reader.array(children, "\"views\""), views.count - 1)) }
    }
  }

  /// Reads one view and gives back its `views`.
  private mutating func decodeView(_ value: JSONValue, superview: Int) throws(Fault) -> JSONValue? {
    let object = try reader.object(value, "this view")
    var view = ViewNode(name: "", superview: superview, offset: value.offset)
    var children: JSONValue?
    var name: JSONValue?
    let properties = ViewDecoder(reader: reader)
    var keys: [JSONValue] = []
    var mask: JSONValue?
    for (key, value) in object {
      let word = key.text ?? ""
      switch word {
      case "name":
        view.name = try reader.name(value, "the name of this view")
        name = value
      case "kind": view.kind = try decodeKind(value)
      case "views": children = value
      case "intrinsic":
        let (width, height) = try reader.intrinsic(value)
        view.intrinsic = (width, height)
      case "frame": view.frame = try decodeFrame(value)
      case "ignore": view.ignored = try properties.rules(value)
      case "autoresizing":
        view.autoresizing = try properties.mask(value)
        mask = key
      default:
        if try properties.decode(word, value, into: &view) {
          keys.append(key)
          continue
        }
        throw reader.unknownKey(key, among: ViewDecoder.allKeys)
      }
    }
    guard let name else { throw Fault(value.offset, "this view has no name; add \"name\": \"…\"") }
    try ViewDecoder.check(keys, of: view.kind, in: views[superview].kind)
    if let mask { try ViewDecoder.checkMask(mask, of: view, in: views[superview]) }
    try declare(view.name, .item(.view(views.count), isScroll: view.kind == .scroll), at: name)
    views.append(view)
    return children
  }

  private func decodeKind(_ value: JSONValue) throws(Fault) -> ViewNode.Kind {
    switch try reader.word(value, "the kind of this view", among: ["view", "scroll", "stack"]) {
    case "scroll": return .scroll
    case "stack": return .stack
    default: return .view
    }
  }

  private func decodeFrame(_ value: JSONValue) throws(Fault) -> [Double] {
    let sides = try reader.tuple(value, "the frame", "[x, y, width, height], as in [10, 10, 100, 20]", count: 4)
    return [
      try reader.number(sides[0], "x"), try reader.number(sides[1], "y"), try reader.length(sides[2], "the width"),
      try reader.length(sides[3], "the height"),
    ]
  }

  private mutating func decodeGuides(_ value: JSONValue) throws(Fault) {
    for element in try reader.array(value, "\"guides\"") {
      var name: JSONValue?
      var owner: JSONValue?
      for (key, value) in try reader.object(element, "this guide") {
        switch key.text {
        case "name": name = value
        case "in": owner = value
        default: throw reader.unknownKey(key, among: ["name", "in"])
        }
      }
      guard let name else { throw Fault(element.offset, "this guide has no name; add \"name\": \"…\"") }
      guard let owner else {
        throw Fault(element.offset, "this guide belongs to no view; add \"in\": \"root\" or the name of another view")
      }
      let word = try reader.name(name, "the name of this guide")
      let view = try reader.name(owner, "the owner of this guide")
      guard case .item(.view(let index), _)? = names.subject(view) else {
        throw Fault(owner.offset, "unknown view \(quoted(view)); \(names.cureForSubject(view))")
      }
      try declare(word, .item(.guide(guides.count), isScroll: false), at: name)
      guides.append(GuideNode(name: word, owner: index, offset: element.offset))
    }
  }

  private mutating func declare(_ name: String, _ meaning: NameTable.Meaning, at value: JSONValue) throws(Fault) {
    guard names.add(name, meaning) else {
      throw Fault(
        value.offset,
        name == "root"
          ? "'root' is the name of the root view; choose another"
          : "the name \(quoted(name)) is taken; names are unique in a document, so choose another")
    }
  }
}
