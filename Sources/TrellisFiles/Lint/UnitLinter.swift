// One unit of a storyboard or xib under all conditions, each layout of its own solved once.
//
// Devices that give a unit the same size, insets and variations are one (cells know a width only); locales and text sizes that
// give all its texts the same measures are one. What is left is one scene a device and direction, whose texts change from layout
// to layout: an edit of a few sizes, not a new scene. What does not depend on texts (what is ambiguous, what nothing sizes) is
// asked once a scene.

import Trellis

/// What is wrong with a unit, gathered from layout to layout.
struct UnitLinter {
  /// A fault, whatever its numbers.
  struct Key: Hashable {
    enum Kind: Hashable {
      case outside
      case squeezed(Axis)
      case truncation(Axis)
      /// A finding of the report, by its number.
      case reported(Int)
    }

    var kind: Kind
    /// Position in the file's table of views.
    var view: Int
  }

  struct Record {
    var conditions: ConditionSet
    /// By how much, in points, and where that is most.
    var worst = 0.0
    var numbers: [Double] = []
    var locale = 0
    var size = 0
    var canvas = 0
  }

  let file: InterfaceFile
  let root: UnitRoot
  let matrix: LintMatrix
  private let saved: Canvas
  private let unit: ResolvedUnit
  private(set) var texts: UnitTexts
  private var natural: [UnitBuilder.TextLength: Double] = [:]
  private(set) var records: [Key: Record] = [:]
  private(set) var reported: [UnitReport.Finding] = []
  private var numbers: [String: Int] = [:]
  /// Positions in the file by identifier.
  let positions: [String: Int]
  /// How many layouts were solved.
  private(set) var layouts = 0

  /// What of a device a unit knows.
  private struct Signature: Hashable {
    var width: Double
    var height: Double
    var scale: Double
    var classes: [String]
    var insets: [InsetKey: Double]
  }

  /// A unit on a device, or on several that are the same to it.
  struct Target {
    var resolved: ResolvedUnit
    var insets: UnitInsets
    var canvases: [Int]
    var isElsewhere: Bool
  }

  init(
    _ file: InterfaceFile, _ unit: ResolvedUnit, _ positions: [String: Int], _ matrix: LintMatrix,
    _ measurer: any TextMeasuring
  ) throws(LayoutError) {
    self.file = file
    self.unit = unit
    self.positions = positions
    self.matrix = matrix
    root = unit.root
    saved = Canvas(of: file.model)
    let members = file.model.members(of: unit.root, file.children).map { file.model.views[$0] }
    texts = UnitTexts(members, file.model.platform, matrix, measurer)
    try correctTexts()
  }

  /// Takes over what the stored frames say of the texts.
  private mutating func correctTexts() throws(LayoutError) {
    natural = try file.naturalLengths(of: unit)
    let fed = try UnitBuilder(unit, UnitInsets(of: unit, .inferred), images: file.model.images).fed
    let isFed = Set(fed)
    for (index, item) in unit.views.enumerated() {
      guard let text = texts.index(of: item.view.id), texts.texts[text].role != .placeholder else { continue }
      func isOwn(_ axis: Axis) -> Bool {
        let entry = UnitBuilder.Fed(view: index, axis: axis)
        return isFed.contains(entry) && natural[UnitBuilder.TextLength(view: item.view.id, axis: axis)] == nil
      }
      let (ownWidth, ownHeight) = (isOwn(.horizontal), isOwn(.vertical))
      do throws(TextMeasuringError) {
        try texts.correct(
          text, stored: item.storedAlignment.size, ownWidth: ownWidth, ownHeight: ownHeight, scale: saved.scale)
      } catch {
        throw Self.error(error, item)
      }
    }
    texts.forget()
  }

  private static func error(_ error: TextMeasuringError, _ item: ResolvedView) -> LayoutError {
    LayoutError(.valueOutOfRange, "A text of \(item.view.label) cannot be measured: \(error.message)")
  }

  // MARK: - Running

  /// The unit on a device of the matrix.
  func target(_ index: Int) -> Target {
    let entry = matrix.canvases[index]
    let canvas = file.isForDevices ? entry.canvas : nil
    let isElsewhere = canvas != nil || entry.size != nil
    let target = canvas ?? saved
    var resolved = unit
    if isElsewhere {
      resolved = file.model.resolve(
        unit.root, file.children, on: target, size: entry.size ?? file.rootSize(of: unit, saved: saved, on: target))
    }
    return Target(
      resolved: resolved, insets: UnitInsets(of: resolved, isElsewhere ? .device : .inferred), canvases: [index],
      isElsewhere: isElsewhere)
  }

