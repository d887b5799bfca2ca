// The texts of many instances, as numbers: what a template looks up instead of asking each text.
//
// All steps lie in one array, so that an instance touches a line or two of memory. A step is known to 2e-6 points, and
// scenes ask a text itself, so that near a step, and outside of the widths that steps were made for, the text is asked.

/// The texts of a table of instances, ready to be looked up at any width.
///
/// ```swift
/// let texts = TextTable(messages, widths: 120...430)        // once
/// let table = try template.solve(inputs, texts: texts)      // at each size of the window
/// ```
public struct TextTable: Sendable {
  /// One text.
  struct Entry {
    var naturalSize: Size
    var firstBaseline: Double
    var lastBaseline: Double
    /// From this width on, the natural height.
    var naturalFrom: Double
    /// The steps in `steps`.
    var start: Int
    var end: Int

    var isUsable: Bool {
      abs(naturalSize.width) <= valueLimit && naturalSize.height >= 0 && naturalSize.height <= valueLimit
        && abs(firstBaseline) <= valueLimit && abs(lastBaseline) <= valueLimit
    }
  }

  private(set) var texts: [any WrappingText]
  private(set) var entries: [Entry] = []
  private(set) var steps: [HeightForWidth.Step] = []
  /// Steps of texts that were replaced.
  private var unused = 0
  /// Texts with a length that is not usable.
  private var unusableCount = 0
  /// The widths that steps are known for.
  public let widths: ClosedRange<Double>

  /// Prepares texts.
  ///
  /// - Parameters:
  ///   - texts: The texts of the first instance in the order of ``LayoutTemplate/textNames``, then those of the second, and so
  ///     on.
  ///   - widths: The widths that are of interest, in points. Others are answered too, but by asking the text each time.
  /// - Complexity: The making of all steps.
  public init(_ texts: [any WrappingText], widths: ClosedRange<Double> = 0...100_000_000) {
    self.texts = texts
    self.widths = widths
    entries.reserveCapacity(texts.count)
    for text in texts { append(entry(of: text)) }
  }

  /// How many texts there are.
  public var count: Int { texts.count }

  /// Appends a text.
  public mutating func append(_ text: any WrappingText) {
    texts.append(text)
    append(entry(of: text))
  }

  /// A text; setting it makes its steps.
  public subscript(position: Int) -> any WrappingText {
    get { texts[position] }
    set {
      unused += entries[position].end - entries[position].start
      texts[position] = newValue
      if !entries[position].isUsable { unusableCount -= 1 }
      entries[position] = entry(of: newValue)
      if !entries[position].isUsable { unusableCount += 1 }
      if unused > 1_024, unused > steps.count / 2 { compact() }
    }
  }

  /// The texts of some instances: their positions.
  public subscript(positions: Range<Int>) -> TextTable {
    var part = TextTable([], widths: widths)
    part.texts = Array(texts[positions])
    for entry in entries[positions] { part.append(entry, steps) }
    return part
  }

  private mutating func append(_ entry: Entry) {
    if !entry.isUsable { unusableCount += 1 }
    entries.append(entry)
  }

  private mutating func append(_ entry: Entry, _ source: [HeightForWidth.Step]) {
    var moved = entry
    moved.start = steps.count
    steps += source[entry.start..<entry.end]
    moved.end = steps.count
    append(moved)
  }

  private mutating func compact() {
    let (oldEntries, oldSteps) = (entries, steps)
    (entries, steps, unused, unusableCount) = ([], [], 0, 0)
    for entry in oldEntries { append(entry, oldSteps) }
  }

  private mutating func entry(of text: any WrappingText) -> Entry {
    let size = text.naturalSize
    let baselines = text.baselines
    let start = steps.count
    steps += text.heightSteps(in: widths)
    return Entry(
      naturalSize: size, firstBaseline: baselines.first, lastBaseline: baselines.last,
      naturalFrom: size.width >= 0 ? size.width - 0.5e-6 : .infinity, start: start, end: steps.count)
  }
}

extension TextTable {
  /// Looks heights up. Valid within a call of `withLookup`.
  struct Lookup {
    fileprivate let entries: UnsafeBufferPointer<Entry>
    fileprivate let steps: UnsafeBufferPointer<HeightForWidth.Step>
    fileprivate let texts: [any WrappingText]
    fileprivate let widths: ClosedRange<Double>

    /// The height of a text at a width as scenes ask for it, on the grid of `textWidth`.
    @inline(__always)
    func height(_ position: Int, _ width: Double) -> Double {
      let entry = entries[position]
      if width >= entry.naturalFrom { return entry.naturalSize.height }
      guard entry.start < entry.end, width >= widths.lowerBound, width <= widths.upperBound else {
        return texts[position].height(fitting: width)
      }
      var low = entry.start
      var high = entry.end
      while high - low > 1 {
        let middle = (low + high) / 2
        if steps[middle].width <= width { low = middle } else { high = middle }
      }
      let isNear = width - steps[low].width < nearness || (high < entry.end && steps[high].width - width < nearness)
      return isNear ? texts[position].height(fitting: width) : steps[low].height
    }
  }

  /// Calls a function with what looks heights up.
  func withLookup(_ body: (Lookup) -> Void) {
    entries.withUnsafeBufferPointer { entries in
      steps.withUnsafeBufferPointer { steps in
        body(Lookup(entries: entries, steps: steps, texts: texts, widths: widths))
      }
    }
  }

  /// The position of the first text with a length that is not usable.
  var firstUnusable: Int? { unusableCount > 0 ? entries.firstIndex { !$0.isUsable } : nil }
}

/// How near a step a text is asked: steps are known to half of it.
private let nearness = 4e-6
