// Where a sweep of a storyboard passes from one size class to the next: the unit is another one there, with other constraints and
// maybe other views, so that it is swept on either side by itself.

import Trellis

/// From how many points on a width and a height are regular, where a file has variations for size classes.
///
/// A system gives size classes by device, not by points. Of the devices known here the widest width that is compact where
/// the height is regular is 440 points (a large phone), the narrowest regular one 744 (a small iPad); heights are compact up to
/// 440 (phones on their side) and regular from 480 on. Windows beside others lie between.
public struct SizeClassLimits: Sendable, Equatable {
  /// The first regular width in points.
  public var width: Double
  /// The first regular height in points.
  public var height: Double

  /// Creates limits.
  public init(width: Double = 600, height: Double = 480) {
    self.width = width
    self.height = height
  }
}

extension SweepResult {
  /// The same results with each finding once that says the same where one size class ends and the next begins: it stands in the first.
  public static func joined(_ results: [SweepResult]) -> [SweepResult] {
    var results = results
    for index in results.indices.dropFirst() {
      var before = results[index - 1]
      guard before.sizeClass != nil, before.unit == results[index].unit, before.file == results[index].file,
        before.to == results[index].from
      else { continue }
      results[index].findings.removeAll { finding in
        let known = before.findings.firstIndex {
          $0.to == finding.from && $0.kind == finding.kind && $0.item == finding.item && $0.message == finding.message
            && $0.constraints == finding.constraints
        }
        guard finding.from == before.to, let known else { return false }
        before.findings[known].to = finding.to
        return true
      }
      results[index - 1] = before
    }
    return results
  }
}

extension InterfaceFile {
  /// A part of a sweep within which the size classes stay.
  struct ClassPart {
    var canvas: Canvas
    /// `regular width`; nil for a unit without variations for what moves.
    var name: String?
    var ranges: [ClosedRange<Double>]
  }

  /// The parts of a sweep of a unit, ascending, the first parameter first. Where the height is compact, as on a phone on its
  /// side, the width's class follows from the device and stays.
  func classParts(
    of unit: ResolvedUnit, _ axes: [(parameter: SweepResult.Parameter, range: ClosedRange<Double>)],
    _ limits: SizeClassLimits
  ) -> [ClassPart] {
    let saved = Canvas(of: model)
    var parts = [ClassPart(canvas: saved, name: nil, ranges: [])]
    for (parameter, range) in axes {
      let key = parameter == .width ? "widthClass" : "heightClass"
      let limit = parameter == .width ? limits.width : limits.height
      let varies =
        isForDevices && hasVariation(unit, for: key) && (parameter == .height || saved.classes.height != .compact)
      parts = parts.flatMap { part -> [ClassPart] in
        guard varies else {
          var whole = part
          whole.ranges.append(range)
          return [whole]
        }
        var split: [ClassPart] = []
        for (sizeClass, from, to) in [
          (SizeClasses.Class.compact, range.lowerBound, min(range.upperBound, limit)),
          (.regular, max(range.lowerBound, limit), range.upperBound),
        ] where from < to || (from == to && (sizeClass == .regular || to < limit)) {
          var half = part
          if parameter == .width {
            half.canvas.classes.width = sizeClass
          } else {
            half.canvas.classes.height = sizeClass
          }
          half.name = [part.name, "\(sizeClass.rawValue) \(parameter.name)"].compactMap(\.self).joined(separator: ", ")
          half.ranges.append(from...to)
          split.append(half)
        }
        return split
      }
    }
    return parts
  }

  /// Whether anything in a unit is said for a class of an axis.
  private func hasVariation(_ unit: ResolvedUnit, for key: String) -> Bool {
    model.members(of: unit.root, children).contains { index in
      let view = model.views[index]
      return view.variations.contains { $0.key.contains(key) }
        || view.constraints.contains { $0.variations.contains { $0.key.contains(key) } }
    }
  }
}
