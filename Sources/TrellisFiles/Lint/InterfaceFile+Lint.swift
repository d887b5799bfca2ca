// A storyboard or xib under all conditions, one fault for what is wrong in many of them.

import Trellis

extension InterfaceFile {
  /// What is wrong with the layouts of the file in any of the locales, at any of the text sizes, on any of the devices: each
  /// fault once, with the conditions under which it shows, in the order of positions.
  ///
  /// Texts are measured; other sizes that the file does not hold are as in ``layouts(on:size:detail:)``. Stored frames are not
  /// compared. Texts of macOS files are as stored, and text sizes are those of iOS files alone.
  ///
  /// - Parameters:
  ///   - matrix: What to check under.
  ///   - measurer: What measures texts.
  /// - Throws: What only solving can find.
  /// - Complexity: A layout for each combination whose texts and devices differ in size.
  public func lint(_ matrix: LintMatrix, measuring measurer: any TextMeasuring) throws(DocumentError) -> [LintFault] {
    var positions: [String: Int] = [:]
    for (index, view) in model.views.enumerated() { positions[view.id] = index }
    var faults: [(fault: LintFault, offset: Int)] = []
    for unit in units(withConstraintsOnly: false) where unit.views.count > 1 {
      do throws(LayoutError) {
        var linter = try UnitLinter(self, unit, positions, matrix, measurer)
        try linter.run()
        faults += linter.faults(named: unit.name(in: model)).filter { fault, _ in
          !ignores(fault.rule, of: fault.view ?? unit.views[0].view.id, positions)
        }
      } catch {
        throw self.error(error, at: unit.views[0].view.offset)
      }
    }
    let locations = located(faults.map { InterfaceNote(offset: $0.offset, message: $0.fault.location.message) })
    return zip(faults, locations).map { entry, location in
      var fault = entry.fault
      fault.location = location
      return fault
    }.sorted { ($0.location.line, $0.location.column, $0.rule) < ($1.location.line, $1.location.column, $1.rule) }
  }
}

extension InterfaceFile {
  /// Whether a note says that a rule is not checked of a view.
  ///
  /// - Parameter positions: Of views in the file by identifier.
  func ignores(_ rule: String, of view: String, _ positions: [String: Int]) -> Bool {
    model.hasIgnores && positions[view].map { model.ignores(rule, of: $0) } ?? false
  }

  /// The findings of a layout but for those that notes say are not checked.
  func checked(_ findings: [InterfaceFinding], unit: String) -> [InterfaceFinding] {
    guard model.hasIgnores else { return findings }
    var positions: [String: Int] = [:]
    for (index, view) in model.views.enumerated() { positions[view.id] = index }
    return findings.filter { !ignores($0.kind.rawValue, of: $0.view ?? unit, positions) }
  }
}

extension UnitLinter {
  /// The faults that were found, with the offsets of what they are about.
  func faults(named unit: String) -> [(fault: LintFault, offset: Int)] {
    records.map { key, record in
      let conditions = LintConditions(record.conditions, of: matrix)
      var kind = InterfaceFinding.Kind.outside
      var subject = ""
      var message = ""
      var item: InterfaceView? = key.view < file.model.views.count ? file.model.views[key.view] : nil
      var offset = item?.offset ?? 0
      let place = conditions.text.isEmpty ? "" : " \(conditions.text)"
      switch key.kind {
      case .reported(let number):
        let finding = reported[number]
        (kind, subject, offset) = (finding.kind, finding.subject, finding.offset)
        message = finding.message + (place.isEmpty ? "" : " (\(conditions.text))")
        item = finding.view.flatMap { id in file.model.views.first { $0.id == id } }
      case .outside:
        let label = item?.label ?? ""
        let superview = item?.superview.map { file.model.views[$0].label } ?? ""
        subject = item?.id ?? ""
        let sides = zip(["left", "top", "right", "bottom"], record.numbers).filter { $0.1 > 1 }.map {
          "\(rounded($0.1.rounded())) pt at the \($0.0)"
        }.joined(separator: ", ")
        message =
          "\(label) lies outside of \(superview)\(place): by \(sides)\(worst(record)); make room or pin its edges"
      case .squeezed(let axis), .truncation(let axis):
        if case .squeezed = key.kind { kind = .squeezed } else { kind = .truncation }
        let side = axis == .horizontal ? "width" : "height"
        subject = "\(item?.id ?? "").\(side)"
        let (given, wanted) = (rounded(record.numbers[0].rounded()), rounded(record.numbers[1].rounded()))
        let word = kind == .truncation ? "truncated" : "squeezed"
        let ofField = kind == .truncation && item?.element == "textField" ? "the placeholder of " : ""
        let need = kind == .truncation ? "its text" : "its content"
        let cure =
          kind == .squeezed
          ? "let it shrink on purpose"
          : !ofField.isEmpty ? "shorten it" : axis == .horizontal ? "let it take more lines" : "let its height follow"
        message =
          "\(ofField)\(item?.label ?? "") is \(word)\(place): its \(side) is \(given), \(need) needs \(wanted)\(worst(record)); "
          + "make room, or \(cure)"
      }
      let fault = LintFault(
        rule: kind.rawValue, isError: kind.isError, unit: unit, view: item?.id, subject: subject,
        conditions: conditions,
        location: DocumentError(file: file.file, line: 1, column: 1, message: message))
      return (fault, offset)
    }
  }

  /// Where the numbers of a message are from, if there is more than one layout.
  private func worst(_ record: Record) -> String {
    var words: [String] = []
    if matrix.locales.count > 1 { words.append("in \(matrix.locales[record.locale].name)") }
    if matrix.textSizes.count > 1 { words.append("at \(matrix.textSizes[record.size].name)") }
    if matrix.canvases.count > 1, let name = matrix.canvases[record.canvas].name { words.append("on \(name)") }
    return words.isEmpty || record.conditions.count < 2 ? "" : " " + words.joined(separator: " ")
  }
}
