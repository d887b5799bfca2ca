// A unit as one scene whose texts change: their sizes go in, what does not fit comes out.

import Trellis

/// A scene of a unit and its texts.
struct LintSubject {
  private struct Entry {
    /// Position in the unit.
    var view: Int
    /// Position among the unit's texts.
    var text: Int
    var setsWidth: Bool
    var setsHeight: Bool
    /// The intrinsic size before any text was measured.
    var size: Size
    var measure: MeasuredText?
    var wording = -1
    var textSize = -1
    var isChanged = false
  }

  private let builder: UnitBuilder
  private var entries: [Entry] = []
  /// By view of the unit.
  private var entryOfView: [Int?]
  private let positions: [Int]

  init(_ builder: UnitBuilder, _ texts: UnitTexts, _ positions: [String: Int]) {
    self.builder = builder
    let fed = Set(builder.fed)
    entryOfView = Array(repeating: nil, count: builder.unit.views.count)
    self.positions = builder.unit.views.map { positions[$0.view.id] ?? 0 }
    for (index, item) in builder.unit.views.enumerated() {
      guard let text = texts.index(of: item.view.id), !item.isInvisible else { continue }
      let isField = texts.texts[text].role == .placeholder
      entryOfView[index] = entries.count
      entries.append(
        Entry(
          view: index, text: text,
          // A field keeps its width whatever its placeholder, and its height but for what a larger font adds.
          setsWidth: fed.contains(UnitBuilder.Fed(view: index, axis: .horizontal)) && !isField,
          setsHeight: fed.contains(UnitBuilder.Fed(view: index, axis: .vertical)),
          size: builder.views[index].intrinsicSize))
    }
  }

  /// The entries of a key of all texts that are in this scene.
  func key(_ all: [Int32]) -> [Int32] { entries.map { all[$0.text] } }

  mutating func measure(_ texts: inout UnitTexts, locale: Int, size: Int) throws(TextMeasuringError) {
    let scale = builder.unit.canvas.scale
    for index in entries.indices {
      let text = texts.texts[entries[index].text]
      let wording = text.wordingOfLocale[locale]
      guard wording != entries[index].wording || (text.isStyled && size != entries[index].textSize) else { continue }
      var measure = try texts.measure(entries[index].text, wording: wording, size: size, scale: scale)
      if text.role == .placeholder, text.isStyled {
        let usual = try texts.measure(entries[index].text, wording: 0, size: nil, scale: scale)
        measure.height = entries[index].size.height + measure.height - usual.height
      } else if text.role == .placeholder {
        measure.height = entries[index].size.height
      }
      entries[index].measure = measure
      (entries[index].wording, entries[index].textSize) = (wording, size)
      entries[index].isChanged = true
    }
  }

  /// Gives the views the sizes that were measured.
  mutating func apply() throws(LayoutError) {
    for index in entries.indices where entries[index].isChanged {
      let entry = entries[index]
      entries[index].isChanged = false
      guard let measure = entry.measure else { continue }
      let view = builder.views[entry.view]
      var size = entry.size
      if entry.setsWidth { size.width = measure.width }
      if entry.setsHeight { size.height = measure.height }
      if view.intrinsicSize != size { view.intrinsicSize = size }
      if entry.setsHeight, let height = MeasuredHeight(measure) { view.heightForWidth = HeightForWidth(height) }
      guard builder.unit.views[entry.view].view.element != "textField" else { continue }
      try view.setBaselines(first: measure.firstBaseline, last: measure.lastBaseline)
    }
  }

  /// Puts the wordings of a locale into a picture.
  func write(_ texts: UnitTexts, locale: Int, into state: inout LayoutState) {
    for entry in entries {
      let text = texts.texts[entry.text]
      state.items[entry.view].text = text.wordings[text.wordingOfLocale[locale]]
    }
  }

  /// Makes a cell, or a view of its own, as high as its content asks for at its width, and at least as high as in the file:
  /// that is what lists give cells.
  func fitHeight() throws(LayoutError) {
    let unit = builder.unit
    guard unit.root.kind != .controller, !entries.isEmpty else { return }
    let size = unit.size
    let fitting = try builder.views[0].fittingSize(size, horizontalFittingPriority: .required)
    let height = max(size.height, fitting.height)
    if builder.scene.size.height != height { try builder.scene.setSize(Size(width: size.width, height: height)) }
  }

  /// Lays the unit out, a cell as high as its content asks for.
  func layout(findAmbiguity: Bool, isRounded: Bool = false) throws(LayoutError) -> UnitLayout {
    try fitHeight()
    return try UnitLayout(builder, findAmbiguity: findAmbiguity, isRounded: isRounded)
  }

