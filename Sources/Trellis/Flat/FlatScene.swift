// A scene without view objects: items and constraints are numbers, and what is known of them lies in flat arrays.
//
// A view with four constraints is six objects, which lists, references and savepoints hold together. Most of a large
// screen needs none of that: what is drawn by one view, laid out before there is a view, or kept elsewhere. Here a
// constraint is one record in an array, lowered to the same row as that of a view, for the same solver.

import Simplex

/// Items laid out by constraints, without an object for each: for thousands at once.
///
/// ```swift
/// let scene = try FlatScene(size: Size(width: 375, height: 667))
/// var above = scene.root.top
/// for height in heights {
///   let row = try scene.addItem()
///   try scene.constrain(row.left, to: scene.root.left, constant: 16)
///   try scene.constrain(row.right, to: scene.root.right, constant: -16)
///   try scene.constrain(row.top, to: above, constant: 8)
///   try scene.constrain(row.height, to: height)
///   above = row.bottom
/// }
/// try scene.layout()
/// let frame = scene.frame(of: scene.items[3])
/// ```
///
/// Attributes, relations, priorities, multipliers, content sizes, directions and conflicts mean what they mean in a
/// ``Scene``, and the same constraints give the same frames. There are no margins, baselines, guides, stacks, classes of views
/// and hooks; frames are not rounded. A constraint is active from when it is made until it is removed.
///
/// A flat scene may fill a view of a ``Scene``: give it the view's size in ``View/layoutSubviews()``.
///
/// A scene belongs to one task at a time; different scenes can be laid out at the same time. A call that throws leaves the
/// scene as it was.
public final class FlatScene {
  /// The item that the scene gives the size of; it lies at the origin.
  public let root = FlatItem(index: 0, stamp: 0)
  /// Which edge is the leading one.
  public let direction: LayoutDirection
  /// The size of the root in points; see ``setSize(_:)``.
  @exclusivity(unchecked) public internal(set) var size: Size

  /// What is known of an item.
  struct ItemRecord {
    /// The index of the item that it lies in; -1 of the root, and of a place that is free.
    var parent: Int32
    var stamp: UInt32
  }

  // What each call touches is not checked for being accessed exclusively: nothing is accessed for longer than a load or a
  // store, and no call of a caller's lies between.

  let itemRecords = FlatArray<ItemRecord>()
  let constraints = FlatArray<FlatRecord>()
  /// Stamps given so far, to items and to constraints.
  @exclusivity(unchecked) var stamps: (item: UInt32, constraint: UInt32) = (0, 0)
  /// Constraints before this one have been lowered, but for those in `relowered`.
  @exclusivity(unchecked) var loweredCount = 0
  /// Constraints in places of removed ones, which wait for a row.
  @exclusivity(unchecked) var relowered: [Int32] = []
  /// Places of removed constraints and items.
  @exclusivity(unchecked) var freeConstraints: [Int32] = []
  @exclusivity(unchecked) var freeItems: [Int32] = []
  /// The content size of an item on an axis: the constraint at twice the index of the item, or one beyond; -1 for none. As
  /// long as none was set, empty.
  @exclusivity(unchecked) var contents: [Int32] = []
  /// Which constraints mention an item and which items lie in it, once something was removed.
  @exclusivity(unchecked) var links: FlatLinks?
  @exclusivity(unchecked) var solver: Solver?
  /// Left, top, width and height of the root.
  @exclusivity(unchecked) var rootRows: [Row] = []
  @exclusivity(unchecked) var isSizeNew = false
  /// The first answer has been read.
  @exclusivity(unchecked) var isRead = false
  /// Four to an item, absolute: left, top, width, height.
  let values = FlatArray<Double>()
  /// In which layout each item changed last, of those that were asked for changes.
  let changedIn = FlatArray<UInt32>()
  @exclusivity(unchecked) var layoutNumber: UInt32 = 0
  /// How many items have variables.
  @exclusivity(unchecked) var solvedItems = 0
  /// Whether anything was edited since the last layout.
  @exclusivity(unchecked) public internal(set) var needsLayout = true
  var recovery = FlatRecovery()
  // What the last solve changed; kept so that their storage is used again.
  @exclusivity(unchecked) var changedVariables: [Variable] = []
  @exclusivity(unchecked) var changedValues: [Double] = []

