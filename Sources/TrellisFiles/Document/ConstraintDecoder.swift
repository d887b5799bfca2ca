// Constraints and edits of a document, read after all names are known. Edits are followed as they are read (which ids
// exist when, which are active), so that an edit of what is not there is a mistake with a line, not a surprise in a run.

struct ConstraintDecoder {
  private static let constraintKeys = ["equation", "vfl", "options", "id", "label", "priority", "weight", "active"]
  private static let editKeys = [
    "set", "activate", "deactivate", "size", "intrinsic", "view", "safeArea", "add", "remove", "state",
  ]
  private static let changeKeys = ["constant", "multiplier", "priority", "weight"]

  private(set) var constraints: [ConstraintNode] = []
  private(set) var initialCount = 0
  private(set) var edits: [Edit] = []
  /// Reads visual formats; nil in a bare program.
  var formats: FormatDecoder?
  /// How many gaps the formats before have.
  private var gapCount = 0
  private(set) var states: [StateNode] = []
  private(set) var initialState: Int?
  /// The views of a document that has any.
  var views: [ViewNode] = []
  /// Whether edits are read from another text than the constraints before them.
  private var isBehindTemplate = false

  private let names: NameTable
  private let reader: ValueReader
  /// The constraint of each id that exists at this point of the edits.
  private var identified: [String: Int] = [:]

  init(names: NameTable) {
    self.names = names
    reader = ValueReader(names: names)
  }

  mutating func decode(
    constraints: JSONValue?, states: JSONValue? = nil, state: JSONValue? = nil, edits: JSONValue?
  ) throws(Fault) {
    if let constraints {
      let elements = Array(try reader.array(constraints, "\"constraints\""))
      for element in elements { try decodeConstraint(element) }
    }
    if let states { try decodeStates(states) }
    if let state { initialState = try self.state(state) }
    initialCount = self.constraints.count
    if let edits {
      for element in try reader.array(edits, "\"edits\"") { self.edits.append(try decodeEdit(element)) }
    }
  }

  /// Reads a text of its own: an edit of what was read before, or an array of edits.
  mutating func decode(editsOf root: JSONValue) throws(Fault) {
    isBehindTemplate = true
    guard root.kind == .array else { return edits = [try decodeEdit(root)] }
    for element in root.elements { edits.append(try decodeEdit(element)) }
  }

  // MARK: - Constraints

  /// Reads a constraint into the table.
  private mutating func decodeConstraint(_ value: JSONValue) throws(Fault) {
    var equation: JSONValue? = value
    var node = ConstraintNode(
      id: "c\(constraints.count + 1)", body: .attributes([]), priority: 1000, weight: 1, isActive: true,
      offset: value.offset)
    var format: JSONValue?
    var options: JSONValue?
    var id: JSONValue?
    var priority: JSONValue?
    if value.kind == .object {
      equation = nil
      for (key, value) in value.members {
        switch key.text {
        case "equation": equation = value
        case "vfl":
          guard formats != nil else {
            throw Fault(key.offset, "'vfl' in a bare program, which has no views; write an equation")
          }
          format = value
        case "options": options = value
        case "id":
          node.id = try reader.string(value, "the id")
          if node.id.isEmpty { throw Fault(value.offset, "the id is empty; write a name, or leave it out") }
          node.isNamed = true
          id = value
        case "label": node.label = try reader.string(value, "the label")
        case "priority": priority = value
        case "weight": node.weight = try reader.weight(value)
        case "active": node.isActive = try reader.flag(value, "\"active\"")
        default: throw reader.unknownKey(key, among: Self.constraintKeys)
        }
      }
    } else if value.isString {
      if formats?.isFormat(value.utf8) == true { (format, equation) = (value, nil) }
      try formats?.checkDialect(value)
    } else {
      throw Fault(
        value.offset, "a constraint is \(value.kind.noun); write a string such as \"head.width >= 44\", or an object")
    }
    if let format, equation == nil {
      guard format.isString else {
        throw Fault(format.offset, "the VFL is \(format.kind.noun); write a string such as \"H:|-[head]-|\"")
      }
      try formats?.checkDialect(format)
      if let priority { node.priority = try reader.priority(priority) }
      node.written = format.utf8
      try formats?.decode(format, options: options, firstGap: gapCount, into: &node)
      gapCount += node.gaps.count
      return try add(node, id: id ?? value)
    }
    if let options {
      throw Fault(options.offset, "'options' without \"vfl\"; they belong to visual formats, so remove them")
    }
    if let format {
      throw Fault(format.offset, "'vfl' and 'equation' in one constraint; make two constraints of it")
    }
    guard let equation else {
      throw Fault(value.offset, "this constraint has no equation; add \"equation\": \"head.width >= 44\"")
    }
    guard equation.isString else {
      throw Fault(equation.offset, "the equation is \(equation.kind.noun); write a string such as \"head.width >= 44\"")
    }
    try parse(equation, into: &node, priority: priority)
    try add(node, id: id ?? value)
  }

