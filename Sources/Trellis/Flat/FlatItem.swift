// What a flat scene hands out: numbers for items and constraints, and typed anchors.
//
// The families of anchors are those of views (Anchors.swift): what would relate two axes, or leading to left, does not
// compile. An anchor is an item's number and an attribute; nothing is retained.

/// An item of a ``FlatScene``: a number, not an object.
///
/// It is valid for the scene that made it, until it is removed.
public struct FlatItem: Hashable, Sendable {
  let index: Int32
  /// When the item was made; tells it from one that had its place before.
  let stamp: UInt32

  @inline(__always)
  init(index: Int32, stamp: UInt32) {
    self.index = index
    self.stamp = stamp
  }
}

extension FlatItem: CustomStringConvertible {
  /// `item 12`; the root is `item 0`.
  public var description: String { "item \(index)" }
}

/// A constraint of a ``FlatScene``: a number, not an object.
///
/// It is valid for the scene that made it, until it or one of its items is removed.
public struct FlatConstraint: Hashable, Sendable {
  let index: Int32
  /// When the constraint was made; tells it from one that had its place before, and the later from the earlier.
  let stamp: UInt32

  @inline(__always)
  init(index: Int32, stamp: UInt32) {
    self.index = index
    self.stamp = stamp
  }
}

/// One attribute of one item of a ``FlatScene``.
public protocol FlatAnchor: Sendable {
  /// What the anchor names; opaque outside the module.
  var reference: FlatReference { get }
}

/// An item and one of its attributes.
public struct FlatReference: Hashable, Sendable {
  let item: FlatItem
  let attribute: Attribute
}

/// A horizontal position that follows the direction, or a centre.
public protocol FlatDirectionalAnchor: FlatAnchor {}

/// A horizontal position that does not follow the direction, or a centre.
public protocol FlatAbsoluteAnchor: FlatAnchor {}

/// Leading or trailing.
public struct FlatXAnchor: FlatDirectionalAnchor {
  /// What the anchor names.
  public let reference: FlatReference
}

/// Left or right.
public struct FlatAbsoluteXAnchor: FlatAbsoluteAnchor {
  /// What the anchor names.
  public let reference: FlatReference
}

/// The horizontal centre, which goes with either family of edges.
public struct FlatCenterXAnchor: FlatDirectionalAnchor, FlatAbsoluteAnchor {
  /// What the anchor names.
  public let reference: FlatReference
}

/// Top, bottom or vertical centre.
public struct FlatYAnchor: FlatAnchor {
  /// What the anchor names.
  public let reference: FlatReference
}

/// Width or height.
public struct FlatDimension: FlatAnchor {
  /// What the anchor names.
  public let reference: FlatReference
}

extension FlatItem {
  /// The edge where text starts.
  public var leading: FlatXAnchor { FlatXAnchor(reference: FlatReference(item: self, attribute: .leading)) }
  /// The edge where text ends.
  public var trailing: FlatXAnchor { FlatXAnchor(reference: FlatReference(item: self, attribute: .trailing)) }
  /// The left edge, whatever the direction.
  public var left: FlatAbsoluteXAnchor {
    FlatAbsoluteXAnchor(reference: FlatReference(item: self, attribute: .left))
  }
  /// The right edge, whatever the direction.
  public var right: FlatAbsoluteXAnchor {
    FlatAbsoluteXAnchor(reference: FlatReference(item: self, attribute: .right))
  }
  /// The horizontal centre.
  public var centerX: FlatCenterXAnchor {
    FlatCenterXAnchor(reference: FlatReference(item: self, attribute: .centerX))
  }
  /// The top edge.
  public var top: FlatYAnchor { FlatYAnchor(reference: FlatReference(item: self, attribute: .top)) }
  /// The bottom edge.
  public var bottom: FlatYAnchor { FlatYAnchor(reference: FlatReference(item: self, attribute: .bottom)) }
  /// The vertical centre.
  public var centerY: FlatYAnchor { FlatYAnchor(reference: FlatReference(item: self, attribute: .centerY)) }
  /// The width.
  public var width: FlatDimension { FlatDimension(reference: FlatReference(item: self, attribute: .width)) }
  /// The height.
  public var height: FlatDimension { FlatDimension(reference: FlatReference(item: self, attribute: .height)) }
}
