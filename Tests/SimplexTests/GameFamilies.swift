// Programs of bets and games (FlowFamily.swift).

import Simplex
import TestSupport

extension FlowBuilder {
  /// A number in about the spread of a normal distribution.
  private mutating func number(_ spread: Double) -> Double {
    let sum = (0..<12).reduce(0) { sum, _ in sum + random.int(0...100) }
    return sum == 600 ? 0.01 : Double(sum - 600) / 100 * spread
  }

  mutating func addTails(_ size: Int, haveSigns: Bool) {
    let count = max(12, size / 2), factors = count..<count + 12, bar = count + 12
    variables = count + 13
    if !haveSigns { signless = Set(factors).union([bar]) }
    row((0..<count).map { ($0, 1) }, .equal, 100)
    for factor in factors {
      row(random.distinct(count / 6, below: count).map { ($0, number(1)) } + [(factor, -1)], .equal, 0)
    }
    for part in 0..<count { row([(part, 1)], .lessOrEqual, max(2, 2000 / count)) }
    var worst = [(bar, 1.0)]
    for _ in 0..<count - 14 {
      let loss = variables
      variables += 1
      worst.append((loss, 20 / Double(count)))
      let own = random.distinct(3, below: count).map { ($0, number(2)) }
      row([(loss, 1), (bar, 1)] + factors.map { ($0, number(1)) } + own, .greaterOrEqual, 0)
    }
    row(worst, .lessOrEqual, 0, 500)
    row((0..<count).map { ($0, Double(random.int(10...200)) / 1000) }, .greaterOrEqual, 12, 600)
    for first in stride(from: 0, to: count - 20, by: 20) {
      row((first..<first + 20).map { ($0, 1) }, .lessOrEqual, 12_000 / count + 3, 400)
    }
  }

  mutating func addBook(_ size: Int) {
    let parts = (0..<30).map { _ in amount() }, bar = amount()
    signless.insert(bar)
    let means = parts.map { _ in Double(random.int(10...120)) / 1000 }
    let moves = parts.map { _ in (0..<3).map { _ in number(0.15) } }
    row(parts.map { ($0, 1) }, .equal, 1)
    rows.append(Program.Row(parts.map { .init($0, means[$0]) }, .greaterOrEqual, 0.07, priority: 750))
    var worst = [(bar, 1.0)]
    let cases = max(12, size - 31)
    for _ in 0..<cases {
      let loss = amount(), factors = (0..<3).map { _ in number(1) }
      worst.append((loss, 20 / Double(cases)))
      let gains = parts.map { part in
        let gain = means[part] + zip(moves[part], factors).reduce(0) { $0 + $1.0 * $1.1 } + number(0.05)
        return (part, max((abs(gain) * 1e4).rounded(), 1) * (gain < 0 ? -1e-4 : 1e-4))
      }
      row([(loss, 1), (bar, 1)] + gains, .greaterOrEqual, 0)
      if loss % 400 == 0 {
        rows.append(Program.Row([.init(loss, 1), .init(bar, 1)], .lessOrEqual, -0.01, priority: 600))
      }
    }
    row(worst, .lessOrEqual, 0, 500)
    for sector in 0..<6 { row(stride(from: sector, to: 30, by: 6).map { (parts[$0], 6) }, .equal, 1, 250) }
  }

  mutating func addDuel(_ size: Int) {
    let moves = (0..<size).map { _ in amount() }, value = amount()
    signless.insert(value)
    row(moves.map { ($0, 1) }, .equal, size)
    for _ in 0..<size / 2 {
      let gains = random.distinct(8, below: size).map { ($0, random.pick([-3.0, -1, 1, 2, 5, 9])) }
      row(gains + [(value, -1)], .greaterOrEqual, 0)
    }
    row([(value, 1)], .greaterOrEqual, 1000, 750)
    for move in moves { row([(move, 1)], .lessOrEqual, 2, 500) }
  }

  mutating func addAdvice(_ size: Int) {
    let moves = 4, games = max(2, size / (moves * moves))
    variables = games * moves * moves
    func share(_ game: Int, _ one: Int, _ other: Int) -> Int { (game * moves + one) * moves + other }
    for game in 0..<games {
      let gains = (0..<2).map { _ in (0..<moves).map { _ in (0..<moves).map { _ in random.int(0...20) } } }
      let pairs = (0..<moves).flatMap { one in (0..<moves).map { (one, $0) } }
      row(pairs.map { (share(game, $0, $1), 1) }, .equal, 1)
      for (told, other) in pairs where told != other {
        let first = (0..<moves).map { (share(game, told, $0), Double(gains[0][told][$0] - gains[0][other][$0])) }
        let second = (0..<moves).map { (share(game, $0, told), Double(gains[1][$0][told] - gains[1][$0][other])) }
        for terms in [first, second] { row(terms.filter { $0.1 != 0 }, .greaterOrEqual, 0) }
      }
      let both = pairs.map { (share(game, $0, $1), Double(gains[0][$0][$1] + gains[1][$0][$1])) }
      let apart = pairs.map { (share(game, $0, $1), Double(gains[0][$0][$1] - gains[1][$0][$1])) }
      row(both.filter { $0.1 != 0 }, .greaterOrEqual, 40, 500)
      row(apart.filter { $0.1 != 0 }, .equal, 0, 400)
    }
    for _ in 0..<2 * games {
      let pair = random.distinct(2, below: games), move = random.int(0...moves - 1)
      let terms = (0..<moves).flatMap { [(share(pair[0], move, $0), 1.0), (share(pair[1], $0, move), -1.0)] }
      row(terms, .equal, 0, random.pick([600, 250]))
    }
  }
}
