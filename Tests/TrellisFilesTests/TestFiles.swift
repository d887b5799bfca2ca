// Files of the package, read by tests.

import Foundation

enum TestFiles {
  /// The folder `Tests`.
  private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

  /// A file below `Tests`.
  static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: tests.appendingPathComponent(path)))
  }

  /// A file below the package's folder.
  static func packageBytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: tests.deletingLastPathComponent().appendingPathComponent(path)))
  }

  /// The names of the files in a folder of the package with an extension, sorted.
  static func names(in folder: String, withExtension fileExtension: String) throws -> [String] {
    let url = tests.deletingLastPathComponent().appendingPathComponent(folder)
    return try FileManager.default.contentsOfDirectory(atPath: url.path)
      .filter { $0.hasSuffix("." + fileExtension) }.sorted()
  }

  static func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: tests.appendingPathComponent(path))
  }
}
