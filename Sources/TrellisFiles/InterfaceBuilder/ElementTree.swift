// The elements of an Interface Builder file as a flat table, read event by event.
//
// Most of such a file (colours, fonts' attributes, outlets, accessibility) says nothing about layout and is dropped as
// it passes, so a file of a hundred megabytes costs what its views and constraints cost. Elements lie in one array in
// document order; each knows its parent and where its descendants end, so nothing here recurses.

import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The elements of a file that may matter to layout.
struct ElementTree {
  struct Element {
    var name: String
    var attributes: [String: String]
    /// Index of the element around this one; -1 for the outermost.
    var parent: Int
    /// Index after the last descendant.
    var end = 0
    /// Byte offset of the start tag.
    var offset: Int
    /// The character data of a `<string>`.
    var text = ""
    /// What its author notes about it (Identity inspector, Document, Notes).
    var note = ""
  }

  /// The text.
  let bytes: [UInt8]
  private(set) var elements: [Element]
  /// Identifiers of everything in the file, dropped elements included.
  private(set) var identifiers: Set<String>

  private static let streamedLength = 8_000_000

  /// Reads a file.
  ///
  /// - Throws: What is not well-formed, with its position.
  /// - Complexity: Linear in the length of the text.
  init(reading bytes: [UInt8]) throws(Fault) {
    self.bytes = bytes
    let outline = try XMLOutline(of: bytes)
    let collector = ElementCollector(bytes: bytes, starts: outline.starts)
    // In one piece a text of more than 10 MB is "huge" to libxml2 and refused; from a stream it goes in small ones.
    let parser =
      bytes.count < Self.streamedLength
      ? XMLParser(data: Data(bytes)) : XMLParser(stream: InputStream(data: Data(bytes)))
    parser.shouldResolveExternalEntities = false
    parser.delegate = collector
    let isWhole = parser.parse()
    guard isWhole, collector.fault == nil else {
      throw collector.fault ?? Fault(0, "the text is not XML; a storyboard or xib is expected")
    }
    // A stream that ends within an element is not an error to the parser.
    guard collector.isWhole else { throw Fault(bytes.count, "the text ends too early; close every element") }
    elements = collector.elements
    identifiers = collector.identifiers
    guard !elements.isEmpty else { throw Fault(0, "the file has no element; a storyboard or xib is expected") }
  }

  /// The children of an element, in order.
  func children(of index: Int) -> ChildSequence {
    ChildSequence(tree: self, following: index + 1, end: elements[index].end)
  }

  /// The first child with a name, and where it is given, a `key`.
  func child(of index: Int, _ name: String, key: String? = nil) -> Int? {
    children(of: index).first { child in
      elements[child].name == name && (key == nil || elements[child].attributes["key"] == key)
    }
  }

  struct ChildSequence: Sequence, IteratorProtocol {
    let tree: ElementTree
    var following: Int
    let end: Int

    mutating func next() -> Int? {
      guard following < end else { return nil }
      defer { following = tree.elements[following].end }
      return following
    }
  }
}

extension SourcePosition {
  /// The byte offset of a line and column, both from 1; columns count bytes.
  static func offset(line: Int, column: Int, in bytes: [UInt8]) -> Int {
    var offset = 0
    for _ in 1..<max(line, 1) {
      guard let end = bytes[offset...].firstIndex(of: 0x0A) else { break }
      offset = end + 1
    }
    return min(offset + max(column - 1, 0), bytes.count)
  }
}

/// Takes the parser's events.
private final class ElementCollector: NSObject, XMLParserDelegate {
  /// Elements that are dropped with all that is in them.
  private static let dropped: Set<String> = [
    "accessibility", "action", "attributedString", "color", "dependencies", "outlet", "outletCollection",
    "userDefinedRuntimeAttributes",
  ]
  /// The longest text that is kept of a `<string>`: it is for pictures.
  private static let maximumText = 200

  var elements: [ElementTree.Element] = []
  var identifiers: Set<String> = []
  var fault: Fault?
  private let bytes: [UInt8]
  private let starts: [Int]
  private var count = 0
  private var open: [Int] = []
  private var droppedDepth = 0
  private var isInNote = false
  private var isInContent = false

  /// Whether every element was seen and closed.
  var isWhole: Bool { open.isEmpty && droppedDepth == 0 && count == starts.count }

  init(bytes: [UInt8], starts: [Int]) {
    self.bytes = bytes
    self.starts = starts
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    guard fault == nil else { return }
    let offset = count < starts.count ? starts[count] : starts.last ?? 0
    count += 1
    if let id = attributes["id"] { identifiers.insert(id) }
    if droppedDepth > 0 || Self.dropped.contains(name) {
      if droppedDepth == 0, attributes["key"] == "userComments" { isInNote = true }
      droppedDepth += 1
      guard isInNote else { return }
      if let content = attributes["content"] { note(content) }
      isInContent = name == "string" && attributes["key"] == "content"
      return
    }
    open.append(elements.count)
    elements.append(
      ElementTree.Element(
        name: name, attributes: attributes, parent: open.count > 1 ? open[open.count - 2] : -1, offset: offset))
  }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    if droppedDepth > 0 {
      droppedDepth -= 1
      isInContent = false
      if droppedDepth == 0 { isInNote = false }
    } else if let last = open.popLast() {
      elements[last].end = elements.count
    }
  }

  private func note(_ text: String) {
    guard let last = open.last, elements[last].note.count < Self.maximumText else { return }
    elements[last].note += text.prefix(Self.maximumText)
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    if isInContent { return note(string) }
    guard droppedDepth == 0, let last = open.last, elements[last].name == "string",
      elements[last].text.count < Self.maximumText
    else { return }
    elements[last].text += string.prefix(Self.maximumText)
  }

  func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
    guard fault == nil else { return }
    let offset = SourcePosition.offset(line: parser.lineNumber, column: parser.columnNumber, in: bytes)
    fault = Fault(offset, Self.message((error as NSError).code))
    // Not `abortParsing()`: libxml2 2.9 may follow its emptied input when it is stopped from within an error. What it
    // still tells is not looked at.
  }

  /// What the parser's error codes mean (libxml2, `xmlParserErrors`).
  private static func message(_ code: Int) -> String {
    switch code {
    case 4, 5: "the text ends too early, or goes on after the last element; close every element, and one is outermost"
    case 9: "there is a character that XML does not allow; remove it"
    case 14, 6, 7, 8: "a character reference is not valid; write it as &#NUMBER;"
    case 26, 27, 22, 23, 24: "an entity is not known; only &amp; &lt; &gt; &quot; and &apos; are"
    case 38, 39, 40, 41: "an attribute's value is not well-formed; write NAME=\"VALUE\""
    case 42: "an attribute is given twice; give it once"
    case 64, 57, 56: "the XML declaration is not well-formed; write <?xml version=\"1.0\" encoding=\"UTF-8\"?>"
    case 65, 68, 73: "a tag is not well-formed; write <NAME ATTRIBUTE=\"VALUE\">"
    case 76, 77: "a tag does not match the one that it closes; close elements in the order in which they were opened"
    case 81, 31, 32: "the encoding is not UTF-8; save the file as UTF-8"
    case 86: "there is text after the last element; remove it"
    case 89: "an attribute or text is too long; Interface Builder writes none of that length"
    default: "the text is not well-formed XML (libxml2 error \(code)); open and save the file with Interface Builder"
    }
  }
}
