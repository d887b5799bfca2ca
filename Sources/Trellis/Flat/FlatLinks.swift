// Which constraints mention an item and which items lie in it: for removals, and so made by the first of them. Lists run
// through arrays; a constraint, or an item, is taken off its lists without looking for it.

/// Lists of numbers, each of which is on one list at a time.
private struct FlatLists {
  /// The first of each list; -1 for none.
  private var heads: [Int32]
  /// The neighbours of each number in its list; -1 for none.
  private var next: [Int32]
  private var previous: [Int32]

  init(lists: Int, numbers: Int) {
    heads = Array(repeating: -1, count: lists)
    next = Array(repeating: -1, count: numbers)
    previous = next
  }

  mutating func makeRoom(lists: Int, numbers: Int) {
    if heads.count < lists { heads += repeatElement(-1, count: lists - heads.count) }
    guard next.count < numbers else { return }
    previous += repeatElement(-1, count: numbers - next.count)
    next += repeatElement(-1, count: numbers - next.count)
  }

  mutating func insert(_ number: Int, into list: Int) {
    let head = heads[list]
    (next[number], previous[number]) = (head, -1)
    if head >= 0 { previous[Int(head)] = Int32(truncatingIfNeeded: number) }
    heads[list] = Int32(truncatingIfNeeded: number)
  }

  mutating func remove(_ number: Int, from list: Int) {
    let (before, after) = (previous[number], next[number])
    if before >= 0 { next[Int(before)] = after } else { heads[list] = after }
    if after >= 0 { previous[Int(after)] = before }
  }

  func forEach(in list: Int, _ body: (Int32) -> Void) {
    var cursor = heads[list]
    while cursor >= 0 {
      body(cursor)
      cursor = next[Int(cursor)]
    }
  }
}

/// The constraints and the items of each item.
struct FlatLinks {
  /// Of each item, its constraints: the number of one is twice its index, or one beyond for the second side.
  private var mentions: FlatLists
  private var children: FlatLists

  init(items: some Collection<FlatScene.ItemRecord>, constraints: some Collection<FlatRecord>) {
    mentions = FlatLists(lists: items.count, numbers: 2 * constraints.count)
    children = FlatLists(lists: items.count, numbers: items.count)
    for (index, item) in items.enumerated() where item.parent >= 0 { children.insert(index, into: Int(item.parent)) }
    for (index, constraint) in constraints.enumerated() where constraint.isPresent { insert(index, constraint) }
  }

  private mutating func insert(_ index: Int, _ constraint: FlatRecord) {
    mentions.insert(2 * index, into: Int(constraint.first))
    if constraint.isBetweenTwo { mentions.insert(2 * index + 1, into: Int(constraint.second)) }
  }

  mutating func add(item: Int32, to parent: Int32) {
    mentions.makeRoom(lists: Int(item) + 1, numbers: 0)
    children.makeRoom(lists: Int(item) + 1, numbers: Int(item) + 1)
    children.insert(Int(item), into: Int(parent))
  }

  mutating func remove(item: Int32, from parent: Int32) { children.remove(Int(item), from: Int(parent)) }

  mutating func add(constraint index: Int32, _ constraint: FlatRecord) {
    mentions.makeRoom(lists: 0, numbers: 2 * Int(index) + 2)
    insert(Int(index), constraint)
  }

  mutating func remove(constraint index: Int32, _ constraint: FlatRecord) {
    mentions.remove(2 * Int(index), from: Int(constraint.first))
    if constraint.isBetweenTwo { mentions.remove(2 * Int(index) + 1, from: Int(constraint.second)) }
  }

  /// Calls `body` with the constraints that mention an item.
  func forEachMention(of item: Int32, _ body: (Int32) -> Void) {
    mentions.forEach(in: Int(item)) { body($0 / 2) }
  }

  /// An item and all that lie in it, each after the one that it lies in.
  func subtree(of item: Int32) -> [Int32] {
    var items = [item]
    var position = 0
    while position < items.count {
      children.forEach(in: Int(items[position])) { items.append($0) }
      position += 1
    }
    return items
  }
}

extension FlatRecord {
  /// Whether two items are on lists for the constraint's sake.
  fileprivate var isBetweenTwo: Bool { second >= 0 && second != first }
}
