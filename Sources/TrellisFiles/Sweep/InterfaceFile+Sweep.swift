// Sweeping the units of a storyboard or xib: each is built anew at every size, as on a device of that size.

import Trellis

extension InterfaceFile {
  /// Every unit that has something in it as a function of its width or height: exact intervals, what happens between them,
  /// and where something is wrong. Frames are not rounded; sizes that the file does not hold are as in
  /// ``layouts(on:size:detail:)``, and do not change with the width. A unit with variations for size classes has a result for each
  /// class, which ends where the next begins.
  ///
  /// - Parameters:
  ///   - parameter: The width or the height.
  ///   - range: From where to where, in points.
  ///   - limits: Where size classes become regular.
  /// - Throws: A constant as the parameter; what only solving can find.
  public func sweeps(
    _ parameter: SweepResult.Parameter, over range: ClosedRange<Double>, limits: SizeClassLimits = SizeClassLimits()
  ) throws(DocumentError) -> [SweepResult] {
    try swept([(parameter, range)], limits) { subject, part throws(LayoutError) in
      var result = try subject.run(parameter, over: part.ranges[0], file: file, source: source)
      result.sizeClass = part.name
      return result
    }
  }

  /// Every unit that has something in it as a function of its width and height at once: polygons with affine frames that cover
  /// the rectangle of both ranges.
  ///
  /// - Parameters:
  ///   - first: What moves across, and from where to where, in points.
  ///   - second: What moves along; another than the first.
  ///   - limits: Where size classes become regular.
  /// - Throws: As ``sweeps(_:over:limits:)``; ranges with more polygons than can be looked at.
  public func sweeps(
    _ first: PlaneResult.Axis, _ second: PlaneResult.Axis, limits: SizeClassLimits = SizeClassLimits()
  ) throws(DocumentError) -> [PlaneResult] {
    try swept([(first.parameter, first.range), (second.parameter, second.range)], limits) {
      subject, part throws(LayoutError) in
      var result = try subject.run(
        PlaneResult.Axis(first.parameter, part.ranges[0]), PlaneResult.Axis(second.parameter, part.ranges[1]),
        file: file, source: source)
      result.sizeClass = part.name
      return result
    }
  }

  private func swept<Result>(
    _ axes: [(parameter: SweepResult.Parameter, range: ClosedRange<Double>)], _ limits: SizeClassLimits,
    _ run: (SweepSubject, ClassPart) throws(LayoutError) -> Result
  ) throws(DocumentError) -> [Result] {
    for case .constant(let id) in axes.map(\.parameter) {
      throw DocumentError(
        file: file, line: 1, column: 1,
        message: "constants of storyboards cannot be swept (\(quoted(id))); sweep the width or the height")
    }
    var results: [Result] = []
    for unit in units(withConstraintsOnly: false) where unit.views.count > 1 {
      do throws(LayoutError) {
        for part in classParts(of: unit, axes, limits) {
          results.append(try run(try sweepSubject(unit, axes.map(\.parameter), on: part.canvas), part))
        }
      } catch {
        throw self.error(error, at: unit.views[0].view.offset)
      }
    }
    return results
  }

  /// A unit, ready to be built at any size.
  ///
  /// - Parameters:
  ///   - canvas: With the size classes of what is swept.
  ///   - texts: Its texts, measured; nil for the sizes that the file holds.
  func sweepSubject(
    _ unit: ResolvedUnit, _ parameters: [SweepResult.Parameter], on canvas: Canvas, _ texts: MeasuredTexting? = nil
  ) throws(LayoutError) -> SweepSubject {
    let natural = try naturalLengths(of: unit)
    let size = unit.size
    func built(_ values: [Double]) throws(LayoutError) -> (builder: UnitBuilder, subject: LintSubject?) {
      var target = size
      for (parameter, value) in zip(parameters, values) {
        if parameter == .width { target.width = value } else { target.height = value }
      }
      let resolved = model.resolve(unit.root, children, on: canvas, size: target)
      if let texts { return try texts.builder(resolved) }
      let builder = try UnitBuilder(
        resolved, UnitInsets(of: resolved, .device), images: model.images, natural: natural, isOnCanvas: false)
      return (builder, nil)
    }
    let (probe, measured) = try built([])
    let items = probe.unit.views.enumerated().map { index, item in
      var made = SweepSubject.Item(
        item: SweepResult.Item(
          name: item.view.id, label: item.view.label, superview: item.superview, isVisible: !item.isInvisible),
        scrolls: item.scrolls, insets: item.control.insets, offset: item.view.offset)
      if let texts, let need = measured?.need(of: index, texts.texts, made) { return need }
      guard UnitReport.textElements.contains(item.view.element) else { return made }
      let wanted = probe.views[index].intrinsicSize
      made.tolerance = 1
      let insets = item.control.insets
      if wanted.width >= 0, !item.wrapsText { made.wanted.width = wanted.width + insets.leading + insets.trailing }
      if wanted.height >= 0 { made.wanted.height = wanted.height + insets.top + insets.bottom }
      return made
    }
    return SweepSubject(unit: unit.name(in: model), items: items, size: size) { values throws(LayoutError) in
      let builder = try built(values).builder
      builder.scene.scale = nil
      var indices: [ObjectIdentifier: Int] = [:]
      for (index, constraint) in builder.constraints.enumerated() {
        if let constraint { indices[ObjectIdentifier(constraint)] = index }
      }
      let names = ItemNames(builder.unit, builder)
      return OpenSweep(
        scene: builder.scene, items: builder.views, parameters: parameters.map { [$0 == .width ? .width : .height] },
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
