// Our frames against those that Interface Builder stored.
//
// A stored frame is what Apple's engine computed when the file was last laid out in the canvas, so a difference has one of
// few reasons, and this file looks for it: the file changed after its frames were stored, the numbers that a file does not
// hold (font metrics, insets) are others, the constraints leave a choice, or we are wrong.

import Trellis

/// A file's units compared with their stored frames.
public struct InterfaceComparison: Sendable {
  /// Why a stored frame and ours differ.
  public enum Reason: String, Sendable, CaseIterable {
    /// The stored frames break a required constraint of their own file: they are older than it.
    case stale
    /// The metrics of a font decide, which the file does not hold.
    case fontMetrics = "font metrics"
    /// A margin or safe area is another one than was taken.
    case inset
    /// The constraints leave the number open.
    case ambiguity
    /// Required constraints cannot hold together, and another one was broken.
    case conflict
    /// A class of the project, or a kind of view that is not known here, may lay out by itself.
    case foreign = "custom class"
    /// A control of the system is stored at a size that none of its releases has.
    case control = "control size"
    /// None of these: most likely our mistake.
    case ours = "us"
  }

  /// A visible view that differs by more than a point.
  public struct Mismatch: Sendable {
    /// The view's identifier in the file.
    public var view: String
    /// Its name for people.
    public var label: String
    /// `[x, y, width, height]` in the superview's coordinates, rounded to device pixels.
    public var ours: [Double]
    /// As stored.
    public var stored: [Double]
    /// Why.
    public var reason: Reason
    /// The reason in words.
    public var why: String
    /// Where the view stands in the file.
    public var location: DocumentError
    /// The former name of `location`.
    @available(*, deprecated, renamed: "location")
    public var place: DocumentError { location }
  }

  /// One unit.
  public struct Unit: Sendable {
    /// The identifier of the root view.
    public var id: String
    /// A name for people: the controller's or the root's.
    public var name: String
    /// Whether a view of it is marked `misplaced` or `ambiguous`: such a unit is not counted.
    public var isFlagged: Bool
    /// Visible views.
    public var views = 0
    /// Those within 1.0 pt.
    public var matchedViews = 0
    /// Whether all visible views are within 1.0 pt.
    public var isMatched: Bool { matchedViews == views }
    /// Whether all are within 0.06 pt after rounding to device pixels.
    public var isExact = false
    /// What differs.
    public var mismatches: [Mismatch] = []
    /// Visible views of a unit that matches, but not exactly: within 1.0 pt and not within 0.06 pt after rounding.
    public var nearMisses: [(label: String, ours: [Double], stored: [Double])] = []
    /// Numbers of visible frames that the layout computed from constraints alone.
    public var computed = 0
    /// Numbers that follow from fed ones.
    public var dependent = 0
    /// Numbers that were fed: stored sizes of texts, and stored frames that are inputs, the root's among them.
    public var fed = 0
    /// How measured texts compare with stored ones; nothing where none was measured.
    public var texts = TextScore()
    /// The layout, kept where it differs.
    var state: LayoutState?
    /// Positions in ``state`` and stored frames of what differs.
    var storedFrames: [Int: [Double]] = [:]
    /// What the file does not hold and was taken from elsewhere, or left out.
    public var notes: [DocumentError] = []
  }

  /// The file as its caller named it.
  public var file: String
  /// Where margins and safe areas came from.
  public var insets: InsetSource
  /// The units that hold constraints, in document order.
  public var units: [Unit]
  /// Elements of the file that were skipped or taken for something else.
  public var notes: [DocumentError] = []
}

