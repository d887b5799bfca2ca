// The text of a console log, made fit to be read: without what a logger puts before each line, with the lines of the
// original kept. Nothing in a log can be relied on, so every search below is bounded.

/// The bytes of a log without the prefixes of its lines.
struct LogText {
  let bytes: [UInt8]
  /// Where each line begins in `bytes`.
  private let starts: [Int]

  init(_ original: [UInt8]) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(original.count)
    var starts: [Int] = []
    for line in original.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      starts.append(bytes.count)
      bytes += line.dropFirst(Self.prefix(of: line))
      if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
      bytes.append(UInt8(ascii: "\n"))
    }
    self.bytes = bytes
    self.starts = starts
  }

  /// The line, from 1 on, that an offset lies in. Logarithmic.
  func line(of offset: Int) -> Int {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    return max(low, 1)
  }

  /// Where a text begins at an offset or later; nil where it does not. Linear.
  func find(_ text: StaticString, from offset: Int, before end: Int? = nil) -> Int? {
    let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    let last = min(end ?? bytes.count, bytes.count) - wanted.count
    guard let first = wanted.first, offset <= last else { return nil }
    return bytes.withUnsafeBufferPointer { bytes in
      (offset...last).first { bytes[$0] == first && bytes[$0..<$0 + wanted.count].elementsEqual(wanted) }
    }
  }

  /// How many bytes of a line a logger, a mail or a debugger has put before its text: quotation marks of a mail, a date, a
  /// host, a process with its number in brackets, a level.
  private static func prefix(of line: ArraySlice<UInt8>) -> Int {
    var rest = line
    while rest.first == UInt8(ascii: ">") {
      rest = rest.dropFirst()
      if rest.first == UInt8(ascii: " ") { rest = rest.dropFirst() }
    }
    // A process with its number is within the first words: `2016-09-04 20:43:03.447 App[283:33] `.
    let head = rest.prefix(160)
    guard startsWithDate(head), let bracket = head.firstIndex(of: UInt8(ascii: "[")),
      let close = head[bracket...].firstIndex(of: UInt8(ascii: "]")), close > bracket + 1,
      head[(bracket + 1)..<close].allSatisfy({ isHexadecimal($0) || $0 == UInt8(ascii: ":") })
    else { return line.count - rest.count }
    var end = close + 1
    // `(UIKitCore)`, `<Notice>:`, and a colon.
    while end < rest.endIndex {
      let byte = rest[end]
      if byte == UInt8(ascii: "("), let closing = rest[end...].prefix(64).firstIndex(of: UInt8(ascii: ")")),
        rest[(end + 1)..<closing].allSatisfy(isWord)
      {
        end = closing + 1
      } else if byte == UInt8(ascii: "<"), let closing = rest[end...].prefix(16).firstIndex(of: UInt8(ascii: ">")),
        closing > end + 1, rest[(end + 1)..<closing].allSatisfy(isLetter)
      {
        end = closing + 1
      } else if byte == UInt8(ascii: ":") {
        end += 1
        break
      } else if byte == UInt8(ascii: " "), end + 1 < rest.endIndex,
        rest[end + 1] == UInt8(ascii: "(") || rest[end + 1] == UInt8(ascii: "<"),
        rest[(end + 1)...].prefix(24).contains(UInt8(ascii: ":")), !rest[(end + 1)...].starts(with: "<NS".utf8),
        rest[(end + 1)...].prefix(24).firstIndex(of: UInt8(ascii: "0")) == nil
      {
        end += 1
      } else {
        break
      }
    }
    if end < rest.endIndex, rest[end] == UInt8(ascii: " ") { end += 1 }
    return end - line.startIndex
  }

  /// `2016-09-04 `, `11/15/14 `, `Nov 23 `.
  private static func startsWithDate(_ line: ArraySlice<UInt8>) -> Bool {
    let word = line.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
    guard word.count >= 3, word.count <= 32 else { return false }
    if word.count == 3, word.allSatisfy(isLetter) {
      return line.dropFirst(4).prefix(2).contains(where: isDigit)
    }
    return word.first.map(isDigit) == true
      && word.contains { [UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: ":")].contains($0) }
  }
}

func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

func isLetter(_ byte: UInt8) -> Bool {
  let lower = byte | 0x20
  return lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")
}

func isHexadecimal(_ byte: UInt8) -> Bool {
  isDigit(byte) || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "f"))
}

/// What a name may be made of.
func isWord(_ byte: UInt8) -> Bool { isDigit(byte) || isLetter(byte) || byte == UInt8(ascii: "_") || byte >= 0x80 }