  /// Puts a constraint into the table. `id` is what an id that is taken is blamed on.
  private mutating func add(_ node: ConstraintNode, id: JSONValue) throws(Fault) {
    var node = node
    if let taken = identified[node.id], !node.isNamed || !constraints[taken].isNamed {
      // Of two of one name the one that the document does not give steps aside.
      if node.isNamed {
        identified[node.id] = constraints.count
        constraints[taken].id = freeID(like: "c\(taken + 1)")
        identified[constraints[taken].id] = taken
      } else {
        node.id = freeID(like: node.id)
      }
    } else if let taken = identified[node.id] {
      let (line, column) = SourcePosition.lineAndColumn(of: constraints[taken].offset, in: id.tree.bytes)
      let location = isBehindTemplate && taken < initialCount ? "of the template" : "at \(line):\(column)"
      throw Fault(id.offset, "the id \(quoted(node.id)) is taken by the constraint \(location); choose another")
    }
    identified[node.id] = constraints.count
    constraints.append(node)
  }

  /// `c3_2`, `c3_3` and so on: the first that is not taken.
  private func freeID(like id: String) -> String {
    var number = 2
    while identified["\(id)_\(number)"] != nil { number += 1 }
    return "\(id)_\(number)"
  }

  private func parse(
    _ value: JSONValue, into node: inout ConstraintNode, priority: JSONValue?
  ) throws(Fault) {
    let text = value.utf8
    node.written = text
    if formats?.isFormat(text) == true {
      throw Fault(value.offset, "this is VFL, not an equation; write it under \"vfl\"")
    }
    if let priority { node.priority = try reader.priority(priority) }
    do throws(Fault) {
      let equation = try EquationParser.parse(text, names: names)
      if let written = equation.priority {
        if let priority {
          throw Fault(written.offset, "the priority is given twice, here and at \(location(of: priority)); keep one")
        }
        node.priority = written.value
      }
      node.body =
        names.isProgram
        ? .linear(try Self.checked(equation)) : .attributes(try AttributeEquation.make(from: equation))
    } catch {
      throw Fault(value.documentOffset(ofContent: error.offset), error.message)
    }
  }

  private func location(of value: JSONValue) -> String {
    let (line, column) = SourcePosition.lineAndColumn(of: value.offset, in: value.tree.bytes)
    return "\(line):\(column)"
  }

  /// The equation of a bare program, its numbers within the solver's limits.
  private static func checked(_ equation: LinearEquation) throws(Fault) -> LinearEquation {
    if equation.left.terms.isEmpty, equation.right.terms.isEmpty {
      throw Fault(equation.leftOffset, "this constraint names no variable; write one, as in 'x >= 3'")
    }
    for term in equation.left.terms + equation.right.terms {
      try NumberLimits.program.checkFactor(term.coefficient, "the coefficient", at: term.offset)
    }
    let constants = [
      (equation.left.constant, equation.leftOffset), (equation.right.constant, equation.rightOffset),
      (equation.right.constant - equation.left.constant, equation.rightOffset),
    ]
    for (constant, offset) in constants {
      try NumberLimits.program.checkValue(constant, "the constant", at: offset)
    }
    return equation
  }

  // MARK: - States

  /// Reads named states: their constraints go into the table, inactive; their edits may be about any of those.
  private mutating func decodeStates(_ value: JSONValue) throws(Fault) {
    for (key, list) in try reader.object(value, "\"states\"") {
      var state = StateNode(name: try reader.name(key, "the name of this state"))
      let elements = Array(try reader.array(list, "the state \(quoted(state.name))"))
      var edits: [JSONValue] = []
      for element in elements {
        if try isEdit(element) {
          edits.append(element)
          continue
        }
        if element.kind == .object, let active = element.members.first(where: { $0.key.text == "active" }) {
          throw Fault(
            active.key.offset,
            "'active' in a state; its constraints are active while the document is in it, so remove 'active'")
        }
        try decodeConstraint(element)
        constraints[constraints.count - 1].isActive = false
        state.constraints.append(constraints.count - 1)
      }
      for edit in edits { state.edits.append(try decodeEdit(edit)) }
      states.append(state)
    }
  }

