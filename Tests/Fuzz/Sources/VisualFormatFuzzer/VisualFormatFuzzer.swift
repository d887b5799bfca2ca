// Any bytes as a visual format: reading must end in constraints or in an error whose caret is in the format, and each
// constraint that was read must be written as a format that gives it again.
//
// The first byte chooses dialect, options and spacing; the rest is the format.

import Trellis

private let options: [FormatOptions] = [
  [], .alignAllTop, [.alignAllLeading, .alignAllTrailing], .directionLeftToRight, .directionRightToLeft,
  .spacingBaselineToBaseline, [.alignAllCenterY, .directionRightToLeft], FormatOptions(rawValue: 0xFFFF_FFFF),
]
private let spacings: [StandardSpacing] = [.standard, .classic, .margins, StandardSpacing(sibling: 0)]

/// What libFuzzer calls for each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFormat(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  let bytes = UnsafeBufferPointer(start: data, count: size)
  guard let choice = bytes.first else { return 0 }
  let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
  let dialect: FormatDialect = choice & 1 == 0 ? .apple : .extended
  let root = View("root")
  var views: [String: any LayoutItem] = ["lone": View("lone"), "root": root]
  var wasRead = false
  do throws(LayoutError) {
    for name in ["a", "b", "view", "row1", "row2", "row3", "row4"] {
      let view = View(name)
      root.addSubview(view)
      views[name] = view
    }
    let guide = LayoutGuide("gap")
    root.addLayoutGuide(guide)
    views["gap"] = guide
    let constraints = Constraint.constraints(
      withVisualFormat: VisualFormat(text), options: options[Int(choice >> 1) & 7],
      metrics: ["m": 10, "half": 0.5, "low": Priority.defaultLow, "nan": Double.nan], views: views,
      spacing: spacings[Int(choice >> 4) & 3], dialect: dialect)
    if let error = constraints.first?.lastError {
      require(constraints.count == 1, "constraints beside one that stands for a mistake")
      throw error
    }
    wasRead = true
    for constraint in constraints.prefix(1000) { try checkRoundTrip(constraint, dialect) }
    // Large layouts say nothing new about formats and would spend the fuzzer's time in the solver.
    guard constraints.count <= 60, constraints.allSatisfy(isInTree) else { return 0 }
    Constraint.activate(constraints)
    try Scene(root: root, size: Size(width: 320, height: 568)).layout()
  } catch {
    require(!error.text.isEmpty, "an error that says nothing")
    if case .invalidFormat(let column) = error.kind {
      require((0...text.utf8.count).contains(column), "a caret outside of the format: \(column)")
      require(error.text.hasPrefix("Unable to parse constraint format: "), error.text)
    }
    if !wasRead { require(root.layoutGuides.count <= 1, "a failed call left a guide") }
  }
  return 0
}

/// `lone` is in no tree.
private func isInTree(_ constraint: Constraint) -> Bool {
  [constraint.firstItem, constraint.secondItem].allSatisfy { ($0 as? View)?.name != "lone" }
}

private func checkRoundTrip(_ constraint: Constraint, _ dialect: FormatDialect) throws(LayoutError) {
  guard let (format, options) = constraint.visualFormat(dialect) else {
    require(dialect == .apple, "the extended dialect has no format for \(constraint)")
    return
  }
  let read = Constraint.constraints(withVisualFormat: format, options: options, dialect: dialect)
  require(read.count == 1, "\(format) gives \(read.count) constraints")
  let again = read.first?.visualFormat(dialect)
  require(again?.format.description == format.description, "\(format) comes back as another")
  require(read.first?.constant.magnitude == constraint.constant.magnitude, "\(format) has another constant")
  require(read.first?.priority == constraint.priority, "\(format) has another priority")
}

/// Ends the run with the input kept, as libFuzzer does for every trap.
private func require(_ condition: Bool, _ text: @autoclosure () -> String) {
  if !condition { fatalError(text()) }
}
