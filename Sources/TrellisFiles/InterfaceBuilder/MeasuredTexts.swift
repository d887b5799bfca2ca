// Sizes of labels and buttons from whoever measures texts, in place of the stored ones.
//
// Measured are texts in the system font on iOS: a file does not hold other fonts. A button rounds its title up to whole
// points, adds 6 points above and below where it has no insets of its own, and is at least 30 points wide: read off the
// stored frames of buttons of 11 to 17 points.

import Trellis

extension ResolvedUnit {
  /// The measures of the labels and buttons in the system font, by view.
  func measuredTexts(_ measurer: any TextMeasuring) throws(TextMeasuringError) -> [Int: MeasuredText] {
    var measures: [Int: MeasuredText] = [:]
    guard platform != .macOS else { return [:] }
    for (index, item) in views.enumerated() {
      guard var description = TextDescription(item.view, platform: platform) else { continue }
      let isButton = item.view.element == "button"
      description.scale = isButton ? 1 : canvas.scale
      var measure = try measurer.measure(description)
      if isButton {
        let given = item.view.contentInsets
        let insets = given.flatMap { $0 == .zero ? nil : $0 } ?? EdgeInsets(top: 6, leading: 0, bottom: 6, trailing: 0)
        measure.width = max(measure.width + insets.leading + insets.trailing, given == nil ? 30 : 0)
        measure.height += insets.top + insets.bottom
        measure.firstBaseline += insets.top
        measure.lastBaseline += insets.bottom
      }
      measures[index] = measure
    }
    return measures
  }
}

extension TextDescription {
  /// The text style of a name in a file.
  static func styleName(_ name: String) -> String? {
    let styles = [
      "Title0": "largeTitle", "LargeTitle": "largeTitle", "Title1": "title1", "Title2": "title2", "Title3": "title3",
      "Headline": "headline", "Body": "body", "Callout": "callout", "Subhead": "subheadline", "Footnote": "footnote",
      "Caption1": "caption1", "Caption2": "caption2",
    ]
    return styles[String(name.dropFirst("UICTFontTextStyle".count))]
  }

  /// The text of a label or button in the system font; nil for any other view.
  init?(_ view: InterfaceView, platform: InterfacePlatform) {
    guard view.element == "label" || view.element == "button", view.isPlainText, view.image == nil,
      view.font?.name == nil, let text = view.text, !text.isEmpty
    else { return nil }
    let metrics = FontMetrics(view, platform: platform)
    self.init()
    self.text = text
    size = metrics.size
    lines = metrics.lineLimit
    style = view.font?.style.flatMap(Self.styleName)
    isItalic = view.font?.type == "italicSystem"
    weight = Self.weight(of: view)
  }

  /// The weight of a view's font, as far as the file says.
  static func weight(of view: InterfaceView) -> Double {
    let style = view.font?.style?.hasSuffix("Headline") == true ? 600.0 : 400
    let type = view.font?.type == "boldSystem" ? 700 : style
    return view.font?.weight.flatMap(TextDecoder.weight) ?? type
  }
}
