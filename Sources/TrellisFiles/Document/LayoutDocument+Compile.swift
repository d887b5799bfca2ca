// A document as a compiled template: which of its numbers vary, and which items are asked for, by their names.

@_spi(Tools) import Trellis

/// What of a document becomes a template.
public struct TemplateRequest: Sendable {
  /// The numbers that vary: `width` and `height` are the root's, `title.width` the intrinsic width of a view, and anything else
  /// the constant of the constraint with that id. `name=` in front gives an input another name.
  public var inputs: [String]
  /// The items whose frames are asked for; empty for all views.
  public var frames: [String]
  /// Whether the root is as high as its content needs, at the width of the document.
  public var fitsHeight: Bool
  /// What frames are measured from.
  public var coordinates: LayoutTemplate.Coordinates

  /// Creates a request.
  public init(
    inputs: [String], frames: [String] = [], fitsHeight: Bool = false,
    coordinates: LayoutTemplate.Coordinates = .superview
  ) {
    self.inputs = inputs
    self.frames = frames
    self.fitsHeight = fitsHeight
    self.coordinates = coordinates
  }
}

extension LayoutDocument {
  /// Compiles the document, as it is before any edit, into a template.
  ///
  /// - Throws: A mistake in the request or the document, with its cure; what the template cannot have.
  public func compiled(_ request: TemplateRequest) throws(DocumentError) -> LayoutTemplate {
    do throws(Fault) {
      guard case .tree(let tree) = content else {
        throw Fault(0, "a bare program has no views to compile; write a document with views")
      }
      return try TreeRunner(tree).template(request)
    } catch {
      throw self.error(error)
    }
  }
}

extension TreeRunner {
  fileprivate func template(_ request: TemplateRequest) throws(Fault) -> LayoutTemplate {
    var inputs: [(name: String, input: TemplateInput)] = []
    for word in request.inputs {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      inputs.append((parts[0], try input(parts[parts.count - 1])))
    }
    var frames: [any LayoutItem] = request.frames.isEmpty ? views : []
    for name in request.frames { frames.append(try item(name)) }
    do throws(LayoutError) {
      guard request.fitsHeight else {
        return try LayoutTemplate(scene, inputs: inputs, frames: frames, coordinates: request.coordinates)
      }
      return try LayoutTemplate(
        fittingRootOf: scene, inputs: inputs, frames: frames, coordinates: request.coordinates)
    } catch {
      throw document.fault(error, at: 0)
    }
  }

  /// The number that a word names.
  private func input(_ word: String) throws(Fault) -> TemplateInput {
    switch word {
    case "width", "root.width": return .width
    case "height", "root.height": return .height
    default: break
    }
    if let index = document.constraints.firstIndex(where: { $0.id == word }), index < document.initialCount {
      guard constraints[index].count == 1 else {
        throw Fault(document.constraints[index].offset, "\(quoted(word)) is more than one constraint; name one")
      }
      return .constant(constraints[index][0])
    }
    let parts = word.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    if parts.count == 2, let view = document.views.firstIndex(where: { $0.name == parts[0] }) {
      if parts[1] == "width" { return .intrinsicWidth(views[view]) }
      if parts[1] == "height" { return .intrinsicHeight(views[view]) }
    }
    let ids = document.constraints.prefix(document.initialCount).compactMap(\.id)
    let sizes = document.views.flatMap { node in
      (node.intrinsic.width != nil ? ["\(node.name).width"] : [])
        + (node.intrinsic.height != nil ? ["\(node.name).height"] : [])
    }
    throw Fault(
      0,
      "unknown number \(quoted(word)); "
        + Suggestion.cure(
          for: word, among: ["width", "height"] + ids + sizes,
          otherwise: "use width, height, an intrinsic size as title.width, or the id of a constraint"))
  }

  private func item(_ name: String) throws(Fault) -> any LayoutItem {
    if let view = document.views.firstIndex(where: { $0.name == name }) { return views[view] }
    if let guide = document.guides.firstIndex(where: { $0.name == name }) { return guides[guide] }
    let names = document.views.map(\.name) + document.guides.map(\.name)
    throw Fault(
      0,
      "unknown item \(quoted(name)); "
        + Suggestion.cure(
          for: name, among: names, otherwise: "the document's items are \(names.prefix(8).joined(separator: ", "))"))
  }
}