extension InterfaceFile {
  /// Lays out every unit at its stored size and compares.
  ///
  /// - Throws: What only solving can find.
  ///
  /// - Parameters:
  ///   - insets: Where margins and safe areas come from.
  ///   - texts: What measures labels and buttons in the system font; nil for the stored sizes.
  public func compare(
    insets: InsetSource = .inferred, texts: (any TextMeasuring)? = nil
  ) throws(DocumentError) -> InterfaceComparison {
    var comparison = InterfaceComparison(file: file, insets: insets, units: [], notes: notes)
    for unit in units() {
      let measures = try measures(of: unit, texts)
      do throws(LayoutError) {
        var compared = try compare(unit, insets, measures)
        if !measures.isEmpty, !unit.isFlagged { compared.texts = try score(unit, insets, measures) }
        comparison.units.append(compared)
      } catch {
        throw self.error(error, at: unit.views[0].view.offset)
      }
    }
    return comparison
  }

  private func measures(
    of unit: ResolvedUnit, _ measurer: (any TextMeasuring)?
  ) throws(DocumentError) -> [Int: MeasuredText] {
    guard let measurer else { return [:] }
    do throws(TextMeasuringError) {
      return try unit.measuredTexts(measurer)
    } catch {
      throw Fault(unit.views[0].view.offset, oneLine(error.message)).located(in: source, file: file)
    }
  }

  private func compare(
    _ unit: ResolvedUnit, _ source: InsetSource, _ texts: [Int: MeasuredText]
  ) throws(LayoutError) -> InterfaceComparison.Unit {
    let builder = try UnitBuilder(unit, UnitInsets(of: unit, source), images: model.images, texts: texts)
    let layout = try UnitLayout(builder, findAmbiguity: true)
    var result = InterfaceComparison.Unit(
      id: unit.views[0].view.id, name: unit.name(in: model), isFlagged: unit.isFlagged)
    result.isExact = true
    var differing: [Int] = []
    for (index, item) in unit.views.enumerated() where !item.isInvisible && item.hasFrame {
      result.views += 1
      let stored = item.stored.numbers
      let isNear = zip(layout.frames[index].edges, item.stored.edges).allSatisfy { abs($0 - $1) <= 1 + 1e-6 }
      let isExact = zip(layout.snapped[index].numbers, stored).allSatisfy { abs($0 - $1) <= 0.06 }
      if isNear { result.matchedViews += 1 } else { differing.append(index) }
      if !isExact {
        result.isExact = false
        if isNear { result.nearMisses.append((item.view.label, layout.snapped[index].numbers, stored)) }
      }
    }
    if !result.isMatched { result.isExact = false }
    if !differing.isEmpty {
      result.state = UnitReport(unit, layout).state()
      for index in differing { result.storedFrames[index] = unit.views[index].stored.numbers }
      let reasons = MismatchReasons(unit, layout)
      let found = differing.map { ($0, reasons.why($0)) }
      let locations = located(
        found.map { InterfaceNote(offset: unit.views[$0.0].view.offset, message: $0.1.1) })
      result.mismatches = zip(found, locations).map { entry, location in
        let (index, (reason, why)) = entry
        let item = unit.views[index]
        return InterfaceComparison.Mismatch(
          view: item.view.id, label: item.view.label, ours: layout.snapped[index].numbers, stored: item.stored.numbers,
          reason: reason, why: why, location: location)
      }
    }
    if !unit.isFlagged {
      for (item, numbers) in zip(unit.views, try layout.origins()) where !item.isInvisible && item.hasFrame {
        result.computed += numbers.count { $0 == .computed }
        result.dependent += numbers.count { $0 == .dependent }
        result.fed += numbers.count { $0 == .fed }
      }
    }
    result.notes = located(unit.notes + builder.notes + unit.missingKnowledge(builder))
    return result
  }
}

extension Rect {
  /// left, top, right, bottom.
  var edges: [Double] { [minX, minY, maxX, maxY] }
}

extension ResolvedUnit {
  /// The controller's class, or the root's name.
  func name(in model: InterfaceModel) -> String {
    if let controller = root.context.controllerName { return controller }
    return views[0].view.label
  }
}
