// Results as a picture: every view a rectangle at its frame, coloured by what it is, named where the name fits.
//
// Coordinates are multiplied so that a keyboard of 30 units and a page of 3,000 points both come out at a readable
// size. What lies beyond `maximumPictureLength` to the right or below is counted instead of drawn, so that a list of 5,000
// rows stays a picture that one can look at. What a scroll view scrolls over is drawn beyond its frame, on purpose; the
// frame is outlined above it.

extension DocumentResult {
  /// Pictures wider or taller than this many pixels are cut.
  static let maximumPictureLength = 1_600.0
  /// States drawn side by side, by edits and by name; later ones are counted.
  static let maximumPictureStates = 6
  static let maximumNamedStates = 12
  /// So many moments between two states fit into a picture with them.
  public static var maximumPictureMoments: Int { maximumNamedStates - 2 }

  /// The result as an SVG 1.1 document, the states side by side. Ends with a newline.
  public func svg() -> String {
    let isNamed = self.states.contains { $0.origin != .edits }
    let states = self.states.prefix(isNamed ? Self.maximumNamedStates : Self.maximumPictureStates)
    let extent = states.reduce(SVGExtent()) { $0.union(SVGExtent($1)) }
    var pictures: [SVGPicture] = []
    for (index, state) in states.enumerated() {
      let caption = states.count == 1 ? nil : self.caption(index)
      pictures.append(SVGPicture(state: state, extent: extent, caption: caption))
    }
    var notes: [String] = []
    let left = self.states.count - pictures.count
    if left > 0 { notes.append("\(left) more states") }
    return SVGPicture.document(pictures, notes: notes)
  }
}

/// The part of the plane that a picture shows, in points.
struct SVGExtent {
  var left = 0.0
  var top = 0.0
  var right = 1e-3
  var bottom = 1e-3

  init() {}

  /// All visible items of a state, and the origin.
  init(_ state: LayoutState) {
    let visible = state.visibility()
    for (index, (item, origin)) in zip(state.items, state.absoluteOrigins()).enumerated() where visible[index] {
      left = min(left, origin.x)
      top = min(top, origin.y)
      right = max(right, origin.x + item.width)
      bottom = max(bottom, origin.y + item.height)
    }
  }

  func union(_ other: SVGExtent) -> SVGExtent {
    var result = self
    result.left = min(left, other.left)
    result.top = min(top, other.top)
    result.right = max(right, other.right)
    result.bottom = max(bottom, other.bottom)
    return result
  }

  /// Pixels per point: 1 for what has the size of a screen; smaller and, within reason, wider things are brought to that
  /// size.
  var factor: Double {
    let width = right - left
    let limit = DocumentResult.maximumPictureLength
    if width > limit { return max(limit / width, 0.4) }
    let larger = max(width, bottom - top)
    return larger < 160 ? 480 / larger : 1
  }
}

extension LayoutState {
  /// Whether each item is to be seen: neither it nor what it is in is hidden.
  func visibility() -> [Bool] {
    var visible: [Bool] = []
    visible.reserveCapacity(items.count)
    for item in items { visible.append(!item.isHidden && (item.superview.map { visible[$0] } ?? true)) }
    return visible
  }

  /// The origin of each item in the root's coordinates.
  func absoluteOrigins() -> [(x: Double, y: Double)] {
    var origins: [(x: Double, y: Double)] = []
    origins.reserveCapacity(items.count)
    for item in items {
      let base = item.superview.map { origins[$0] } ?? (x: 0, y: 0)
      origins.append((base.x + item.x, base.y + item.y))
    }
    return origins
  }
}

/// One state, drawn.
struct SVGPicture {
  private static let padding = 16.0
  private static let lineHeight = 18.0

  private(set) var body = ""
  private(set) var width = 0.0
  private(set) var height = 0.0
  private let state: LayoutState
  private let extent: SVGExtent

  private let isForPage: Bool

  init(state: LayoutState, extent: SVGExtent, caption: String?, isForPage: Bool = false) {
    self.isForPage = isForPage
    self.state = state
    self.extent = extent
    var top = 0.0
    if let caption {
      text(caption, x: 0, y: 13, size: 13, style: "caption")
      top = 24
      width = 120
    }
    if state.isProgram { drawValues(top: top) } else { drawItems(top: top) }
    for conflict in state.conflicts.prefix(4) {
      height += Self.lineHeight
      text(
        "conflict: went on without \(conflict.brokenEquation.isEmpty ? conflict.broken : conflict.brokenEquation)",
        x: 0, y: height - 4, size: 11, style: "trouble")
      width = max(width, 240)
    }
  }

