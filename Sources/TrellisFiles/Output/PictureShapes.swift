// What views look like in a picture: a button like a button, a text like a text, each within its frame.
//
// Imported layouts know what their views are; those of documents do not, and stay boxes with names. Nothing here reads
// fonts: letters are taken as 0.53 em wide, and a text is made as large as its frame suggests.

/// A rectangle of a picture, in pixels.
struct PictureRect {
  var x: Double
  var y: Double
  var width: Double
  var height: Double

  var midX: Double { x + width / 2 }
  var midY: Double { y + height / 2 }
  var shorter: Double { min(width, height) }

  func inset(_ amount: Double) -> PictureRect {
    PictureRect(
      x: x + amount, y: y + amount, width: max(width - 2 * amount, 0), height: max(height - 2 * amount, 0))
  }
}

/// Draws one view as what it is.
struct PictureShapes {
  private(set) var svg = ""

  /// The rules that shapes are styled by.
  static let styleSheet = """
    .t text { font-family: system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; fill: #1e293b }
    .t rect, .t circle, .t path, .t line { stroke-width: 1; vector-effect: non-scaling-stroke }
    .t .root { fill: #ffffff; stroke: #64748b }
    .t .box { fill: #f1f5f9; stroke: #94a3b8 }
    .t .view { fill: #dbeafe; stroke: #3b82f6 }
    .t .scroll { fill: #fef3c7; stroke: #d97706; stroke-width: 2 }
    .t .viewport { fill: none; stroke: #d97706; stroke-width: 2; pointer-events: none }
    .t .guide { fill: none; stroke: #94a3b8; stroke-dasharray: 4 3 }
    .t .plain { fill: #f8fafc; stroke: #cbd5e1 }
    .t .list { fill: #fffbeb; stroke: #fbbf24 }
    .t .stack { fill: #6366f1; fill-opacity: .05; stroke: #a5b4fc; stroke-dasharray: 4 3 }
    .t .label { fill: #0f172a; fill-opacity: .05; stroke: none }
    .t .button { fill: #dbeafe; stroke: #bfdbfe }
    .t text.action { fill: #1d4ed8; font-weight: 600 }
    .t .field { fill: #ffffff; stroke: #cbd5e1 }
    .t text.faint { fill: #94a3b8 }
    .t .image { fill: #e2e8f0; stroke: #cbd5e1 }
    .t .drawing { fill: none; stroke: #94a3b8 }
    .t .lit { fill: #34c759; stroke: none }
    .t .knob { fill: #ffffff; stroke: #cbd5e1 }
    .t .track { fill: #cbd5e1; stroke: none }
    .t .tint { fill: #3b82f6; stroke: none }
    .t .bar { fill: #eef2f7; stroke: #cbd5e1 }
    .t .doubt { stroke: #dc2626; stroke-opacity: 1; stroke-dasharray: 6 3 }
    .t .caption { fill: #475569; font-weight: 600 }
    .t .note { fill: #64748b; font-style: italic }
    .t .trouble { fill: #dc2626 }
    """

  /// Draws an imported view.
  ///
  /// - Parameters:
  ///   - factor: Pixels per point.
  ///   - isFree: Whether the corner is free for the view's name.
  mutating func draw(
    _ item: LayoutState.Item, _ element: String, in rect: PictureRect, factor: Double, isFree: Bool, isDoubtful: Bool
  ) {
    let mark = isDoubtful ? " doubt" : ""
    switch element {
    case "label", "textView":
      box(rect, (element == "label" ? "label" : "field") + mark, corner: 2)
      text(
        item.text ?? "", in: rect.inset(element == "label" ? 0 : 4), style: nil, isCentred: false, item.fontSize, factor
      )
    case "button", "popUpButton":
      box(rect, "button" + mark, corner: min(8 * factor, rect.shorter / 2))
      text(item.text ?? "", in: rect, style: "action", isCentred: true, item.fontSize, factor)
    case "textField", "searchField", "comboBox", "secureTextField", "searchBar":
      box(rect, "field" + mark, corner: min(6 * factor, rect.shorter / 2))
      let inner = PictureRect(x: rect.x + 6 * factor, y: rect.y, width: rect.width - 12 * factor, height: rect.height)
      text(
        item.text ?? (element == "searchBar" ? "Search" : ""), in: inner, style: "faint", isCentred: false,
        item.fontSize, factor)
    case "imageView": image(rect, mark)
    case "switch": toggle(rect, mark)
    case "slider": slider(rect, mark, factor)
    case "progressView", "progressIndicator":
      box(rect, "track" + mark, corner: rect.height / 2)
      box(
        PictureRect(x: rect.x, y: rect.y, width: rect.width * 0.4, height: rect.height), "tint", corner: rect.height / 2
      )
    case "activityIndicatorView": spinner(rect)
    case "segmentedControl", "stepper": segments(rect, mark, isStepper: element == "stepper", factor)
    case "pageControl":
      for dot in -1...1 {
        circle(
          rect.midX + Double(dot) * 14 * factor, rect.midY, min(3.5 * factor, rect.height / 3),
          dot == -1 ? "tint" : "track")
      }
    case "pickerView", "datePicker": picker(rect, mark)
    case "stackView": box(rect, "stack" + mark, corner: 3)
    case "scrollView", "tableView", "collectionView":
      box(rect, "list" + mark, corner: 3)
      name(item, in: rect, isFree, factor)
    case "navigationBar", "toolbar", "tabBar":
      box(rect, "bar" + mark, corner: 0)
      name(item, in: rect, isFree, factor)
    default:
      box(rect, "plain" + mark, corner: 3)
      name(item, in: rect, isFree, factor)
    }
  }

