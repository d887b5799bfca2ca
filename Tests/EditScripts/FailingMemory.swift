// Memory that runs out when told to. A call that fails for want of it must leave everything as it was, and succeed when it
// is made again.

import Foundation
import Simplex

/// An allocator that fails from one of its next calls on, until it is told to work again.
final class FailingMemory {
  /// How many calls there is memory for; negative for all.
  private let remaining: UnsafeMutablePointer<Int>

  init() {
    remaining = .allocate(capacity: 1)
    remaining.initialize(to: -1)
  }

  deinit { remaining.deallocate() }

  /// From the call with this number on, counted from 0, there is no memory.
  func fail(at call: Int) {
    remaining.pointee = call
  }

  /// There is memory again.
  func work() { remaining.pointee = -1 }

  var allocator: SolverAllocator {
    SolverAllocator(
      context: UnsafeMutableRawPointer(remaining),
      resize: { context, block, bytes in
        guard let remaining = context?.assumingMemoryBound(to: Int.self) else { return nil }
        if remaining.pointee == 0 { return nil }
        if remaining.pointee > 0 { remaining.pointee -= 1 }
        return realloc(block, max(bytes, 1))
      }, release: { _, block in free(block) })
  }
}
