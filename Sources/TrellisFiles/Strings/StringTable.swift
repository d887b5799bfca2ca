// The translations of a storyboard or xib: files of strings as Xcode writes them, read into one table a locale.
//
// Three kinds of files hold them: `.strings` (a property list, as a rule in its old form without the outer braces),
// `.stringsdict` (an XML property list whose texts depend on numbers) and `.xcstrings` (a catalog in JSON, all locales in
// one). Foundation's readers give no positions, and on Linux trap on some malformed lists; those here give line and column.
//
// Reference: Apple, Resource Programming Guide, "String Resources"; Property List Programming Guide, "Old-Style ASCII
// Property Lists"; Internationalization and Localization Guide, "Stringsdict File Format".

import Foundation

/// Texts by key, such as `"kfg-12-Xyz.text"`.
public struct StringTable: Sendable, Equatable {
  /// The texts. Of a text that depends on a number, the longest form.
  public var texts: [String: String]

  /// Creates a table.
  public init(_ texts: [String: String] = [:]) { self.texts = texts }

  /// Takes over the texts of another table; those of both are the other's.
  public mutating func add(_ other: StringTable) { texts.merge(other.texts) { _, new in new } }

  /// Reads a `.strings` file: UTF-8 or UTF-16, in the old form, in XML or binary.
  ///
  /// - Throws: The first mistake, with its line and column.
  /// - Complexity: Linear in the length of the text.
  public init(strings bytes: [UInt8], file: String) throws(DocumentError) {
    if bytes.starts(with: Array("bplist".utf8)) {
      try self.init(binary: bytes, file: file)
      return
    }
    let text = try TextEncoding.utf8(bytes, file: file)
    do throws(Fault) {
      if TextEncoding.isXML(text) {
        self.init(try Self.flat(PropertyListReader.read(text)))
      } else {
        self.init(try StringsReader.read(text))
      }
    } catch {
      throw error.located(in: text, file: file)
    }
  }

  /// Reads a `.stringsdict` file. Numbers in its texts are taken as two digits.
  ///
  /// - Throws: The first mistake, with its line and column.
  public init(stringsdict bytes: [UInt8], file: String) throws(DocumentError) {
    let text = try TextEncoding.utf8(bytes, file: file)
    do throws(Fault) {
      guard TextEncoding.isXML(text) else {
        throw Fault(0, "this is not an XML property list; a .stringsdict begins with <?xml or <plist")
      }
      self.init(try StringRules.texts(of: PropertyListReader.read(text)))
    } catch {
      throw error.located(in: text, file: file)
    }
  }

  /// Reads a catalog (`.xcstrings`): a table for each locale in it.
  ///
  /// - Throws: The first mistake, with its line and column.
  public static func catalog(_ bytes: [UInt8], file: String) throws(DocumentError) -> [String: StringTable] {
    do throws(Fault) {
      return try StringCatalog.tables(of: JSONReader.read(bytes).root)
    } catch {
      throw error.located(in: bytes, file: file)
    }
  }

  private static func flat(_ list: PropertyList) throws(Fault) -> [String: String] {
    guard case .dictionary(let members) = list.value else {
      throw Fault(list.offset, "the list holds \(list.noun); a .strings file holds a <dict> of <string>s")
    }
    var texts: [String: String] = [:]
    for (key, value) in members {
      guard case .string(let text) = value.value else {
        throw Fault(
          value.offset, "the text of \(quoted(key)) is \(value.noun); write a <string>, and plurals in a .stringsdict")
      }
      texts[key] = text
    }
    return texts
  }

  /// Binary lists are what a build makes of the others; they have no lines.
  private init(binary bytes: [UInt8], file: String) throws(DocumentError) {
    func error(_ message: String) -> DocumentError {
      DocumentError(file: file, line: 1, column: 1, message: message)
    }
    let list: Any
    do {
      list = try PropertyListSerialization.propertyList(from: Data(bytes), options: [], format: nil)
    } catch {
      throw DocumentError(
        file: file, line: 1, column: 1, message: "the binary property list is damaged; use the file that it was made of"
      )
    }
    guard let texts = list as? [String: String] else {
      throw error("the binary property list does not hold texts by key; use the file that it was made of")
    }
    self.init(texts)
  }
}

/// Files of strings may be UTF-16, as Apple's tools wrote them for long.
enum TextEncoding {
  /// The text in UTF-8, without a byte order mark.
  static func utf8(_ bytes: [UInt8], file: String) throws(DocumentError) -> [UInt8] {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return try checked(Array(bytes[3...]), file) }
    if bytes.starts(with: [0xFF, 0xFE]) { return try fromUTF16(bytes[2...], isBigEndian: false, file) }
    if bytes.starts(with: [0xFE, 0xFF]) { return try fromUTF16(bytes[2...], isBigEndian: true, file) }
    // Without a mark: what begins with a character of ASCII has a zero in its other byte.
    if bytes.count >= 2, bytes[0] != 0, bytes[1] == 0 { return try fromUTF16(bytes[...], isBigEndian: false, file) }
    if bytes.count >= 2, bytes[0] == 0, bytes[1] != 0 { return try fromUTF16(bytes[...], isBigEndian: true, file) }
    return try checked(bytes, file)
  }

  static func isXML(_ text: [UInt8]) -> Bool {
    text.first { !(0x09...0x0D).contains($0) && $0 != 0x20 } == UInt8(ascii: "<")
  }

  private static func checked(_ bytes: [UInt8], _ file: String) throws(DocumentError) -> [UInt8] {
    var position = 0
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): position += UTF8.width(scalar)
      case .emptyInput: return bytes
      case .error:
        throw Fault(position, "the bytes are neither UTF-8 nor UTF-16; save the file as UTF-8").located(
          in: bytes, file: file)
      }
    }
  }

  private static func fromUTF16(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool, _ file: String) throws(DocumentError)
    -> [UInt8]
  {
    guard bytes.count % 2 == 0 else {
      throw DocumentError(
        file: file, line: 1, column: 1, message: "the UTF-16 text has an odd number of bytes; save the file again")
    }
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    for index in stride(from: bytes.startIndex, to: bytes.endIndex, by: 2) {
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      units.append(isBigEndian ? first << 8 | second : second << 8 | first)
    }
    // Halves of pairs become U+FFFD, which measures as such.
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}
