// Which tests check anything, by reading their sources.
//
// A test checks if its body has `#expect` or `#require`, records an issue, or calls a function that does, and so on. Text in
// comments and literals does not count, nor does `#expect(true)`. Functions are distinguished by name: one of the same file
// before those of other files, and all of that name have to check.

import Foundation
import Testing

struct TestSources {
  struct Test {
    var file: String
    var name: String
    var checks: Bool
  }

  /// The tests with a name, in the order of files and lines.
  private(set) var tests: [Test] = []

  /// - Parameter sources: Paths and texts.
  init(_ sources: [(file: String, text: String)]) throws {
    let files = try sources.map { try SourceFile(file: $0.file, text: $0.text) }
    var declared: [String: [Function]] = [:]
    for function in files.flatMap(\.functions) { declared[function.name, default: []].append(function) }
    var checking = Set(files.flatMap(\.functions).filter(\.checksItself).map(\.id))

    func checks(_ function: Function) -> Bool {
      function.calls.contains { name in
        let all = declared[name] ?? []
        let near = all.filter { $0.file == function.file }
        let meant = near.isEmpty ? all : near
        return !meant.isEmpty && meant.allSatisfy { checking.contains($0.id) }
      }
    }
    while true {
      let more = files.flatMap(\.functions).filter { !checking.contains($0.id) && checks($0) }
      if more.isEmpty { break }
      checking.formUnion(more.map(\.id))
    }
    tests = files.flatMap { file in
      file.tests.map { Test(file: file.file, name: $0.name, checks: checking.contains($0.function.id)) }
    }
  }

  struct Function {
    var file: String
    var name: String
    var offset: Int
    var checksItself: Bool
    var calls: Set<String>
    var id: String { "\(file):\(offset)" }
  }

  /// The functions of one file, and its tests with their names.
  private struct SourceFile {
    var file: String
    var functions: [Function] = []
    var tests: [(name: String, function: Function)] = []

    init(file: String, text: String) throws {
      self.file = file
      let code = blanked(text)
      let heads = try NSRegularExpression(pattern: #"\bfunc\s+`?([\w ]+)`?"#)
      for head in heads.matches(in: code as String, range: NSRange(location: 0, length: code.length)) {
        let body = code.substring(with: Self.body(of: head.range, in: code))
        let checks = #"#expect\((?!\s*true\s*[,)])|#expect\s*\{|#require\(|\bIssue\.record\("#
        functions.append(
          Function(
            file: file, name: code.substring(with: head.range(at: 1)), offset: head.range.location,
            checksItself: try !matches(checks, in: body).isEmpty,
            calls: Set(try matches(#"(?<![#\w])(\w+)\s*[({]"#, in: body).map { $0[1] })))
      }
      let names = try NSRegularExpression(pattern: #"@Test\(\s*"((?:[^"\\]|\\.)*)""#)
      for match in names.matches(in: text, range: NSRange(location: 0, length: code.length)) {
        guard let function = functions.first(where: { $0.offset > match.range.location }) else { continue }
        let name = (text as NSString).substring(with: match.range(at: 1)).replacingOccurrences(of: "\\\"", with: "\"")
        tests.append((name, function))
      }
    }

    /// From a function's first brace outside of parentheses to the one that closes it.
    private static func body(of head: NSRange, in code: NSString) -> NSRange {
      var parentheses = 0
      var braces = 0
      var start = code.length
      for index in NSMaxRange(head)..<max(code.length, NSMaxRange(head)) {
        switch code.character(at: index) {
        case 0x28: parentheses += 1
        case 0x29: parentheses -= 1
        case 0x7B where braces > 0 || parentheses == 0:
          if braces == 0 { start = index }
          braces += 1
        case 0x7D where braces > 0:
          braces -= 1
          if braces == 0 { return NSRange(location: start, length: index + 1 - start) }
        default: break
        }
      }
      return NSRange(location: start, length: code.length - start)
    }
  }
}

/// The source with the contents of comments and literals as blanks, every other character at its offset (UTF-16). What a
/// literal interpolates goes with it.
func blanked(_ text: String) -> NSString {
  var units = Array(text.utf16)
  let (quote, slash, star, hash, escape, line) = (
    UInt16(0x22), UInt16(0x2F), UInt16(0x2A), UInt16(0x23), UInt16(0x5C), UInt16(0x0A)
  )
  var index = 0
  func at(_ offset: Int) -> UInt16 { index + offset < units.count ? units[index + offset] : 0 }
  func blank(_ count: Int) {
    for _ in 0..<count where index < units.count {
      if units[index] != line { units[index] = 0x20 }
      index += 1
    }
  }
  func blankLiteral(hashes: Int) {
    let quotes = at(0) == quote && at(1) == quote && at(2) == quote ? 3 : 1
    blank(quotes)
    while index < units.count {
      if at(0) == quote, (0..<quotes).allSatisfy({ at($0) == quote }),
        (0..<hashes).allSatisfy({ at(quotes + $0) == hash })
      {
        return blank(quotes + hashes)
      }
      if at(0) == line, quotes == 1 { return }
      let isEscape = at(0) == escape && (0..<hashes).allSatisfy { at(1 + $0) == hash }
      if isEscape, at(1 + hashes) == 0x28 {
        blank(2 + hashes)
        blankInterpolation()
      } else {
        blank(isEscape ? 2 + hashes : 1)
      }
    }
  }
  func blankInterpolation() {
    var depth = 1
    while index < units.count, depth > 0 {
      if at(0) == quote {
        blankLiteral(hashes: 0)
      } else {
        depth += at(0) == 0x28 ? 1 : at(0) == 0x29 ? -1 : 0
        blank(1)
      }
    }
  }
  while index < units.count {
    switch at(0) {
    case slash where at(1) == slash:
      while index < units.count, at(0) != line { blank(1) }
    case slash where at(1) == star:
      var depth = 0
      repeat {
        if at(0) == slash, at(1) == star {
          depth += 1; blank(2)
        } else if at(0) == star, at(1) == slash {
          depth -= 1; blank(2)
        } else {
          blank(1)
        }
      } while depth > 0 && index < units.count
    case hash:
      var hashes = 1
      while at(hashes) == hash { hashes += 1 }
      if at(hashes) == quote {
        blank(hashes)
        blankLiteral(hashes: hashes)
      } else {
        index += hashes
      }
    case quote:
      blankLiteral(hashes: 0)
    default:
      index += 1
    }
  }
  return NSString(characters: units, length: units.count)
}
