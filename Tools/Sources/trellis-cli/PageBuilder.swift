// One HTML page of documents and storyboards, for `layout` and `check`.

import Foundation
import Trellis
import TrellisFiles

/// Collects layouts for a page.
struct PageBuilder: Sendable {
  /// Sizes to show besides a storyboard's own; those of documents in place of their own.
  let sizes: [Size]
  /// Devices to show storyboards on.
  let canvases: [Canvas]?
  /// Kinds of findings to leave out.
  let ignored: Set<String>
  /// Named states to show documents in instead of before and after their edits, and a way between two.
  var states: StateChoice?
  var transition: StateTransition?
  private var entries: [HTMLPage.Entry] = []
  /// What pages show.
  private static let detail: LayoutDetail = [.ambiguity, .dimensions, .influences, .cures, .curedFrames]
  /// Whether all files could be used.
  private(set) var isUsable = true

  init(sizes: [Size], canvases: [Canvas]?, ignored: Set<String> = []) {
    self.sizes = sizes
    self.canvases = canvases
    self.ignored = ignored
  }

  /// Adds files, those that cannot be used as what is wrong with them.
  ///
  /// - Returns: Whether all could be used.
  @discardableResult
  mutating func add(_ files: [String], _ title: String, jobs: Int) throws -> Bool {
    let builder = self
    var new: [HTMLPage.Entry] = []
    isUsable = try Input.forEachFile(files, title, jobs: jobs) { error in
      new.append(HTMLPage.Entry(unusable: error, name: Self.title(of: [error.file])))
    } _: { bytes, file in
      try builder.entries(of: bytes, file)
    } then: {
      new += $0
    }
    entries += new
    return isUsable
  }

  /// Whether no layout has a finding but those of kinds to be ignored.
  var isClean: Bool { entries.allSatisfy { $0.shown.allSatisfy { $0.remarks.isEmpty } } }

  private func entries(of bytes: [UInt8], _ file: String) throws -> [HTMLPage.Entry] {
    guard InterfaceFile.isInterfaceFile(file, bytes) else {
      return [try entry(of: LayoutDocument(measuring: bytes, file: file))]
    }
    try states?.checkInterface(file)
    try transition?.checkInterface(file)
    return try entries(of: InterfaceFile(parsing: bytes, file: file))
  }

  /// The units of a file; the file's own canvas comes first.
  private func entries(of file: InterfaceFile) throws -> [HTMLPage.Entry] {
    var entries: [HTMLPage.Entry] = []
    var indices: [String: Int] = [:]
    var variants: [(canvas: Canvas?, size: Size?)] = [(nil, nil)]
    if let canvases, file.isForDevices {
      variants += canvases.map { ($0, nil) }
    } else {
      variants += sizes.map { (nil, $0) }
    }
    for (canvas, size) in variants {
      for layout in try file.layouts(on: canvas, size: size, detail: Self.detail) {
        var shown = layout.shown
        shown.remarks.removeAll { ignored.contains($0.kind) }
        if let index = indices[layout.unit] {
          entries[index].shown.append(shown)
        } else {
          indices[layout.unit] = entries.count
          entries.append(HTMLPage.Entry(file: file.file, name: layout.name, shown: [shown]))
        }
      }
    }
    return entries
  }

  /// A document, each of its states at each size.
  private func entry(of document: LayoutDocument) throws -> HTMLPage.Entry {
    guard sizes.isEmpty || !document.isProgram else { throw DocumentError.sizeOfProgram(document) }
    var shown: [HTMLPage.Shown] = []
    var variants = Sizes.variants(of: document, canvases, sizes)
    // Its own size comes first, as a storyboard's own canvas does.
    if canvases != nil, !document.isProgram { variants.insert((nil, document), at: 0) }
    for (name, variant) in variants {
      let result =
        try transition?.run(variant, Self.detail) ?? states.map { try variant.run(inStates: $0.names, Self.detail) }
        ?? variant.run(Self.detail)
      let remarks = variant.remarks(in: result)
      let variantTitle = name ?? Self.title(ofSizeOf: variant)
      for (number, state) in result.states.enumerated() {
        var title = variantTitle
        if result.states.count > 1 { title += ", \(result.caption(number))" }
        shown.append(
          HTMLPage.Shown(
            title: title, state: state, remarks: remarks[number].filter { !ignored.contains($0.kind) }))
      }
    }
    return HTMLPage.Entry(
      file: document.file, name: URL(fileURLWithPath: document.file).lastPathComponent, shown: shown)
  }

  private static func title(ofSizeOf document: LayoutDocument) -> String {
    guard let size = document.size else { return "program" }
    return "\(plain(size.width)) × \(plain(size.height))"
  }

  /// Writes the page to a file, or to standard output; a page with nothing on it is not written.
  func write(to path: String?, title: String) throws {
    guard entries.contains(where: { $0.error == nil }) else { return }
    let text = HTMLPage(title: title, entries: entries).html()
    if let path { try Output.file(text, at: path) } else { try Output.standard(text) }
  }

  static func title(of files: [String]) -> String {
    files.count == 1 ? URL(fileURLWithPath: files[0]).lastPathComponent : "\(files.count) files"
  }
}

extension DocumentError {
  /// A size was asked for that the document has no use for.
  static func sizeOfProgram(_ document: LayoutDocument) -> DocumentError {
    DocumentError(
      file: document.file, line: 1, column: 1, message: "a program of variables has no size; leave out --size")
  }
}