  /// Whether an entry of a state is an edit, and not a constraint.
  private func isEdit(_ value: JSONValue) throws(Fault) -> Bool {
    guard value.kind == .object else { return false }
    var isEdit = false
    for (key, _) in value.members {
      switch key.text {
      case "equation", "vfl": return false
      case "state":
        throw Fault(key.offset, "a state within a state; write its constraints and edits here")
      case "add":
        throw Fault(key.offset, "'add' in a state; write the constraint itself, which is active while the state is")
      case "remove":
        throw Fault(key.offset, "'remove' in a state, which is left again; write \"deactivate\"")
      case let word? where Self.editKeys.contains(word) || word == "direction": isEdit = true
      case let word?:
        let known = Self.constraintKeys + Self.editKeys + Self.changeKeys + ViewDecoder.propertyKeys + ["value"]
        if !known.contains(word) { throw reader.unknownKey(key, among: known) }
      case nil: break
      }
    }
    return isEdit
  }

  /// The position of a state; nil for null.
  private func state(_ value: JSONValue) throws(Fault) -> Int? {
    if value.kind == .null { return nil }
    let name = try reader.string(value, "the state")
    guard let index = states.firstIndex(where: { $0.name == name }) else {
      throw Fault(value.offset, StateNode.unknown(name, among: states))
    }
    return index
  }

  // MARK: - Edits

  private mutating func decodeEdit(_ value: JSONValue) throws(Fault) -> Edit {
    var action: (key: JSONValue, value: JSONValue)?
    var details: [(key: JSONValue, value: JSONValue)] = []
    let members = try reader.object(value, "this edit")
    var object: [String: JSONValue] = [:]
    for (key, value) in members { object[key.text ?? ""] = value }
    for (key, value) in members {
      let word = key.text ?? ""
      if Self.editKeys.contains(word) || (word == "direction" && object["view"] == nil) {
        if let action {
          throw Fault(
            key.offset,
            "an edit does one thing, and this one does \(quoted(action.key.text ?? "")) already; "
              + "make two edits of it")
        }
        action = (key, value)
      } else if Self.changeKeys.contains(word) || ViewDecoder.propertyKeys.contains(word) || word == "value" {
        details.append((key, value))
      } else {
        let known = object["view"] == nil ? Self.editKeys + Self.changeKeys + ["value"] : ViewDecoder.propertyKeys
        throw reader.unknownKey(key, among: known)
      }
    }
    guard let action else {
      throw Fault(
        value.offset, "this edit does nothing; it needs one of \(Self.editKeys.joined(separator: ", ")), direction")
    }
    let word = action.key.text ?? ""
    for detail in details {
      let belongs =
        switch word {
        case "set": Self.changeKeys.contains(detail.key.text ?? "")
        case "intrinsic": detail.key.text == "value"
        case "view": ViewDecoder.propertyKeys.contains(detail.key.text ?? "")
        default: false
        }
      if belongs { continue }
      throw Fault(detail.key.offset, "\(quoted(detail.key.text ?? "")) does not belong to \(quoted(word)); remove it")
    }
    return Edit(action: try decodeAction(word, action.value, details, edit: value), offset: value.offset)
  }

  private mutating func decodeAction(
    _ word: String, _ value: JSONValue, _ details: [(key: JSONValue, value: JSONValue)], edit: JSONValue
  ) throws(Fault) -> Edit.Action {
    switch word {
    case "set":
      let index = try constraint(value)
      return .set(index, try decodeChange(details, of: index, edit: edit))
    case "activate":
      return .activate(try list(value))
    case "deactivate":
      return .deactivate(try list(value))
    case "size":
      if names.isProgram { throw Fault(value.offset, "a bare program has no size; remove this edit") }
      return .resize(try reader.size(value, "the size"))
    case "intrinsic":
      return try decodeIntrinsic(value, details.first?.value, edit: edit)
    case "view":
      return try decodeProperties(value, details, edit: edit)
    case "safeArea":
      if names.isProgram { throw Fault(value.offset, "a bare program has no safe area; remove this edit") }
      return .safeArea(try ViewDecoder(reader: reader).safeArea(value))
    case "direction":
      if names.isProgram { throw Fault(value.offset, "a bare program has no direction; remove this edit") }
      return .direction(isRightToLeft: try ViewDecoder(reader: reader).isRightToLeft(value))
    case "state":
      if names.isProgram { throw Fault(value.offset, "a bare program has no states; remove this edit") }
      return .state(try state(value))
    case "add":
      try decodeConstraint(value)
      return .add(constraints.count - 1)
    default:
      let indices = try list(value)
      for index in indices { identified[constraints[index].id] = nil }
      return .remove(indices)
    }
  }

