// A contact sheet: each unit of a storyboard, or a document, in every language and at every text size, on one page.

import Trellis

/// A layout in one language and at one text size, as a picture.
public struct LintPicture: Sendable {
  /// The unit of a storyboard; the file of a document.
  public var unit: String
  /// The name of the locale.
  public var locale: String
  /// The text size.
  public var textSize: TextSize
  /// The SVG element, for a page with the sheet's styles.
  public var svg: String
  /// How many views are cut, squeezed or outside of their superview; they have a red outline.
  public var faults: Int
}

/// A page of pictures by language.
public struct LintSheet: Sendable {
  /// The title of the page.
  public var title: String
  /// The pictures of each file, in order.
  public var files: [(name: String, pictures: [LintPicture])]

  /// Creates a page.
  public init(title: String, files: [(name: String, pictures: [LintPicture])] = []) {
    self.title = title
    self.files = files
  }

  /// The page: for each unit a table with a column for each language and a row for each text size.
  public func html() -> String {
    var body = ""
    for file in files where !file.pictures.isEmpty {
      body += "<h2>\(escapedText(file.name))</h2>\n"
      var units: [String] = []
      for picture in file.pictures where !units.contains(picture.unit) { units.append(picture.unit) }
      for unit in units { body += Self.table(unit, file.pictures.filter { $0.unit == unit }) }
    }
    return """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><title>\(escapedText(title))</title>
      <meta name="viewport" content="width=device-width">
      <style>
      \(SVGPicture.styleSheet)
      body { font: 14px system-ui, sans-serif; margin: 24px; color: #0f172a; background: #f1f5f9 }
      table { border-collapse: collapse } th { text-align: left; font-weight: 600; padding: 4px 12px }
      td { padding: 4px 12px; vertical-align: top } section { overflow-x: auto; margin-bottom: 32px }
      .bad { color: #b91c1c } .stored { fill: none; stroke: #dc2626; stroke-width: 2 }
      </style></head><body>
      <h1>\(escapedText(title))</h1>
      \(body)</body></html>

      """
  }

  private static func table(_ unit: String, _ pictures: [LintPicture]) -> String {
    var locales: [String] = []
    for picture in pictures where !locales.contains(picture.locale) { locales.append(picture.locale) }
    let sizes = TextSize.allCases.filter { size in pictures.contains { $0.textSize == size } }
    var text = "<section><h3>\(escapedText(unit))</h3>\n<table><tr><th></th>"
    for locale in locales { text += "<th scope=\"col\">\(escapedText(locale))</th>" }
    text += "</tr>\n"
    for size in sizes {
      text += "<tr><th scope=\"row\">\(size.name)</th>"
      for locale in locales {
        guard let picture = pictures.first(where: { $0.locale == locale && $0.textSize == size }) else {
          text += "<td></td>"
          continue
        }
        let count = picture.faults
        let note = count == 0 ? "" : "<div class=\"bad\">\(count) finding\(count == 1 ? "" : "s")</div>"
        text += "<td>\(picture.svg)\(note)</td>"
      }
      text += "</tr>\n"
    }
    return text + "</table></section>\n"
  }
}

extension InterfaceFile {
  /// The units of the file in each locale and at each text size, on the first device of a matrix.
  ///
  /// - Throws: What only solving can find.
  public func pictures(
    _ matrix: LintMatrix, measuring measurer: any TextMeasuring
  ) throws(DocumentError) -> [LintPicture] {
    var positions: [String: Int] = [:]
    for (index, view) in model.views.enumerated() { positions[view.id] = index }
    var pictures: [LintPicture] = []
    for unit in units(withConstraintsOnly: false) where unit.views.count > 1 {
      do throws(LayoutError) {
        var linter = try UnitLinter(self, unit, positions, matrix, measurer)
        pictures += try linter.pictures(named: unit.name(in: model))
      } catch {
        throw self.error(error, at: unit.views[0].view.offset)
      }
    }
    return pictures
  }
}

extension UnitLinter {
  /// The unit in each locale and at each text size, on the first device.
  fileprivate mutating func pictures(named name: String) throws(LayoutError) -> [LintPicture] {
    var pictures: [(order: Int, picture: LintPicture)] = []
    let target = target(0)
    for isRightToLeft in [false, true] {
      let locales = matrix.locales.indices.filter { matrix.locales[$0].isRightToLeft == isRightToLeft }
      guard !locales.isEmpty else { continue }
      var subject = LintSubject(try builder(target, isRightToLeft), texts, positions)
      for locale in locales {
        for (number, size) in matrix.textSizes.enumerated() {
          try measure(&subject, locale: locale, size: number)
          let layout = try subject.layout(findAmbiguity: false, isRounded: true)
          var state = UnitReport(target.resolved, layout).state()
          subject.write(texts, locale: locale, into: &state)
          var outlines: [Int: [Double]] = [:]
          subject.faults(layout.frames, texts) { _, view, _, _ in
            if let index = target.resolved.views.firstIndex(where: { positions[$0.view.id] == view }) {
              outlines[index] = layout.frames[index].numbers
            }
          }
          pictures.append(
            (
              locale * matrix.textSizes.count + number,
              LintPicture(
                unit: name, locale: matrix.locales[locale].name, textSize: size,
                svg: SVGPicture.fragment(state, outlines: outlines), faults: outlines.count)
            ))
        }
      }
    }
    return pictures.sorted { $0.order < $1.order }.map(\.picture)
  }
}

extension LayoutDocument {
  /// The document before its edits in each locale and at each text size, on the first device of a matrix.
  ///
  /// - Throws: What only running can find.
  public func pictures(_ matrix: LintMatrix) throws(DocumentError) -> [LintPicture] {
    var pictures: [LintPicture] = []
    for locale in matrix.locales {
      for size in matrix.textSizes {
        var document = localized(locale, size)
        if let canvas = matrix.canvases[0].canvas { document.show(on: canvas) }
        if let size = matrix.canvases[0].size { document.size = (size.width, size.height) }
        let result = try document.run()
        guard var state = result.states.first else { continue }
        let findings = document.findings(in: result).filter { $0.state == 0 }
        var outlines: [Int: [Double]] = [:]
        for (index, item) in state.items.enumerated() {
          if item.shownText == nil { state.items[index].text = document.text(of: item.name) }
          if findings.contains(where: { $0.item == item.name }) { outlines[index] = state.frame(of: item.name) }
        }
        pictures.append(
          LintPicture(
            unit: file, locale: locale.name, textSize: size, svg: SVGPicture.fragment(state, outlines: outlines),
            faults: findings.count))
      }
    }
    return pictures
  }

  private func text(of name: String) -> String? {
    guard case .tree(let tree) = content, let view = tree.views.first(where: { $0.name == name }), view.text.isShown
    else { return nil }
    return view.text.description.text
  }
}
