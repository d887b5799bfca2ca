// Text that strangers write, as it is printed, listed and put into pages.

import Foundation
import Testing

@_spi(Tools) @testable import TrellisFiles

@Suite struct VisibleTextTests {
  @Test func whatActsIsSeen() {
    #expect(visible("plain text – ü 文 👩‍👩‍👧 🏳️‍🌈") == "plain text – ü 文 👩‍👩‍👧 🏳️‍🌈")
    #expect(visible("a\u{1B}[31m\r\n\u{202E}b\u{2028}") == "a\\u{1b}[31m\\u{d}\\u{a}\\u{202e}b\\u{2028}")
    for value in UInt32(0)...0x2FFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let category = scalar.properties.generalCategory
      let isActive =
        [.control, .lineSeparator, .paragraphSeparator].contains(category) || scalar.properties.isBidiControl
      if isActive { #expect(scalar.isActive, "\(String(value, radix: 16))") }
    }
  }

  @Test func jsonReadsBack() throws {
    var text = "\\\"/"
    for value in Array(UInt32(0)...0x300) + Array(0x2000...0x2100) + [0xFEFF, 0x1F600, 0x10FFFF] {
      if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
    }
    let json = jsonString(text)
    #expect(json.unicodeScalars.allSatisfy { !$0.isActive })
    #expect(try JSONSerialization.jsonObject(with: Data("[\(json)]".utf8)) as? [String] == [text])
    #expect(try JSONReader.read(Array(json.utf8)).root.text == text)
  }

