// Apple's system font, as far as it is public: line heights and tracking. Inter stands in for its outlines.
//
// The `hhea` table of SF Pro has an ascender of 1950 and a descender of 494 units of 2048. Tracking is that of Apple's
// Human Interface Guidelines (Typography, Tracking values, SF Pro), in points by size.
//
// What is left between Inter's advances and the system font's is fitted: least squares with a weight on small numbers over
// 177 labels and buttons of public storyboards that stand at their own width (ratio of stored to measured width within 0.94
// to 1.07), outliers weighted down. The weight was chosen where thirds of the files that were held out did best.

enum SystemFont {
  static let metrics = TypefaceMetrics(ascender: 1950.0 / 2048, descender: 494.0 / 2048, lineGap: 0)
  /// The family that stands in for it.
  static let family = "Inter"

  /// How much wider than Inter's a character is in the system font, in 1e-4 em, from U+0020 on; fitted.
  private static let corrections: [Double] = [
    -139, 0, 0, 0, 0, -75, 0, 0, -1, -1, 0, -11, -67, 0, -113, 39, 143, 77, 17, 8, -65, 163, 201, 0, 77, 160, 84, 0, 0,
    0, 0, 0, 0, -149, 11, -45, 148, 15, 116, -84, 20, 82, -40, 0, -59, -170, 68, 24, -11, 2, 39, -42, -67, -45, 23, 7,
    10, -80, -4, 84, 0, 84, 0, 0, 0, -66, 122, 65, 154, -132, -37, -20, -85, -29, 7, -46, 94, 32, 91, -47, -4, 0, 120,
    -162, -59, -27, -36, -237, 0, -135, 0, 0, 0, 0, 0,
  ]
  /// The same for any character, and what bold ones are wider beyond that.
  private static let widening = 26e-4
  private static let boldWidening = 97e-4

  /// How much wider than Inter's a character is, in ems.
  static func correction(_ unit: UInt16) -> Double {
    guard unit >= 0x20, Int(unit) - 0x20 < corrections.count else { return 0 }
    return corrections[Int(unit) - 0x20] * 1e-4
  }

  /// Points added to each character besides its own correction.
  static func spacing(_ font: Font) -> Double {
    tracking(font.size) + font.size * (widening + (font.weight >= .semibold ? boldWidening : 0))
  }

  /// The family for large sizes, drawn closer, and the part that it has at a size: the system font goes over to such
  /// outlines little by little. Fitted, on few labels.
  static let displayFamily = "Inter Display"
  static func displayPart(_ size: Double) -> Double { min(max((size - 20) / 6.5, 0), 0.8) }

  /// From line to line in text styles, in points by size: Human Interface Guidelines (Typography, leading of Dynamic Type
  /// sizes). Stored heights of labels show it: two lines of Body are 42.5 points high, three of Caption 1 are 46.5.
  private static let leadings: [(size: Double, leading: Double)] = [
    (11, 13), (12, 16), (13, 18), (14, 19), (15, 20), (16, 21), (17, 22), (18, 23), (19, 24), (20, 25), (21, 26),
    (22, 28),
    (23, 29), (24, 30), (25, 31), (26, 32), (27, 33), (28, 34), (29, 35), (30, 37), (31, 38), (32, 39), (33, 40),
    (34, 41),
    (36, 43), (38, 46), (40, 48), (44, 52), (48, 57), (52, 61), (53, 62), (56, 66), (58, 68), (60, 70),
  ]

  /// Points between the lines of a text style: what its leading is more than the height of a line.
  static func styleLineSpacing(_ size: Double) -> Double {
    let line = (metrics.ascender + metrics.descender) * size
    guard let above = leadings.firstIndex(where: { $0.size >= size }) else { return max(0, size * 70 / 60 - line) }
    let (high, low) = (leadings[above], leadings[max(0, above - 1)])
    let part = high.size > low.size ? (size - low.size) / (high.size - low.size) : 1
    return max(0, low.leading + part * (high.leading - low.leading) - line)
  }

  /// Points added to each character, from size 6 on.
  private static let trackingBySize: [Double] = [
    0.24, 0.23, 0.21, 0.17, 0.12, 0.06, 0, -0.08, -0.15, -0.23, -0.31, -0.43, -0.44, -0.45, -0.45, -0.36, -0.26, -0.10,
    0.07, 0.15, 0.22, 0.29, 0.38, 0.40, 0.40, 0.39, 0.41, 0.40, 0.40, 0.38, 0.37,
  ]

  /// Points added to each character at a size; between sizes of the table in a straight line.
  static func tracking(_ size: Double) -> Double {
    let position = min(max(size - 6, 0), Double(trackingBySize.count - 1))
    let below = Int(position)
    let above = min(below + 1, trackingBySize.count - 1)
    let part = position - Double(below)
    return trackingBySize[below] * (1 - part) + trackingBySize[above] * part
  }
}
