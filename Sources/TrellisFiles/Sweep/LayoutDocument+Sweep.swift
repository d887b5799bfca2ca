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
    try swept([parameter], after: edits) { subject throws(LayoutError) in
      var result = try subject.run(parameter, over: range, file: file, source: source)
      result.state = subject.state
      return result
    }
  }

  /// The document as a function of two numbers at once: polygons with affine frames that cover the rectangle of both ranges.
  ///
  /// - Parameters:
  ///   - first: What moves across, and from where to where, in points.
  ///   - second: What moves along; another than the first.
  ///   - edits: How many of the document's edits to make before.
  /// - Throws: As ``sweep(_:over:after:)``; ranges with more polygons than can be looked at.
  public func sweep(
    _ first: PlaneResult.Axis, _ second: PlaneResult.Axis, after edits: Int = 0
  ) throws(DocumentError) -> PlaneResult {
    try swept([first.parameter, second.parameter], after: edits) { subject throws(LayoutError) in
      try subject.run(first, second, file: file, source: source)
    }
  }

  private func swept<Result>(
    _ parameters: [SweepResult.Parameter], after edits: Int, _ run: (SweepSubject) throws(LayoutError) -> Result
  ) throws(DocumentError) -> Result {
    do throws(Fault) {
      guard case .tree(let tree) = content else {
        throw Fault(0, "a bare program has no views to sweep; use a document with views")
      }
      guard (0...editCount).contains(edits) else {
        throw Fault(
          0, "unknown state \(edits); the document has \(editCount) edits, so use a number from 0 to \(editCount)")
      }
      var moves: [(parameter: SweepResult.Parameter, constraint: Int?)] = []
      for parameter in parameters {
        guard case .constant(let id) = parameter else {
          moves.append((parameter, nil))
          continue
        }
        guard let index = tree.constraints.firstIndex(where: { $0.id == id }) else {
          let names = tree.constraints.map(\.id)
          throw Fault(
            0,
            "unknown constraint \(quoted(id)); "
              + Suggestion.cure(
                for: id, among: names,
                otherwise: "the document's constraints are \(names.prefix(8).joined(separator: ", "))"))
        }
        moves.append((parameter, index))
      }
      let subject = try TreeRunner.sweepSubject(tree, moves, after: edits)
      do throws(LayoutError) {
        return try run(subject)
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
    _ document: TreeDocument, _ moves: [(parameter: SweepResult.Parameter, constraint: Int?)], after edits: Int
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
      var intrinsic = probe.intrinsic[index]
      var steps = probe.heights[index]
      if let whole = probe.wholeHeights[index] {
        // A text that wraps is whole at any width that it is high enough for.
        intrinsic.width = nil
        steps = whole.heightSteps(in: 0...1e8).map { DocumentSize(width: $0.width, height: $0.height) }
      }
      return SweepSubject.Item(
        item: SweepResult.Item(
          name: node.name, label: node.name, superview: node.superview, isVisible: probe.isSeen(probe.views[index])),
        scrolls: node.kind == .scroll,
        wanted: (intrinsic.width.map { $0 + across }, intrinsic.height.map { $0 + along }),
        steps: (steps?.isEmpty == false ? steps : nil)?.map {
          DocumentSize(width: $0.width + across, height: $0.height + along)
        },
        offset: node.offset)
    }
    items += document.guides.map { node in
      SweepSubject.Item(
        item: SweepResult.Item(
          name: node.name, label: node.name, superview: node.owner, isVisible: true, isGuide: true), offset: node.offset
      )
    }
    let state = probe.state.map { document.states[$0].name }
    return SweepSubject(state: state, items: items, size: size) { values throws(LayoutError) in
      do throws(Fault) {
        var runner = try TreeRunner(document)
        for edit in before { try runner.make(edit) }
        return try runner.open(moves, at: values)
      } catch {
        throw LayoutError(.noAnswer, error.message)
      }
    }
  }

  /// The scene at a value of each parameter.
  private func open(
    _ moves: [(parameter: SweepResult.Parameter, constraint: Int?)], at values: [Double]
  ) throws(Fault) -> OpenSweep {
    scene.scale = nil
    var parameters: [[SweepParameter]] = []
    do throws(LayoutError) {
      for (move, value) in zip(moves, values) {
        switch move.parameter {
        case .width:
          try scene.setSize(Size(width: value, height: scene.size.height))
          parameters.append([.width])
        case .height:
          try scene.setSize(Size(width: scene.size.width, height: value))
          parameters.append([.height])
        case .constant:
          let moved = move.constraint.map { constraints[$0] } ?? []
          for constraint in moved { try constraint.setConstant(value) }
          parameters.append(moved.map { .constant($0) })
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
