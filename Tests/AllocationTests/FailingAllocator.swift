// Memory that fails when told to, and counts what is not given back.

import CSolver
import Foundation

/// An allocator of CSolver whose n-th call fails.
final class FailingAllocator {
  struct State {
    /// Calls that may allocate, so far.
    var calls = 0
    /// The call to fail, counted from 1; 0 for none.
    var failing = 0
    /// Whether all calls after it fail too.
    var lasting = false
    /// Blocks given out and not released.
    var live = 0
    /// Calls that failed.
    var failed = 0
  }

  private let state: UnsafeMutablePointer<State>

  init(failing: Int = 0, lasting: Bool = false) {
    state = .allocate(capacity: 1)
    state.initialize(to: State(failing: failing, lasting: lasting))
  }

  deinit {
    state.deallocate()
  }

  var current: State { state.pointee }

  /// Runs a body in which nothing fails and no call counts.
  func whileWorking<Result>(_ body: () throws -> Result) rethrows -> Result {
    let (calls, failing) = (state.pointee.calls, state.pointee.failing)
    state.pointee.failing = 0
    defer {
      state.pointee.calls = calls
      state.pointee.failing = failing
    }
    return try body()
  }

  /// Whether a failure is still to come.
  var failsSoon: Bool { state.pointee.failing > 0 }

  /// From here on nothing fails.
  func stopFailing() { state.pointee.failing = 0 }

  var native: lx_allocator {
    lx_allocator(
      context: UnsafeMutableRawPointer(state),
      resize: { context, block, bytes in
        guard let state = context?.assumingMemoryBound(to: State.self) else { return nil }
        state.pointee.calls += 1
        let (calls, failing) = (state.pointee.calls, state.pointee.failing)
        if failing > 0, calls == failing || (state.pointee.lasting && calls > failing) {
          state.pointee.failed += 1
          return nil
        }
        if block == nil { state.pointee.live += 1 }
        // Blocks of no bytes are blocks all the same, so that every allocation has its release.
        return realloc(block, max(bytes, 1))
      },
      release: { context, block in
        guard let block, let state = context?.assumingMemoryBound(to: State.self) else { return }
        state.pointee.live -= 1
        free(block)
      })
  }
}
