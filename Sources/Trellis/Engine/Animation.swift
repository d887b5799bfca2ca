// A block of changes as an animation (row B17): the frames before it, after it, and at any moment between, for a renderer
// to play. Nothing here runs by itself; there is no clock.

/// The way from one layout to the next.
public struct LayoutAnimation {
  /// An item that moves.
  public struct Step {
    /// The view or guide.
    public let item: any LayoutItem
    /// Its frame before the changes, in its superview's coordinates, in points. That after them, if it was not there.
    public let from: Rect
    /// Its frame after the changes.
    public let to: Rect
    /// Whether it came in with the changes.
    public let appears: Bool
  }

  /// The items that move. Whatever is not among them stays where it is.
  public let steps: [Step]
  /// How long it takes once it has begun, in seconds.
  public let duration: Double
  /// When it begins, in seconds; until then everything is where it was.
  public let delay: Double
  /// How it moves.
  public let curve: AnimationCurve
  /// What the player receives.
  public let options: AnimationOptions
  /// What the last layout of the changes said.
  public let report: LayoutReport

  init(steps: [Step], timing: AnimationTiming, report: LayoutReport) {
    self.steps = steps
    duration = timing.duration
    delay = timing.delay
    curve = timing.curve
    options = timing.options
    self.report = report
  }

  /// Where an item is at a moment.
  ///
  /// - Parameters:
  ///   - item: A view or guide.
  ///   - time: Since the beginning, in seconds; before it and after the end the item rests.
  /// - Returns: Its frame in its superview's coordinates, in points, unrounded. O(steps).
  public func frame(of item: any LayoutItem, at time: Double) -> Rect {
    guard let step = steps.first(where: { $0.item === item }) else { return item.frame }
    return Self.frame(from: step.from, to: step.to, curve.progress(at: time - delay, of: duration))
  }

  /// Where all items that move are at a moment. O(steps).
  public func frames(at time: Double) -> [FrameChange] {
    let progress = curve.progress(at: time - delay, of: duration)
    return steps.map { FrameChange(item: $0.item, frame: Self.frame(from: $0.from, to: $0.to, progress)) }
  }

  /// The moments of the animation at a rate, the first at 0 and the last at the end.
  ///
  /// - Parameter rate: Moments per second, no more than make a million in all; between the last two may be less.
  public func times(perSecond rate: Double) -> [Double] {
    let end = delay + duration
    guard rate > 0, rate.isFinite, end > 0 else { return [0, end] }
    let rate = min(rate, 1e6 / end)
    let count = Int((end * rate).rounded(.up))
    return (0..<count).map { Double($0) / rate } + [end]
  }

  /// The frame at a part of the way between two.
  package static func frame(from: Rect, to: Rect, _ progress: Double) -> Rect {
    // At the ends the frames are those of the layouts, to the last bit.
    if progress == 0 { return from }
    if progress == 1 { return to }
    func between(_ a: Double, _ b: Double) -> Double { a + (b - a) * progress }
    // A spring may swing beyond its end, and a size may not beyond nothing.
    return Rect(
      x: between(from.minX, to.minX), y: between(from.minY, to.minY),
      width: max(0, between(from.width, to.width)), height: max(0, between(from.height, to.height)))
  }
}

extension Scene {
  /// Makes changes and lays out, and gives back the way from the frames before to those after.
  ///
  /// ```swift
  /// let animation = try scene.animate(duration: 0.25) { top.constant = 0 }
  /// for time in animation.times(perSecond: 60) { draw(animation.frames(at: time)) }
  /// ```
  ///
  /// The animation goes from the frames last shown, those of the last layout, to those after the changes. As in UIKit
  /// nothing is laid out before the changes run, so what was edited since the last layout moves too: a constant that is
  /// changed before a block that lays out is part of the animation. Lay out first what is not to be. A scene that was never
  /// laid out is laid out first, as it shows nothing; so is one in a block of changes that is running already, whose changes
  /// are that block's. The changes may lay out themselves, as those of UIKit end with `layoutIfNeeded`; they need not. The
  /// views have their final frames when this returns. If the changes or their layout throw, the changes are undone, the
  /// frames are those from before, and what was edited before waits for the next layout, as it did. Linear in the scene.
  ///
  /// - Parameters:
  ///   - duration: How long it takes, in seconds; nil for a spring's settling time.
  ///   - curve: How it moves.
  ///   - changes: The edits.
  /// - Throws: ``LayoutError/Kind/valueOutOfRange`` for a duration or curve that cannot be computed with, what the
  ///   changes throw, and as ``layout()``.
  @discardableResult
  public func animate(
    duration: Double? = nil, curve: AnimationCurve = .easeInOut, _ changes: () throws -> Void
  ) throws -> LayoutAnimation {
    let seconds = duration ?? curve.settlingDuration ?? 0.25
    let timing = AnimationTiming(duration: seconds, curve: curve)
    if let error = timing.error { throw error }
    // What was wrong before is no reason to take the changes back.
    try engine.throwPendingErrors()
    return try AnimationBlock.$current.withValue(nil) {
      if report == nil || engine.transaction.isInBlock { try layout() }
      let before = engine.framesByItem()
      let report: LayoutReport = try engine.withSavepoint {
        try changes()
        return try layout()
      }
      return LayoutAnimation(steps: engine.steps(since: before), timing: timing, report: report)
    }
  }
}

extension Engine {
  /// What moved since the frames were others.
  func steps(since before: [ObjectIdentifier: Rect]) -> [LayoutAnimation.Step] {
    var steps: [LayoutAnimation.Step] = []
    for case let node? in slots.lazy.map(\.node) {
      guard let item = node.item else { continue }
      let from = before[ObjectIdentifier(item)]
      if from == node.frame { continue }
      steps.append(
        LayoutAnimation.Step(item: item, from: from ?? node.frame, to: node.frame, appears: from == nil))
    }
    return steps
  }

  /// Where everything is.
  func framesByItem() -> [ObjectIdentifier: Rect] {
    var frames: [ObjectIdentifier: Rect] = [:]
    frames.reserveCapacity(slots.count)
    for case let node? in slots.lazy.map(\.node) {
      if let item = node.item { frames[ObjectIdentifier(item)] = node.frame }
    }
    return frames
  }
}