  /// What the frame of a view with a measured text needs, and what may lack of it: as `check` decides at one size.
  func need(of view: Int, _ texts: UnitTexts, _ item: SweepSubject.Item) -> SweepSubject.Item? {
    guard let entry = entryOfView[view], let measure = entries[entry].measure else { return nil }
    let text = texts.texts[entries[entry].text]
    let insets = builder.unit.views[view].control.insets
    let (across, along) = (insets.leading + insets.trailing, insets.top + insets.bottom)
    let line = measure.firstBaseline - text.insets.top + measure.lastBaseline - text.insets.bottom
    var made = item
    made.wanted = (nil, measure.height * text.shrinking + along)
    made.heightTolerance = max(1, (text.wraps ? 0.1 : 0.17) * line)
    if text.wraps {
      made.steps = measure.wholeSteps?(0...1e5).map {
        DocumentSize(width: $0.width + across, height: $0.height * text.shrinking + along)
      }
    } else {
      made.wanted.width = measure.width * text.shrinking + across
      made.tolerance = max(1, 0.02 * measure.width)
    }
    return made
  }

  /// What lies outside of its superview, is cut or squeezed.
  ///
  /// - Parameters:
  ///   - frames: The frames of all views, each in its superview.
  ///   - found: Takes a kind, the view's position in the file, by how many points, and numbers for the message.
  func faults(
    _ frames: [Rect], _ texts: UnitTexts, _ found: (UnitLinter.Key.Kind, Int, Double, [Double]) -> Void
  ) {
    let views = builder.unit.views
    for index in views.indices.dropFirst() where !views[index].isInvisible {
      let item = views[index]
      let frame = frames[index]
      let insets = item.control.insets
      let given = Size(
        width: frame.width - insets.leading - insets.trailing, height: frame.height - insets.top - insets.bottom)
      if let superview = item.superview, !views[superview].scrolls, given.width > 0, given.height > 0 {
        let outerInsets = views[superview].control.insets
        let (inner, outer) = (horizontal(index, insets), horizontal(superview, outerInsets))
        let sides = [
          outer.left - frame.minX - inner.left, outerInsets.top - frame.minY - insets.top,
          frame.maxX - inner.right - frames[superview].width + outer.right,
          frame.maxY - insets.bottom - frames[superview].height + outerInsets.bottom,
        ]
        let most = max(max(sides[0], sides[1]), max(sides[2], sides[3]))
        if most > 1 { found(.outside, positions[index], most, sides) }
      }
      if let entry = entryOfView[index], let measure = entries[entry].measure {
        check(measure, texts.texts[entries[entry].text], given, positions[index], found)
      } else if UnitReport.textElements.contains(item.element) {
        let wanted = builder.views[index].intrinsicSize
        for axis in Axis.allCases where wanted[axis] >= 0 && given[axis] < wanted[axis] - 1 {
          if axis == .horizontal, item.wrapsText { continue }
          found(.squeezed(axis), positions[index], wanted[axis] - given[axis], [given[axis], wanted[axis]])
        }
      }
    }
  }

  /// Left and right of insets by direction.
  private func horizontal(_ view: Int, _ insets: EdgeInsets) -> (left: Double, right: Double) {
    guard insets.leading != insets.trailing, builder.views[view].effectiveLayoutDirection == .rightToLeft else {
      return (insets.leading, insets.trailing)
    }
    return (insets.trailing, insets.leading)
  }

  /// Measures are within a few percent of what a device shows, so what lacks less than two is taken to fit.
  private func check(
    _ measure: MeasuredText, _ text: UnitText, _ given: Size, _ position: Int,
    _ found: (UnitLinter.Key.Kind, Int, Double, [Double]) -> Void
  ) {
    if !text.wraps {
      let wanted = measure.width * text.shrinking
      if given.width < wanted - max(1, 0.02 * wanted) {
        found(.truncation(.horizontal), position, wanted - given.width, [given.width, wanted])
      }
    }
    // A line is 1.19 times as high as its font, and its letters as high as that: what cuts less cuts none of them. Of several
    // lines the last goes as a whole.
    let line = measure.firstBaseline - text.insets.top + measure.lastBaseline - text.insets.bottom
    let wanted = text.wraps ? measure.wholeHeight(given.width + max(1, 0.02 * given.width)) : measure.height
    if given.height < (wanted - max(1, (text.wraps ? 0.1 : 0.17) * line)) * text.shrinking {
      found(.truncation(.vertical), position, wanted - given.height, [given.height, wanted])
    }
  }
}

extension ResolvedView {
  var element: String { view.element }
}
