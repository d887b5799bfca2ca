// A caller's function ends long calls: soon, with a status, and as if they had never been made.

import CSolver
import Foundation
import Testing

/// What a stop function is given.
private struct Stop {
  /// Questions so far, the one to be answered with yes, counted from 1, and whether questions count.
  var questions = 0
  var answered = 0
  var isOn = true
  /// Processor time of this thread: at the last question, the longest without one, and when to say yes, seconds.
  var last = Stop.now
  var longest = 0.0
  var deadline = Double.infinity

  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  mutating func ask() -> Bool {
    guard isOn else { return false }
    questions += 1
    let now = Self.now
    longest = max(longest, now - last)
    last = now
    return questions == answered || now >= deadline
  }
}

/// What C asks.
private let askStop: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = { context in
  context?.assumingMemoryBound(to: Stop.self).pointee.ask() == true ? 1 : 0
}

@Suite struct StopTests {
  /// Plays the scenario of the failing allocations; the question `answered` is said yes to. Returns how many there were.
  private func play(answered: Int, _ ends: inout [Scenario.Snapshot]) throws -> Int {
    let allocator = FailingAllocator()
    var native = allocator.native
    var created: OpaquePointer?
    try #require(lx_create(&native, &created) == .LX_OK)
    let solver = try #require(created)
    let scenario = Scenario(allocator: allocator, solver: solver)
    let stop = UnsafeMutablePointer<Stop>.allocate(capacity: 1)
    stop.initialize(to: Stop(answered: answered))
    defer { stop.deallocate() }
    #expect(lx_set_stop(solver, askStop, stop) == .LX_OK)
    func unasked<Result>(_ body: () -> Result) -> Result {
      stop.pointee.isOn = false
      defer { stop.pointee.isOn = true }
      return body()
    }
    for step in (0..<2).flatMap({ _ in scenario.steps }) {
      let before = answered > stop.pointee.questions ? unasked { scenario.snapshot() } : nil
      var status = step.run()
      if status == .LX_ERROR_STOPPED {
        #expect(stop.pointee.questions == answered, "\(step.name): asked again after a yes")
        #expect(unasked { scenario.snapshot() } == before, "\(step.name) changed something although it was stopped")
        status = step.run()
      }
      #expect(status == .LX_OK, "\(step.name)")
    }
    ends.append(unasked { scenario.snapshot() })
    lx_destroy(solver)
    #expect(allocator.current.live == 0)
    return stop.pointee.questions
  }

  @Test func everyQuestionCanBeAnsweredWithYes() throws {
    var ends: [Scenario.Snapshot] = []
    let questions = try play(answered: 0, &ends)
    #expect(questions > 200)
    for answered in Array(1...60) + Array(stride(from: 61, to: questions, by: 1 + questions / 60)) {
      _ = try play(answered: answered, &ends)
    }
    for end in ends {
      #expect(end.outcome == .LX_OPTIMAL)
      #expect(zip(end.values, ends[0].values).allSatisfy { abs($0 - $1) < 1e-6 })
      #expect(zip(end.levels, ends[0].levels).allSatisfy { abs($0 - $1) < 1e-6 })
    }
  }

  // MARK: Promptness

  /// Rows of three variables each, drawn at random at four priorities: the basis fills up, and pivots are many.
  private func makeLongProgram() throws -> OpaquePointer {
    var created: OpaquePointer?
    try #require(lx_create(nil, &created) == .LX_OK)
    let solver = try #require(created)
    let count = 2000
    var variables = [Int32](repeating: 0, count: count)
    try #require(lx_add_variables(solver, Int32(count), Array(repeating: 1, count: count), &variables) == .LX_OK)
    var state: UInt64 = 42
    func draw(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    let rows = (0..<2 * count).map { _ in
      let first = draw(count)
      let terms = [first, (first + 1 + draw(count / 3)) % count, (first + count / 2 + draw(count / 3)) % count]
      return NewRow(
        terms: Set(terms).sorted().map { (variables[$0], [1, -1, 0.5, 2][draw(4)]) }, relation: Int8(draw(3) - 1),
        constant: Double(draw(200) - 100), priority: [750, 500, 250, 100][draw(4)])
    }
    try #require(addRows(solver, rows).status == .LX_OK)
    return solver
  }

  @Test(arguments: [false, true]) func aLongSolveEndsSoon(whole: Bool) throws {
    let solver = try makeLongProgram()
    defer { lx_destroy(solver) }
    var stop = Stop()
    withUnsafeMutablePointer(to: &stop) { stop in
      stop.pointee.deadline = Stop.now + 0.8
      stop.pointee.last = Stop.now
      #expect(lx_set_stop(solver, askStop, stop) == .LX_OK)
      var options = lx_options()
      lx_options_init(&options)
      options.whole = whole ? 1 : 0
      var outcome = lx_outcome.LX_UNSOLVED
      let status = lx_solve(solver, &options, &outcome)
      let late = Stop.now - stop.pointee.last
      // The optimizer of a release build may be through before; in a debug build it takes many seconds.
      if status == .LX_OK { return }
      #expect(status == .LX_ERROR_STOPPED)
      #expect(stop.pointee.questions > 20)
      #expect(max(stop.pointee.longest, late) < 0.4, "\(stop.pointee.longest) s without a question, \(late) s to end")
      #expect(lx_get_outcome(solver, &outcome) == .LX_OK && outcome == .LX_UNSOLVED)
      var value = 0.0
      #expect(lx_get_values(solver, 1, [0], &value) == .LX_ERROR_UNSOLVED)
      #expect(lx_set_stop(solver, nil, nil) == .LX_OK)
    }
  }

  @Test func arguments() throws {
    #expect(lx_set_stop(nil, askStop, nil) == .LX_ERROR_ARGUMENT)
    #expect(String(cString: lx_status_text(.LX_ERROR_STOPPED)).contains("ended"))
    #expect(lx_template_solve_with(nil, nil, 0, nil, nil, nil, nil) == .LX_ERROR_ARGUMENT)
  }
}
