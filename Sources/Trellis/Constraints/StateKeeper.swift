// Undo, as far as what is undone knows of it.
//
// Every object that an edit can change keeps what can be changed in one value (`View.State`, `ItemNode.State`,
// `Constraint.State` and so on), and the only way to change that value has each open savepoint keep it first.

internal import CTrellis

/// An open savepoint: it is told of each object before that changes, and keeps its state unless it has it.
protocol StateKeeper: AnyObject {
  func keep(_ node: ItemNode)
  /// The frame of an item in no scene is about to change.
  func keepFrame(of node: ItemNode)
  /// The state of a view, other than that of its record, is about to change.
  func keepView(of node: ItemNode)
  func keep(_ constraint: Constraint)
  func keep(_ object: any Restorable)
  /// Keeps all that can change of an item and of what it owns.
  func keepAll(of node: ItemNode)
}

/// Something else with a state that undo restores.
protocol Restorable: AnyObject {
  /// What restores the present state.
  var restoration: () -> Void { get }
  /// Called once the whole tree has its kept states.
  func restored()
}

extension Restorable {
  func restored() {}
}

/// A block of changes that is running: what it touches is kept, also what is in no scene.
final class ChangeBlock {
  /// The engine of the scene that the block belongs to.
  unowned let layoutEngine: any LayoutEngine

  init(_ engine: any LayoutEngine) { layoutEngine = engine }

  /// The innermost block that runs on this thread.
  static var current: ChangeBlock? {
    lx_block_get().map { Unmanaged<ChangeBlock>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Runs a body as the innermost block of this thread; nil: outside of all blocks.
  static func run<Result>(_ block: ChangeBlock?, _ body: () throws -> Result) rethrows -> Result {
    let outer = lx_block_get()
    lx_block_set(block.map { Unmanaged.passUnretained($0).toOpaque() })
    defer { lx_block_set(outer) }
    return try withExtendedLifetime(block) { try body() }
  }
}
