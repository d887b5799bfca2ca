// Files of strings: what they say, and where they are wrong.

import Foundation
import Testing

@testable import TrellisFiles

@Suite struct StringTableTests {
  private static func read(_ text: String, _ encoding: String.Encoding = .utf8) throws -> [String: String] {
    try StringTable(strings: Array(try #require(text.data(using: encoding))), file: "Main.strings").texts
  }

  @Test func strings() throws {
    let text = #"""
      /* Class = "UILabel"; text = "Send"; ObjectID = "a-1"; */
      "a-1.text" = "Senden";
      // Zeile
      b.normalTitle = 'Öffnen "jetzt"'; "c" = "Zeile\nzwei\t\U00e9\101 \\ \"x\" \UD83D\UDE00"; "alone";
      """#
    let expected = [
      "a-1.text": "Senden", "b.normalTitle": "Öffnen \"jetzt\"", "c": "Zeile\nzwei\té\u{41} \\ \"x\" 😀",
      "alone": "alone",
    ]
    #expect(try Self.read(text) == expected)
    #expect(try Self.read("{\(text)}") == expected)
    for encoding in [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian] {
      #expect(try Self.read(text, encoding) == expected)
    }
    #expect(try Self.read("\u{FEFF}" + text) == expected)
    #expect(try Self.read("") == [:])
  }

  @Test func propertyLists() throws {
    let xml = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0"><dict><!-- a -->
        <key>a-1.text</key><string>Gr&#xF6;&#223;er &amp; <![CDATA[<so>]]></string><key>b</key><string/>
      </dict></plist>
      """
    #expect(try Self.read(xml) == ["a-1.text": "Größer & <so>", "b": ""])
    let texts = ["k": "Übung", "l": "x"]
    let binary = try PropertyListSerialization.data(fromPropertyList: texts, format: .binary, options: 0)
    #expect(try StringTable(strings: Array(binary), file: "a.strings").texts == texts)
    for length in 8..<binary.count {
      // Cut anywhere it is an error, or what Foundation still makes of it, and never a trap.
      _ = try? StringTable(strings: Array(binary.prefix(length)), file: "a.strings")
    }
  }

  @Test(arguments: [
    (#""a" = "b""#, "1:10: the entry of 'a' does not end here"), ("\n\"a = b;", "2:1: a key has no closing"),
    ("/* a", "1:1: the comment does not end"), (#""a" = ;"#, "1:7: the text of 'a' is expected"),
    (#"{"a" = "b";"#, "1:1: the braces are not closed"), ("{} x", "1:4: there is text after"),
    (#""é" = "\U12";"#, "1:8: the escape has fewer"), (#""a" = "\UD83D";"#, "1:8: half of a pair"),
    (#""a" = "\UDE00";"#, "1:8: half of a pair"), ("= 1;", "1:1: a key is expected"),
    ("\"a\" = \"\\", "1:8: the text ends"),
    ("<plist>", "1:8: the text ends too early"), ("<dict/>", "1:1: the outermost element"),
    ("<plist><dict><string>a</string></dict></plist>", "1:14: <string> stands without"),
    ("<plist><dict><key>a</key></dict></plist>", "1:26: the value of 'a' is missing"),
    ("<plist><dict><key>a</key><integer>1</integer></dict></plist>", "1:26: the text of 'a' is <integer>"),
    ("<plist><array/></plist>", "1:8: the list holds an <array>"),
    ("<plist><x/></plist>", "1:8: <x> is not an element"),
    ("<plist><dict><key>&lol;</key><string/></dict></plist>", "1:19: the entity &lol;"),
    ("<!DOCTYPE plist [<!ENTITY a \"b\">]><plist/>", "1:1: the document type declares"),
    ("<plist><dict></plist>", "1:14: </plist> closes <dict>"), ("<plist><dict/></plist>x", "1:23: there is text after"),
    ("<plist><string>a", "1:8: <string> is not closed"), ("<plist><string>&</string></plist>", "1:16: '&' stands"),
  ])
  func mistakes(_ text: String, _ message: String) {
    Self.expect(message) { _ = try Self.read(text) }
  }

  @Test func deepLists() {
    let text = "<plist>" + String(repeating: "<array>", count: 100_000)
    Self.expect("1:463: values nest deeper than 64") { _ = try Self.read(text) }
  }

  @Test func bytesThatAreNoText() {
    for bytes: [UInt8] in [[0x22, 0xFF, 0x22], [0xFF, 0xFE, 0x22], [0xC3], Array("bplist00".utf8)] {
      #expect(throws: DocumentError.self) { try StringTable(strings: bytes, file: "a.strings") }
    }
  }

  private static func expect(_ message: String, _ body: () throws -> Void) {
    do {
      try body()
      Issue.record("no error; expected \(message)")
    } catch let error as DocumentError {
      #expect("\(error.line):\(error.column): \(error.message)".hasPrefix(message), "\(error)")
    } catch {
      Issue.record("\(error)")
    }
  }

  // MARK: - Plurals

  private static func plurals(_ entry: String) throws -> [String: String] {
    let text = "<plist version=\"1.0\"><dict><key>a.text</key>\(entry)</dict></plist>"
    return try StringTable(stringsdict: Array(text.utf8), file: "Main.stringsdict").texts
  }

  private static func rule(_ name: String, _ forms: String) -> String {
    "<key>\(name)</key><dict><key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>"
      + "<key>NSStringFormatValueTypeKey</key><string>d</string>\(forms)</dict>"
  }

  @Test func longestForms() throws {
    let format = "<key>NSStringLocalizedFormatKey</key><string>%#@files@ in %#@boxes@</string>"
    let files = Self.rule(
      "files", "<key>one</key><string>%d Datei</string><key>other</key><string>%d Dateien (100 %%)</string>")
    let boxes = Self.rule("boxes", "<key>one</key><string>%d Ordner</string><key>many</key><string>Ordnern %@</string>")
    #expect(
      try Self.plurals("<dict>\(format)\(files)\(boxes)</dict>") == ["a.text": "99 Dateien (100 %) in Ordnern %@"])
    let widths =
      "<dict><key>NSStringVariableWidthRuleType</key><dict><key>20</key><string>Hi</string><key>50</key>"
      + "<string>Hello</string></dict></dict>"
    #expect(try Self.plurals(widths) == ["a.text": "Hello"])
  }

  @Test(arguments: [
    ("<string>a</string>", "1:45: the rules of 'a.text' are a <string>"), ("<dict/>", "1:45: 'a.text' has no NSString"),
    (
      "<dict><key>NSStringLocalizedFormatKey</key><string>%#@n@</string></dict>",
      "1:45: the variable 'n' of 'a.text' has no rules"
    ),
    (
      "<dict><key>NSStringLocalizedFormatKey</key><string>%#@n</string></dict>",
      "1:45: a variable in the format of 'a.text' does not end"
    ),
    (
      "<dict><key>NSStringLocalizedFormatKey</key><string>%#@n@</string><key>n</key><dict/></dict>",
      "1:122: the variable 'n' has no forms"
    ),
  ])
  func mistakesOfPlurals(_ entry: String, _ message: String) {
    Self.expect(message) { _ = try Self.plurals(entry) }
  }

  /// Rules that name themselves end.
  @Test func rulesInThemselves() throws {
    let format = "<key>NSStringLocalizedFormatKey</key><string>%#@n@</string>"
    let forms = "<key>one</key><string>%#@n@ a %#@n@</string><key>other</key><string>b %#@n@ %#@n@</string>"
    #expect(try Self.plurals("<dict>\(format)\(Self.rule("n", forms))</dict>").count == 1)
  }

  // MARK: - Catalogs

  private static func catalog(_ text: String) throws -> [String: StringTable] {
    try StringTable.catalog(Array(text.utf8), file: "Main.xcstrings")
  }

  @Test func catalogs() throws {
    let tables = try Self.catalog(
      """
      {"sourceLanguage": "en", "version": "1.0", "strings": {
        "a.text": {"comment": "Class = UILabel", "extractionState": "manual", "localizations": {
          "de": {"stringUnit": {"state": "translated", "value": "Senden"}},
          "fr": {"variations": {"plural": {
            "one": {"stringUnit": {"state": "new", "value": "%lld lettre"}},
            "other": {"variations": {"device": {"iphone": {"stringUnit": {"state": "new", "value": "%lld lettres"}}}}}}}}}},
        "b.text": {}}}
      """)
    #expect(tables == ["de": StringTable(["a.text": "Senden"]), "fr": StringTable(["a.text": "99 lettres"])])
  }

  @Test(arguments: [
    ("[]", "1:1: the catalog is an array"), ("{}", "1:1: the catalog has no \"strings\""),
    (#"{"strings": 1}"#, "1:13: \"strings\" is a number"),
    (
      #"{"strings": {"a": {"localizations": {"de": {"stringUnit": {}}}}}}"#,
      "1:59: \"stringUnit\" of the text of 'a' in 'de'"
    ),
    (
      #"{"strings": {"a": {"localizations": {"de": {"stringUnit": {"value": 1}}}}}}"#,
      "1:69: \"value\" of the text of 'a' in 'de' is a number"
    ), (#"{"strings": {"a": "#, "1:19: "), ("", "1:1: "),
  ])
  func mistakesOfCatalogs(_ text: String, _ message: String) {
    Self.expect(message) { _ = try Self.catalog(text) }
  }

  // MARK: - Pseudo-locales

  @Test func longTexts() {
    #expect(PseudoText.long("Send") == "ŠéñđŠé")
    #expect(PseudoText.long("Delete %@ now\nOK") == "Đéľéţé %@ ñóŵ Đéľé\nÓĶÓ")
    for text in ["", "42", "A", "Hello, world", "Ein längerer Satz mit Wörtern"] {
      let long = PseudoText.long(text)
      let hasLetters = text.contains(where: \.isLetter)
      #expect(long.count >= text.count + (hasLetters ? text.count / 3 : 0) && long.count <= text.count * 5 / 3 + 2)
    }
  }

  @Test(arguments: [
    ("de", false), ("ar", true), ("he", true), ("fa-IR", true), ("pt-BR", false), ("az-Arab", true), ("ur_PK", true),
    ("uz-Latn", false), ("zh-Hans", false),
  ])
  func directions(_ name: String, _ isRightToLeft: Bool) {
    #expect(LintLocale.translated(name, StringTable()).isRightToLeft == isRightToLeft)
  }
}
