// Work on many elements by several threads, its results in order.

import Foundation

/// The results of some work for 0 ..< count, each computed once on one of several threads.
///
/// At most a few results a thread wait to be taken, so memory does not grow with the number of elements.
final class OrderedResults<Value: Sendable>: @unchecked Sendable {
  private static var window: Int { 4 }

  private let work: @Sendable (Int) -> Value
  private let count: Int
  private let limit: Int
  /// Guards what follows, and is signalled when it changes.
  private let condition = NSCondition()
  private var started = 0
  private var taken = 0
  private var waiting: [Int: Value] = [:]

  /// Starts the threads. Those that are still waiting when nobody takes results any more end with the process.
  init(count: Int, threads: Int, _ work: @escaping @Sendable (Int) -> Value) {
    self.work = work
    self.count = count
    limit = max(threads, 1) * Self.window
    // With one thread the work is done where its result is taken.
    guard threads > 1 else { return }
    for _ in 0..<threads {
      let thread = Thread { [self] in
        while let index = start() {
          let value = work(index)
          condition.withLock {
            waiting[index] = value
            condition.broadcast()
          }
        }
      }
      // Deeply nested documents are walked recursively; what the main thread has is known to do.
      thread.stackSize = 8 << 20
      thread.start()
    }
    isThreaded = true
  }

  private var isThreaded = false

  /// The next element to work on, once there is room for its result; nil after the last.
  private func start() -> Int? {
    condition.withLock {
      while started < count, started >= taken + limit { condition.wait() }
      guard started < count else { return nil }
      defer { started += 1 }
      return started
    }
  }

  /// The next result in order. To be called `count` times, from one thread.
  func next() -> Value {
    guard isThreaded else {
      defer { taken += 1 }
      return work(taken)
    }
    return condition.withLock {
      while true {
        if let value = waiting.removeValue(forKey: taken) {
          taken += 1
          condition.broadcast()
          return value
        }
        condition.wait()
      }
    }
  }
}
