// One unit of a file for one canvas: variations decided, references found, frames with y downwards.
//
// A unit is one layout root: a controller's root view, a top-level view, a table or collection cell with its content
// view. Cells inside a unit's table are units of their own.

import Trellis

/// A view of a unit, its variations applied.
struct ResolvedView {
  /// As in the file, except for attributes that a variation changes.
  var view: InterfaceView
  /// Position in the unit; nil for the root.
  var superview: Int?
  var subviews: [Int] = []
  /// As stored, in the superview's coordinates, y downwards; the root's at the origin.
  var stored: Rect
  /// Whether the file holds the frame.
  var hasFrame: Bool
  /// The stored origin in the root's coordinates.
  var origin: Point
  var control: SystemControl
  /// Whether the view itself is hidden.
  var isHidden: Bool
  /// Whether the view or one above it is hidden.
  var isInvisible: Bool
  /// Whether a stack view arranges it.
  var isArranged = false
  /// Whether its autoresizing mask, not constraints, holds its frame.
  var usesMask = false

  var isStack: Bool { view.element == "stackView" }

  /// Whether edges mean content to what is inside. On macOS a clip view holds the content, and edges are edges.
  var scrolls = false

  /// The stored alignment rectangle in the root's coordinates.
  var storedAlignment: Rect {
    let insets = control.insets
    return Rect(
      x: origin.x + insets.leading, y: origin.y + insets.top, width: stored.width - insets.leading - insets.trailing,
      height: stored.height - insets.top - insets.bottom)
  }
}

/// What a constraint of a unit holds on to.
enum UnitItem: Hashable {
  case view(Int)
  case guide(Int)
}

struct ResolvedGuide {
  var source: InterfaceGuide
  /// Position of its view in the unit.
  var view: Int
}

struct ResolvedConstraint {
  var source: InterfaceConstraint
  /// The view that holds it.
  var holder: Int
  var first: UnitItem
  var second: UnitItem?

  /// Whether it sets a size to a number, come what may.
  var fixesLength: Bool { second == nil && source.relation == .equal && source.priority == 1000 }
}

/// A unit for one canvas.
struct ResolvedUnit {
  var root: UnitRoot
  var canvas: Canvas
  var platform: InterfacePlatform
  var isStoryboard: Bool
  var toolsVersion: Double
  /// Whether the file names a device.
  var hasDevice: Bool
  /// The root first, superviews before their subviews.
  var views: [ResolvedView] = []
  var guides: [ResolvedGuide] = []
  var constraints: [ResolvedConstraint] = []
  var notes: [InterfaceNote] = []

  var size: Size { views[0].stored.size }
  /// The root's size in the file.
  var storedSize = Size.zero
  /// Whether the root has another size than in the file.
  var isResized: Bool { storedSize != size }

  /// Whether Interface Builder itself says that stored frames are not what the constraints give.
  var isFlagged: Bool { views.contains { $0.view.isOn("misplaced") || $0.view.isOn("ambiguous") } }
}

extension InterfaceModel {
  /// Positions of all views below each view, in document order.
  func childTable() -> [[Int]] {
    var children = [[Int]](repeating: [], count: views.count)
    for (index, view) in views.enumerated() {
      if let superview = view.superview { children[superview].append(index) }
    }
    return children
  }

  /// The positions of a unit's views in the file's table, the root first. Linear in the unit.
  func members(of root: UnitRoot, _ children: [[Int]]) -> [Int] {
    var members = [root.view]
    var next = 0
    while next < members.count {
      members += children[members[next]]
      next += 1
    }
    return members
  }

  /// Decides the variations of a unit for a canvas.
  func resolve(_ root: UnitRoot, _ children: [[Int]], on canvas: Canvas, size: Size? = nil) -> ResolvedUnit {
    var unit = ResolvedUnit(
      root: root, canvas: canvas, platform: platform, isStoryboard: isStoryboard, toolsVersion: toolsVersion,
      hasDevice: device != nil)
    var resolver = UnitResolver(model: self, children: children, size: size)
    resolver.run(&unit)
    return unit
  }
}

