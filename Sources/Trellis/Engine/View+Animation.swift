// Animation in UIKit's spelling: a static method, and a block that ends with `layoutIfNeeded`. Which scenes it concerns is
// found out by what the block lays out; what moves there between the frames last shown and those after the block is the
// animation. There is no clock here: the scene's host plays it.

/// What the block of `View.animate` lays out, while it runs.
final class AnimationBlock: @unchecked Sendable {
  // A block runs where it is called, and belongs to that task as the trees do; nothing else sees it.
  @TaskLocal static var current: AnimationBlock?

  private(set) var scenes: [(scene: Scene, before: [ObjectIdentifier: Rect])] = []
  /// Scenes with stacks that were changed, which lay themselves out.
  private var changed: [Scene] = []

  /// A scene is about to be laid out: what it shows is where its items start from. One that never was shows nothing.
  func note(_ scene: Scene) {
    guard scene.report != nil, !scenes.contains(where: { $0.scene === scene }) else { return }
    scenes.append((scene, scene.engine.framesByItem()))
  }

  /// Items that move meanwhile start from where they are afterwards.
  func withoutAnimation(_ actions: () -> Void) {
    let frames = scenes.map { $0.scene.engine.framesByItem() }
    actions()
    for (index, earlier) in frames.enumerated() {
      for (item, frame) in scenes[index].scene.engine.framesByItem() where earlier[item] != frame {
        scenes[index].before[item] = frame
      }
    }
  }

  /// A stack's arrangement changed.
  func noteStack(in scene: Scene?) {
    guard let scene, !changed.contains(where: { $0 === scene }) else { return }
    changed.append(scene)
  }

  func layOutStacks() {
    for scene in changed { scene.root.layoutIfNeeded() }
  }
}

/// How an animation of `View.animate` runs: curves, and what its player receives (`UIView.AnimationOptions`).
public struct AnimationOptions: OptionSet, Hashable, Sendable {
  /// The bits, as UIKit's.
  public let rawValue: UInt

  /// Options with UIKit's numbers.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Subviews are laid out with their view, as they always are.
  public static let layoutSubviews = AnimationOptions(rawValue: 1 << 0)
  /// For the player: views can be touched meanwhile.
  public static let allowUserInteraction = AnimationOptions(rawValue: 1 << 1)
  /// From the frames last shown, as it always is.
  public static let beginFromCurrentState = AnimationOptions(rawValue: 1 << 2)
  /// For the player: over and over.
  public static let `repeat` = AnimationOptions(rawValue: 1 << 3)
  /// For the player: back again.
  public static let autoreverse = AnimationOptions(rawValue: 1 << 4)
  /// Slow at both ends: the default.
  public static let curveEaseInOut: AnimationOptions = []
  /// Slow at first.
  public static let curveEaseIn = AnimationOptions(rawValue: 1 << 16)
  /// Slow at last.
  public static let curveEaseOut = AnimationOptions(rawValue: 2 << 16)
  /// At constant speed.
  public static let curveLinear = AnimationOptions(rawValue: 3 << 16)

  var curve: AnimationCurve {
    switch (rawValue >> 16) & 3 {
    case 1: .easeIn
    case 2: .easeOut
    case 3: .linear
    default: .easeInOut
    }
  }
}

extension View {
  /// The options of ``animate(withDuration:delay:options:animations:completion:fileID:line:)``.
  public typealias AnimationOptions = Trellis.AnimationOptions

  /// Animates what the block lays out, in UIKit's spelling.
  ///
  /// ```swift
  /// top.constant = 0
  /// View.animate(withDuration: 0.25) { root.layoutIfNeeded() }
  /// ```
  ///
  /// The animation goes from the frames last shown to those after the block, for every scene that the block lays out: also
  /// what was changed before the block moves, if it is the block that lays it out. Changes that the block makes and does not
  /// lay out wait for the next layout, which does not animate them; only stack views lay themselves out at its end, where
  /// their arrangement or what is hidden in them changed. The first layout of a scene is not an animation. Each scene's
  /// animation is given to its ``Scene/animationHandler``. When this returns the views have their final frames and
  /// `completion` has been called, with true.
  ///
  /// A duration or delay that is not usable makes an animation that is over at once, and the next layout of each scene
  /// throws ``LayoutError/Kind/valueOutOfRange``.
  ///
  /// - Parameters:
  ///   - duration: How long it takes, in seconds.
  ///   - delay: When it begins, in seconds.
  ///   - options: How it runs.
  ///   - animations: The changes, and a call of ``layoutIfNeeded()``.
  ///   - completion: Called after the block.
  ///   - fileID: Where the call is, for its error; the default is right.
  ///   - line: Where the call is; the default is right.
  /// - Returns: The animations, one for each scene in which anything was laid out. Linear in these scenes.
  @discardableResult
  public static func animate(
    withDuration duration: Double, delay: Double = 0, options: AnimationOptions = [], animations: () -> Void,
    completion: ((Bool) -> Void)? = nil, fileID: String = #fileID, line: UInt = #line
  ) -> [LayoutAnimation] {
    run(
      AnimationTiming(duration: duration, delay: delay, curve: options.curve, options: options), animations, completion,
      fileID, line)
  }

