// Safe areas, margins, the keyboard and autoresizing masks: what a change of them invalidates.

extension Engine {
  /// The margins of a view that preserves its superview's, by the frames of the last layout.
  func marginsInPlace(of node: ItemNode) -> PhysicalInsets {
    let properties = FrameDependentProperties(
      self, top: root, area: insets.safeArea[root.slot] ?? .zero, widthLimit: rootSize.width, isCoupled: false,
      texts: [],
      insetViews: [node], readable: [], baselineStacks: [], keyboard: ([], 0))
    return properties.margins(of: node, self)
  }

  func setRootSafeArea(_ insets: PhysicalInsets) {
    guard insets != rootSafeArea else { return }
    settings.safeAreaInsets = insets
    noteSafeArea(of: root)
    needsLayout = true
  }

  /// Works out the safe area of the root.
  func noteSafeArea(of node: ItemNode) {
    let before = insets.safeArea[node.slot] ?? .zero
    let area = rootSafeArea + (insets.additionalSafeArea[node.slot] ?? .zero)
    InsetTable.set(area, of: node.slot, in: &insets.safeArea)
    if before != area { marginsChanged(node) }
  }
}

// MARK: - Keyboard

extension Engine {
  func setKeyboardHeight(_ height: Double) {
    guard height != keyboardHeight else { return }
    settings.keyboardHeight = height
    needsLayout = true
  }

  /// How much of the root the keyboard covers.
  var keyboardCover: Double { min(keyboardHeight, rootSize.height) }

  /// Whether frames say how much the keyboard covers: of the root that is known.
  var hasKeyboardDependents: Bool { keyboardHeight > 0 && dependents.keyboard.contains { $0 !== root } }

  /// A constraint that holds a keyboard guide came in.
  func noteKeyboardGuide(_ constraint: Constraint) {
    // Once for the four edges.
    guard constraint.first.kind == .keyboardGuide, constraint.firstAttribute == .top, let view = constraint.second
    else {
      return
    }
    dependents.keyboard.append(view)
  }

  func assumeKeyboardInset(_ inset: Double, of node: ItemNode, isSilent: Bool = false) {
    guard node.engine === self, insets.keyboard[node.slot] ?? 0 != inset else { return }
    insets.keyboard[node.slot] = inset == 0 ? nil : inset
    guard !isSilent else { return }
    for constraint in node.references where constraint.first.kind == .keyboardGuide && constraint.second === node {
      markDirty(constraint, .constant)
    }
  }
}

// MARK: - Autoresizing masks

extension Engine {
  /// Queues a view whose autoresizing, insets or arrangement changed.
  func queueAutoresizing(_ view: View) {
    guard view.autoresizing != nil, !view.node.isMaskQueued else { return }
    needsLayout = true
    queue.appendMask(of: view.node)
  }

  /// Translates the masks that are queued, superviews before subviews where they came in together.
  func updateAutoresizing() {
    for node in queue.takeMasks() {
      node.isMaskQueued = false
      if node.engine === self { node.view?.translateAutoresizing(in: self) }
    }
  }
}
