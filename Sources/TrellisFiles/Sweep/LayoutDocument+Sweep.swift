// Sweeping a document: the tree is built anew at every value.

import Trellis

extension LayoutDocument {
  /// The document as a function of its width, its height or a constraint's constant: exact intervals, what happens between
  /// them, and where something is wrong. Frames are not rounded.
  ///
  /// - Parameters:
  ///   - parameter: What moves.
  ///   - range: From where to where, in points.
  ///   - edits: How many of the document's edits to make before.
  /// - Throws: A range or constraint that cannot be, with its cure; a bare program; and what running the document throws.
  public func sweep(
    _ parameter: SweepResult.Parameter, over range: ClosedRange<Double>, after edits: Int = 0
  ) throws(DocumentError) -> SweepResult {
    do throws(Fault) {
      guard case .tree(let tree) = content else {
        throw Fault(0, "a bare program has no views to sweep; use a document with views")
      }
      guard (0...editCount).contains(edits) else {
        throw Fault(
          0, "unknown state \(edits); the document has \(editCount) edits, so use a number from 0 to \(editCount)")
      }
      var moved: Int?
      if case .constant(let id) = parameter {
        moved = tree.constraints.firstIndex { $0.id == id }
        guard moved != nil else {
          let names = tree.constraints.map(\.id)
          throw Fault(
            0,
            "unknown constraint \(quoted(id)); "
              + Suggestion.cure(
                for: id, among: names,
                otherwise: "the document's constraints are \(names.prefix(8).joined(separator: ", "))"))
        }
      }
      let subject = try TreeRunner.sweepSubject(tree, parameter, moved: moved, after: edits)
      do throws(LayoutError) {
        var result = try subject.run(parameter, over: range, file: file, source: source)
        result.state = subject.state
        return result
      } catch {
        throw tree.fault(error, at: 0)
      }
    } catch {
      throw self.error(error)
    }
  }
}

extension TreeRunner {
  fileprivate static func sweepSubject(
    _ document: TreeDocument, _ parameter: SweepResult.Parameter, moved: Int?, after edits: Int
  ) throws(Fault) -> SweepSubject {
    let before = document.edits.prefix(edits)
    // What edits make of sizes and hidden views is looked up once.
    var probe = try TreeRunner(document)
    for edit in before { try probe.make(edit) }
    let size = Size(width: probe.scene.size.width, height: probe.scene.size.height)
    var items = document.views.enumerated().map { index, node in
      // Sizes of contents are those of alignment rectangles; frames are compared with them.
      let insets = probe.views[index].alignmentRectInsets
      let (across, along) = (insets.leading + insets.trailing, insets.top + insets.bottom)
      let intrinsic = probe.intrinsic[index]
      return SweepSubject.Item(
        item: SweepResult.Item(
          name: node.name, label: node.name, superview: node.superview, isVisible: probe.isSeen(probe.views[index])),
        scrolls: node.kind == .scroll,
        wanted: (intrinsic.width.map { $0 + across }, intrinsic.height.map { $0 + along }),
        steps: probe.heights[index]?.map { DocumentSize(width: $0.width + across, height: $0.height + along) },
        offset: node.offset)
    }
    items += document.guides.map { node in
      SweepSubject.Item(
        item: SweepResult.Item(
          name: node.name, label: node.name, superview: node.owner, isVisible: true, isGuide: true), offset: node.offset
      )
    }
    let state = probe.state.map { document.states[$0].name }
    return SweepSubject(state: state, items: items, size: size) { value throws(LayoutError) in
      do throws(Fault) {
        var runner = try TreeRunner(document)
        for edit in before { try runner.make(edit) }
        return try runner.open(parameter, at: value, moved)
      } catch {
        throw LayoutError(.noAnswer, error.message)
      }
    }
  }

  /// The scene at a value.
  private func open(
    _ parameter: SweepResult.Parameter, at value: Double, _ moved: Int?
  ) throws(Fault) -> OpenSweep {
    scene.scale = nil
    var parameters: [SweepParameter] = []
    do throws(LayoutError) {
      switch parameter {
      case .width:
        try scene.setSize(Size(width: value, height: scene.size.height))
        parameters = [.width]
      case .height:
        try scene.setSize(Size(width: scene.size.width, height: value))
        parameters = [.height]
      case .constant:
        for constraint in moved.map({ constraints[$0] }) ?? [] {
          try constraint.setConstant(value)
          parameters.append(.constant(constraint))
        }
      }
    } catch {
      throw document.fault(error, at: 0)
    }
    return OpenSweep(
      scene: scene, items: views + guides, parameters: parameters,
      source: { constraint in
        let origin = self.origin(of: constraint)
        return (
          origin.id, self.inWords(constraint), origin.order >= 0 || origin.id.hasSuffix(".frame") ? origin.offset : nil
        )
      }, itemName: { self.name(of: $0) })
  }
}
