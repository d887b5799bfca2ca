// What decides a number of a storyboard's layout, in the file's identifiers and in words.

import Trellis

extension InterfaceFile {
  /// Says which constraints decide a number of a view's frame on the file's own canvas, and by how much each moves it.
  ///
  /// Sizes that the file does not hold (of texts and images) are those of the stored frames, as in
  /// ``layouts(on:size:detail:)``.
  ///
  /// - Parameter subject: A view or guide and an attribute: `8bC-Xf-vdC.width`. A view goes by its identifier, or by its
  ///   label where no other has the same.
  /// - Throws: A mistake in the subject, with its cure; and what only solving can find.
  public func explain(_ subject: String) throws(DocumentError) -> LayoutExplanation {
    var (found, layout) = try asking(subject) { scene, item, attribute throws(LayoutError) in
      try scene.explanation(of: item, attribute)
    }
    found.layout = layout
    return LayoutExplanation(found, of: subject, file: file, in: source)
  }

  /// Says why a number of a view's frame is not another: what forbids it, or what it would cost.
  ///
  /// - Parameter wish: A view or guide and an attribute, a relation and a number: `8bC-Xf-vdC.width = 200`.
  /// - Throws: A mistake in the wish, with its cure; and what only solving can find.
  public func objection(to wish: String) throws(DocumentError) -> LayoutObjection {
    let parsed: NumberWish
    do throws(Fault) {
      parsed = try NumberWish.parse(wish)
    } catch {
      throw error.located(in: source, file: file)
    }
    var (found, layout) = try asking(parsed.subject) { scene, item, attribute throws(LayoutError) in
      try scene.objection(parsed, of: item, attribute)
    }
    found.layout = layout
    return LayoutObjection(found, of: wish, file: file, in: source)
  }

  /// Finds what a subject names, and asks its scene.
  private func asking<Answer>(
    _ subject: String, _ ask: (ExplainedScene, any LayoutItem, Attribute) throws(LayoutError) -> Answer
  ) throws(DocumentError) -> (Answer, ExplainedLayout) {
    do throws(Fault) {
      let (words, attribute) = try ExplainedNumber.split(subject)
      let (unit, item) = try find(words.joined(separator: "."))
      do throws(LayoutError) {
        let builder = try UnitBuilder(unit, UnitInsets(of: unit, .inferred), images: model.images)
        let state = UnitReport(unit, try UnitLayout(builder, findAmbiguity: false)).state()
        builder.scene.scale = nil
        let (asked, position): (any LayoutItem, Int?) =
          switch item {
          case .view(let index): (builder.views[index], index)
          case .guide(let index): (builder.guides[index], nil)
          }
        return (
          try ask(explained(unit, builder), asked, Attribute(attribute)), ExplainedLayout(state: state, item: position)
        )
      } catch {
        throw Fault(unit.views[0].view.offset, error.withoutLocation)
      }
    } catch {
      throw error.located(in: source, file: file)
    }
  }

  /// A unit's scene with the file's names.
  private func explained(_ unit: ResolvedUnit, _ builder: UnitBuilder) -> ExplainedScene {
    var indices: [ObjectIdentifier: Int] = [:]
    for (index, constraint) in builder.constraints.enumerated() {
      if let constraint { indices[ObjectIdentifier(constraint)] = index }
    }
    let names = ItemNames(unit, builder)
    let items: [(name: String, item: any LayoutItem)] = zip(unit.views, builder.views).map { ($0.view.id, $1) }
    return ExplainedScene(scene: builder.scene, items: items) { constraint in
      guard let index = indices[ObjectIdentifier(constraint)] else { return (names.words(constraint), nil, nil, nil) }
      let source = unit.constraints[index].source
      return (source.id, unit.text(of: unit.constraints[index]), nil, source.offset)
    }
  }

  // MARK: - Names

  /// The unit and the item of an identifier, or of a label that one view has alone.
  private func find(_ name: String) throws(Fault) -> (unit: ResolvedUnit, item: UnitItem) {
    let units = units(withConstraintsOnly: false)
    var labelled: [(unit: ResolvedUnit, item: UnitItem, id: String)] = []
    for unit in units {
      if let index = unit.views.firstIndex(where: { $0.view.id == name }) { return (unit, .view(index)) }
      if let index = unit.guides.firstIndex(where: { $0.source.id == name }) { return (unit, .guide(index)) }
      for (index, item) in unit.views.enumerated() where item.view.label == name {
        labelled.append((unit, .view(index), item.view.id))
      }
    }
    if labelled.count == 1 { return (labelled[0].unit, labelled[0].item) }
    guard labelled.isEmpty else {
      let list = labelled.prefix(8).map(\.id).joined(separator: ", ")
      throw Fault(0, "\(labelled.count) views are called \(quoted(name)); use one of their identifiers: \(list)")
    }
    let known = units.flatMap { unit in unit.views.flatMap { [$0.view.label, $0.view.id] } }
    throw Fault(
      0,
      "unknown view \(quoted(name)); "
        + Suggestion.cure(for: name, among: known, otherwise: "use the identifier of a view, as the file has it"))
  }
}

/// Words for what a layout makes by itself.
struct ItemNames {
  private let unit: ResolvedUnit
  private var views: [ObjectIdentifier: Int] = [:]

  init(_ unit: ResolvedUnit, _ builder: UnitBuilder) {
    self.unit = unit
    for (index, view) in builder.views.enumerated() { views[ObjectIdentifier(view)] = index }
  }

  func words(_ constraint: Constraint) -> String {
    let index = constraint.firstItem.flatMap { views[ObjectIdentifier($0)] }
    let name = index.map { unit.views[$0].view.label } ?? "a guide"
    if constraint.isContentSize { return "content size of \(name)" }
    if constraint.isAutoresizing { return "autoresizing of \(name)" }
    if let identifier = constraint.identifier, identifier.hasPrefix("UISV-") {
      let stack = constraint.owner.flatMap { views[ObjectIdentifier($0)] }
      return stack.map { "\(identifier) of \(unit.views[$0].view.label)" } ?? identifier
    }
    if constraint.isSystemMade, index == 0 { return "size of \(name)" }
    return constraint.identifier ?? "\(constraint)"
  }
}
