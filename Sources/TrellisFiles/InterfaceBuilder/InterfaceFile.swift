// A storyboard or xib: the importer's door.

import Trellis

/// A storyboard or xib, read from its text: the layouts in it can be laid out, compared with the frames that Interface
/// Builder stored, and checked.
///
/// ```swift
/// let file = try InterfaceFile(parsing: bytes, file: "Main.storyboard")
/// let comparison = try file.compare()
/// ```
///
/// Reading checks what can be checked without solving, and reports the first mistake with its line and column. What the
/// file does not hold (the metrics of fonts, the bars around a view, what a class of one's own does) is named in the
/// results.
public struct InterfaceFile: Sendable {
  /// The file's name, as it appears in errors.
  public let file: String
  let source: [UInt8]
  let model: InterfaceModel
  let children: [[Int]]

  /// Reads a file from UTF-8.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - file: The name to use in errors.
  /// - Throws: The first mistake, with its position and its cure.
  /// - Complexity: Linear in the length of the text.
  public init(parsing bytes: [UInt8], file: String) throws(DocumentError) {
    self.file = file
    source = bytes
    do throws(Fault) {
      model = try InterfaceDecoder.decode(ElementTree(reading: bytes))
    } catch {
      throw error.located(in: bytes, file: file)
    }
    children = model.childTable()
  }

  /// Whether a file's name is that of a storyboard or xib.
  public static func isInterfaceFile(_ name: String) -> Bool {
    name.hasSuffix(".storyboard") || name.hasSuffix(".xib")
  }

  /// Whether a file is a storyboard or xib by its name, or begins as XML does where the name says nothing: from standard
  /// input, say.
  public static func isInterfaceFile(_ name: String, _ bytes: [UInt8]) -> Bool {
    if isInterfaceFile(name) { return true }
    if name.hasSuffix(".json") { return false }
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    return bytes[start...].first { $0 > 0x20 } == UInt8(ascii: "<")
  }

  /// Whether the layouts are for phones and pads, so that the devices of the table mean something to them. Those of tvOS
  /// and macOS are laid out on their own canvas only.
  public var isForDevices: Bool { model.platform == .iOS }

  /// Elements that were skipped or taken for something else, with their positions.
  public var notes: [DocumentError] { located(model.notes) }

  func located(_ notes: [InterfaceNote]) -> [DocumentError] {
    let locations = SourcePosition.linesAndColumns(of: notes.map(\.offset), in: source)
    return zip(notes, locations).map { note, location in
      DocumentError(file: file, line: location.line, column: location.column, message: note.message)
    }
  }

  func error(_ error: LayoutError, at offset: Int) -> DocumentError {
    Fault(offset, error.withoutLocation).located(in: source, file: file)
  }

  /// The units for the canvas of the file.
  ///
  /// - Parameter withConstraintsOnly: Whether to leave out those that hold no constraint.
  func units(withConstraintsOnly: Bool = true) -> [ResolvedUnit] {
    let canvas = Canvas(of: model)
    return model.units.filter { root in
      !withConstraintsOnly
        || model.members(of: root, children).contains { !model.views[$0].constraints.isEmpty }
    }.map { model.resolve($0, children, on: canvas) }
  }
}
