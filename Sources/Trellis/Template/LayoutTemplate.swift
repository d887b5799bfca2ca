// A tree compiled once and solved for tables of numbers: no views, no constraints, no allocation per instance.
//
// The tree is lowered to its program as for a layout; which rows an input is in follows from how constraints are
// lowered (a mirrored one counts from the right), and a frame is a difference of variables. The rest is ProgramTemplate.

import Simplex

/// A view tree, compiled once, to be laid out for any number of instances that differ in a few numbers.
///
/// ```swift
/// let template = try LayoutTemplate(
///   scene, inputs: ["name": .intrinsicWidth(name), "width": .width], frames: [name, time])
/// let table = try template.solve([120, 320, 95, 375])        // two instances
/// table.frame(of: 0, in: 1)                                   // of name, in the second
/// ```
///
/// An instance is laid out as the scene would be with these numbers: every level with the same error, and where the
/// layout is unique the same frames, within 1e-9. What an instance gives depends on its numbers alone: bit for bit the
/// same on any number of threads. The template keeps nothing of the tree, is never changed, and may be used by any number
/// of tasks at once.
///
/// Texts that wrap may be another in each instance:
///
/// ```swift
/// let template = try LayoutTemplate(
///   fitting: cell, width: 375, inputs: ["width": .width], texts: ["body": body], frames: [cell, body])
/// let texts = TextTable(messages.map { body.content($0) })
/// let table = try template.solve(widths, texts: texts)
/// ```
///
/// Widths are solved first, then heights are looked up, then the rest is solved; in more stages where the width of a text
/// depends on the height of another. A width that depends on its own height is refused.
///
/// What else follows from frames (safe areas of inner views, readable widths, baselines of rows) needs a layout of a scene
/// and is refused; so are intrinsic sizes that a stack shares out in proportion to. Frames are not rounded.
public struct LayoutTemplate: Sendable {
  /// What frames are measured from.
  public enum Coordinates: Hashable, Sendable, CaseIterable {
    /// The superview, as ``View/frame``.
    case superview
    /// The root.
    case root
  }

  /// The columns of the table of inputs, in order.
  public let inputNames: [String]
  /// The columns of the table of texts, in order; empty where texts, if any, are the same in all instances.
  public let textNames: [String]
  /// How many items have frames; each has four columns of the table of outputs: x, y, width, height.
  public let itemCount: Int
  /// The template as a file, for programs without Swift: `lx_template_load` in C, `trellis.Template` in Python. It is versioned, has
  /// a checksum, and is the same on every machine; what is loaded from it solves to the same bits.
  ///
  /// Its outputs are named after the items: `title.x`, `title.y`, `title.width`, `title.height`; an item without a name is
  /// `item` and its index. Stacking is not in it.
  ///
  /// A file measures nothing: after ``inputNames`` it has an input for the height of each text that wraps, as `body.height`, and
  /// of one that is another in each instance for its `body.naturalWidth`, and for its `body.firstBaseline` and `body.lastBaseline`
  /// where constraints mention them. Solve once with any heights for the widths, measure, and solve again (once for each
  /// further stage).
  public let encoded: [UInt8]

  let program: ProgramTemplate
  /// One output: the height of the root.
  let height: ProgramTemplate
  /// The least that each input may be: 0 for sizes.
  let minima: [Double]
  let texts: TemplateTexts
  /// The columns of y that move with the instance in a list.
  let stackedColumns: [Int]
  /// The column of the root's height, where it is one.
  let heightColumn: Int?

  /// Compiles the tree of a scene, after a layout. The scene stays as it is and is the caller's.
  ///
  /// Complexity: a layout, and three solves.
  ///
  /// - Parameters:
  ///   - scene: The tree; its numbers stand for a typical instance, which the template is fastest around.
  ///   - inputs: The numbers that vary, by name, in the order of the columns.
  ///   - texts: The views whose texts vary, by name, in the order of the columns of the table of texts.
  ///   - frames: The views and guides to be told the frames of, in the order of the columns.
  ///   - coordinates: What frames are measured from.
  /// - Throws: What ``Scene/layout()`` throws; ``LayoutError/Kind/unsatisfiable`` where the tree's own numbers conflict;
  ///   ``LayoutError/Kind/templateInput`` for an input or item that is not in the scene, has no such size, or is named
  ///   twice, and for a tree whose frames decide other numbers; ``LayoutError/Kind/multiplierOutOfRange``.
  public init(
    _ scene: Scene, inputs: KeyValuePairs<String, TemplateInput>, texts: KeyValuePairs<String, View> = [:],
    frames: [any LayoutItem], coordinates: Coordinates = .superview
  ) throws(LayoutError) {
    try self.init(
      scene, inputs.map { ($0.key, $0.value) }, texts.map { ($0.key, $0.value) }, frames, coordinates, fitsHeight: false
    )
  }

