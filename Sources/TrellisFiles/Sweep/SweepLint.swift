// What is wrong at any width of a range, in every language and at every text size: a sweep for each combination whose texts
// differ, so that no finding means that there is none at any of these widths in any of them.

import Trellis

/// Findings of sweeps, the same ones once with the conditions under which they show.
private struct SweptFaults {
  private struct Key: Hashable {
    var unit: String?
    var kind: SweepResult.Finding.Kind
    var item: String?
    /// From where to where, and what.
    var message: String
    var line: Int
    var column: Int
  }

  private let matrix: LintMatrix
  private var records: [Key: ConditionSet] = [:]

  init(_ matrix: LintMatrix) { self.matrix = matrix }

  /// Adds the findings of a sweep that stands for some locales and text sizes.
  mutating func add(_ result: SweepResult, rows: [Int]) {
    for finding in result.findings {
      let key = Key(
        unit: result.unit, kind: finding.kind, item: finding.item, message: result.message(of: finding),
        line: finding.line, column: finding.column)
      var conditions = records[key] ?? ConditionSet(matrix)
      for row in rows { conditions.insert(row: row, [1]) }
      records[key] = conditions
    }
  }

  func faults(file: String) -> [LintFault] {
    records.map { key, set in
      let conditions = LintConditions(set, of: matrix)
      let place = conditions.text.isEmpty ? "" : "\(conditions.text): "
      return LintFault(
        rule: key.kind.rawValue, isError: key.kind.isError, unit: key.unit, view: key.item,
        subject: key.item ?? key.message, conditions: conditions,
        location: DocumentError(file: file, line: key.line, column: key.column, message: place + key.message))
    }.sorted {
      ($0.location.line, $0.location.column, $0.location.message) < (
        $1.location.line, $1.location.column, $1.location.message
      )
    }
  }
}

extension LintMatrix {
  /// The same without devices: what is swept has every width.
  fileprivate var withoutCanvases: LintMatrix { LintMatrix(locales: locales, textSizes: textSizes) }

  /// The rows of combinations by what tells their texts apart, in order.
  fileprivate func groups<Key: Hashable>(_ key: (Int, Int) -> Key) -> [[Int]] {
    var indices: [Key: Int] = [:]
    var groups: [[Int]] = []
    for locale in locales.indices {
      for size in textSizes.indices {
        let row = locale * textSizes.count + size
        let found = key(locale, size)
        if let group = indices[found] {
          groups[group].append(row)
        } else {
          indices[found] = groups.count
          groups.append([row])
        }
      }
    }
    return groups
  }
}

extension LayoutDocument {
  /// What is wrong with the document before its edits at any width of a range, in any of the locales, at any of the text sizes:
  /// each fault once, with its widths and the conditions under which it shows.
  ///
  /// - Parameters:
  ///   - matrix: Locales and text sizes; its devices do not count.
  ///   - widths: From where to where, in points.
  /// - Throws: As ``sweep(_:over:after:)``.
  /// - Complexity: A sweep for each combination whose texts differ.
  public func lint(
    _ matrix: LintMatrix, atWidths widths: ClosedRange<Double>
  ) throws(DocumentError) -> [LintFault] {
    let matrix = matrix.withoutCanvases
    var faults = SweptFaults(matrix)
    for rows in matrix.groups({ localized(matrix.locales[$0], matrix.textSizes[$1]).lintKey }) {
      let (locale, size) = (rows[0] / matrix.textSizes.count, rows[0] % matrix.textSizes.count)
      let document = localized(matrix.locales[locale], matrix.textSizes[size])
      faults.add(try document.sweep(.width, over: widths), rows: rows)
    }
    return faults.faults(file: file)
  }
}

extension InterfaceFile {
  /// What is wrong with the layouts of the file at any width of a range, in any of the locales, at any of the text sizes: each
  /// fault once, with its widths and the conditions under which it shows. Texts are measured, as in ``lint(_:measuring:)``.
  ///
  /// - Parameters:
  ///   - matrix: Locales and text sizes; its devices do not count.
  ///   - widths: From where to where, in points.
  ///   - limits: Where size classes become regular.
  /// - Throws: What only solving can find.
  /// - Complexity: A sweep of each unit for each combination whose texts differ.
  public func lint(
    _ matrix: LintMatrix, atWidths widths: ClosedRange<Double>, limits: SizeClassLimits = SizeClassLimits(),
    measuring measurer: any TextMeasuring
  ) throws(DocumentError) -> [LintFault] {
    let matrix = matrix.withoutCanvases
    var positions: [String: Int] = [:]
    for (index, view) in model.views.enumerated() { positions[view.id] = index }
    var faults = SweptFaults(matrix)
    for unit in units(withConstraintsOnly: false) where unit.views.count > 1 {
      do throws(LayoutError) {
        let linter = try UnitLinter(self, unit, positions, matrix, measurer)
        for rows in matrix.groups({ locale, size in
          [matrix.locales[locale].isRightToLeft ? 1 : 0] + linter.texts.key(locale: locale, size: size)
        }) {
          let (locale, size) = (rows[0] / matrix.textSizes.count, rows[0] % matrix.textSizes.count)
          let texts = try MeasuredTexting(linter, unit, positions, locale, size)
          var results: [SweepResult] = []
          for part in classParts(of: unit, [(.width, widths)], limits) {
            let subject = try sweepSubject(unit, [.width], on: part.canvas, texts)
            results.append(try subject.run(.width, over: part.ranges[0], file: file, source: source))
            results[results.count - 1].sizeClass = part.name
          }
          for result in SweepResult.joined(results) { faults.add(result, rows: rows) }
        }
      } catch {
        throw self.error(error, at: unit.views[0].view.offset)
      }
    }
    return faults.faults(file: file).filter { fault in
      !ignores(fault.rule, of: fault.view ?? "", positions)
    }
  }
}

/// The texts of a unit in one language at one size, for sweeps.
struct MeasuredTexting {
  private let linter: UnitLinter
  private let positions: [String: Int]
  private let locale: Int
  private let size: Int

  /// Measures them.
  init(
    _ linter: UnitLinter, _ unit: ResolvedUnit, _ positions: [String: Int], _ locale: Int, _ size: Int
  ) throws(LayoutError) {
    (self.positions, self.locale, self.size) = (positions, locale, size)
    // What is measured once is kept.
    var linter = linter
    _ = try Self.subject(of: unit, &linter, positions, locale, size)
    self.linter = linter
  }

  var texts: UnitTexts { linter.texts }

  /// Builds a unit with them.
  func builder(_ resolved: ResolvedUnit) throws(LayoutError) -> (builder: UnitBuilder, subject: LintSubject?) {
    var linter = linter
    let made = try Self.subject(of: resolved, &linter, positions, locale, size)
    try made.subject.fitHeight()
    return (made.builder, made.subject)
  }

  private static func subject(
    of resolved: ResolvedUnit, _ linter: inout UnitLinter, _ positions: [String: Int], _ locale: Int, _ size: Int
  ) throws(LayoutError) -> (builder: UnitBuilder, subject: LintSubject) {
    let target = UnitLinter.Target(
      resolved: resolved, insets: UnitInsets(of: resolved, .device), canvases: [0], isElsewhere: true)
    let builder = try linter.builder(target, linter.matrix.locales[locale].isRightToLeft)
    var subject = LintSubject(builder, linter.texts, positions)
    try linter.measure(&subject, locale: locale, size: size)
    return (builder, subject)
  }
}
