// Filling lines at a width. One pass gives count, height and widest line, and with them what the step function needs: the
// least width that would move any line's end.

/// A pass over a text at one width, and what it found.
struct Filling {
  let width: Double
  /// The most lines; `Int.max` for no limit.
  let limit: Int
  private(set) var count = 0
  private(set) var height = 0.0
  private(set) var widest = 0.0
  /// After the last line so far.
  private var spacing = 0.0
  /// The least width at which some line would hold more.
  private(set) var next = Double.infinity
  /// Whether lines are left over, or a piece was broken.
  private(set) var isCut = false
  /// Filled where it is not nil.
  var lines: [TextLine]?

  init(_ width: Double, limit: Int) {
    self.width = width.isNaN ? 0 : max(width, 0)
    self.limit = limit > 0 ? limit : .max
  }

  /// Where a line ends: the unit it goes on at, the piece that unit is in, and its width.
  struct End {
    var unit: Int
    var piece: Int
    var width: Double
    /// The least width at which the line would hold more; infinite where the text ends it.
    var next: Double
    var isBroken = false
  }

  fileprivate mutating func take(_ end: End, from start: Int, _ content: TextContent) {
    let metrics = content.lineMetrics(start..<end.unit)
    if count > 0 { height += spacing }
    spacing = metrics.spacing
    if lines != nil {
      lines?.append(
        TextLine(
          range: start..<end.unit, width: end.width, top: height, baseline: height + metrics.ascent,
          height: metrics.height))
    }
    count += 1
    // Of a uniform text the height is a product, so that it does not depend on the order of a sum.
    height =
      content.isUniform
      ? Double(count) * metrics.height + Double(count - 1) * metrics.spacing : height + metrics.height
    widest = max(widest, end.width)
    next = min(next, end.next)
    if end.isBroken { isCut = true }
  }

  fileprivate mutating func cut() { isCut = true }

  fileprivate mutating func replaceLast(by end: End, from start: Int) {
    widest = max(widest, end.width)
    guard let last = lines?.indices.last else { return }
    lines?[last].range = start..<end.unit
    lines?[last].width = end.width
  }
}

extension TextContent {
  /// Fills lines until the text or the lines are at an end.
  func fill(_ filling: inout Filling) {
    var unit = 0
    var piece = 0
    while piece < pieces.count {
      let end = lineEnd(unit, piece, filling.width)
      let isLast = filling.count + 1 == filling.limit
      filling.take(end, from: unit, self)
      if isLast {
        if end.piece < pieces.count {
          filling.cut()
          filling.replaceLast(by: truncatedEnd(unit, piece, end, filling.width), from: unit)
        }
        return
      }
      unit = end.unit
      piece = end.piece
    }
  }

  /// The end of a line that begins at a unit of a piece.
  private func lineEnd(_ unit: Int, _ first: Int, _ width: Double) -> Filling.End {
    if !tabs.isEmpty { return lineEndWithTabs(unit, first, width) }
    let isAtStart = unit == pieces[first].start
    let origin = offsets[unit] - (isAtStart ? pieces[first].startDifference : 0)
    let reach = origin + width + PreparedText.tolerance
    var last = -1
    var next = Double.infinity
    if isOrdered {
      var low = first - 1
      var high = lasts[first] + 1
      // Galloping: most lines hold few pieces.
      var step = 1
      while low + step < high {
        guard pieces[low + step].right <= reach else {
          high = low + step
          break
        }
        low += step
        step *= 2
      }
      while high - low > 1 {
        let middle = (low + high) / 2
        if pieces[middle].right <= reach { low = middle } else { high = middle }
      }
      if low >= first { last = low }
      if last < 0 || !pieces[last].isLast { next = pieces[last < 0 ? first : last + 1].right - origin }
    } else {
      var at = first
      while at < pieces.count, offsets[pieces[at].start] <= reach {
        if pieces[at].right <= reach {
          (last, next) = (at, .infinity)
        } else {
          next = min(next, pieces[at].right - origin)
        }
        if pieces[at].isLast { break }
        at += 1
      }
      if last < 0 || !pieces[last].isLast {
        var following = max(first, last + 1)
        while following < pieces.count {
          next = min(next, pieces[following].right - origin)
          if pieces[following].isLast || offsets[pieces[following].start] - origin >= next { break }
          following += 1
        }
      }
    }
    guard last < 0 else {
      return Filling.End(
        unit: pieces[last].end, piece: last + 1, width: pieces[last].right - origin, next: next)
    }
    return brokenEnd(unit, first, origin, reach, next)
  }