  /// Creates a scene with its root alone.
  ///
  /// - Parameters:
  ///   - size: The size of the root in points.
  ///   - direction: Which edge is the leading one.
  /// - Throws: ``LayoutError/Kind/valueOutOfRange``: NaN, negative, or more than 1e8.
  public init(size: Size, direction: LayoutDirection = .leftToRight) throws(LayoutError) {
    try Scene.check(size)
    self.size = size
    self.direction = direction
    itemRecords.append(ItemRecord(parent: -1, stamp: 0))
    stamps.item = 1
  }

  /// Makes room for so many more items and constraints, so that adding them moves nothing. O(what is there).
  ///
  /// - Throws: ``LayoutError/Kind/solver(_:)`` with `SolverError.size` for more than a scene can have.
  public func reserve(items: Int, constraints: Int) throws(LayoutError) {
    guard items <= Self.itemLimit - itemRecords.count, constraints <= Self.constraintLimit - self.constraints.count
    else { throw .size }
    itemRecords.reserveCapacity(itemRecords.count + max(0, items))
    self.constraints.reserveCapacity(self.constraints.count + max(0, constraints))
  }

  /// Sets ``size``.
  ///
  /// - Throws: ``LayoutError/Kind/valueOutOfRange``: NaN, negative, or more than 1e8.
  public func setSize(_ size: Size) throws(LayoutError) {
    try Scene.check(size)
    guard size != self.size else { return }
    self.size = size
    isSizeNew = true
    needsLayout = true
    recovery.isRootEdited = true
  }
}

// MARK: - Items

extension FlatScene {
  /// The most items of a scene: each has four of the solver's variables.
  static let itemLimit = (1 << 30) / 4
  /// The most constraints: each is one of the solver's rows.
  static let constraintLimit = 1 << 29

  /// Adds an item. Amortized O(1).
  ///
  /// - Parameter parent: The item that it lies in: what its frame is measured from, and what it goes with; nil for the root.
  /// - Throws: ``LayoutError/Kind/missingItem`` where that is not in the scene; ``LayoutError/Kind/solver(_:)`` with
  ///   `SolverError.size` for too many.
  @discardableResult
  public func addItem(in parent: FlatItem? = nil) throws(LayoutError) -> FlatItem {
    let parent = parent ?? root
    try check(parent)
    guard itemRecords.count < Self.itemLimit || !freeItems.isEmpty else { throw .size }
    let stamp = stamps.item
    let record = ItemRecord(parent: parent.index, stamp: stamp)
    stamps.item &+= 1
    needsLayout = true
    let index: Int32
    if let free = freeItems.popLast() {
      index = free
      itemRecords[Int(free)] = record
    } else {
      index = Int32(truncatingIfNeeded: itemRecords.count)
      itemRecords.append(record)
    }
    links?.add(item: index, to: parent.index)
    return FlatItem(index: index, stamp: stamp)
  }

  /// Adds several items to one. O(count).
  ///
  /// - Throws: As ``addItem(in:)``, and ``LayoutError/Kind/valueOutOfRange`` for a negative count.
  public func addItems(_ count: Int, in parent: FlatItem? = nil) throws(LayoutError) -> [FlatItem] {
    let parent = parent ?? root
    try check(parent)
    guard count >= 0 else {
      throw LayoutError(.valueOutOfRange, "Can't add \(count) items.  The count must be 0 or more.")
    }
    guard count <= Self.itemLimit - itemRecords.count + freeItems.count else { throw .size }
    var items: [FlatItem] = []
    items.reserveCapacity(count)
    itemRecords.makeRoom(for: max(0, count - freeItems.count))
    for _ in 0..<count { items.append(try addItem(in: parent)) }
    return items
  }

