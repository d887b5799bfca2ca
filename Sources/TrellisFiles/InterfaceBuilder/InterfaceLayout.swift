// Units of a file laid out: on the canvas that the file was saved with, on other devices, at other sizes.

import Trellis

/// One unit of a file, laid out.
public struct InterfaceLayout: Sendable {
  /// The identifier of the unit's root view.
  public var unit: String
  /// A name for people: the controller's class, or the root's name.
  public var name: String
  /// What it is laid out on, such as `iPhone 15, landscape`; nil for the canvas of the file.
  public var canvas: String?
  /// Width and height of the root in points.
  public var size: Size
  /// The frames, named by the views' identifiers, rounded to device pixels, with conflicts and what is ambiguous.
  public var state: LayoutState
  /// What its author should look at.
  public var findings: [InterfaceFinding]
  /// What was taken from elsewhere than the file, or left out.
  public var notes: [DocumentError]
}

extension InterfaceFile {
  /// Lays out every unit that has something in it.
  ///
  /// On a device other than the file's, controllers' roots that filled the screen fill the new one, cells that were as
  /// wide as the screen are as wide as the new one, and everything else keeps its size.
  ///
  /// - Parameters:
  ///   - canvas: The device; nil for the file's own, which is also what a file that is not for devices gets.
  ///   - size: The size of every root in place of its own.
  ///   - detail: What to work out besides frames.
  /// - Throws: What only solving can find.
  public func layouts(
    on canvas: Canvas? = nil, size: Size? = nil, detail: LayoutDetail = [.ambiguity]
  ) throws(DocumentError) -> [InterfaceLayout] {
    let saved = Canvas(of: model)
    var layouts: [InterfaceLayout] = []
    let canvas = isForDevices ? canvas : nil
    for unit in units(withConstraintsOnly: false) where unit.views.count > 1 {
      do throws(LayoutError) {
        let isElsewhere = canvas != nil || size != nil
        let target = canvas ?? saved
        var resolved = unit
        if isElsewhere {
          resolved = model.resolve(
            unit.root, children, on: target, size: size ?? rootSize(of: unit, saved: saved, on: target))
        }
        let natural = isElsewhere ? try naturalLengths(of: unit) : [:]
        let builder = try UnitBuilder(
          resolved, UnitInsets(of: resolved, isElsewhere ? .device : .inferred), images: model.images, natural: natural,
          isOnCanvas: !isElsewhere)
        layouts.append(try lay(builder, detail, canvas: canvas?.name, isElsewhere: isElsewhere))
      } catch {
        throw self.error(error, at: unit.views[0].view.offset)
      }
    }
    return layouts
  }

  /// Units with more constraints times views than this are shown without what decides each frame: it would take minutes.
  private static let largestInfluences = 4_000_000

  /// The size of a unit's root on another device.
  func rootSize(of unit: ResolvedUnit, saved: Canvas, on canvas: Canvas) -> Size {
    guard let before = saved.device?.size(isLandscape: saved.isLandscape) ?? model.screenGuess,
      let after = canvas.device?.size(isLandscape: canvas.isLandscape)
    else { return unit.size }
    var size = unit.size
    if abs(size.width - before.width) < 0.5 { size.width = after.width }
    if unit.root.kind != .cell, size.height >= before.height - 112, size.height <= before.height + 0.5 {
      // What bars took of the old screen they take of the new one.
      size.height += after.height - before.height
    }
    return size
  }

  /// The lengths of texts that were fed but are not the text's own: their stored frames were stretched, so an estimate
  /// takes their place where the layout is another one.
  func naturalLengths(of unit: ResolvedUnit) throws(LayoutError) -> [UnitBuilder.TextLength: Double] {
    let builder = try UnitBuilder(unit, UnitInsets(of: unit, .inferred), images: model.images)
    guard !builder.fed.isEmpty else { return [:] }
    let origins = try UnitLayout(builder, findAmbiguity: false).origins(isLarger: false)
    var lengths: [UnitBuilder.TextLength: Double] = [:]
    for fed in builder.fed where origins[fed.view][fed.axis == .horizontal ? 2 : 3] != .fed {
      let item = unit.views[fed.view]
      let entry = UnitBuilder.TextLength(view: item.view.id, axis: fed.axis)
      let length = fed.axis == .horizontal ? item.control.width : item.control.height
      if case .known(let known) = length, let newest = known.first {
        lengths[entry] = newest
        continue
      }
      let metrics = FontMetrics(item.view, platform: unit.platform)
      let estimate = fed.axis == .horizontal ? metrics.estimatedWidth(item.view.text ?? "") : metrics.lineHeight
      lengths[entry] = min(item.storedAlignment.size[fed.axis], estimate)
    }
    return lengths
  }