  func builder(_ target: Target, _ isRightToLeft: Bool) throws(LayoutError) -> UnitBuilder {
    try UnitBuilder(
      target.resolved, target.insets, images: file.model.images, natural: natural, isOnCanvas: !target.isElsewhere,
      isRightToLeft: isRightToLeft)
  }

  mutating func measure(_ subject: inout LintSubject, locale: Int, size: Int) throws(LayoutError) {
    do throws(TextMeasuringError) {
      try subject.measure(&texts, locale: locale, size: size)
    } catch {
      throw Self.error(error, unit.views[0])
    }
    try subject.apply()
  }

  mutating func run() throws(LayoutError) {
    var groups: [Signature: Int] = [:]
    var targets: [Target] = []
    for index in matrix.canvases.indices {
      let target = target(index)
      let canvas = target.resolved.canvas
      let classes = [
        canvas.classes.width?.rawValue ?? "", canvas.classes.height?.rawValue ?? "", "\(target.isElsewhere)",
      ]
      let signature = Signature(
        width: target.resolved.size.width, height: target.resolved.size.height, scale: canvas.scale, classes: classes,
        insets: target.insets.values)
      if let group = groups[signature] {
        targets[group].canvases.append(index)
      } else {
        groups[signature] = targets.count
        targets.append(target)
      }
    }
    for target in targets {
      for isRightToLeft in [false, true] {
        let locales = matrix.locales.indices.filter { matrix.locales[$0].isRightToLeft == isRightToLeft }
        guard !locales.isEmpty else { continue }
        try run(target, locales, isRightToLeft)
      }
    }
  }

  private mutating func run(
    _ target: Target, _ locales: [Int], _ isRightToLeft: Bool
  ) throws(LayoutError) {
    let (resolved, canvases) = (target.resolved, target.canvases)
    let mask = ConditionSet.mask(canvases, of: matrix.canvases.count)
    let builder = try builder(target, isRightToLeft)
    var subject = LintSubject(builder, texts, positions)
    // Combinations with the same texts of the same sizes.
    var groups: [[Int32]: Int] = [:]
    var combinations: [(key: [Int32], rows: [Int])] = []
    for locale in locales {
      for size in matrix.textSizes.indices {
        let key = subject.key(texts.key(locale: locale, size: size))
        let row = locale * matrix.textSizes.count + size
        if let group = groups[key] {
          combinations[group].rows.append(row)
        } else {
          groups[key] = combinations.count
          combinations.append((key, [row]))
        }
      }
    }
    for (number, combination) in combinations.enumerated() {
      let row = combination.rows[0]
      let (locale, size) = (row / matrix.textSizes.count, row % matrix.textSizes.count)
      try measure(&subject, locale: locale, size: size)
      let layout = try subject.layout(findAmbiguity: number == 0)
      layouts += 1
      func note(_ key: Key, _ rows: [Int], _ amount: Double, _ numbers: [Double]) {
        var record = records[key] ?? Record(conditions: ConditionSet(matrix), worst: -1)
        records[key] = nil
        for row in rows { record.conditions.insert(row: row, mask) }
        if amount > record.worst {
          record.worst = amount
          record.numbers = numbers
          (record.locale, record.size, record.canvas) = (locale, size, canvases[0])
        }
        records[key] = record
      }
      if number == 0 || !layout.report.conflicts.isEmpty || !layout.report.unsettled.isEmpty {
        for finding in UnitReport(resolved, layout).findings(isElsewhere: true) {
          let isOfTexts = finding.kind == .conflict || finding.kind == .unsettled
          guard isOfTexts || finding.kind == .ambiguity || finding.kind == .unsized else { continue }
          let rows = isOfTexts ? combination.rows : combinations.flatMap(\.rows)
          note(Key(kind: .reported(index(of: finding)), view: 0), rows, 0, [])
        }
      }
      subject.faults(layout.frames, texts) { kind, view, amount, numbers in
        note(Key(kind: kind, view: view), combination.rows, amount, numbers)
      }
    }
  }

  private mutating func index(of finding: UnitReport.Finding) -> Int {
    let name = "\(finding.kind) \(finding.subject)"
    if let known = numbers[name] { return known }
    numbers[name] = reported.count
    reported.append(finding)
    return reported.count - 1
  }
}
