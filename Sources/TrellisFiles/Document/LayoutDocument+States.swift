// A document in its named states, and on the way from one to another.

import Trellis

extension LayoutDocument {
  /// The names of the document's states, in its order; none for a bare program.
  public var stateNames: [String] {
    guard case .tree(let tree) = content else { return [] }
    return tree.states.map(\.name)
  }

  /// The state that the document begins with, as `"state"` says; nil for none.
  public var initialStateName: String? {
    guard case .tree(let tree) = content else { return nil }
    return tree.initialState.map { tree.states[$0].name }
  }

  /// The document in one of its states, without its edits: everything that is asked of it is asked of that state.
  ///
  /// - Parameter name: The state; nil for none.
  /// - Throws: A name that is none of the document's, with its cure.
  public func inState(_ name: String?) throws(DocumentError) -> LayoutDocument {
    guard case .tree(var tree) = content else {
      guard let name else { return self }
      throw error(Fault(0, "a bare program has no states; leave out \(quoted(name))"))
    }
    tree.initialState = nil
    if let name {
      tree.initialState = tree.states.firstIndex { $0.name == name }
      if tree.initialState == nil { throw error(Fault(0, StateNode.unknown(name, among: tree.states))) }
    }
    tree.edits = []
    var document = self
    document.content = .tree(tree)
    return document
  }

  /// The document in each of some states, without its edits.
  ///
  /// - Parameter names: The states; nil for all, that which the document begins with or none first.
  /// - Throws: A name that is none of the document's, with its cure.
  public func inStates(
    _ names: [String]? = nil
  ) throws(DocumentError) -> [(name: String?, document: LayoutDocument)] {
    let initial = initialStateName
    let all = [initial] + stateNames.filter { $0 != initial }
    return try (names ?? all).map { name throws(DocumentError) in (name, try inState(name)) }
  }

  /// Lays the document out in each of some states, before its edits; each is as if the document began with it.
  ///
  /// - Parameters:
  ///   - names: The states; nil for all, that which the document begins with or none first.
  ///   - detail: What to work out besides frames.
  /// - Throws: A name that is none of the document's, with its cure, and what running the document throws.
  public func run(
    inStates names: [String]?, _ detail: LayoutDetail = .ambiguity
  ) throws(DocumentError) -> DocumentResult {
    var states: [LayoutState] = []
    for (name, document) in try inStates(names) {
      var state = try document.run(detail).states[0]
      state.origin = .named(name)
      states.append(state)
    }
    return DocumentResult(states: states)
  }

  /// The way from one state to another: its two ends, and moments between at equal distances.
  ///
  /// Every frame moves in a straight line, as an animation of the change would show it; views that are hidden at one end fade.
  /// Texts between have the words of the end, broken at the width that they have.
  ///
  /// - Parameters:
  ///   - from: The state it begins in; nil for none.
  ///   - to: The state it ends in; nil for none.
  ///   - count: How many moments lie between.
  ///   - detail: What to work out of the ends besides frames.
  /// - Throws: A bare program, a name that is none of the document's, with its cure; what running the document throws.
  public func transition(
    from: String?, to: String?, moments count: Int, _ detail: LayoutDetail = .ambiguity
  ) throws(DocumentError) -> DocumentResult {
    guard !isProgram else { throw error(Fault(0, "a bare program has no views that move; use a document with views")) }
    var ends: [LayoutState] = []
    for name in [from, to] {
      var state = try inState(name).run(detail).states[0]
      state.origin = .named(name)
      ends.append(state)
    }
    let between = (0..<max(0, count)).map { index in
      LayoutState(between: ends[0], and: ends[1], progress: Double(index + 1) / Double(count + 1))
    }
    return DocumentResult(states: [ends[0]] + between + [ends[1]])
  }
}

extension LayoutState {
  /// A moment on the way between two states of one document.
  fileprivate init(between a: LayoutState, and b: LayoutState, progress: Double) {
    self.init()
    origin = .between(progress)
    drawingOrder = progress < 0.5 ? a.drawingOrder : b.drawingOrder
    for (one, other) in zip(a.items, b.items) {
      let frame = LayoutAnimation.frame(
        from: Rect(x: one.x, y: one.y, width: one.width, height: one.height),
        to: Rect(x: other.x, y: other.y, width: other.width, height: other.height), progress)
      var item = other
      (item.x, item.y, item.width, item.height) = (frame.minX, frame.minY, frame.width, frame.height)
      item.isHidden = one.isHidden && other.isHidden
      item.opacity = one.isHidden == other.isHidden ? 1 : one.isHidden ? progress : 1 - progress
      // What is in a view fades with it.
      if let superview = item.superview { item.opacity *= items[superview].opacity }
      items.append(item)
    }
  }
}