/// The steps of resolving a unit.
private struct UnitResolver {
  let model: InterfaceModel
  let children: [[Int]]
  let size: Size?
  /// Positions in the unit by position in the file.
  private var positions: [Int: Int] = [:]
  private var excludedConstraints: Set<String> = []

  init(model: InterfaceModel, children: [[Int]], size: Size?) {
    self.model = model
    self.children = children
    self.size = size
  }

  mutating func run(_ unit: inout ResolvedUnit) {
    // Breadth first: superviews come before their subviews, and siblings keep their order.
    var queue: [(source: Int, superview: Int?)] = [(unit.root.view, nil)]
    var next = 0
    while next < queue.count {
      let (source, superview) = queue[next]
      next += 1
      let (view, hiddenSubviews) = varied(model.views[source], unit.canvas.classes)
      if view.attributes["installed"] == "NO" { continue }
      let position = unit.views.count
      positions[source] = position
      append(view, superview: superview, to: &unit)
      for child in children[source] where !hiddenSubviews.contains(model.views[child].id) {
        queue.append((child, position))
      }
    }
    resolveConstraints(&unit)
    holdUnconstrained(&unit)
  }

  /// A view that no constraint mentions keeps its frame: Interface Builder writes its mask, and adds constraints of its
  /// own when it builds.
  private func holdUnconstrained(_ unit: inout ResolvedUnit) {
    var mentioned: Set<UnitItem> = []
    for constraint in unit.constraints {
      mentioned.insert(constraint.first)
      if let second = constraint.second { mentioned.insert(second) }
    }
    for index in unit.views.indices.dropFirst() where !unit.views[index].isArranged {
      if unit.views[index].view.autoresizing != nil, !mentioned.contains(.view(index)) {
        unit.views[index].usesMask = true
      }
    }
  }

  /// The view with the attributes that apply, and the identifiers of the subviews that do not.
  private mutating func varied(_ view: InterfaceView, _ classes: SizeClasses) -> (InterfaceView, Set<String>) {
    guard !view.variations.isEmpty else { return (view, []) }
    var view = view
    var excluded: Set<String> = []
    for variation in Self.applying(view.variations, classes) {
      view.attributes.merge(variation.attributes) { _, new in new }
      excluded.formUnion(variation.excluded)
      excluded.subtract(variation.included)
    }
    excludedConstraints.formUnion(excluded)
    return (view, excluded)
  }

  /// The variations that apply, the most specific last.
  private static func applying(_ variations: [InterfaceVariation], _ classes: SizeClasses) -> [InterfaceVariation] {
    variations.filter { $0.key == "default" || classes.match($0.key) }.sorted { $0.specificity < $1.specificity }
  }

  private func append(_ view: InterfaceView, superview: Int?, to unit: inout ResolvedUnit) {
    let above = superview.map { unit.views[$0] }
    let frame = storedFrame(of: view, above, unit)
    // An activity indicator hides itself when it stops, and keeps its position in the canvas until then.
    let isHidden = view.isOn("hidden")
    let control =
      model.platform == .macOS
      ? SystemControl.desktop(view) : SystemControl.touch(view.element, toolsVersion: model.toolsVersion)
    let isArranged = (above?.isStack ?? false) && view.key == nil
    var item = ResolvedView(
      view: view, superview: superview, stored: frame, hasFrame: view.frame != nil,
      origin: Point(x: (above?.origin.x ?? 0) + frame.minX, y: (above?.origin.y ?? 0) + frame.minY), control: control,
      isHidden: isHidden, isInvisible: isHidden || (above?.isInvisible ?? false), isArranged: isArranged)
    if superview == nil { unit.storedSize = rootSize(view, unit) }
    item.scrolls =
      model.platform != .macOS && ["scrollView", "tableView", "collectionView", "textView"].contains(view.element)
    if let superview {
      item.usesMask =
        !isArranged
        && (view.isOn("fixedFrame") || view.attributes["translatesAutoresizingMaskIntoConstraints"] != "NO")
      unit.views[superview].subviews.append(unit.views.count)
    }
    unit.views.append(item)
    for guide in view.guides { unit.guides.append(ResolvedGuide(source: guide, view: unit.views.count - 1)) }
  }

