// Documents and storyboards as sides of a comparison.

import Trellis

extension LayoutDocument {
  /// The layout before any edit as a side of a comparison.
  ///
  /// - Parameters:
  ///   - size: The root's size instead of the document's, in points.
  ///   - title: What to call it.
  /// - Throws: A bare program, and what running the document throws.
  public func diffSide(at size: Size? = nil, title: String) throws(DocumentError) -> DiffSide {
    guard case .tree(var tree) = content else {
      throw DocumentError(
        file: file, line: 1, column: 1, message: "a bare program has no views to compare; use documents with views")
    }
    if let size { tree.size = DocumentSize(width: size.width, height: size.height) }
    tree.edits = []
    var document = self
    document.content = .tree(tree)
    let result = try document.run()
    let findings = document.findings(in: result).map { finding in
      DiffSide.Finding(
        key: "\(finding.kind) \(finding.item ?? "") \(finding.constraint ?? "")", kind: finding.kind.rawValue,
        isError: finding.kind.isError, message: finding.location.message, line: finding.location.line)
    }
    return DiffSide(
      title: title, items: result.states[0].items.map(DiffSide.Item.init),
      constraints: tree.constraints.prefix(tree.initialCount).filter(\.isActive).map { node in
        DiffSide.Constraint(id: node.isNamed ? node.id : nil, text: node.inWords)
      }, findings: findings)
  }
}

extension InterfaceFile {
  /// The layouts of the file as sides of a comparison, one for each unit that has something in it.
  ///
  /// - Parameters:
  ///   - size: The size of every root instead of its own, in points.
  ///   - title: What to call them.
  /// - Throws: What only solving can find.
  public func diffSides(at size: Size? = nil, title: String) throws(DocumentError) -> [DiffSide] {
    let units = units(withConstraintsOnly: false).filter { $0.views.count > 1 }
    return zip(units, try layouts(size: size)).map { unit, layout in
      DiffSide(
        id: layout.unit, unit: layout.name, title: title, items: layout.state.items.map(DiffSide.Item.init),
        constraints: unit.constraints.map {
          DiffSide.Constraint(id: $0.source.id.isEmpty ? nil : $0.source.id, text: unit.text(of: $0))
        },
        findings: layout.findings.map { finding in
          DiffSide.Finding(
            key: "\(finding.kind) \(finding.view ?? "") \(finding.constraint ?? "")", kind: finding.kind.rawValue,
            isError: finding.kind.isError, message: finding.location.message, line: finding.location.line)
        })
    }
  }
}

extension DiffSide.Item {
  fileprivate init(_ item: LayoutState.Item) {
    self.init(
      name: item.name, label: item.label ?? item.name, kind: item.element ?? "\(item.role)", superview: item.superview,
      frame: [item.x, item.y, item.width, item.height], isHidden: item.isHidden)
  }
}
