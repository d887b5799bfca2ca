// A value behind a lock. The standard library's Mutex would do except for the oldest macOS that the package supports.

import Foundation

/// Shared state of the process that more than one thread touches.
final class Protected<Value>: @unchecked Sendable {
  private let lock = NSLock()
  /// Only read and written under `lock`, which is what makes the class Sendable.
  private var value: Value

  init(_ value: Value) { self.value = value }

  /// Takes the lock and keeps it: for a process that is about to end. Whether it was free in time.
  func acquire(before limit: Date) -> Bool { lock.lock(before: limit) }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
