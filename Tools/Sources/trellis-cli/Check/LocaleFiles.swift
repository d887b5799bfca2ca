// The translations beside a storyboard or xib, where Xcode puts them: `de.lproj/Main.strings` and `Main.stringsdict` beside
// `Base.lproj/Main.storyboard`, or one catalog `Main.xcstrings` (in `mul.lproj`) for all locales.

import Foundation
import TrellisFiles

enum LocaleFiles {
  /// The locales that a file has translations in, with their texts.
  ///
  /// - Throws: The first mistake in one of the files of strings.
  static func tables(beside file: String) throws -> [String: StringTable] {
    guard file != Input.standardInput else { return [:] }
    let url = URL(fileURLWithPath: file)
    let stem = url.deletingPathExtension().lastPathComponent
    let folder = prefix(of: file)
    let isInProject = folder.hasSuffix(".lproj/")
    let base = isInProject ? prefix(of: String(folder.dropLast())) : folder
    var tables: [String: StringTable] = [:]
    for catalog in Set([base, folder, base + "mul.lproj/"]).sorted() {
      guard let bytes = try bytes(catalog + stem + ".xcstrings") else { continue }
      for (locale, table) in try StringTable.catalog(bytes, file: catalog + stem + ".xcstrings") {
        tables[locale, default: StringTable()].add(table)
      }
    }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: base.isEmpty ? "." : base)) ?? []
    for name in names.sorted() where name.hasSuffix(".lproj") {
      let locale = String(name.dropLast(".lproj".count))
      guard locale != "Base", locale != "mul" else { continue }
      let path = base + name + "/" + stem
      if let bytes = try bytes(path + ".strings") {
        tables[locale, default: StringTable()].add(try StringTable(strings: bytes, file: path + ".strings"))
      }
      if let bytes = try bytes(path + ".stringsdict") {
        tables[locale, default: StringTable()].add(try StringTable(stringsdict: bytes, file: path + ".stringsdict"))
      }
    }
    return tables
  }

  private static func bytes(_ path: String) throws -> [UInt8]? {
    FileManager.default.fileExists(atPath: path) ? try Input.bytes(of: path) : nil
  }

  /// A path up to its last component: nothing, or what ends with `/`.
  private static func prefix(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }
}

/// The languages that `--locales` asks for.
struct LocaleChoice: Sendable {
  /// Whether those are asked for that a file has.
  var isAll = false
  /// Others by name, among them `Base`, `long` and `rtl`.
  var names: [String] = []

  static func parsed(_ text: String) throws -> LocaleChoice {
    var choice = LocaleChoice()
    for name in try List.values(text, "--locales") {
      guard name.utf8.allSatisfy({ $0 == 0x2D || $0 == 0x5F || (0x30...0x39).contains($0) || isLetter($0) }) else {
        throw Failure.unusable(
          "--locales \(name): not a locale; use all, names such as de or pt-BR, and the pseudo-locales long and rtl")
      }
      if name == "all" { choice.isAll = true } else if !choice.names.contains(name) { choice.names.append(name) }
    }
    return choice
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  /// The locales of a file with some translations. One that it has none in shows the file's own texts.
  func locales(_ tables: [String: StringTable]) -> [LintLocale] {
    var all: [LintLocale] = []
    if isAll {
      all.append(.base)
      all += tables.keys.sorted().filter { !names.contains($0) }.map { .translated($0, tables[$0] ?? StringTable()) }
    }
    for name in names {
      switch name {
      case "Base": if !isAll { all.append(.base) }
      case "long": all.append(.long)
      case "rtl": all.append(.rightToLeft)
      default: all.append(.translated(name, tables[name] ?? StringTable()))
      }
    }
    return all
  }

  /// The named locales that are to be found in files.
  var wanted: [String] { names.filter { !["Base", "long", "rtl"].contains($0) } }
}

extension TextSize {
  static func parsed(_ text: String) throws -> [TextSize] {
    if text == "all" { return allCases }
    let chosen = try List.values(text, "--text-sizes").map { name in
      guard let size = TextSize(rawValue: name.lowercased()) else {
        let names = allCases.map(\.rawValue).joined(separator: ", ")
        throw Failure.unusable("--text-sizes \(name): unknown text size; use all, or some of \(names)")
      }
      return size
    }
    return allCases.filter(chosen.contains)
  }
}