  // MARK: - Parts

  private mutating func box(_ rect: PictureRect, _ style: String, corner: Double) {
    let radius = pixelText(max(min(corner, rect.shorter / 2), 0))
    svg += "<rect class=\"\(style)\" \(Self.attributes(rect)) rx=\"\(radius)\"/>"
  }

  private mutating func circle(_ x: Double, _ y: Double, _ radius: Double, _ style: String) {
    svg +=
      "<circle class=\"\(style)\" cx=\"\(pixelText(x))\" cy=\"\(pixelText(y))\" r=\"\(pixelText(max(radius, 0)))\"/>"
  }

  private mutating func path(_ data: String, _ style: String) {
    svg += "<path class=\"\(style)\" d=\"\(data)\"/>"
  }

  static func attributes(_ rect: PictureRect) -> String {
    "x=\"\(pixelText(rect.x))\" y=\"\(pixelText(rect.y))\" width=\"\(pixelText(max(rect.width, 0)))\" "
      + "height=\"\(pixelText(max(rect.height, 0)))\""
  }

  /// Hills and a sun.
  private mutating func image(_ rect: PictureRect, _ mark: String) {
    box(rect, "image" + mark, corner: 3)
    let size = min(rect.shorter * 0.7, 64)
    guard size > 8 else { return }
    let left = rect.midX - size / 2
    let bottom = rect.midY + size * 0.35
    let points = [(0.0, 0.0), (0.33, -0.5), (0.55, -0.2), (0.7, -0.38), (1, 0)]
    let hills = points.map { "\(pixelText(left + $0.0 * size)) \(pixelText(bottom + $0.1 * size))" }
    path("M" + hills.joined(separator: "L") + "Z", "drawing")
    circle(left + 0.78 * size, bottom - 0.62 * size, size * 0.09, "drawing")
  }

  private mutating func toggle(_ rect: PictureRect, _ mark: String) {
    box(rect, "lit" + mark, corner: rect.height / 2)
    let radius = max(rect.shorter / 2 - 2, 1)
    circle(rect.x + rect.width - radius - 2, rect.midY, radius, "knob")
  }

  private mutating func slider(_ rect: PictureRect, _ mark: String, _ factor: Double) {
    let track = PictureRect(x: rect.x, y: rect.midY - 2 * factor, width: rect.width, height: 4 * factor)
    box(track, "track" + mark, corner: 2)
    box(PictureRect(x: rect.x, y: track.y, width: rect.width / 2, height: track.height), "tint", corner: 2)
    circle(rect.midX, rect.midY, min(12 * factor, rect.shorter / 2), "knob")
  }

  private mutating func spinner(_ rect: PictureRect) {
    let radius = rect.shorter / 2
    var data = ""
    for spoke in PictureShapes.spokes {
      data += "M\(pixelText(rect.midX + spoke.0 * radius * 0.5)) \(pixelText(rect.midY + spoke.1 * radius * 0.5))"
      data += "L\(pixelText(rect.midX + spoke.0 * radius)) \(pixelText(rect.midY + spoke.1 * radius))"
    }
    path(data, "drawing")
  }

  /// Cosine and sine of eight directions.
  private static let spokes: [(Double, Double)] = [
    (1, 0), (0.7071, 0.7071), (0, 1), (-0.7071, 0.7071), (-1, 0), (-0.7071, -0.7071), (0, -1), (0.7071, -0.7071),
  ]

