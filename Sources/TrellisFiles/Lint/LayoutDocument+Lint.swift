// A layout document under all conditions, one fault for what is wrong in many of them.

import Trellis

extension LayoutDocument {
  /// The texts of views in other languages: a table by view for each locale, as `"strings"` gives them.
  public var strings: [String: StringTable] {
    guard case .tree(let tree) = content else { return [:] }
    return tree.strings
  }

  /// The document in another language, at another text size. Texts that edits set stay as they are.
  public func localized(_ locale: LintLocale, _ textSize: TextSize = .l) -> LayoutDocument {
    guard case .tree(var tree) = content else { return self }
    if locale.isRightToLeft { tree.isRightToLeft = true }
    for index in tree.views.indices where tree.views[index].text.isShown {
      let own = tree.views[index].text.description.text
      tree.views[index].text.description.text = locale.text(own, [tree.views[index].name])
      tree.views[index].text.description.textSize = textSize
    }
    var document = self
    document.content = .tree(tree)
    return document
  }

  /// What tells layouts apart: those of equal keys are equal.
  var lintKey: [String] {
    guard case .tree(let tree) = content else { return [] }
    let texts = tree.views.filter(\.text.isShown).map { view in
      let description = view.text.description
      let isStyled = description.style != nil && description.size == nil
      return description.text + "\u{0}" + (isStyled ? description.textSize.rawValue : "")
    }
    return [tree.isRightToLeft ? "rtl" : "ltr"] + texts
  }

  /// What is wrong with the layouts of the document in any of the locales, at any of the text sizes, on any of the devices: each
  /// fault once, with the conditions under which it shows, in the order of positions.
  ///
  /// - Throws: What only running can find.
  /// - Complexity: A layout of each state for each combination whose texts and devices differ.
  public func lint(_ matrix: LintMatrix) throws(DocumentError) -> [LintFault] {
    struct Record {
      var fault: LintFault
      var conditions: ConditionSet
      var worst: Double
    }
    var records: [String: Record] = [:]
    var groups: [[String]: Int] = [:]
    var layouts: [(document: LayoutDocument, rows: [Int])] = []
    for (locale, entry) in matrix.locales.enumerated() {
      for (size, textSize) in matrix.textSizes.enumerated() {
        let document = localized(entry, textSize)
        let row = locale * matrix.textSizes.count + size
        if let group = groups[document.lintKey] {
          layouts[group].rows.append(row)
        } else {
          groups[document.lintKey] = layouts.count
          layouts.append((document, [row]))
        }
      }
    }
    for layout in layouts {
      for (canvas, entry) in matrix.canvases.enumerated() {
        var document = layout.document
        if let device = entry.canvas { document.show(on: device) }
        if let size = entry.size { document.size = (size.width, size.height) }
        let mask = ConditionSet.mask([canvas], of: matrix.canvases.count)
        for finding in document.findings(in: try document.run()) {
          let subject = finding.kind.isError ? finding.location.message : finding.axis
          let name = finding.item ?? ""
          let key = "\(finding.kind) \(finding.state) \(name) \(subject)"
          var record =
            records[key]
            ?? Record(
              fault: LintFault(
                rule: finding.kind.rawValue, isError: finding.kind.isError, unit: nil, view: finding.item,
                subject: finding.subject, conditions: LintConditions(ConditionSet(matrix), of: matrix),
                location: finding.location), conditions: ConditionSet(matrix), worst: finding.excess)
          for row in layout.rows { record.conditions.insert(row: row, mask) }
          if finding.excess > record.worst {
            record.worst = finding.excess
            record.fault.location = finding.location
          }
          records[key] = record
        }
      }
    }
    return records.values.map { record in
      var fault = record.fault
      fault.conditions = LintConditions(record.conditions, of: matrix)
      if !fault.conditions.text.isEmpty { fault.location.message += " (\(fault.conditions.text))" }
      return fault
    }.sorted {
      ($0.location.line, $0.location.column, $0.rule, $0.subject) < (
        $1.location.line, $1.location.column, $1.rule, $1.subject
      )
    }
  }
}

extension DocumentFinding {
  /// What stays of the finding when lines and numbers change.
  @_spi(Tools) public var subject: String {
    let state = state > 0 ? "@\(state)" : ""
    return (item ?? constraint ?? "") + (axis.isEmpty ? "" : ".\(axis)") + state
  }
}