  @Test func widthsAndEndings() {
    #expect(terminalWidth("abc") == 3 && terminalWidth("文字") == 4 && terminalWidth("e\u{301}") == 1)
    #expect(terminalWidth("👩‍👩‍👧") == 2 && terminalWidth("🇩🇪") == 2 && terminalWidth("❤️") == 2 && terminalWidth("é–…") == 3)
    #expect(ending(of: "abcdef", columns: 6) == "abcdef" && ending(of: "abcdef", columns: 4) == "…def")
    #expect(
      ending(of: "文字文字", columns: 6) == "…文字" && ending(of: "abc", columns: 1) == "…"
        && ending(of: "a", columns: 0) == "")
  }

  /// FIPS 180-4's examples, and lengths around a block.
  @Test func sumsOfPages() {
    func hexadecimal(_ text: String) -> String {
      SHA256.digest(Array(text.utf8)).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
    #expect(hexadecimal("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(hexadecimal("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(
      hexadecimal("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    #expect(SHA256.base64(of: "abc") == "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=")
  }

  // MARK: - Tables and ids

  @Test func tablesListAsTheyIndent() throws {
    let document = try LayoutDocument(
      parsing: """
        {"trellis": 1, "size": [10, 10], "views": [{"name": "a", "views": [{"name": "b"}]}, {"name": "c"}],
         "guides": [{"name": "g", "in": "a"}]}
        """, file: "a.json")
    var result = try document.run()
    func names() -> [String] {
      result.table().split(separator: "\n").dropFirst().prefix(5).map { String($0.prefix { $0 != "0" && $0 != "1" }) }
    }
    let expected = ["root   ", "  a    ", "    b  ", "    g  ", "  c    "]
    #expect(names() == expected)
    // As an importer lists them: one depth after the other.
    let items = result.states[0].items
    var other = [items[0], items[1], items[3], items[2], items[4]]
    other[3].superview = 1
    result.states[0].items = other
    #expect(names() == expected)
    #expect(result.table(limit: 2).hasSuffix("… and 3 more\n"))
  }

  @Test func idsThatNobodyGaveStepAside() throws {
    let document = try LayoutDocument(
      parsing: """
        {"trellis": 1, "size": [10, 10], "views": [{"name": "a"}],
         "constraints": [{"equation": "a.left = root.left", "id": "c3"}, "a.top = root.top", "a.width = 1", "a.width = 2",
           {"equation": "a.height = 1", "id": "c3_2"}],
         "edits": [{"set": "c3", "constant": 4}, {"set": "c3_3", "constant": 2},
           {"add": {"equation": "a.height = 3", "id": "c2"}}, {"set": "c2", "constant": 1}, {"set": "c2_2", "constant": 7}]}
        """, file: "a.json")
    let states = try document.run().states
    #expect(states[0].conflicts.map(\.constraints) == [["c3_3", "c4"]])
    #expect(states.map { $0.frame(of: "a") ?? [] }.map { $0[0] } == [0, 4, 4, 4, 4, 4])
    #expect(states[2].conflicts.isEmpty && states[3].conflicts.map(\.constraints) == [["c3_2", "c2"]])
    #expect(states[4].conflicts.isEmpty && states[5].frame(of: "a")?[1] == 7)
    let twice =
      #"{"trellis": 1, "size": [1, 1], "views": [{"name": "a"}], "constraints": [{"equation": "a.width = 1", "id": "x"}, {"equation": "a.width = 1", "id": "x"}]}"#
    #expect(throws: DocumentError.self) { try LayoutDocument(parsing: twice, file: "") }
    // In a template a line's own id takes the place, for that line.
    let template = try DocumentTemplate(
      parsing: Array(#"{"trellis": 1, "size": [9, 9], "views": [{"name": "a"}], "constraints": ["a.width = 1"]}"#.utf8),
      file: "")
    let layout = TemplateLayout(template)
    let added = try layout.result(of: Array(#"{"add": {"equation": "a.width = 2", "id": "c1"}}"#.utf8))
    #expect(
      added.states[0].conflicts.map(\.broken) == ["c1"] && added.states[0].conflicts[0].constraints == ["c1_2", "c1"])
    #expect(try layout.result(of: Array(#"{"set": "c1", "constant": 5}"#.utf8)).states[0].frame(of: "a")?[2] == 5)
  }

  // MARK: - Growth

  /// A chain of views in conflict as often as there are views: what is written grows with the document, not its square.
  @Test func conflictsGrowWithTheirNumber() throws {
    func bytes(_ count: Int) throws -> (input: Int, output: Int, page: Int) {
      let views = (0..<count).map { "{\"name\": \"a\($0)\"}" }.joined(separator: ", ")
      var constraints = (1..<count).map { "\"a\($0).left = a\($0 - 1).left + 1\"" }
      constraints += (0..<count).map { "\"a0.left = a\(count - 1).left + \(10_000 + $0)\"" }
      let text =
        "{\"trellis\": 1, \"size\": [100, 100], \"views\": [\(views)], \"constraints\": [\(constraints.joined(separator: ", "))]}"
      let document = try LayoutDocument(parsing: text, file: "a.json")
      let result = try document.run()
      #expect(result.states[0].conflicts.count >= count - 1)
      #expect(result.states[0].conflicts.allSatisfy { $0.constraints.contains($0.broken) })
      let findings = document.findings(in: result).map(\.description).joined(separator: "\n")
      let shown = HTMLPage.Shown(title: "", state: result.states[0], remarks: document.remarks(in: result)[0])
      let page = HTMLPage(title: "", entries: [HTMLPage.Entry(file: "a.json", name: "a", shown: [shown])])
      return (
        text.utf8.count, result.json().utf8.count + result.table().utf8.count + findings.utf8.count,
        page.html().utf8.count
      )
    }
    let (small, large) = (try bytes(30), try bytes(90))
    #expect(Double(large.output) < 3.6 * Double(small.output), "\(small) \(large)")
    #expect(Double(large.page) < 3.6 * Double(small.page), "\(small) \(large)")
    #expect(large.output < 100 * large.input)
  }

  /// The same of a bare program, whose messages are written here.
  @Test func conflictsOfProgramsAreCut() throws {
    let variables = (0..<50).map { "\"x\($0)\"" }.joined(separator: ", ")
    let constraints = ((1..<50).map { "\"x\($0) = x\($0 - 1) + 1\"" } + ["\"x0 = x49 + 7\""]).joined(separator: ", ")
    let document = try LayoutDocument(
      parsing: "{\"trellis\": 1, \"variables\": [\(variables)], \"constraints\": [\(constraints)]}", file: "a.json")
    let conflict = try #require(try document.run().states[0].conflicts.first)
    #expect(conflict.constraints.count == 32 && conflict.more == 18 && conflict.broken == "c50")
    #expect(conflict.message.contains("    … and 42 more") && conflict.message.split(separator: "\n").count < 16)
  }

  /// A page of many ambiguous views, and one that is too large for what decides each frame.
  @Test func pagesOfManyViewsSayWhatTheyLeaveOut() throws {
    func page(_ count: Int) throws -> (text: String, seconds: Double) {
      let views = (0..<count).map { "{\"name\": \"v\($0)\"}" }.joined(separator: ", ")
      let constraints = (0..<count).map { "\"v\($0).left = root.left\"" }.joined(separator: ", ")
      let document = try LayoutDocument(
        parsing: "{\"trellis\": 1, \"size\": [100, 100], \"views\": [\(views)], \"constraints\": [\(constraints)]}",
        file: "a.json")
      let result = try document.run([.ambiguity, .influences])
      let shown = HTMLPage.Shown(title: "", state: result.states[0], remarks: document.remarks(in: result)[0])
      let page = HTMLPage(title: "", entries: [HTMLPage.Entry(file: "a.json", name: "a", shown: [shown])])
      let clock = ContinuousClock()
      var text = ""
      let duration = clock.measure { text = page.html() }
      return (text, Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18)
    }
    let small = try page(50)
    #expect(small.text.contains("\"known\": true"))
    // 600 views and as many constraints are more than are worked out.
    let large = try page(600)
    #expect(large.text.contains("\"known\": false") && !large.text.contains("can be edited"))
    #expect(large.text.utf8.count < 14 * small.text.utf8.count)
    #expect(large.seconds < 60 * max(small.seconds, 0.01), "\(small.seconds) \(large.seconds)")
  }

  @Test func idsOfAStoryboardAreItsOwn() throws {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" toolsVersion="21701" \
      targetRuntime="iOS.CocoaTouch" useAutolayout="YES"><objects><view id="v1">
      <rect key="frame" x="0" y="0" width="100" height="100"/><subviews><view id="v1"/></subviews></view></objects></document>
      """
    let error = #expect(throws: DocumentError.self) { try InterfaceFile(parsing: Array(text.utf8), file: "dupid.xib") }
    #expect(
      error?.description.hasPrefix("dupid.xib:3:67: the id 'v1' is that of the view at 2:") == true, "\(error as Any)")
    _ = try InterfaceFile(parsing: Array(text.replacing("<view id=\"v1\"/>", with: "<view id=\"v2\"/>").utf8), file: "")
  }

  @Test func mistakesOfOurFilesAreNotNamed() throws {
    let document = try LayoutDocument(
      parsing: """
        {"trellis":1,"size":[100,100],
         "views":[{"name":"a","margins":[0,1e8,0,0]}],
         "constraints":["a.top = root.top", "root.leading = 1000 * a.leadingMargin"]}
        """, file: "leak.json")
    let error = #expect(throws: DocumentError.self) { try document.run() }
    #expect(error?.line == 3 && error?.column == 37)
    #expect(error?.message.contains(".swift") == false)
    #expect(error?.message.contains("(root.leading = 1000 * a.leadingMargin)") == true)
  }
}