  private func lay(
    _ builder: UnitBuilder, _ detail: LayoutDetail, canvas: String?, isElsewhere: Bool
  ) throws(LayoutError) -> InterfaceLayout {
    let layout = try UnitLayout(builder, findAmbiguity: detail.contains(.ambiguity))
    let unit = builder.unit
    let report = UnitReport(unit, layout)
    var state = report.state()
    state.levels = layout.report.levels.map { LayoutState.LevelError(priority: $0.priority, error: $0.error) }
    state.conflicts = layout.report.conflicts.map(report.conflict)
    state.unsettled = layout.report.unsettled.compactMap { finding in
      layout.builder.views.firstIndex { $0 === finding.view }.map {
        LayoutState.Unsettled(item: unit.views[$0].view.id, quantity: finding.quantity)
      }
    }
    state.ambiguous = report.ambiguities.map { index, ambiguity in
      LayoutState.Ambiguity(
        item: unit.views[index].view.id, axis: ambiguity.axis == .horizontal ? "horizontal" : "vertical",
        attribute: ambiguity.attribute.description)
    }
    if detail.contains(.dimensions) { state.dimensions = report.dimensions() }
    if detail.contains(.influences), unit.constraints.count * unit.views.count <= Self.largestInfluences {
      state.influences = try layout.influences()
    }
    let name = unit.name(in: model)
    let findings = report.findings(isElsewhere: isElsewhere, withFrames: detail.contains(.curedFrames))
    let locations = located(findings.map { InterfaceNote(offset: $0.offset, message: $0.message) })
    return InterfaceLayout(
      unit: unit.views[0].view.id, name: name, canvas: canvas, size: unit.size, state: state,
      findings: checked(
        zip(findings, locations).map { finding, location in
          InterfaceFinding(
            kind: finding.kind, unit: name, view: finding.view, constraint: finding.constraint,
            cures: finding.cures, subject: finding.subject,
            canvases: canvas.map { [$0] } ?? [], location: location)
        }, unit: unit.views[0].view.id),
      notes: located(unit.notes + builder.notes + unit.missingKnowledge(builder)))
  }
}

extension InterfaceModel {
  /// The screen of a file without `<device>`: that of its first root of a screen's width.
  fileprivate var screenGuess: Size? {
    for root in units where root.kind == .controller {
      guard let size = views[root.view].frame?.size else { continue }
      if let device = InterfaceDevice.all.first(where: { $0.size.width == size.width }) { return device.size }
    }
    return nil
  }
}

extension Canvas {
  /// Such as `iPhone 15, landscape`.
  public var name: String? {
    device.map { $0.name + (isLandscape ? ", landscape" : "") }
  }

  /// Every device of the table, both ways round, except for those that run no release of the last years.
  public static let current: [Canvas] = InterfaceDevice.all.filter {
    !["retina3_5", "retina4_0", "ipad9_7", "ipad10_5", "ipad12_9"].contains($0.id)
  }.flatMap { [Canvas($0), Canvas($0, isLandscape: true)] }
}

// MARK: - Influences

extension UnitLayout {
  /// For each view the constraints that decide its frame: each constant is moved by a little, one after the other. The
  /// scene is as before afterwards.
  func influences() throws(LayoutError) -> [[LayoutInfluence]] {
    let scene = builder.scene
    scene.scale = nil
    defer { scene.scale = builder.unit.canvas.scale }
    let step = 1e-3
    var influences = [[LayoutInfluence]](repeating: [], count: builder.views.count)
    func note(_ constraint: String?, _ text: String) {
      for index in builder.views.indices {
        let before = frames[index].numbers
        let after = builder.views[index].frame.numbers
        let change = zip(before, after).map { (($1 - $0) / step * 1e4).rounded() / 1e4 }
        guard change.contains(where: { abs($0) > 1e-3 }) else { continue }
        influences[index].append(LayoutInfluence(constraint: constraint, text: text, change: change))
      }
    }
    for (resolved, constraint) in zip(builder.unit.constraints, builder.constraints) {
      guard let constraint, !constraint.isBroken else { continue }
      let constant = constraint.constant
      try constraint.setConstant(constant + step)
      try scene.layout()
      note(resolved.source.id, builder.unit.text(of: resolved))
      try constraint.setConstant(constant)
    }
    for fed in builder.fed {
      let view = builder.views[fed.view]
      let size = view.intrinsicSize
      var larger = size
      larger[fed.axis] += step
      view.intrinsicSize = larger
      try scene.layout()
      let item = builder.unit.views[fed.view].view
      note(nil, "content \(fed.axis == .horizontal ? "width" : "height") of \(item.label): \(rounded(size[fed.axis]))")
      view.intrinsicSize = size
    }
    try scene.layout()
    return influences
  }
}
