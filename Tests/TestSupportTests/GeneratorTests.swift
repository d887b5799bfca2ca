// The generator repeats itself, covers what it is meant to cover, and its edits keep the program's indices right.

import Judge
import Simplex
import TestSupport
import Testing

@Suite struct GeneratorTests {
  /// The first numbers of the reference implementation for seed 0.
  @Test func splitMix64IsThatOfThePaper() {
    var random = SplitMix64(seed: 0)
    #expect(random.next() == 0xE220_A839_7B1D_CDAF)
    #expect(random.next() == 0x6E78_9E6A_A1B9_65F4)
    #expect(random.next() == 0x06C4_5D18_8009_454F)
  }

  @Test func aSeedIsAProgram() {
    for seed in 0..<50 as Range<UInt64> {
      var (first, second) = (ProgramGenerator(seed: seed), ProgramGenerator(seed: seed))
      let program = first.program()
      #expect(program == second.program())
      #expect(first.edit(of: program) == second.edit(of: program))
    }
  }

  @Test func programsCoverTheKinds() throws {
    var counts: [String: Int] = [:]
    func count(_ kind: String, _ isThere: Bool) { counts[kind, default: 0] += isThere ? 1 : 0 }
    for seed in 0..<400 as Range<UInt64> {
      var generator = ProgramGenerator(seed: seed)
      let program = generator.program()
      let rows = program.rows
      #expect((1...60).contains(program.nonnegative.count))
      count("feasible", try Judge.judgement(of: program).isFeasible)
      count("split priority", rows.contains { $0.priorityBelow != nil })
      count("fraction", program.priorities.contains { $0.rounded() != $0 })
      count("ten levels", program.priorities.count >= 10)
      count("weights", rows.contains { $0.weight != 1 })
      count("nonnegative", program.nonnegative.contains(true))
      count("multiplier", rows.contains { $0.terms.contains { abs($0.coefficient) == 1.7778 } })
      count("wide", rows.contains { $0.terms.count >= 20 })
      count("large", rows.contains { abs($0.constant) > 1e5 })
      count("repeated", Set(rows.map { "\($0.terms)" }).count < rows.count)
      count("empty row", rows.contains(where: \.terms.isEmpty))
      for row in rows {
        #expect(Set(row.terms.map(\.variable)).count == row.terms.count)
        #expect(row.terms.allSatisfy { program.nonnegative.indices.contains($0.variable) })
      }
    }
    for (kind, number) in counts {
      #expect(number >= (kind == "empty row" ? 2 : 20), "\(kind): \(number) of 400")
    }
    #expect((200...380).contains(counts["feasible"] ?? 0), "feasible: \(counts["feasible"] ?? 0) of 400")
  }

  @Test func editsKeepProgramsSound() {
    for seed in 0..<20 as Range<UInt64> {
      var generator = ProgramGenerator(seed: seed, variables: 1...12)
      var program = generator.program()
      var kinds: Set<String> = []
      for _ in 0..<200 {
        let edit = generator.edit(of: program)
        #expect(program.accepts(edit), "seed \(seed): \(edit)")
        program.apply(edit)
        kinds.insert(String("\(edit)".prefix { $0 != "(" }))
        #expect(program.rows.allSatisfy { $0.terms.allSatisfy { program.nonnegative.indices.contains($0.variable) } })
      }
      #expect(kinds.count >= 7, "seed \(seed): \(kinds)")
    }
  }

  @Test func shrinkingKeepsWhatFails() {
    var generator = ProgramGenerator(seed: 11, variables: 30...30)
    var program = generator.program()
    program.rows.append(.init([.init(3, 2), .init(17, 1.7778)], .equal, 44, priority: 333, weight: 3))
    let small = shrink(program) { candidate in
      candidate.rows.contains { $0.priority == 333 && $0.terms.contains { $0.coefficient == 1.7778 } }
    }
    #expect(small == Program(variables: 1, rows: [.init([.init(0, 1.7778)], .equal, 0, priority: 333)]))
  }

  @Test func shrinkingAScriptKeepsWhatFails() {
    var generator = ProgramGenerator(seed: 12, variables: 5...5)
    let program = generator.program()
    var script: [Edit] = []
    var edited = program
    for _ in 0..<40 {
      let edit = generator.edit(of: edited)
      script.append(edit)
      edited.apply(edit)
    }
    script.append(.addVariables([true, true, true]))
    let small = shrink(program, script) { _, script in script.contains(.addVariables([true, true, true])) }
    #expect(small.script == [.addVariables([true, true, true])])
    #expect(small.program.rows.isEmpty)
  }
}
