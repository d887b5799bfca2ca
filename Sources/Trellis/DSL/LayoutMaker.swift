// The subject of the sentences in a block of make, update and remake.

/// Starts the sentences of a block: `make.top.left.equalTo(other).offset(8)`.
public final class LayoutMaker {
  private let node: ItemNode
  private var phrases: [LayoutPhrase] = []
  /// Where the block stands.
  private let fileID: String
  private let line: UInt
  /// The constraints that the block may describe again.
  private let known: [Constraint]
  /// What sentences without a priority of their own have.
  private var priority = Priority.required

  init(_ node: ItemNode, _ fileID: String, _ line: UInt, known: [Constraint] = []) {
    self.node = node
    self.known = known
    self.fileID = fileID
    self.line = line
  }

  private func start(_ attributes: Attribute...) -> LayoutPhrase {
    let phrase = LayoutPhrase(node, attributes, fileID, line, known, priority)
    phrases.append(phrase)
    return phrase
  }

  /// Sentences that hold at a priority, unless they say another.
  ///
  /// ```swift
  /// make.priority(.high) { make in
  ///   make.width.equalTo(100)
  ///   make.height.equalTo(40)
  /// }
  /// ```
  public func priority(_ priority: Priority, _ describe: (LayoutMaker) -> Void) {
    let before = self.priority
    self.priority = priority
    describe(self)
    self.priority = before
  }

  /// What the block said, sentence by sentence.
  func specs() throws(LayoutError) -> [ConstraintSpec] {
    var specs: [ConstraintSpec] = []
    for phrase in phrases { specs += try phrase.specs() }
    return specs
  }

  /// The leading edge.
  public var leading: LayoutPhrase { start(.leading) }
  /// The trailing edge.
  public var trailing: LayoutPhrase { start(.trailing) }
  /// The left edge.
  public var left: LayoutPhrase { start(.left) }
  /// The right edge.
  public var right: LayoutPhrase { start(.right) }
  /// The top edge.
  public var top: LayoutPhrase { start(.top) }
  /// The bottom edge.
  public var bottom: LayoutPhrase { start(.bottom) }
  /// The width.
  public var width: LayoutPhrase { start(.width) }
  /// The height.
  public var height: LayoutPhrase { start(.height) }
  /// The horizontal centre.
  public var centerX: LayoutPhrase { start(.centerX) }
  /// The vertical centre.
  public var centerY: LayoutPhrase { start(.centerY) }
  /// The first baseline.
  public var firstBaseline: LayoutPhrase { start(.firstBaseline) }
  /// The last baseline.
  public var lastBaseline: LayoutPhrase { start(.lastBaseline) }
  /// The leading edge within the margins.
  public var leadingMargin: LayoutPhrase { start(.leadingMargin) }
  /// The trailing edge within the margins.
  public var trailingMargin: LayoutPhrase { start(.trailingMargin) }
  /// The left edge within the margins.
  public var leftMargin: LayoutPhrase { start(.leftMargin) }
  /// The right edge within the margins.
  public var rightMargin: LayoutPhrase { start(.rightMargin) }
  /// The top edge within the margins.
  public var topMargin: LayoutPhrase { start(.topMargin) }
  /// The bottom edge within the margins.
  public var bottomMargin: LayoutPhrase { start(.bottomMargin) }
  /// The horizontal centre within the margins.
  public var centerXWithinMargins: LayoutPhrase { start(.centerXWithinMargins) }
  /// The vertical centre within the margins.
  public var centerYWithinMargins: LayoutPhrase { start(.centerYWithinMargins) }
  /// The four edges: top, leading, bottom, trailing.
  public var edges: LayoutPhrase { start(.top, .leading, .bottom, .trailing) }
  /// Width and height.
  public var size: LayoutPhrase { start(.width, .height) }
  /// Both centres.
  public var center: LayoutPhrase { start(.centerX, .centerY) }
  /// The four edges, as ``edges``.
  public var directionalEdges: LayoutPhrase { start(.top, .leading, .bottom, .trailing) }
  /// Leading and trailing.
  public var horizontalEdges: LayoutPhrase { start(.leading, .trailing) }
  /// Leading and trailing, as ``horizontalEdges``.
  public var directionalHorizontalEdges: LayoutPhrase { start(.leading, .trailing) }
  /// Top and bottom.
  public var verticalEdges: LayoutPhrase { start(.top, .bottom) }
  /// Top and bottom, as ``verticalEdges``.
  public var directionalVerticalEdges: LayoutPhrase { start(.top, .bottom) }
  /// The four edges within the margins.
  public var margins: LayoutPhrase { start(.topMargin, .leadingMargin, .bottomMargin, .trailingMargin) }
  /// The four edges within the margins, as ``margins``.
  public var directionalMargins: LayoutPhrase { start(.topMargin, .leadingMargin, .bottomMargin, .trailingMargin) }
  /// Both centres within the margins.
  public var centerWithinMargins: LayoutPhrase { start(.centerXWithinMargins, .centerYWithinMargins) }
}
