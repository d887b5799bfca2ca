// Where a view lies, in its own coordinates and those of others, and views found by their number.

extension View {
  /// The view in its own coordinates: at the origin, with the size of its frame, in points, as of the last layout. Setting
  /// it sets the size of the ``frame`` about its centre. The origin stays zero: nothing is scrolled here.
  public var bounds: Rect {
    get { Rect(origin: .zero, size: frame.size) }
    set {
      let (middle, size) = (Point(x: frame.midX, y: frame.midY), newValue.size)
      frame = Rect(x: middle.x - size.width / 2, y: middle.y - size.height / 2, width: size.width, height: size.height)
    }
  }

  /// Gives the ``frame`` the size that ``sizeThatFits(_:)`` finds for the present one, at the same origin.
  public func sizeToFit() { frame = Rect(origin: frame.origin, size: sizeThatFits(frame.size)) }

  // The DSL's `center`, an expression, comes first where either would do; what wants a point, or one of its numbers, gets
  // this one.

  /// The centre of the frame in the superview's coordinates, in points, as of the last layout. Moving it moves the
  /// ``frame``.
  @_disfavoredOverload
  public var center: Point {
    get { Point(x: frame.midX, y: frame.midY) }
    set {
      let size = frame.size
      frame = Rect(origin: Point(x: newValue.x - size.width / 2, y: newValue.y - size.height / 2), size: size)
    }
  }

  /// A point of this view in the coordinates of another; of nil, in those of the root of this view's tree. In another
  /// tree, as if both roots lay at one position. Linear in the depth.
  public func convert(_ point: Point, to view: View?) -> Point {
    let (here, there) = (originInTree, view?.originInTree ?? .zero)
    return Point(x: point.x + here.x - there.x, y: point.y + here.y - there.y)
  }

  /// A point of another view (nil: of the root of this view's tree) in the coordinates of this one. Linear in the depth.
  public func convert(_ point: Point, from view: View?) -> Point {
    let (here, there) = (originInTree, view?.originInTree ?? .zero)
    return Point(x: point.x + there.x - here.x, y: point.y + there.y - here.y)
  }

  /// A rectangle of this view in the coordinates of another; as ``convert(_:to:)-(Point,_)``.
  public func convert(_ rect: Rect, to view: View?) -> Rect {
    Rect(origin: convert(rect.origin, to: view), size: rect.size)
  }

  /// A rectangle of another view in the coordinates of this one; as ``convert(_:from:)-(Point,_)``.
  public func convert(_ rect: Rect, from view: View?) -> Rect {
    Rect(origin: convert(rect.origin, from: view), size: rect.size)
  }

  private var originInTree: Point {
    var origin = Point.zero
    var node: ItemNode? = node
    while let current = node, let superview = current.parent {
      origin.x += current.frame.minX
      origin.y += current.frame.minY
      node = superview
    }
    return origin
  }

  /// The first view with a ``tag``, this one or one inside it, a view before its subviews and those before the next one's.
  /// Linear in the subtree.
  public func viewWithTag(_ tag: Int) -> View? {
    var pending = [self]
    while let view = pending.popLast() {
      if view.tag == tag { return view }
      pending.append(contentsOf: view.subviews.reversed())
    }
    return nil
  }
}

// `alignmentRectInsets` is read where classes override it, which they do with a getter alone, as in UIKit; so the class
// cannot have the setter.

/// What ``View`` has besides what its classes can override. Only views conform.
public protocol ContentSettable: AnyObject {}

extension View: ContentSettable {}

extension ContentSettable where Self: View {
  /// How far the alignment rectangle lies inside the frame, in points. Unusable insets leave it as it was, and the next
  /// layout throws.
  public var alignmentRectInsets: EdgeInsets {
    get { node.metrics?.alignmentInsets ?? .zero }
    set { node.postponing(.alignmentInsets) { () throws(LayoutError) in try setAlignmentRectInsets(newValue) } }
  }
}
