// Views that show text: their sizes come from whoever measures texts for the document.

import Trellis

extension TreeRunner {
  /// Measures the text of a view, and gives the view its size and baselines. What the document says of itself stays: an
  /// intrinsic size, a table of heights, baselines.
  mutating func measureText(of index: Int, at offset: Int) throws(Fault) {
    let text = texts[index]
    let node = document.views[index]
    guard text.isShown, node.intrinsic.width == nil || node.intrinsic.height == nil else { return }
    guard let measurer = document.textMeasurer else {
      throw Fault(
        offset,
        "the text of \(quoted(node.name)) has no size, as nothing here measures texts; set a text measurer, or give "
          + "the view an \"intrinsic\" size")
    }
    var description = text.description
    description.scale = document.scale
    let measured: MeasuredText
    do throws(TextMeasuringError) {
      measured = try measurer.measure(description)
    } catch {
      throw Fault(offset, "the text of \(quoted(node.name)): \(oneLine(error.message))")
    }
    let insets = text.insets
    let (horizontal, vertical) = (insets[1] + insets[3], insets[0] + insets[2])
    let view = views[index]
    intrinsic[index] = (
      node.intrinsic.width ?? measured.width + horizontal, node.intrinsic.height ?? measured.height + vertical
    )
    view.intrinsicSize = ViewBuilder.size(intrinsic[index])
    if node.heightForWidth == nil, node.intrinsic.height == nil {
      let height = MeasuredHeight(measured, horizontal: horizontal, vertical: vertical)
      view.heightForWidth = height.map { HeightForWidth($0) }
    }
    textLines[index] = measured.linesForWidth
    wholeHeights[index] =
      description.lines == 1
      ? nil : MeasuredHeight(wholeOf: measured, horizontal: horizontal, vertical: vertical)
    if node.baseline == nil {
      do throws(LayoutError) {
        try view.setBaselines(first: measured.firstBaseline + insets[0], last: measured.lastBaseline + insets[2])
      } catch {
        throw document.fault(error, at: offset)
      }
    }
  }

  /// The text of a view in its frame of the last layout, for pictures.
  func shownText(of index: Int) -> ShownText? {
    guard let lines = textLines[index] else { return nil }
    let (view, text) = (views[index], texts[index])
    let isRightToLeft = view.effectiveLayoutDirection == .rightToLeft
    let insets = text.insets
    let isButton = insets.contains { $0 > 0 }
    return ShownText(
      left: isRightToLeft ? insets[3] : insets[1], top: insets[0], right: isRightToLeft ? insets[1] : insets[3],
      description: text.description, isRightToLeft: isRightToLeft, isButton: isButton,
      lines: { lines(max(0, $0)) })
  }

  /// Takes over an edit of a text.
  mutating func editText(of index: Int, as node: ViewNode, _ keys: [String]) throws(Fault) {
    guard keys.contains(where: TextNode.keys.contains) else { return }
    texts[index].take(node.text, keys)
    if texts[index].isShown { return try measureText(of: index, at: node.offset) }
    intrinsic[index] = document.views[index].intrinsic
    wholeHeights[index] = nil
    textLines[index] = nil
    views[index].intrinsicSize = ViewBuilder.size(intrinsic[index])
    if document.views[index].heightForWidth == nil { views[index].heightForWidth = nil }
  }
}