  private func decodeChange(
    _ details: [(key: JSONValue, value: JSONValue)], of index: Int, edit: JSONValue
  ) throws(Fault) -> Edit.Change {
    var change = Edit.Change()
    if details.isEmpty {
      throw Fault(edit.offset, "'set' changes nothing; add one of \(Self.changeKeys.joined(separator: ", "))")
    }
    for (key, value) in details {
      switch key.text {
      case "constant":
        change.constant = try reader.number(value, "the constant")
      case "multiplier":
        let multiplier = try reader.number(value, "the multiplier")
        try check(multiplier, of: constraints[index], at: value)
        change.multiplier = multiplier
      case "priority":
        change.priority = try reader.priority(value)
      default:
        change.weight = try reader.weight(value)
      }
    }
    return change
  }

  /// Checks that a constraint can have a multiplier.
  private func check(_ multiplier: Double, of node: ConstraintNode, at value: JSONValue) throws(Fault) {
    try names.limits.checkFactor(multiplier, "the multiplier", at: value.offset)
    switch node.body {
    case .attributes(let equations):
      for var equation in equations {
        guard equation.second != nil else {
          throw Fault(
            value.offset, "\(quoted(node.id)) compares with a constant and has no multiplier; change its constant")
        }
        equation.multiplier = multiplier
        try equation.check(at: value.offset)
      }
    case .linear(let equation):
      guard equation.right.terms.count == 1 else {
        throw Fault(
          value.offset,
          "\(quoted(node.id)) has no multiplier, because its right side is not one multiple of a variable; "
            + "remove it and add another")
      }
    }
  }

  /// Properties of a view, as they stand in the view itself.
  private func decodeProperties(
    _ value: JSONValue, _ details: [(key: JSONValue, value: JSONValue)], edit: JSONValue
  ) throws(Fault) -> Edit.Action {
    if names.isProgram { throw Fault(value.offset, "a bare program has no views; remove this edit") }
    let view = try self.view(value)
    guard !details.isEmpty else {
      throw Fault(
        edit.offset, "'view' changes nothing; add one of \(ViewDecoder.propertyKeys.joined(separator: ", "))")
    }
    var node = ViewNode(name: "", offset: edit.offset)
    let decoder = ViewDecoder(reader: reader)
    try ViewDecoder.check(
      details.map(\.key), of: views[view].kind, in: views[view].superview.map { views[$0].kind })
    for (key, value) in details { _ = try decoder.decode(key.text ?? "", value, into: &node) }
    return .view(view, node, keys: details.map { $0.key.text ?? "" })
  }

  /// The view of a name.
  private func view(_ value: JSONValue) throws(Fault) -> Int {
    let name = try reader.string(value, "the view")
    guard case .item(.view(let view), _)? = names.subject(name) else {
      throw Fault(value.offset, "unknown view \(quoted(name)); \(names.cureForSubject(name))")
    }
    return view
  }

  private func decodeIntrinsic(_ value: JSONValue, _ size: JSONValue?, edit: JSONValue) throws(Fault) -> Edit.Action {
    if names.isProgram { throw Fault(value.offset, "a bare program has no views; remove this edit") }
    let view = try self.view(value)
    guard view > 0 else {
      throw Fault(value.offset, "the root view has a size and no intrinsic size; edit \"size\"")
    }
    guard let size else {
      throw Fault(edit.offset, "the new intrinsic size is missing; add \"value\": [120, 120]")
    }
    let (width, height) = try reader.intrinsic(size)
    return .intrinsic(view: view, width: width, height: height)
  }

  /// One id or an array of ids.
  private func list(_ value: JSONValue) throws(Fault) -> [Int] {
    if value.isString { return [try constraint(value)] }
    guard value.kind == .array else {
      throw Fault(value.offset, "expected ids but found \(value.kind.noun); write an array, as in [\"tap\"]")
    }
    var indices: [Int] = []
    var seen = Set<Int>()
    for element in value.elements {
      let index = try constraint(element)
      if seen.insert(index).inserted { indices.append(index) }
    }
    return indices
  }

  private func constraint(_ value: JSONValue) throws(Fault) -> Int {
    let id = try reader.string(value, "the id")
    guard let index = identified[id] else {
      let known = constraints.lazy.map(\.id).filter { identified[$0] != nil }
      throw Fault(
        value.offset,
        "no constraint has the id \(quoted(id)) here; "
          + Suggestion.cure(for: id, among: known, otherwise: "give one an \"id\", or count: the first is 'c1'"))
    }
    return index
  }
}
