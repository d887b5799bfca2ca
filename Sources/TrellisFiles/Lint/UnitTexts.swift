// The texts of a unit: what they say in each locale, and how large that is at each text size.
//
// A text is measured once for each wording, text size and pixel density, whatever the number of devices. A text in a font that
// the file does not hold, or in a button with an image, is not measured but corrected: its stored size stands for the file's own
// words, and the measures in the system font say by how much other words differ.

import Trellis

/// A text of a unit that may have another wording or size.
struct UnitText {
  enum Role { case label, button, placeholder }

  /// The view's identifier.
  var id: String
  var role: Role
  /// Without a text.
  var description: TextDescription
  /// The wordings, the file's own first.
  var wordings: [String]
  /// For each locale the wording.
  var wordingOfLocale: [Int]
  /// Room around the text: top, leading, bottom, trailing.
  var insets = EdgeInsets.zero
  var leastWidth = 0.0
  /// Whether it is in the system font and has nothing beside it, so that its measure is its size.
  var isExact: Bool
  /// What the text may be shrunk to: 1 for no shrinking.
  var shrinking = 1.0

  var isStyled: Bool { description.style != nil && description.size == nil }
  var wraps: Bool { description.lines != 1 }
}

/// The texts of a unit under all conditions.
struct UnitTexts {
  private(set) var texts: [UnitText] = []
  private var indices: [String: Int] = [:]
  private let sizes: [TextSize]
  private let measurer: any TextMeasuring
  /// By text, wording, size and scale.
  private var measures: [Int: MeasuredText] = [:]
  /// What a stored size is to the measured one, by text: factors of width and height, or differences.
  private var corrections: [Int: Correction] = [:]

  private struct Correction {
    var width = 1.0
    var height = 1.0
    var addedWidth = 0.0
    var addedHeight = 0.0
  }

  /// The texts of views; of macOS none.
  init(_ views: [InterfaceView], _ platform: InterfacePlatform, _ matrix: LintMatrix, _ measurer: any TextMeasuring) {
    self.measurer = measurer
    sizes = matrix.textSizes
    guard platform != .macOS else { return }
    // A cell of one of the system's styles lays its labels out itself.
    var managed: Set<String> = []
    for view in views {
      for key in ["textLabel", "detailTextLabel"] { view.attributes[key].map { _ = managed.insert($0) } }
    }
    for view in views where !managed.contains(view.id) {
      guard var text = UnitText(view, platform) else { continue }
      for locale in matrix.locales {
        let wording = locale.text(text.wordings[0], view.textKeys)
        let index = text.wordings.firstIndex(of: wording) ?? text.wordings.count
        if index == text.wordings.count { text.wordings.append(wording) }
        text.wordingOfLocale.append(index)
      }
      indices[view.id] = texts.count
      texts.append(text)
    }
  }

  /// The text of a view.
  func index(of id: String) -> Int? { indices[id] }

  /// What tells the sizes of all texts under a locale and a text size: equal ones give equal layouts.
  func key(locale: Int, size: Int) -> [Int32] {
    texts.map { Int32($0.wordingOfLocale[locale] * 16 + ($0.isStyled ? size + 1 : 0)) }
  }

  /// Takes stored sizes into account: of a text that stands at its own size, its stored size over its measure.
  mutating func correct(_ index: Int, stored: Size, ownWidth: Bool, ownHeight: Bool, scale: Double)
    throws(TextMeasuringError)
  {
    let text = texts[index]
    let measured = try measure(index, wording: 0, size: nil, scale: scale)
    var correction = Correction()
    if !text.isExact, text.role == .button {
      if ownWidth { correction.addedWidth = stored.width - measured.width }
      if ownHeight { correction.addedHeight = stored.height - measured.height }
    } else {
      let (width, height) = (stored.width / measured.width, stored.height / measured.height)
      // Beyond that the stored size is of another text, or of no text at all.
      let range = text.isExact ? 0.9...1.1 : 0.6...1.6
      if ownWidth, !text.wraps, range.contains(width) { correction.width = width }
      if ownHeight, !text.wraps, range.contains(height) { correction.height = height }
    }
    corrections[index] = correction
  }

