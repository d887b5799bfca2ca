// Whether frames are those of the closed form.

/// Compares frame tables: x, y, width and height of one view after another, in points.
enum FrameDifference {
  /// Where two frame tables differ by more than 1e-6 points, the tolerance on required constraints, or by more than 1e-12
  /// of the largest coordinate where that is more: what adding up 100,000 lengths in doubles leaves. Nil where nowhere.
  static func first(_ frames: [Double], _ expected: [Double]) -> String? {
    guard frames.count == expected.count else {
      return "\(frames.count / 4) frames, expected \(expected.count / 4)"
    }
    let tolerance = max(1e-6, 1e-12 * expected.reduce(0) { max($0, abs($1)) })
    // Written so that NaN differs.
    guard let index = frames.indices.first(where: { !(abs(frames[$0] - expected[$0]) <= tolerance) }) else {
      return nil
    }
    let name = ["x", "y", "width", "height"][index % 4]
    return "view \(index / 4) has \(name) \(frames[index]), expected \(expected[index])"
  }
}
