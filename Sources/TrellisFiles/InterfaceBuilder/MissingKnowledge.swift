// What a layout of a file needs and the file does not hold, in words: nothing is guessed in silence.

import Trellis

extension ResolvedUnit {
  /// What the layout needs and the file does not hold, with what was taken instead.
  func missingKnowledge(_ builder: UnitBuilder) -> [InterfaceNote] {
    sizesOfTexts(builder) + insets(builder) + classes() + baselines()
  }

  private func sizesOfTexts(_ builder: UnitBuilder) -> [InterfaceNote] {
    var shown: [Int] = []
    for fed in builder.fed where !shown.contains(fed.view) { shown.append(fed.view) }
    guard let first = shown.first else { return [] }
    let list = Self.list(shown.map { views[$0].view.label })
    return [
      InterfaceNote(
        offset: views[first].view.offset,
        message: "sizes that depend on fonts or on the system's controls are not in the file; the stored ones were "
          + "taken for \(list)")
    ]
  }

  /// Margins and safe areas, where a constraint mentions them.
  private func insets(_ builder: UnitBuilder) -> [InterfaceNote] {
    var used: [InsetKey] = []
    var offset: Int?
    for constraint in constraints {
      let ends = [
        insetKey(constraint.first, constraint.source.firstAttribute),
        constraint.second.flatMap { insetKey($0, constraint.source.secondAttribute) },
      ]
      for case let key? in ends where !used.contains(key) {
        used.append(key)
        offset = offset ?? constraint.source.offset
      }
    }
    guard let offset else { return [] }
    let inferred = used.count { builder.insets.inferred.contains($0) }
    let parts = [
      inferred > 0 ? "\(inferred) were read off stored frames" : nil,
      inferred < used.count ? "\(used.count - inferred) follow the rules of the device" : nil,
    ].compactMap { $0 }
    return [
      InterfaceNote(
        offset: offset,
        message: "margins, bars and safe areas are not in the file; of the sides that constraints mention, "
          + parts.joined(separator: ", "))
    ]
  }

  private func classes() -> [InterfaceNote] {
    var names: [String] = []
    var offset: Int?
    for item in views {
      guard let name = item.view.attributes["customClass"], !name.isEmpty, !names.contains(name) else { continue }
      names.append(name)
      offset = offset ?? item.view.offset
    }
    guard let offset else { return [] }
    return [
      InterfaceNote(
        offset: offset,
        message: "what classes of the project do is not in the file; taken for what they are based on: "
          + Self.list(names))
    ]
  }

  private func baselines() -> [InterfaceNote] {
    var notes: [InterfaceNote] = []
    for constraint in constraints
    where [.firstBaseline, .lastBaseline].contains(constraint.source.firstAttribute)
      || [.firstBaseline, .lastBaseline].contains(constraint.source.secondAttribute)
    {
      for case .view(let index)? in [constraint.first, constraint.second] {
        let font = FontMetrics(views[index].view, platform: platform)
        guard !font.isKnown, let name = views[index].view.font?.name else { continue }
        notes.append(
          InterfaceNote(
            offset: constraint.source.offset,
            message: "the baseline of \(views[index].view.label) needs the metrics of \(name), which the file does not "
              + "hold; the system font's were taken"))
      }
    }
    return notes
  }

  private static func list(_ names: [String]) -> String {
    let more = names.count - 6
    return names.prefix(6).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }
}
