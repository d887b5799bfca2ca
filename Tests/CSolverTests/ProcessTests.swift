// What belongs to the process: it survives a fork, and can be given back.

import CSolverTestSupport
import TestSupport
import Testing

@Suite(.serialized) struct ProcessTests {
  @Test func parentAndChildGoOnAfterAFork() {
    #expect(failure { process_check_fork(TestRun.count(25, long: 200), $0, $1) } == nil)
  }

  @Test func whatIsKeptCanBeGivenBack() {
    #expect(failure { process_check_trim($0, $1) } == nil)
  }
}
