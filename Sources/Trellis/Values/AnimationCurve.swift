// How far an animation has come at a moment: timing curves and springs.
//
// Curves are cubic Béziers from (0, 0) to (1, 1) with Core Animation's control points. A spring is the damped oscillator
// x'' = stiffness/mass (1 - x) - damping/mass x', in closed form for each of the three cases of its damping.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// How an animation moves from its beginning to its end.
public enum AnimationCurve: Hashable, Sendable {
  /// At constant speed.
  case linear
  /// Slow at first.
  case easeIn
  /// Slow at last.
  case easeOut
  /// Slow at both ends.
  case easeInOut
  /// A cubic Bézier from (0, 0) to (1, 1) with two control points; x is the share of time, between 0 and 1, and y the
  /// share of the way.
  case bezier(Double, Double, Double, Double)
  /// An oscillator: `mass` > 0, `stiffness` > 0, `damping` ≥ 0, and the speed it starts with, in ways per second.
  case spring(mass: Double = 1, stiffness: Double, damping: Double, initialVelocity: Double = 0)

  /// A spring by the time of one undamped swing, in seconds, and the share of critical damping: at 1 and above it does
  /// not overshoot.
  public static func spring(dampingRatio: Double, response: Double, initialVelocity: Double = 0) -> AnimationCurve {
    let frequency = 2 * Double.pi / response
    return .spring(
      mass: 1, stiffness: frequency * frequency, damping: 2 * dampingRatio * frequency,
      initialVelocity: initialVelocity)
  }

  /// The share of the way at a moment, 0 at the beginning and 1 from the end on; a spring may be beyond 1 in between.
  ///
  /// - Parameters:
  ///   - time: Since the beginning, in seconds.
  ///   - duration: Of the animation, in seconds.
  public func progress(at time: Double, of duration: Double) -> Double {
    guard time > 0 else { return 0 }
    guard time < duration else { return 1 }
    let share = time / duration
    switch self {
    case .linear: return share
    case .easeIn: return Self.bezier(share, 0.42, 0, 1, 1)
    case .easeOut: return Self.bezier(share, 0, 0, 0.58, 1)
    case .easeInOut: return Self.bezier(share, 0.42, 0, 0.58, 1)
    case .bezier(let x1, let y1, let x2, let y2): return Self.bezier(share, x1, y1, x2, y2)
    case .spring(let mass, let stiffness, let damping, let velocity):
      return Self.spring(time, frequency: (stiffness / mass).squareRoot(), decay: damping / (2 * mass), velocity)
    }
  }

  /// The time after which a spring stays within a thousandth of its end; nil for a curve, which takes whatever it is
  /// given, and for a spring without damping.
  public var settlingDuration: Double? {
    guard case .spring(let mass, let stiffness, let damping, let velocity) = self else { return nil }
    let frequency = (stiffness / mass).squareRoot()
    let decay = damping / (2 * mass)
    guard decay > 0, frequency > 0 else { return nil }
    // The slowest of the two exponentials decides; its amplitude is at most this.
    let rate = decay <= frequency ? decay : decay - (decay * decay - frequency * frequency).squareRoot()
    let amplitude = 1 + abs(velocity) / max(rate, 1e-9)
    var time = log(1000 * amplitude) / rate
    // What is left of the factor that critical damping adds is walked off.
    while abs(1 - Self.spring(time, frequency: frequency, decay: decay, velocity)) > 1e-3 { time *= 1.05 }
    return time
  }

  /// Whether every number of the curve can be computed with.
  var isUsable: Bool {
    switch self {
    case .linear, .easeIn, .easeOut, .easeInOut: true
    case .bezier(let x1, let y1, let x2, let y2):
      (0...1).contains(x1) && (0...1).contains(x2) && y1.isFinite && y2.isFinite
    case .spring(let mass, let stiffness, let damping, let velocity):
      (1e-6...1e6).contains(mass) && (1e-6...1e6).contains(stiffness) && (0...1e6).contains(damping)
        && abs(velocity) <= 1e6
    }
  }

  private static func spring(_ time: Double, frequency: Double, decay: Double, _ velocity: Double) -> Double {
    // y = 1 - x starts at 1 with speed -velocity and goes to 0.
    let envelope = exp(-decay * time)
    let slope = decay - velocity
    if abs(decay - frequency) <= 1e-9 * frequency { return 1 - envelope * (1 + slope * time) }
    if decay < frequency {
      let swing = (frequency * frequency - decay * decay).squareRoot()
      return 1 - envelope * (cos(swing * time) + slope / swing * sin(swing * time))
    }
    let swing = (decay * decay - frequency * frequency).squareRoot()
    let fast = exp((-decay - swing) * time)
    let slow = exp((swing - decay) * time)
    return 1 - ((slow + fast) / 2 + slope / swing * (slow - fast) / 2)
  }

  /// y of the curve where its x is `share`: x grows with the parameter, which bisection finds.
  private static func bezier(_ share: Double, _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> Double {
    var low = 0.0
    var high = 1.0
    while high - low > 1e-12 {
      let middle = (low + high) / 2
      if cubic(middle, x1, x2) < share { low = middle } else { high = middle }
    }
    return cubic((low + high) / 2, y1, y2)
  }

  private static func cubic(_ t: Double, _ a: Double, _ b: Double) -> Double {
    let rest = 1 - t
    return 3 * rest * rest * t * a + 3 * rest * t * t * b + t * t * t
  }
}
