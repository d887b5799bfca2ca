// What is wrong with a document, and where. One error type for everything that a file can get wrong, from a stray comma
// to a constraint whose items do not exist, because whoever reads the message has one question in all these cases:
// which character do I change, and into what.

/// A mistake in a document, with its position in the file.
///
/// `description` is one line, `FILE:LINE:COLUMN: what is wrong, and what would be right`, the form that editors and
/// continuous integration turn into a link.
public struct DocumentError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file as its caller named it; `-` for standard input by convention.
  public var file: String
  /// Line of the mistake, from 1.
  public var line: Int
  /// Column of the mistake in Unicode scalars, from 1. A byte order mark does not count.
  public var column: Int
  /// What is wrong and what would be right, in one line.
  public var message: String

  /// An error at a position in a file.
  public init(file: String, line: Int, column: Int, message: String) {
    self.file = file
    self.line = line
    self.column = column
    self.message = message
  }

  /// `FILE:LINE:COLUMN: MESSAGE`, without a newline: control characters of the name are escaped.
  public var description: String { "\(visible(file)):\(line):\(column): \(visible(message))" }
}

/// A mistake at a byte offset. Readers throw this; the border of the module turns it into a ``DocumentError``, so that
/// lines are counted once, and only where there is something to report.
struct Fault: Error, Equatable {
  /// Offset in bytes from the start of the text that was read.
  var offset: Int
  var message: String

  init(_ offset: Int, _ message: String) {
    self.offset = offset
    self.message = message
  }

  /// The error for people. Linear in the offset.
  func located(in bytes: [UInt8], file: String) -> DocumentError {
    let (line, column) = SourcePosition.lineAndColumn(of: offset, in: bytes)
    return DocumentError(file: file, line: line, column: column, message: message)
  }
}

enum SourcePosition {
  /// Line and column, both from 1, of a byte offset. Lines end with LF, CR or CR LF; columns count Unicode scalars.
  static func lineAndColumn(of offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
    linesAndColumns(of: [offset], in: bytes)[0]
  }

  /// Lines and columns of many offsets, in one pass over the text.
  static func linesAndColumns(of offsets: [Int], in bytes: [UInt8]) -> [(line: Int, column: Int)] {
    var positions = [(line: Int, column: Int)](repeating: (1, 1), count: offsets.count)
    var line = 1
    var column = 1
    var index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    for number in offsets.indices.sorted(by: { offsets[$0] < offsets[$1] }) {
      let end = min(offsets[number], bytes.count)
      while index < end {
        let byte = bytes[index]
        let endsLine = byte == 0x0A || (byte == 0x0D && !(index + 1 < bytes.count && bytes[index + 1] == 0x0A))
        if endsLine {
          line += 1
          column = 1
        } else if byte & 0xC0 != 0x80 {
          column += 1
        }
        index += 1
      }
      positions[number] = (line, column)
    }
    return positions
  }
}