  /// The end of a line inside of a piece that does not fit: after as many clusters as do, at least one.
  private func brokenEnd(
    _ unit: Int, _ piece: Int, _ origin: Double, _ reach: Double, _ whole: Double
  ) -> Filling.End {
    let end = pieces[piece].visibleEnd
    var low = unit
    var high = end
    while high - low > 1 {
      let middle = (low + high) / 2
      if offsets[middle] <= reach { low = middle } else { high = middle }
    }
    // Back to where a cluster begins, but past the first one.
    while low > unit, !isBoundary[low] { low -= 1 }
    if low == unit {
      low = unit + 1
      while low < end, !isBoundary[low] { low += 1 }
    }
    var after = low + 1
    while after < end, !isBoundary[after] { after += 1 }
    guard low < end else {
      // One cluster that is wider than the line.
      return Filling.End(
        unit: pieces[piece].end, piece: piece + 1, width: pieces[piece].right - origin, next: whole, isBroken: false)
    }
    let next = after < end ? min(offsets[after] - origin, whole) : whole
    return Filling.End(unit: low, piece: piece, width: offsets[low] - origin, next: next, isBroken: true)
  }

  /// As ``lineEnd``, of a text with tabs: positions depend on where the line begins.
  private func lineEndWithTabs(_ unit: Int, _ first: Int, _ width: Double) -> Filling.End {
    let limit = width + PreparedText.tolerance
    var position = pieces[first].startDifference
    if unit != pieces[first].start { position = 0 }
    var result: Filling.End?
    var from = unit
    var at = first
    while at < pieces.count {
      let piece = pieces[at]
      let right = position + piece.right - offsets[from]
      if right > limit {
        if var result {
          result.next = right
          return result
        }
        return brokenEnd(unit, first, offsets[unit] - position, offsets[unit] - position + limit, right)
      }
      result = Filling.End(unit: piece.end, piece: at + 1, width: right, next: .infinity)
      if piece.isLast { break }
      position += offsets[piece.visibleEnd] - offsets[from]
      if let widths = tabs[at] {
        for (index, spaces) in widths.enumerated() {
          if index > 0 { position = ((position / style.tabInterval).rounded(.down) + 1) * style.tabInterval }
          position += spaces
        }
      } else {
        position += offsets[piece.end] - offsets[piece.visibleEnd]
      }
      from = piece.end
      at += 1
    }
    return result ?? Filling.End(unit: pieces[first].end, piece: first + 1, width: 0, next: .infinity)
  }

  /// The end of a line that is cut: what fits beside an ellipsis.
  private func truncatedEnd(_ unit: Int, _ piece: Int, _ end: Filling.End, _ width: Double) -> Filling.End {
    let reach = offsets[unit] + width + PreparedText.tolerance - ellipsis
    // A mandatory end before the width is, too, where the ellipsis stands.
    let bound = pieces[lasts[piece]].visibleEnd
    var low = unit
    var high = bound + 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if offsets[middle] <= reach { low = middle } else { high = middle }
    }
    while low > unit, !isBoundary[low] { low -= 1 }
    return Filling.End(unit: low, piece: piece, width: offsets[low] - offsets[unit] + ellipsis, next: end.next)
  }

  /// Ascent and descent of a line: the largest of its runs.
  func lineMetrics(_ range: Range<Int>) -> LineMetrics {
    var result = metrics[0]
    guard !isUniform else { return result }
    var isFirst = true
    var start = 0
    for (end, line) in zip(runEnds, metrics) {
      if start < range.upperBound, end > range.lowerBound, end > start {
        result =
          isFirst
          ? line
          : LineMetrics(
            ascent: max(result.ascent, line.ascent), descent: max(result.descent, line.descent),
            spacing: max(result.spacing, line.spacing))
        isFirst = false
      }
      start = end
    }
    return result
  }
}