  /// The size of a text with its insets, and what follows from it.
  ///
  /// - Parameter size: The position of the text size; nil for the one that devices come with.
  mutating func measure(
    _ index: Int, wording: Int, size: Int?, scale: Double
  ) throws(TextMeasuringError) -> MeasuredText {
    let text = texts[index]
    let sizeIndex = text.isStyled ? size.map { $0 + 1 } ?? 0 : 0
    let key = ((index * 4096 + wording) * 16 + sizeIndex) * 128 + Int(min(scale, 100))
    if let known = measures[key] { return known }
    var description = text.description
    description.text = text.wordings[wording]
    description.scale = text.role == .button ? 1 : scale
    if sizeIndex > 0 { description.textSize = sizes[sizeIndex - 1] }
    var measure = try measurer.measure(description)
    let insets = text.insets
    let (horizontal, vertical) = (insets.leading + insets.trailing, insets.top + insets.bottom)
    let correction = corrections[index] ?? Correction()
    measure.width = max(measure.width * correction.width + horizontal, text.leastWidth) + correction.addedWidth
    measure.height = measure.height * correction.height + vertical + correction.addedHeight
    measure.firstBaseline += insets.top
    measure.lastBaseline += insets.bottom
    measure.inset(horizontal, vertical)
    measures[key] = measure
    return measure
  }

  /// Drops the measures that were made before corrections were known.
  mutating func forget() { measures = [:] }
}

extension UnitText {
  /// The text of a label, a button, or the placeholder of a field; nil for a view that shows none.
  init?(_ view: InterfaceView, _ platform: InterfacePlatform) {
    let isField = view.element == "textField"
    let own = isField ? view.attributes["placeholder"] : view.text
    guard let own, !own.isEmpty else { return nil }
    switch view.element {
    case "label": role = .label
    case "button": role = .button
    case "textField": role = .placeholder
    default: return nil
    }
    let metrics = FontMetrics(view, platform: platform)
    var description = TextDescription()
    description.style = platform == .iOS ? view.font?.style.flatMap(TextDescription.styleName) : nil
    // A style has its size from the text size, unless the file gives it another.
    description.size = description.style == nil || view.font?.size != nil ? metrics.size : nil
    description.weight = TextDescription.weight(of: view)
    description.isItalic = view.font?.type == "italicSystem"
    description.lines = role == .placeholder ? 1 : metrics.lineLimit
    if role == .button, ["wordWrap", "characterWrap"].contains(view.attributes["lineBreakMode"] ?? "") {
      description.lines = 0
    }
    self.description = description
    id = view.id
    wordings = [own]
    wordingOfLocale = []
    isExact = view.isPlainText && view.image == nil && view.font?.name == nil
    if role == .button {
      let given = view.contentInsets
      insets = given.flatMap { $0 == .zero ? nil : $0 } ?? EdgeInsets(top: 6, leading: 0, bottom: 6, trailing: 0)
      if given == nil { leastWidth = 30 }
    }
    // The text of a rounded field lies 7 points inside of it [F].
    if role == .placeholder, view.attributes["borderStyle"] == "roundedRect" {
      insets = EdgeInsets(top: 0, leading: 7, bottom: 0, trailing: 7)
    }
    if view.isOn("adjustsFontSizeToFit"), role == .label {
      let factor = view.attributes["minimumScaleFactor"].flatMap(Double.init)
      let least = view.attributes["minimumFontSize"].flatMap(Double.init).map { $0 / metrics.size }
      shrinking = min(1, max(0.1, factor ?? least ?? 1))
    }
  }
}

extension InterfaceView {
  /// The keys that Xcode gives the view's text in files of strings.
  var textKeys: [String] {
    let suffixes =
      switch element {
      case "button": ["normalTitle", "configuration.title", "title"]
      case "textField": ["placeholder"]
      default: ["text"]
      }
    return suffixes.map { "\(id).\($0)" }
  }
}
