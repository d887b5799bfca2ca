// The judge of cures: mistakes are planted in layouts of real files and of a generator, and what is planted has to be among
// the first three constraints that are blamed. Each cure is tried in a layout made from nothing.

import TestSupport
import Testing
import Trellis

@testable import TrellisFiles

/// What became of the mistakes of a run.
struct FaultCount {
  var planted = 0
  var first = 0
  var amongThree = 0
  var cures = 0
  var setSizes: [Int] = []
  var missed: [String] = []

  var summary: String {
    let sizes = setSizes.sorted()
    return
      "\(planted) planted, \(first) blamed first, \(amongThree) among the first three, \(cures) cures tried; sets of "
      + "\(sizes.isEmpty ? 0 : sizes[sizes.count / 2]) in the median, \(sizes.last ?? 0) at most"
  }
}

@Suite("Cures of planted mistakes")
struct CureJudgeTests {
  @Test func generatedScreens() throws {
    let seed = TestRun.seed(17_000)
    var count = FaultCount()
    let wanted = TestRun.count(12, long: 100)
    for kind in PlantedFault.allCases {
      var random = SplitMix64(seed: seed &+ UInt64(kind.rawValue.count))
      let before = count
      for number in 0..<(60 * wanted) where count.planted < before.planted + wanted {
        try judge(.generated(seed: seed &+ UInt64(number)), kind, &random, &count)
      }
      print(
        "cures, \(kind): \(count.amongThree - before.amongThree) of \(count.planted - before.planted) among the first three"
      )
    }
    conclude(count, wanted: PlantedFault.allCases.count * wanted, "in screens")
  }

  @Test(
    .enabled(if: RealFiles.areThere, "no real storyboards at ../shared/storyboards; TRELLIS_STORYBOARDS names a folder")
  )
  func realFiles() throws {
    var random = SplitMix64(seed: TestRun.seed(17_500))
    let sources = try FaultSource.storyboards()
    #expect(sources.count > 100)
    let wanted = TestRun.count(40, long: 500)
    var count = FaultCount()
    for number in 0..<(60 * wanted) where count.planted < wanted {
      let kind = PlantedFault.allCases[number % PlantedFault.allCases.count]
      try judge(random.pick(sources), kind, &random, &count)
    }
    conclude(count, wanted: wanted, "in storyboards")
  }

  private func conclude(_ count: FaultCount, wanted: Int, _ name: String) {
    print("cures, \(name): \(count.summary)")
    #expect(count.planted == wanted)
    // Of few, one more may be missed than of many.
    let least = Double(count.planted) * 0.95 - (TestRun.isLong ? 0 : 1)
    #expect(Double(count.amongThree) >= least, "\(count.summary)\n\(count.missed.joined(separator: "\n"))")
  }

  /// Plants a mistake of a kind where it makes a conflict, and judges the cures of that.
  private func judge(
    _ source: FaultSource, _ kind: PlantedFault, _ random: inout SplitMix64, _ count: inout FaultCount
  ) throws {
    let clean = try source.make()
    guard try clean.layout().conflicts.isEmpty, let plan = FaultPlan(kind, in: clean, &random) else { return }
    let scene = try source.make()
    guard let planted = try? plan.plant(in: scene) else { return }
    let report = try scene.layout()
    guard let conflict = report.conflicts.first(where: { $0.constraints.contains { $0 === planted } }) else {
      #expect(report.conflicts.isEmpty, "\(source.name): a conflict without what was planted")
      return
    }
    let cures = try conflict.cures
    #expect(scene.needsLayout == false && scene.brokenConstraints.count == report.conflicts.count)
    count.planted += 1
    count.setSizes.append(conflict.constraints.count)
    var blamed: [Constraint] = []
    for cure in cures where !blamed.contains(where: { $0 === cure.constraint }) { blamed.append(cure.constraint) }
    if blamed.first === planted { count.first += 1 }
    if blamed.prefix(3).contains(where: { $0 === planted }) {
      count.amongThree += 1
    } else {
      count.missed.append("\(source.name), \(kind): \(planted)\n  \(conflict)\n  \(cures.map(\.description))")
    }
    for cure in cures {
      try verify(cure, of: conflict, among: report.conflicts.count, in: scene, source, plan)
      count.cures += 1
    }
  }

  /// Makes the layout with its mistake again, changes it, and lays it out for the first time.
  private func verify(
    _ cure: ConflictCure, of conflict: ConflictReport, among conflicts: Int, in scene: Scene, _ source: FaultSource,
    _ plan: FaultPlan
  ) throws {
    let fresh = try source.make()
    _ = try plan.plant(in: fresh)
    if cure.constraint.isAutoresizing,
      let index = scene.allViews.firstIndex(where: { $0 === cure.constraint.firstItem })
    {
      // A mask becomes constraints in a layout only.
      fresh.allViews[index].translatesAutoresizingMaskIntoConstraints = false
    } else {
      let twin = try #require(FaultTwin(cure.constraint, in: scene).constraint(in: fresh), "\(cure)")
      try cure.moved(to: twin).apply()
    }
    let left = try fresh.layout().conflicts
    if cure.curedConflicts == conflicts {
      #expect(left.isEmpty, "\(source.name): \(cure) does not cure\n\(conflict)\n\(left)")
    } else {
      let members = try Set(conflict.constraints.map { try FaultTwin($0, in: scene) })
      for other in left {
        #expect(try Set(other.constraints.map { try FaultTwin($0, in: fresh) }) != members, "\(source.name): \(cure)")
      }
    }
  }
}

/// Where a constraint stands in its scene, to find that of another copy of it.
private enum FaultTwin: Hashable {
  case written(String)
  case content(Int, Axis)
  case root(Axis)
  case other(String)

  init(_ constraint: Constraint, in scene: Scene) throws {
    let views = scene.allViews
    let index = views.firstIndex { $0 === constraint.firstItem }
    if constraint.isContentSize, let index {
      self = .content(index, constraint.firstAttribute == .width ? .horizontal : .vertical)
    } else if constraint.isSystemMade, !constraint.isAutoresizing, index == 0, constraint.secondItem == nil {
      self = .root(constraint.firstAttribute == .width ? .horizontal : .vertical)
    } else if let key = Self.keys(of: scene).first(where: { $0.1 === constraint })?.0 {
      self = .written(key)
    } else {
      self = .other("\(constraint.identifier ?? "") \(index ?? -1) \(constraint.firstAttribute)")
    }
  }

  func constraint(in scene: Scene) -> Constraint? {
    switch self {
    case .written(let key): Self.keys(of: scene).first { $0.0 == key }?.1
    case .content(let index, let axis): scene.contentSizeConstraint(of: scene.allViews[index], axis)
    case .root(let axis): scene.rootSizeConstraint(axis)
    case .other: nil
    }
  }

  /// The constraints that callers made, each with the view that owns it and its number there.
  private static func keys(of scene: Scene) -> [(String, Constraint)] {
    scene.allViews.enumerated().flatMap { number, view in
      view.constraints.filter { !$0.isSystemMade }.enumerated().map {
        ("\(number) \($0.offset)", $0.element)
      }
    }
  }
}
