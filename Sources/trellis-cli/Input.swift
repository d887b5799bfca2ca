// Reading documents: files and standard input, with one line for what cannot be read.

import Foundation
import TrellisFiles

enum Input {
  /// The argument that means standard input, and its name in errors.
  static let standardInput = "-"

  /// Reads and parses the documents one by one; what one of them gets wrong is said on standard error and the others go
  /// on, so that one bad file of a thousand does not hide the rest.
  ///
  /// - Returns: Whether all could be used.
  static func forEachDocument(
    _ files: [String], _ title: String, _ body: (LayoutDocument) throws -> Void
  ) throws -> Bool {
    try forEachFile(files, title) { bytes, file in try body(LayoutDocument(parsing: bytes, file: file)) }
  }

  /// Reads the files one by one, as ``forEachDocument(_:_:_:)`` does, and leaves parsing to the caller.
  static func forEachFile(
    _ files: [String], _ title: String, _ body: ([UInt8], String) throws -> Void
  ) throws -> Bool {
    guard files.count(where: { $0 == standardInput }) <= 1 else {
      throw Failure.unusable("-: standard input can be read once; give it once")
    }
    var progress = Progress(title, total: files.count)
    var allUsable = true
    for (index, file) in files.enumerated() {
      progress.update(index, file)
      do {
        try body(bytes(of: file), file)
      } catch let error as DocumentError {
        StandardError.print(error.description)
        allUsable = false
      } catch let failure as Failure where failure.status == Failure.unusableInput {
        if let text = failure.text { StandardError.print(text) }
        allUsable = false
      }
    }
    progress.finish()
    return allUsable
  }

  private static func bytes(of file: String) throws -> [UInt8] {
    if file == standardInput {
      return Array(try FileHandle.standardInput.readToEnd() ?? Data())
    }
    guard !Output.isDirectory(file) else {
      throw Failure.unusable("\(file):1:1: is a folder; name the documents in it")
    }
    guard FileManager.default.fileExists(atPath: file) else {
      throw Failure.unusable("\(file):1:1: there is no such file; check the path")
    }
    do {
      return try Array(Data(contentsOf: URL(fileURLWithPath: file)))
    } catch {
      throw Failure.unusable("\(file):1:1: cannot be read; check its permissions")
    }
  }
}