  static func document(_ pictures: [SVGPicture], notes: [String]) -> String {
    let widths = pictures.map { $0.width + 2 * padding }
    let width = max(widths.reduce(0, +), 40)
    let noteHeight = Double(notes.count) * lineHeight
    let height = (pictures.map(\.height).max() ?? 0) + 2 * padding + noteHeight
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" class="t" width="\(pixels(width))" height="\(pixels(height))" \
      viewBox="0 0 \(pixels(width)) \(pixels(height))">
      <style>
      \(Self.styleSheet)
      </style>
      <rect x="0" y="0" width="100%" height="100%" fill="#f8fafc"/>

      """
    var x = padding
    for (picture, advance) in zip(pictures, widths) {
      text += "<g transform=\"translate(\(pixels(x)) \(pixels(padding)))\">\n\(picture.body)</g>\n"
      x += advance
    }
    for (index, note) in notes.enumerated() {
      let y = height - padding - noteHeight + Double(index + 1) * lineHeight
      text += "<text class=\"note\" x=\"\(pixels(padding))\" y=\"\(pixels(y))\" font-size=\"12\">"
      text += "\(escaped(note))</text>\n"
    }
    return text + "</svg>\n"
  }

  /// The rules that pictures are styled by.
  static let styleSheet = PictureShapes.styleSheet + "\n" + PictureDimensions.styleSheet

  // MARK: - Drawing

  private mutating func drawValues(top: Double) {
    let shown = state.values.prefix(100)
    var y = top
    for value in shown {
      y += Self.lineHeight
      text("\(value.name) = \(rounded(value.value))", x: 0, y: y, size: 13, style: nil)
      width = max(width, Double(value.name.count + 20) * 8)
    }
    if state.values.count > shown.count {
      y += Self.lineHeight
      text("\(state.values.count - shown.count) more variables", x: 0, y: y, size: 12, style: "note")
    }
    height = y
  }

  private mutating func drawItems(top: Double) {
    let origins = state.absoluteOrigins()
    let factor = extent.factor
    let limit = DocumentResult.maximumPictureLength
    let shelters = shelters(factor: factor)
    let doubtful = Set(state.ambiguous.map(\.item))
    var viewports = ""
    var beyond = 0
    let visible = state.visibility()
    for index in state.drawingOrder ?? Array(state.items.indices) where visible[index] {
      let item = state.items[index]
      let x = (origins[index].x - extent.left) * factor
      let y = (origins[index].y - extent.top) * factor
      if x > limit || y > limit {
        beyond += 1
        continue
      }
      let width = min(item.width * factor, limit - x + 1)
      let height = min(item.height * factor, limit - y + 1)
      if let element = item.element, item.superview != nil {
        var shapes = PictureShapes()
        shapes.draw(
          item, element, in: PictureRect(x: x, y: top + y, width: width, height: height), factor: factor,
          isFree: shelters[index] != .covered, isDoubtful: doubtful.contains(item.name))
        body += "\(Self.group(index, item))<title>\(Self.escaped(title(of: item)))</title>\(shapes.svg)</g>\n"
        continue
      }
      if let text = item.shownText {
        let rect = PictureRect(x: x, y: top + y, width: width, height: height)
        let style = (text.isButton ? "button" : "label") + (doubtful.contains(item.name) ? " doubt" : "")
        body += Self.group(index, item)
        drawBox(item, style: style, x: x, y: top + y, width: width, height: height)
        body += "\(text.svg(in: rect, factor: factor))</g>\n"
        continue
      }
      let style = style(of: item, shelters[index]) + (doubtful.contains(item.name) ? " doubt" : "")
      body += Self.group(index, item)
      drawBox(item, style: style, x: x, y: top + y, width: width, height: height)
      drawName(of: item, shelters[index], x: x, y: top + y, width: width, height: height)
      body += "</g>\n"
      if item.role == .scroll {
        viewports += Self.rectangle("viewport", x: x, y: top + y, width: width, height: height) + "/>\n"
      }
    }
    body += viewports
    if !state.dimensions.isEmpty {
      body += "<g class=\"dims\" transform=\"translate(0 \(pixels(top)))\">\n"
      body +=
        PictureDimensions.svg(state.dimensions, extent, factor: factor, limit: limit, isForPage: isForPage) + "</g>\n"
    }
    width = max(width, min((extent.right - extent.left) * factor, limit))
    height = top + min((extent.bottom - extent.top) * factor, limit)
    if beyond > 0 {
      height += Self.lineHeight
      text("\(beyond) more beyond the edge of this picture", x: 0, y: height - 3, size: 12, style: "note")
    }
  }

  private static func group(_ index: Int, _ item: LayoutState.Item) -> String {
    "<g data-i=\"\(index)\"" + (item.opacity < 1 ? " opacity=\"\(pixels(item.opacity))\">" : ">")
  }

  private static func rectangle(_ style: String, x: Double, y: Double, width: Double, height: Double) -> String {
    let corner = min(3, width / 4, height / 4)
    return "<rect class=\"\(style)\" x=\"\(pixels(x))\" y=\"\(pixels(y))\" width=\"\(pixels(width))\" "
      + "height=\"\(pixels(height))\" rx=\"\(pixels(corner))\""
  }

  private mutating func drawBox(
    _ item: LayoutState.Item, style: String, x: Double, y: Double, width: Double, height: Double
  ) {
    body += Self.rectangle(style, x: x, y: y, width: width, height: height)
    body += "><title>\(escaped(title(of: item)))</title></rect>\n"
  }

  private func title(of item: LayoutState.Item) -> String {
    let numbers = [item.x, item.y, item.width, item.height].map(rounded).joined(separator: ", ")
    return "\(item.label ?? item.name) (\(numbers))"
  }

  private mutating func drawName(
    of item: LayoutState.Item, _ shelter: Shelter, x: Double, y: Double, width: Double, height: Double
  ) {
    if item.role == .guide || item.superview == nil || shelter == .covered { return }
    // 0.6 em is the mean width of a letter in common sans-serif faces.
    let size = min(12, height * 0.7, (width - 4) / (0.6 * Double(max(item.name.count, 1))))
    guard size >= 5 else { return }
    let isBox = shelter == .free
    let baseline = isBox ? y + size + 2 : y + height / 2 + size * 0.35
    let anchor = isBox ? "" : " text-anchor=\"middle\""
    let position = isBox ? x + 4 : x + width / 2
    body += "<text x=\"\(pixels(position))\" y=\"\(pixels(baseline))\" font-size=\"\(pixels(size))\"\(anchor)>"
    body += "\(escaped(item.name))</text>\n"
  }

  private mutating func text(_ string: String, x: Double, y: Double, size: Double, style: String?) {
    let style = style.map { " class=\"\($0)\"" } ?? ""
    body += "<text\(style) x=\"\(pixels(x))\" y=\"\(pixels(y))\" font-size=\"\(pixels(size))\">"
    body += "\(escaped(string))</text>\n"
  }

  private func style(of item: LayoutState.Item, _ shelter: Shelter) -> String {
    if item.superview == nil { return "root" }
    switch item.role {
    case .scroll: return "scroll"
    case .guide: return "guide"
    case .view: return shelter == .leaf ? "view" : "box"
    }
  }

  /// What stands in an item's upper left corner, where its name would go.
  private enum Shelter {
    /// No views are in the item; its name goes to the middle.
    case leaf
    case free
    case covered
  }

  private func shelters(factor: Double) -> [Shelter] {
    var result = [Shelter](repeating: .leaf, count: state.items.count)
    for item in state.items where item.role != .guide && !item.isHidden {
      guard let superview = item.superview else { continue }
      let above = state.items[superview]
      let nameWidth = 7.2 * Double((above.label ?? above.name).count) + 4
      let covers =
        item.x * factor < nameWidth && item.y * factor < 16 && (item.x + item.width) * factor > 4
        && (item.y + item.height) * factor > 2
      result[superview] = covers || result[superview] == .covered ? .covered : .free
    }
    return result
  }

  private func pixels(_ number: Double) -> String { pixelText(number) }

  private static func pixels(_ number: Double) -> String { pixelText(number) }

  private func escaped(_ string: String) -> String { escapedText(string) }

  private static func escaped(_ string: String) -> String { escapedText(string) }
}