  /// The same with a spring, which takes `duration` to settle.
  ///
  /// - Parameters:
  ///   - duration: How long it takes, in seconds.
  ///   - delay: When it begins, in seconds.
  ///   - dampingRatio: 1 settles without a swing, less swings the more the nearer to 0.
  ///   - velocity: The speed that it starts with: 1 goes the whole way in a second.
  ///   - options: How it runs; curves mean nothing.
  ///   - animations: The changes, and a call of ``layoutIfNeeded()``.
  ///   - completion: Called after the block.
  ///   - fileID: Where the call is, for its error; the default is right.
  ///   - line: Where the call is; the default is right.
  @discardableResult
  public static func animate(
    withDuration duration: Double, delay: Double, usingSpringWithDamping dampingRatio: Double,
    initialSpringVelocity velocity: Double, options: AnimationOptions = [], animations: () -> Void,
    completion: ((Bool) -> Void)? = nil, fileID: String = #fileID, line: UInt = #line
  ) -> [LayoutAnimation] {
    let curve = AnimationCurve.spring(dampingRatio: dampingRatio, settlingIn: duration, initialVelocity: velocity)
    return run(
      AnimationTiming(duration: duration, delay: delay, curve: curve, options: options), animations, completion, fileID,
      line)
  }

  /// Runs a block whose layouts no animation around it shows: what moves in them is there at once.
  public static func performWithoutAnimation(_ actions: () -> Void) {
    guard let block = AnimationBlock.current else { return actions() }
    block.withoutAnimation { AnimationBlock.$current.withValue(nil, operation: actions) }
  }

  private static func run(
    _ timing: AnimationTiming, _ animations: () -> Void, _ completion: ((Bool) -> Void)?, _ fileID: String, _ line: UInt
  ) -> [LayoutAnimation] {
    let block = AnimationBlock()
    AnimationBlock.$current.withValue(block) {
      animations()
      block.layOutStacks()
    }
    let error = timing.error?.located(fileID, line)
    let usable = error == nil ? timing : AnimationTiming(duration: 0, delay: 0, curve: .linear, options: timing.options)
    var made: [LayoutAnimation] = []
    for (scene, before) in block.scenes {
      if let error { scene.engine.postpone(error) }
      guard let report = scene.report else { continue }
      let animation = LayoutAnimation(steps: scene.engine.steps(since: before), timing: usable, report: report)
      made.append(animation)
      scene.animationHandler?(animation)
    }
    completion?(true)
    return made
  }
}

/// When and how an animation runs.
struct AnimationTiming {
  var duration: Double
  var delay = 0.0
  var curve: AnimationCurve
  var options: AnimationOptions = []

  /// What cannot be computed with.
  var error: LayoutError? {
    if (0...1e6).contains(duration), (0...1e6).contains(delay), curve.isUsable { return nil }
    return LayoutError(
      .valueOutOfRange,
      "An animation of \(formatted(duration)) seconds along \(curve) is not usable.  Times of control points are "
        + "between 0 and 1, masses and stiffnesses above 0.")
  }
}

extension AnimationCurve {
  /// A spring by the time after which it stays within a thousandth of its end.
  static func spring(dampingRatio: Double, settlingIn duration: Double, initialVelocity: Double) -> AnimationCurve {
    func spring(_ response: Double) -> AnimationCurve {
      .spring(dampingRatio: dampingRatio, response: response, initialVelocity: initialVelocity)
    }
    // The slower the spring the later it settles.
    var (low, high) = (1e-3 * duration, 10 * duration)
    guard low > 0, high.isFinite, dampingRatio > 0, dampingRatio <= 10, spring(low).isUsable, spring(high).isUsable
    else { return spring(duration) }
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if let time = spring(middle).settlingDuration, time < duration { low = middle } else { high = middle }
    }
    return spring(low)
  }
}
