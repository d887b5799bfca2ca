// What decides a number, from the façade's constraints to the document's.

import Trellis

extension TreeRunner {
  static func explain(
    _ document: TreeDocument, _ item: Item, _ attribute: AttributeName, after edits: Int
  ) throws(Fault) -> FoundExplanation {
    var runner = try TreeRunner(document)
    let states = try runner.states(Array(document.edits.prefix(edits)), detail: [])
    do throws(LayoutError) {
      var found = try runner.explained.explanation(of: runner.item(item), Attribute(attribute))
      found.layout = states.last.map { ExplainedLayout(state: $0, item: document.position(of: item)) }
      return found
    } catch {
      throw document.fault(error, at: 0)
    }
  }

  static func objection(
    _ document: TreeDocument, _ wish: NumberWish, _ item: Item, _ attribute: AttributeName, after edits: Int
  ) throws(Fault) -> FoundObjection {
    var runner = try TreeRunner(document)
    let states = try runner.states(Array(document.edits.prefix(edits)), detail: [])
    runner.scene.scale = nil
    do throws(LayoutError) {
      var found = try runner.explained.objection(wish, of: runner.item(item), Attribute(attribute))
      found.layout = states.last.map { ExplainedLayout(state: $0, item: document.position(of: item)) }
      return found
    } catch {
      throw document.fault(error, at: 0)
    }
  }

  /// The scene with the document's names.
  private var explained: ExplainedScene {
    let views: [(name: String, item: any LayoutItem)] = zip(document.views, views).map { ($0.name, $1) }
    return ExplainedScene(scene: scene, items: views + zip(document.guides, guides).map { ($0.name, $1) }) {
      constraint in
      let origin = self.origin(of: constraint)
      return (origin.id, constraint.label, self.inWords(constraint), origin.offset)
    }
  }
}

extension TreeDocument {
  /// The position of an item in the items of a state; of what belongs to a view, the view's.
  fileprivate func position(of item: Item) -> Int? {
    switch item {
    case .view(let view), .content(let view), .frame(let view), .margins(let view), .safeArea(let view),
      .readable(let view):
      view
    case .guide(let guide): views.count + guide
    case .gap: nil
    }
  }
}
