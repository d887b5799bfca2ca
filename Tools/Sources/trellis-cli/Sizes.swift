// Sizes and devices that layouts are asked for at.

import Trellis
import TrellisFiles

enum Sizes {
  /// What a layout takes (``LayoutError/Kind/valueOutOfRange``).
  private static let limit = 0...1e8

  /// The sizes of an option that may be given several times, each with several sizes.
  static func parsed(_ options: [String]) throws -> [Size] {
    try options.flatMap { try List.values($0, "--size").map(parsed) }
  }

  private static func parsed(_ text: String) throws -> Size {
    let numbers = text.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
    guard numbers.count == 2, let width = numbers[0], let height = numbers[1], limit.contains(width),
      limit.contains(height)
    else {
      throw Failure.unusable(
        "--size \(text): not a size; use WIDTHxHEIGHT in points, each from 0 to 1e8, as in 320x568")
    }
    return Size(width: width, height: height)
  }

  /// What a storyboard is laid out on: each device, else at each size, else as it is.
  static func variants(_ canvases: [Canvas]?, _ sizes: [Size]) -> [(canvas: Canvas?, size: Size?)] {
    if let canvases { return canvases.map { ($0, nil) } }
    return sizes.isEmpty ? [(nil, nil)] : sizes.map { (nil, $0) }
  }

  /// A document on each device, else at each size, else as it is, with what to call that. A bare program has neither.
  static func variants(
    of document: LayoutDocument, _ canvases: [Canvas]?, _ sizes: [Size]
  ) -> [(name: String?, document: LayoutDocument)] {
    guard !document.isProgram else { return [(nil, document)] }
    return variants(canvases, sizes).map { canvas, size in
      var document = document
      if let canvas { document.show(on: canvas) }
      if let size { document.size = (size.width, size.height) }
      return (canvas?.name ?? size.map { "\(plain($0.width)) × \(plain($0.height))" }, document)
    }
  }
}