  /// The same, with inputs that are made on the way.
  public init(
    _ scene: Scene, inputs: [(name: String, input: TemplateInput)], frames: [any LayoutItem],
    coordinates: Coordinates = .superview
  ) throws(LayoutError) {
    try self.init(scene, inputs, [], frames, coordinates, fitsHeight: false)
  }

  /// Compiles a tree whose height follows from its content, such as a cell of a list: it is as small as the constraints
  /// allow, as for ``View/systemLayoutSizeFitting(_:horizontalFittingPriority:verticalFittingPriority:)``.
  ///
  /// The tree is laid out once, in a scene of its own that does not outlive the call.
  ///
  /// - Parameters:
  ///   - root: A view without a superview, in no scene.
  ///   - width: Its width in points, unless an input says otherwise.
  ///   - inputs: The numbers that vary, by name, in the order of the columns.
  ///   - texts: The views whose texts vary, by name, in the order of the columns of the table of texts.
  ///   - frames: The views and guides to be told the frames of, in the order of the columns.
  ///   - coordinates: What frames are measured from.
  /// - Throws: As the compiling of a scene, and ``LayoutError/Kind/rootOfScene``.
  public init(
    fitting root: View, width: Double, inputs: KeyValuePairs<String, TemplateInput>,
    texts: KeyValuePairs<String, View> = [:], frames: [any LayoutItem], coordinates: Coordinates = .superview
  ) throws(LayoutError) {
    let scene = try Scene(root: root, size: Size(width: width, height: 0))
    let size = try root.fittingSize(
      Size(width: width, height: 0), horizontalFittingPriority: .required, verticalFittingPriority: .fittingSizeLevel)
    try scene.setSize(Size(width: width, height: size.height))
    try self.init(
      scene, inputs.map { ($0.key, $0.value) }, texts.map { ($0.key, $0.value) }, frames, coordinates, fitsHeight: true)
  }

  /// Compiles the tree of a scene whose height follows from its content, at the width of the scene. The scene takes the
  /// height that fits.
  @_spi(Tools)
  public init(
    fittingRootOf scene: Scene, inputs: [(name: String, input: TemplateInput)], frames: [any LayoutItem],
    coordinates: Coordinates = .superview
  ) throws(LayoutError) {
    let width = scene.size.width
    let size = try scene.root.fittingSize(
      Size(width: width, height: 0), horizontalFittingPriority: .required, verticalFittingPriority: .fittingSizeLevel)
    try scene.setSize(Size(width: width, height: size.height))
    try self.init(scene, inputs, [], frames, coordinates, fitsHeight: true)
  }

  private init(
    _ scene: Scene, _ inputs: [(name: String, input: TemplateInput)], _ texts: [(name: String, view: View)],
    _ frames: [any LayoutItem], _ coordinates: Coordinates, fitsHeight: Bool
  ) throws(LayoutError) {
    guard !inputs.isEmpty || !texts.isEmpty else {
      throw LayoutError(
        .templateInput, "A template without inputs has one layout only.  Lay out its scene, or name inputs.")
    }
    var lowering = try TemplateLowering(scene, fitsHeight: fitsHeight)
    for (name, input) in inputs { try lowering.add(input, named: name) }
    let minima = lowering.minima
    self.texts = try TemplateTexts(texts, in: &lowering)
    let columns = self.texts.columnNames(after: inputs.enumerated().map { Self.fileName($1.name, or: "input\($0)") })
    var outputs: [ProgramTemplate.Output] = []
    outputs.reserveCapacity(4 * frames.count)
    var stacked: [Int] = []
    var heightColumn: Int?
    for (index, item) in frames.enumerated() {
      let frame = try lowering.frame(of: item, coordinates)
      let isRoot = item.node === scene.root.node
      if isRoot { heightColumn = 4 * index + 3 }
      if isRoot || coordinates == .root { stacked.append(4 * index + 1) }
      outputs += frame
    }
    let height = try lowering.frame(of: scene.root, .root)[3]
    do {
      try lowering.load()
      program = try lowering.template(outputs)
      self.height = try lowering.template([height])
      encoded = try lowering.encoded(
        outputs,
        ProgramTemplate.Names(
          inputs: columns.map { Self.fileName($0, or: "input") },
          outputs: frames.enumerated().flatMap { index, item in
            let name = Self.fileName(item.itemName ?? "", or: "item\(index)")
            return ["x", "y", "width", "height"].map { "\(name).\($0)" }
          },
          bounds: (minima + columns.dropFirst(minima.count).map { _ in 0 }).map { $0...max($0, valueLimit) }))
    } catch {
      throw LayoutError(error)
    }
    inputNames = inputs.map(\.name)
    textNames = texts.map(\.name)
    itemCount = frames.count
    self.minima = minima
    stackedColumns = stacked
    self.heightColumn = heightColumn
  }
}

extension LayoutTemplate {
  /// A name without what a file's names must not have.
  private static func fileName(_ name: String, or other: String) -> String {
    let usable = name.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7f }
    return usable.isEmpty ? other : String(String.UnicodeScalarView(usable))
  }
}
