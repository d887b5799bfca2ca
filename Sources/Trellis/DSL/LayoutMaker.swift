// The subject of the sentences in a block of make, update and remake.

/// Starts the sentences of a block: `make.top.left.equalTo(other).offset(8)`.
public final class LayoutMaker {
  private let node: ItemNode
  private var phrases: [LayoutPhrase] = []
  /// Where the block stands.
  private let fileID: String
  private let line: UInt

  init(_ node: ItemNode, _ fileID: String, _ line: UInt) {
    self.node = node
    self.fileID = fileID
    self.line = line
  }

  private func start(_ attributes: Attribute...) -> LayoutPhrase {
    let phrase = LayoutPhrase(node, attributes, fileID, line)
    phrases.append(phrase)
    return phrase
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
}
