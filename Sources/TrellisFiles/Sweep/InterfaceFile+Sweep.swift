// Sweeping the units of a storyboard or xib: each is built anew at every size, as on a device of that size.

import Trellis

extension InterfaceFile {
  /// Every unit that has something in it as a function of its width or height: exact intervals, what happens between them,
  /// and where something is wrong. Frames are not rounded; sizes that the file does not hold are as in
  /// ``layouts(on:size:detail:)``, and do not change with the width.
  ///
  /// - Parameters:
  ///   - parameter: The width or the height.
  ///   - range: From where to where, in points.
  /// - Throws: A constant as the parameter; what only solving can find.
  public func sweeps(
    _ parameter: SweepResult.Parameter, over range: ClosedRange<Double>
  ) throws(DocumentError) -> [SweepResult] {
    if case .constant(let id) = parameter {
      throw DocumentError(
        file: file, line: 1, column: 1,
        message: "constants of storyboards cannot be swept (\(quoted(id))); sweep the width or the height")
    }
    var results: [SweepResult] = []
    for unit in units(withConstraintsOnly: false) where unit.views.count > 1 {
      do throws(LayoutError) {
        results.append(
          try sweepSubject(unit, parameter).run(parameter, over: range, file: file, source: source))
      } catch {
        throw self.error(error, at: unit.views[0].view.offset)
      }
    }
    return results
  }

  private func sweepSubject(
    _ unit: ResolvedUnit, _ parameter: SweepResult.Parameter
  ) throws(LayoutError) -> SweepSubject {
    let saved = Canvas(of: model)
    let natural = try naturalLengths(of: unit)
    let size = unit.size
    func built(_ value: Double) throws(LayoutError) -> UnitBuilder {
      let target =
        parameter == .width ? Size(width: value, height: size.height) : Size(width: size.width, height: value)
      let resolved = model.resolve(unit.root, children, on: saved, size: target)
      return try UnitBuilder(
        resolved, UnitInsets(of: resolved, .device), images: model.images, natural: natural, isOnCanvas: false)
    }
    let probe = try built(parameter == .width ? size.width : size.height)
    let items = probe.unit.views.enumerated().map { index, item in
      var made = SweepSubject.Item(
        item: SweepResult.Item(
          name: item.view.id, label: item.view.label, superview: item.superview, isVisible: !item.isInvisible),
        scrolls: item.scrolls, insets: item.control.insets, offset: item.view.offset)
      guard UnitReport.textElements.contains(item.view.element) else { return made }
      let wanted = probe.views[index].intrinsicSize
      made.tolerance = 1
      let insets = item.control.insets
      if wanted.width >= 0, !item.wrapsText { made.wanted.width = wanted.width + insets.leading + insets.trailing }
      if wanted.height >= 0 { made.wanted.height = wanted.height + insets.top + insets.bottom }
      return made
    }
    return SweepSubject(unit: unit.name(in: model), items: items, size: size) { value throws(LayoutError) in
      let builder = try built(value)
      builder.scene.scale = nil
      var indices: [ObjectIdentifier: Int] = [:]
      for (index, constraint) in builder.constraints.enumerated() {
        if let constraint { indices[ObjectIdentifier(constraint)] = index }
      }
      let names = ItemNames(builder.unit, builder)
      return OpenSweep(
        scene: builder.scene, items: builder.views, parameters: [parameter == .width ? .width : .height],
        source: { constraint in
          if let index = indices[ObjectIdentifier(constraint)] {
            let source = builder.unit.constraints[index].source
            return (source.id, builder.unit.text(of: builder.unit.constraints[index]), source.offset)
          }
          let words = names.words(constraint)
          let isRoot = constraint.isSystemMade && !constraint.isContentSize && constraint.firstItem === builder.views[0]
          return (isRoot ? NamedCause.rootSize : words, words, nil)
        },
        itemName: { item in
          // Guides are the file's own business; so is what its author asked not to be warned of.
          guard let index = builder.views.firstIndex(where: { $0 === item }) else { return "" }
          let view = builder.unit.views[index].view
          return view.attributes["verifyAmbiguity"] == nil ? view.id : ""
        })
    }
  }
}

extension ResolvedView {
  /// Whether a text of this view breaks its lines elsewhere when it has less room.
  var wrapsText: Bool { view.element == "label" && view.attributes["numberOfLines"] ?? "1" != "1" }
}