  private mutating func segments(_ rect: PictureRect, _ mark: String, isStepper: Bool, _ factor: Double) {
    box(rect, "track" + mark, corner: 7 * factor)
    if isStepper {
      text(
        "−", in: PictureRect(x: rect.x, y: rect.y, width: rect.width / 2, height: rect.height), style: nil,
        isCentred: true, nil, factor)
      text(
        "+", in: PictureRect(x: rect.midX, y: rect.y, width: rect.width / 2, height: rect.height), style: nil,
        isCentred: true, nil, factor)
    } else {
      var chosen = rect.inset(2 * factor)
      chosen.width = min(chosen.width, rect.width / 2)
      box(chosen, "knob", corner: 6 * factor)
    }
  }

  private mutating func picker(_ rect: PictureRect, _ mark: String) {
    box(rect, "bar" + mark, corner: 6)
    let height = min(32, rect.height / 4)
    box(
      PictureRect(x: rect.x + 6, y: rect.midY - height / 2, width: max(rect.width - 12, 0), height: height), "track",
      corner: 5)
  }

  // MARK: - Text

  private mutating func name(_ item: LayoutState.Item, in rect: PictureRect, _ isFree: Bool, _ factor: Double) {
    guard isFree, let label = item.label, label != item.element, item.superview != nil else { return }
    let size = min(10 * factor, rect.height * 0.5)
    guard size >= 5, rect.width > 0.53 * size * Double(min(label.count, 12)) else { return }
    let shown = Self.cut(label, rect.width - 6, size)
    svg += "<text class=\"faint\" x=\"\(pixelText(rect.x + 4))\" y=\"\(pixelText(rect.y + size + 2))\" "
    svg += "font-size=\"\(pixelText(size))\">\(escapedText(shown))</text>"
  }

  /// Writes a text into a rectangle: in as few lines as its height asks for.
  private mutating func text(
    _ string: String, in rect: PictureRect, style: String?, isCentred: Bool, _ fontSize: Double?, _ factor: Double
  ) {
    guard !string.isEmpty, rect.width > 6, rect.height > 5 else { return }
    let letters = Double(string.count)
    var size = min(rect.height / 1.1, (fontSize ?? 17) * factor)
    let fitting = Int(rect.height / (1.15 * size))
    let count = max(1, min(fitting, Int((0.53 * size * letters / (rect.width * 1.05)).rounded(.up)), 20))
    // A line that is a little too long is set smaller, as a phone's font may be narrower than the one taken here.
    let fitted = rect.width / max(0.53 * letters / Double(count), 1)
    size = max(min(size, fitted * 1.15), min(size, 8 * factor))
    let lines = Self.lines(string, count: count, width: rect.width, size: size)
    let height = 1.2 * size * Double(lines.count)
    let anchor = isCentred ? " text-anchor=\"middle\"" : ""
    let style = style.map { " class=\"\($0)\"" } ?? ""
    var y = rect.midY - height / 2 + size * 0.95
    for line in lines {
      // Fonts differ in width: a text that fills its frame on the device does so here.
      let isTight = lines.count == 1 && 0.6 * size * letters > rect.width
      let length = isTight ? " textLength=\"\(pixelText(rect.width - 2))\" lengthAdjust=\"spacingAndGlyphs\"" : ""
      svg += "<text\(style) x=\"\(pixelText(isCentred ? rect.midX : rect.x + 1))\" y=\"\(pixelText(y))\" "
      svg += "font-size=\"\(pixelText(size))\"\(anchor)\(length)>\(escapedText(line))</text>"
      y += 1.2 * size
    }
  }

  private static func lines(_ string: String, count: Int, width: Double, size: Double) -> [String] {
    guard count > 1 else { return [cut(string.split(whereSeparator: \.isNewline).joined(separator: " "), width, size)] }
    let room = max(Int(width / (0.53 * size)), 4)
    var lines: [String] = [""]
    for word in string.split(whereSeparator: { $0 == " " || $0.isNewline }) {
      if lines[lines.count - 1].isEmpty {
        lines[lines.count - 1] = String(word)
      } else if lines[lines.count - 1].count + 1 + word.count <= room {
        lines[lines.count - 1] += " " + word
      } else if lines.count < count {
        lines.append(String(word))
      } else {
        lines[lines.count - 1] += "…"
        break
      }
    }
    return lines
  }

  private static func cut(_ string: String, _ width: Double, _ size: Double) -> String {
    let room = Int(width / (0.5 * size) * 1.15)
    return string.count <= max(room, 3) ? string : String(string.prefix(max(room - 1, 2))) + "…"
  }
}

/// A coordinate with at most two decimals.
func pixelText(_ number: Double) -> String {
  formatted((number * 100).rounded() / 100)
}

/// Text for XML and HTML.
func escapedText(_ string: String) -> String {
  var result = ""
  for character in string.unicodeScalars {
    switch character {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "\n", "\r", "\t": result += " "
    default: append(visible: character, to: &result)
    }
  }
  return result
}
