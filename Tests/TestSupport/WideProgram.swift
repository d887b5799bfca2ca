// Random programs whose numbers spread: what percentages of percentages, aspect ratios of a thousand, timelines in
// seconds and hours, weights of a billion and rows that are almost parallel lower to. Few variables and short rows: small
// programs are where such faults show, and an exact judge can say what is right.

import Simplex

/// The kinds of programs with numbers that spread.
package enum WideFamily: String, Sendable, CaseIterable {
  /// ±10ᵏ, k from -4 to 4.
  case powers
  /// One digit times a power of ten.
  case digits
  /// Anything, evenly over eight decades.
  case logarithmic
  /// ±1 and ±1,000.
  case thousands
  /// ±1, seldom a thousand or a thousandth.
  case ratios
  /// Seconds, minutes and hours; percentages; aspect ratios.
  case timelines
  /// Rows that differ from others in the third to the ninth digit.
  case parallel
  /// The same row many times, at other positions and weights.
  case repeated

  /// Whether weights spread over twelve decades.
  var isWeighted: Bool { self == .timelines || self == .repeated }
}

/// A source of such programs and of edits of them.
package struct WideGenerator {
  package let family: WideFamily
  package var random: SplitMix64

  package init(_ family: WideFamily, seed: UInt64) {
    self.family = family
    random = SplitMix64(seed: seed)
  }

  private static let priorities: [Double] = [250, 500, 750]
  private static let times: [Double] = [
    0.5, 2, 0.25, 1.5, 0.01, 0.02, 60, 3600, 1000, 0.001, 0.75, 1.7778, 1.0 / 3, 16.0 / 9, 100,
  ]

  /// Draws a program with so many variables.
  package mutating func program(_ variables: ClosedRange<Int>) -> Program {
    var program = Program(nonnegative: (0..<random.int(variables)).map { _ in random.chance(0.25) })
    var count = Int(Double(program.nonnegative.count) * random.real(0.6...2.2)) + random.int(1...2)
    if family == .repeated { count *= random.int(1...3) }
    while program.rows.count < count { program.rows.append(row(in: program)) }
    return program
  }

  /// Draws an edit of a program.
  package mutating func edit(of program: Program) -> Edit {
    guard let row = program.rows.indices.randomElement(using: &random) else { return .addRows([self.row(in: program)]) }
    switch random.int(0...6) {
    case 0, 1: return .constants([.init(row, constant())])
    case 2: return .weights([.init(row, weight())])
    case 3: return .priorities([.init(row, random.pick(Self.priorities + [1000]))])
    case 4:
      return .terms(row: row, program.rows[row].terms.map { Program.Term($0.variable, coefficient()) })
    case 5 where program.rows.count > 1: return .removeRows([row])
    default: return .addRows([self.row(in: program)])
    }
  }

  private mutating func power(_ range: ClosedRange<Int>) -> Double {
    let exponent = random.int(range)
    return (0..<abs(exponent)).reduce(1) { value, _ in exponent < 0 ? value / 10 : value * 10 }
  }

  private mutating func coefficient() -> Double {
    let sign: Double = random.chance(0.5) ? 1 : -1
    switch family {
    case .powers: return sign * power(-4...4)
    case .digits: return sign * Double(random.int(1...9)) * power(-4...4)
    case .logarithmic: return sign * random.real(0.1...1) * power(-3...4)
    case .thousands: return sign * (random.chance(0.6) ? 1 : 1000)
    case .ratios: return sign * (random.chance(0.7) ? 1 : random.pick([1000, 0.001]))
    case .timelines: return sign * (random.chance(0.5) ? 1 : random.pick(Self.times))
    case .parallel: return sign * nearlyOne()
    case .repeated: return sign * random.pick([1, 1, 1, 2, 0.5])
    }
  }

  private mutating func nearlyOne() -> Double {
    random.chance(0.6) ? 1 : 1 + Double(random.int(-3...3)) * power(-9 ... -3)
  }

  /// Often 0; else small, or round: multiples of 500.
  private mutating func constant() -> Double {
    if random.chance(0.5) { return 0 }
    if random.chance(0.4) { return 500 * Double(random.int(-6...6)) }
    return Double(random.int(-100...100)) * (random.chance(0.5) ? 1 : power(-2...3))
  }

  private mutating func weight() -> Double {
    family.isWeighted ? power(-6...6) : random.pick([1, 1, 2])
  }

  private mutating func terms(in program: Program) -> [Program.Term] {
    let count = program.nonnegative.count
    if let other = program.rows.randomElement(using: &random), random.chance(0.5) {
      if family == .repeated { return other.terms }
      if family == .parallel { return other.terms.map { Program.Term($0.variable, $0.coefficient * nearlyOne()) } }
    }
    return random.distinct(min(count, random.int(1...3)), below: count).map { Program.Term($0, coefficient()) }
  }

  private mutating func row(in program: Program) -> Program.Row {
    let relation: Relation = random.chance(0.45) ? .equal : random.pick([.lessOrEqual, .greaterOrEqual])
    var row = Program.Row(terms(in: program), relation, constant())
    row.priority = random.chance(0.33) ? 1000 : random.pick(Self.priorities)
    row.weight = weight()
    if relation == .equal, random.chance(0.15) {
      row.priorityBelow = random.chance(0.2) ? 1000 : random.pick(Self.priorities)
    }
    return row
  }
}

extension Program {
  /// The same program with each variable in a unit of its own, so that coefficients spread by more than doubles alone may
  /// decide about.
  package func inOwnUnits(using random: inout SplitMix64) -> Program {
    let units = nonnegative.map { _ in random.pick([0.01, 0.3, 1, 1, 17, 100]) }
    var scaled = self
    for row in scaled.rows.indices {
      for term in scaled.rows[row].terms.indices {
        scaled.rows[row].terms[term].coefficient *= units[scaled.rows[row].terms[term].variable]
      }
    }
    return scaled
  }
}
