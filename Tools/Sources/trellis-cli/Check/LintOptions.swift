// What `check` does with `--locales` and `--text-sizes`.

import Foundation
import TrellisFiles

/// The languages, text sizes and devices that files are checked under.
struct LintOptions: Sendable {
  var locales: LocaleChoice
  var textSizes: [TextSize]
  var canvases: [LintCanvas]
  /// Every width of a range instead.
  var widths: ClosedRange<Double>?
  /// Where size classes become regular.
  var limits: SizeClassLimits
  var measurer: any TextMeasuring

  func findings(of document: LayoutDocument) throws -> [Diagnostic] {
    let matrix = matrix(document.strings)
    guard let widths else { return try document.lint(matrix).map(Diagnostic.init) }
    return try document.lint(matrix, atWidths: widths).map(Diagnostic.init)
  }

  func check(_ interface: InterfaceFile, _ file: String) throws -> CheckCommand.Checked {
    let matrix = try matrix(LocaleFiles.tables(beside: file))
    let faults: [LintFault]
    if let widths {
      faults = try interface.lint(matrix, atWidths: widths, limits: limits, measuring: measurer)
    } else {
      faults = try interface.lint(matrix, measuring: measurer)
    }
    return CheckCommand.Checked(file: file, findings: faults.map(Diagnostic.init), notes: interface.notes)
  }

  func pictures(_ bytes: [UInt8], _ file: String) throws -> [LintPicture] {
    guard InterfaceFile.isInterfaceFile(file, bytes) else {
      let document = try LayoutDocument(measuring: bytes, file: file)
      return try document.pictures(matrix(document.strings))
    }
    let interface = try InterfaceFile(parsing: bytes, file: file)
    return try interface.pictures(matrix(LocaleFiles.tables(beside: file)), measuring: measurer)
  }

  func matrix(_ tables: [String: StringTable]) -> LintMatrix {
    LintMatrix(locales: locales.locales(tables), textSizes: textSizes, canvases: canvases)
  }
}
