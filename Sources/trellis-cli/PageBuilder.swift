// One HTML page of documents and storyboards, for `layout` and `check`.

import Foundation
import Trellis
import TrellisFiles

/// Collects layouts for a page.
struct PageBuilder {
  /// Sizes to show besides a storyboard's own; those of documents in place of their own.
  var sizes: [Size]
  /// Devices to show storyboards on.
  var canvases: [Canvas]?
  private var entries: [HTMLPage.Entry] = []

  init(sizes: [Size], canvases: [Canvas]?) {
    self.sizes = sizes
    self.canvases = canvases
  }

  /// Adds a file.
  ///
  /// - Returns: Whether its layouts have no findings but those of kinds to be ignored.
  mutating func add(_ bytes: [UInt8], _ file: String, ignoring ignored: Set<String> = []) throws -> Bool {
    let new =
      InterfaceFile.isInterfaceFile(file, bytes)
      ? try entries(of: InterfaceFile(parsing: bytes, file: file), ignored)
      : [try entry(of: LayoutDocument(parsing: bytes, file: file), ignored)]
    entries += new
    return new.allSatisfy { $0.shown.allSatisfy { $0.findings.isEmpty } }
  }

  /// The units of a file; the file's own canvas comes first.
  private func entries(of file: InterfaceFile, _ ignored: Set<String>) throws -> [HTMLPage.Entry] {
    let detail: LayoutDetail = [.ambiguity, .dimensions, .influences]
    var entries: [HTMLPage.Entry] = []
    var places: [String: Int] = [:]
    var variants: [(canvas: Canvas?, size: Size?)] = [(nil, nil)]
    if let canvases, file.isForDevices {
      variants += canvases.map { ($0, nil) }
    } else {
      variants += sizes.map { (nil, $0) }
    }
    for (canvas, size) in variants {
      for layout in try file.layouts(on: canvas, size: size, detail: detail) {
        var shown = layout.shown
        shown.findings = layout.findings.filter { !ignored.contains($0.kind.rawValue) }.map {
          "\($0.kind.rawValue): \($0.place.message)"
        }
        if let place = places[layout.unit] {
          entries[place].shown.append(shown)
        } else {
          places[layout.unit] = entries.count
          entries.append(HTMLPage.Entry(file: file.file, name: layout.name, shown: [shown]))
        }
      }
    }
    return entries
  }

  /// A document, each of its states at each size.
  private func entry(of document: LayoutDocument, _ ignored: Set<String>) throws -> HTMLPage.Entry {
    guard sizes.isEmpty || !document.isProgram else {
      throw Failure.unusable("\(document.file):1:1: a program of variables has no size; leave out --size")
    }
    var shown: [HTMLPage.Shown] = []
    var variants = Sizes.variants(of: document, canvases, sizes)
    // Its own size comes first, as a storyboard's own canvas does.
    if canvases != nil, !document.isProgram { variants.insert((nil, document), at: 0) }
    for (name, variant) in variants {
      let result = try variant.run([.ambiguity, .dimensions, .influences])
      let findings = variant.findings(in: result).filter { !ignored.contains($0.kind.rawValue) }
      let variantTitle = name ?? Self.title(ofSizeOf: variant)
      for (number, state) in result.states.enumerated() {
        var title = variantTitle
        if result.states.count > 1 { title += number == 0 ? ", before the edits" : ", after edit \(number)" }
        shown.append(
          HTMLPage.Shown(
            title: title, state: state, findings: findings.filter { $0.state == number }.map(\.place.message)))
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
    guard !entries.isEmpty else { return }
    let text = HTMLPage(title: title, entries: entries).html()
    if let path { try Output.file(text, at: path) } else { try Output.standard(text) }
  }

  static func title(of files: [String]) -> String {
    files.count == 1 ? URL(fileURLWithPath: files[0]).lastPathComponent : "\(files.count) files"
  }
}
