// Pictures for pages and sheets: one layout by itself, or many in rows.

extension SVGPicture {
  /// One layout as an SVG element without a style sheet, for a page that has one.
  ///
  /// - Parameters:
  ///   - outlines: Frames to draw over it, by the position of the item that they are another frame of.
  ///   - role: What styles these call that.
  ///   - shown: The part of the plane to show; nil: where items are.
  static func fragment(
    _ state: LayoutState, outlines: [Int: [Double]] = [:], role: String = "stored", extent shown: SVGExtent? = nil
  ) -> String {
    let extent = shown ?? SVGExtent(state)
    let picture = SVGPicture(state: state, extent: extent, caption: nil, isForPage: true)
    let origins = state.absoluteOrigins()
    var drawn = ""
    for (index, frame) in outlines.sorted(by: { $0.key < $1.key }) where frame.count == 4 {
      let base = state.items[index].superview.map { origins[$0] } ?? (x: 0, y: 0)
      let limit = DocumentResult.maximumPictureLength
      let rect = PictureRect(
        x: (base.x + frame[0] - extent.left) * extent.factor, y: (base.y + frame[1] - extent.top) * extent.factor,
        width: min(frame[2] * extent.factor, limit), height: min(frame[3] * extent.factor, limit))
      drawn += "<rect class=\"\(role)\" \(PictureShapes.attributes(rect))/>"
    }
    let width = pixelText(max(picture.width, 1) + 2)
    let height = pixelText(max(picture.height, 1) + 2)
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"t\" width=\"\(width)\" height=\"\(height)\" "
      + "viewBox=\"-1 -1 \(width) \(height)\">\(picture.body)\(drawn)</svg>"
  }

  /// A layout with some items elsewhere, outlined where they lie now, as an SVG element without a style sheet.
  static func fragment(_ state: LayoutState, after moves: [LayoutState.Move]) -> String {
    var after = state
    (after.conflicts, after.dimensions) = ([], [])
    for move in moves where move.frame.count == 4 && after.items.indices.contains(move.item) {
      (after.items[move.item].x, after.items[move.item].y) = (move.frame[0], move.frame[1])
      (after.items[move.item].width, after.items[move.item].height) = (move.frame[2], move.frame[3])
    }
    let visible = state.visibility()
    let (before, origins) = (state.absoluteOrigins(), after.absoluteOrigins())
    var outlines: [Int: [Double]] = [:]
    for move in moves where visible.indices.contains(move.item) && visible[move.item] {
      let item = state.items[move.item]
      // Outlines are placed by where the superview is then.
      let base = item.superview.map { origins[$0] } ?? (x: 0, y: 0)
      outlines[move.item] = [before[move.item].x - base.x, before[move.item].y - base.y, item.width, item.height]
    }
    return fragment(
      after, outlines: outlines, role: "before", extent: SVGExtent(state).union(SVGExtent(after)))
  }

  /// Many layouts in rows, each under its name. Ends with a newline.
  static func sheet(_ states: [(name: String, state: LayoutState)]) -> String {
    let gap = 24.0
    var body = ""
    var x = gap
    var y = gap
    var rowHeight = 0.0
    var width = 0.0
    for (name, state) in states {
      let picture = SVGPicture(state: state, extent: SVGExtent(state), caption: name)
      let advance = max(picture.width, 7.5 * Double(name.count))
      if x > gap, x + advance > maximumSheetWidth {
        x = gap
        y += rowHeight + gap
        rowHeight = 0
      }
      body += "<g transform=\"translate(\(pixelText(x)) \(pixelText(y)))\">\n\(picture.body)</g>\n"
      x += advance + gap
      width = max(width, x)
      rowHeight = max(rowHeight, picture.height)
    }
    let size = (pixelText(width), pixelText(y + rowHeight + gap))
    return """
      <svg xmlns="http://www.w3.org/2000/svg" class="t" width="\(size.0)" height="\(size.1)" viewBox="0 0 \(size.0) \(size.1)">
      <style>
      \(styleSheet)
      </style>
      <rect x="0" y="0" width="100%" height="100%" fill="#f1f5f9"/>
      \(body)</svg>

      """
  }

  /// Rows are filled up to this many pixels.
  private static let maximumSheetWidth = 2_400.0
}

extension InterfaceLayout {
  /// Layouts as one SVG picture, in rows, each under its name.
  public static func svg(_ layouts: [InterfaceLayout]) -> String {
    SVGPicture.sheet(layouts.map { ($0.name + ($0.canvas.map { " · \($0)" } ?? ""), $0.state) })
  }

  /// The layout as an entry of a page's switch.
  public var shown: HTMLPage.Shown {
    HTMLPage.Shown(
      title: canvas ?? "\(rounded(size.width)) × \(rounded(size.height))", state: state,
      remarks: findings.map {
        HTMLPage.Finding(
          kind: $0.kind.rawValue, isError: $0.kind.isError, message: $0.location.message, item: $0.view,
          constraint: $0.constraint, line: $0.location.line, cures: $0.cures)
      }, notes: notes.map(\.message))
  }
}
