// Output whose reader never sees half a line, whenever the process is killed.
//
// SIGINT, SIGTERM and SIGHUP wait for the end of a write (Interruption). SIGKILL waits for nothing, so a write must not
// stop in the middle. POSIX has writes of up to PIPE_BUF bytes to a pipe atomic (write(2), pipe(7)): they wait for room
// before the first byte. So whole lines are put together to writes of at most that. A longer line is one write that is
// begun only when the pipe has room for all of it, which makes the pipe larger where that is allowed. A regular file takes
// what it is given without waiting.

import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Writes whole lines to a descriptor.
final class LineWriter: Sendable {
  /// What Linux guarantees to be written at once; the least that POSIX allows is 512.
  private static let atomicLength = 4096

  private let descriptor: Int32
  private let isPipe: Bool

  init(descriptor: Int32) {
    self.descriptor = descriptor
    var status = stat()
    isPipe = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  /// Writes lines, each with its end.
  ///
  /// - Throws: ``Failure`` for a full disk or a reader that has gone.
  func write(_ lines: [[UInt8]]) throws {
    var together: [UInt8] = []
    for line in lines {
      if !together.isEmpty, together.count + line.count > Self.atomicLength {
        try writeAtOnce(together)
        together.removeAll(keepingCapacity: true)
      }
      together += line
    }
    if !together.isEmpty { try writeAtOnce(together) }
  }

  private func writeAtOnce(_ bytes: [UInt8]) throws {
    if isPipe, bytes.count > Self.atomicLength { waitForRoom(bytes.count) }
    try Interruption.uninterrupted { try Output.standard(bytes) }
  }

  /// Waits until the pipe can take so many bytes without waiting, or can't tell.
  private func waitForRoom(_ count: Int) {
    #if os(Linux)
      // fcntl(2); the constants are behind _GNU_SOURCE.
      let setPipeSize: Int32 = 1031
      let getPipeSize: Int32 = 1032
      let page = 4096
      let needed = (count + page - 1) / page + 1
      if Int(fcntl(descriptor, getPipeSize)) < needed * page {
        _ = fcntl(descriptor, setPipeSize, Int32(clamping: needed * page))
      }
      let pages = Int(fcntl(descriptor, getPipeSize)) / page
      // More than the pipe can ever hold: only the reader can keep such a line whole.
      guard needed <= pages else { return }
      var pause: UInt32 = 50
      while true {
        var unread: Int32 = 0
        guard ioctl(descriptor, UInt(FIONREAD), &unread) == 0 else { return }
        // Two neighbouring pages of a pipe that were not joined hold more than one page together.
        let used = unread == 0 ? 0 : 2 * Int(unread) / page + 1
        if used + needed <= pages || unread == 0 { return }
        var reader = pollfd(fd: descriptor, events: 0, revents: 0)
        // A reader that has gone is for the write to find.
        if poll(&reader, 1, 0) > 0 { return }
        usleep(pause)
        pause = min(2 * pause, 2000)
      }
    #endif
  }
}