  /// The items of the scene, the root first, in the order of their numbers. O(items).
  public var items: [FlatItem] {
    var items: [FlatItem] = []
    items.reserveCapacity(itemRecords.count)
    for (index, record) in itemRecords.enumerated() where record.parent >= 0 || index == 0 {
      items.append(FlatItem(index: Int32(truncatingIfNeeded: index), stamp: record.stamp))
    }
    return items
  }

  /// How many items there are, with the root. O(1).
  public var itemCount: Int { itemRecords.count - freeItems.count }

  /// Whether the item is in the scene: it was made here, and has not been removed.
  @inline(__always)
  public func contains(_ item: FlatItem) -> Bool {
    let index = Int(item.index)
    return index < itemRecords.count && itemRecords[index].stamp == item.stamp
  }

  /// The item that another lies in; nil for the root, and for an item that is not in the scene.
  public func parent(of item: FlatItem) -> FlatItem? {
    guard contains(item) else { return nil }
    let parent = itemRecords[Int(item.index)].parent
    return parent < 0 ? nil : self.item(at: parent)
  }

  /// The item at an index.
  @inline(__always)
  func item(at index: Int32) -> FlatItem { FlatItem(index: index, stamp: itemRecords[Int(index)].stamp) }

  @inline(__always)
  func check(_ item: FlatItem) throws(LayoutError) {
    guard contains(item) else { throw missing(item) }
  }

  @inline(never)
  private func missing(_ item: FlatItem) -> LayoutError {
    LayoutError(.missingItem, "\(item) is not in the scene: it was removed, or another scene made it.")
  }

  /// Removes an item with all that lie in it and every constraint that mentions one of them. O(what is removed); the first
  /// removal is linear in the scene.
  ///
  /// - Throws: ``LayoutError/Kind/missingItem`` where it is not in the scene; ``LayoutError/Kind/rootOfScene`` for the root;
  ///   ``LayoutError/Kind/solver(_:)`` with `SolverError.memory`.
  public func remove(_ item: FlatItem) throws(LayoutError) {
    try check(item)
    guard item != root else { throw LayoutError(.rootOfScene, "The root can't be removed from its scene.") }
    ensureLinks()
    guard let links else { return }
    let leaving = links.subtree(of: item.index)
    var mentions: [Int32] = []
    for index in leaving { links.forEachMention(of: index) { mentions.append($0) } }
    // A constraint between two of them is there twice.
    mentions.sort()
    var last: Int32 = -1
    mentions.removeAll { mention in
      defer { last = mention }
      return mention == last
    }
    try removeConstraints(mentions)
    // Those that lie in others first.
    for index in leaving.reversed() {
      self.links?.remove(item: index, from: itemRecords[Int(index)].parent)
      // No item has a stamp that is still to be given.
      itemRecords[Int(index)] = ItemRecord(parent: -1, stamp: .max)
      freeItems.append(index)
      for offset in 4 * Int(index)..<4 * Int(index) + 4 where offset < values.count { values[offset] = 0 }
    }
  }
}

extension LayoutError {
  /// There is no room for more in one scene.
  static var size: LayoutError { LayoutError(SolverError.size) }
}

// MARK: - Frames

extension FlatScene {
  /// Where an item lies in its parent as of the last layout, in points; zero before the first, and for an item that is not in
  /// the scene. O(1).
  public func frame(of item: FlatItem) -> Rect {
    guard contains(item) else { return .zero }
    let own = absolute(Int(item.index))
    let parent = itemRecords[Int(item.index)].parent
    guard parent > 0 else { return own }
    let outer = absolute(Int(parent)).origin
    return Rect(x: own.minX - outer.x, y: own.minY - outer.y, width: own.width, height: own.height)
  }

  /// Where an item lies in the root as of the last layout, in points; zero before the first, and for an item that is not in
  /// the scene. O(1).
  public func absoluteFrame(of item: FlatItem) -> Rect {
    contains(item) ? absolute(Int(item.index)) : .zero
  }

  private func absolute(_ index: Int) -> Rect {
    guard 4 * index + 3 < values.count else { return .zero }
    return Rect(
      x: values[4 * index], y: values[4 * index + 1], width: values[4 * index + 2], height: values[4 * index + 3])
  }
}
