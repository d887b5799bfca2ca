// The format of results, where a command writes several: what --format says, or else what the name of the output does. A
// picture that turns out to be JSON helps nobody, and nobody asks for one.

import Foundation

/// A format that results are written in; raw values are its names on the command line.
protocol OutputFormat: RawRepresentable, CaseIterable where RawValue == String {
  /// The format where neither --format nor the output says another.
  static var usual: Self { get }
}

extension OutputFormat {
  /// The format of an output.
  static func named(_ chosen: Self?, for output: String?) -> Self {
    if let chosen { return chosen }
    guard let output, !output.hasSuffix("/"), !Output.isDirectory(output) else { return usual }
    let names = ["txt": "table", "md": "markdown", "htm": "html"]
    let ending = OutputName.ending(of: output)
    return Self(rawValue: names[ending] ?? ending) ?? usual
  }

  /// Refuses an output whose name promises what nothing here writes.
  static func check(_ chosen: Self?, for output: String?) throws {
    guard let output, chosen == nil else { return }
    let ending = OutputName.ending(of: output)
    guard ["pdf", "png", "jpg", "jpeg", "gif", "webp", "xml", "csv", "yaml"].contains(ending) else { return }
    let names = allCases.map(\.rawValue).joined(separator: ", ")
    throw Failure.unusable("\(output): nothing is written as \(ending); name another file, or say --format (\(names))")
  }
}

enum OutputName {
  /// What follows the last point of a file's name, in small letters.
  static func ending(of path: String) -> String { URL(fileURLWithPath: path).pathExtension.lowercased() }

  /// Whether a path is that of a file by its name: one result goes there, several need a folder.
  static func isFile(_ path: String) -> Bool {
    !path.hasSuffix("/") && !Output.isDirectory(path)
      && ["json", "txt", "svg", "html", "htm"].contains(ending(of: path))
  }
}