  /// The stored frame with the root at the origin and y downwards.
  private func storedFrame(of view: InterfaceView, _ above: ResolvedView?, _ unit: ResolvedUnit) -> Rect {
    guard let above else { return Rect(origin: .zero, size: size ?? rootSize(view, unit)) }
    var frame = view.frame ?? Rect(origin: .zero, size: .zero)
    if view.key == "contentView", above.superview == nil, unit.root.kind == .cell {
      frame = contentFrame(frame, in: unit.storedSize, hasFrame: view.frame != nil)
    }
    if model.platform == .macOS {
      let height = superviewIsRoot(above) ? unit.storedSize.height : above.stored.height
      frame.origin.y = height - frame.minY - frame.height
    }
    return frame
  }

  private func superviewIsRoot(_ view: ResolvedView) -> Bool { view.superview == nil }

  private func rootSize(_ view: InterfaceView, _ unit: ResolvedUnit) -> Size {
    view.frame?.size ?? unit.canvas.device?.size(isLandscape: unit.canvas.isLandscape)
      ?? (model.platform == .tvOS ? Size(width: 1920, height: 1080) : Size(width: 375, height: 667))
  }

  /// A content view fills its cell except for an accessory at the right and a separator at the bottom. Old xibs hold the
  /// height of another cell: more than a separator's difference is that.
  private func contentFrame(_ frame: Rect, in cell: Size, hasFrame: Bool) -> Rect {
    guard hasFrame else { return Rect(origin: .zero, size: cell) }
    guard abs(frame.maxY - cell.height) > 1 else { return frame }
    return Rect(x: frame.minX, y: frame.minY, width: frame.width, height: cell.height - frame.minY)
  }

  // MARK: - Constraints

  private func resolveConstraints(_ unit: inout ResolvedUnit) {
    var items: [String: UnitItem] = [:]
    for (index, item) in unit.views.enumerated() { items[item.view.id] = .view(index) }
    for (index, guide) in unit.guides.enumerated() { items[guide.source.id] = .guide(index) }
    for holder in unit.views.indices {
      for source in unit.views[holder].view.constraints where !excludedConstraints.contains(source.id) {
        var constraint = source
        for variation in Self.applying(source.variations, unit.canvas.classes) {
          // Tried when the file was read.
          do { try InterfaceDecoder.apply(variation.attributes, to: &constraint) } catch { continue }
        }
        guard constraint.isInstalled else { continue }
        if constraint.isSymbolic { constraint.constant = standardSpacing(constraint, holder, items) }
        guard let first = item(constraint.first, holder, items) else {
          if let name = constraint.first, !isExcluded(name) { skip(constraint, in: &unit) }
          continue
        }
        var second: UnitItem?
        if let name = constraint.second {
          // What a variation took out takes its constraints along.
          guard let found = items[name] else {
            if !isExcluded(name) { skip(constraint, in: &unit) }
            continue
          }
          second = found
        }
        unit.constraints.append(
          ResolvedConstraint(source: constraint, holder: holder, first: first, second: second))
      }
    }
  }

  private func skip(_ constraint: InterfaceConstraint, in unit: inout ResolvedUnit) {
    unit.notes.append(
      InterfaceNote(
        offset: constraint.offset,
        message: "constraint \(quoted(constraint.id)) reaches beyond its layout and was skipped"))
  }

  private func item(_ name: String?, _ holder: Int, _ items: [String: UnitItem]) -> UnitItem? {
    guard let name else { return .view(holder) }
    return items[name]
  }

  private func isExcluded(_ name: String) -> Bool { model.excluded.contains(name) }

  /// 8 between siblings, 20 to the superview: what `symbolic` means where the file gives no number.
  private func standardSpacing(_ constraint: InterfaceConstraint, _ holder: Int, _ items: [String: UnitItem]) -> Double
  {
    let holderItem = UnitItem.view(holder)
    let first = item(constraint.first, holder, items)
    let second = constraint.second.flatMap { items[$0] }
    return first == holderItem || second == holderItem ? 20 : 8
  }
}
