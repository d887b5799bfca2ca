// Reading documents: files, pipes and standard input, with one line for what cannot be read.

import Foundation
import TrellisFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

enum Input {
  /// The argument that means standard input, and its name in errors.
  static let standardInput = "-"
  /// What offsets of the reader can tell (JSONReader).
  private static let longestFile = Int64(UInt32.max)
  private static let bufferLength = 256 << 10
  /// What is taken from a pipe or device, so that one without end (/dev/zero) cannot fill the memory.
  private static let longestStream = 1 << 30

  /// Reads and parses the documents one by one; what one of them gets wrong is said on standard error and the others go
  /// on, so that one bad file of a thousand does not hide the rest. An output that fails ends it: it would fail for all.
  ///
  /// - Returns: Whether all could be used.
  static func forEachDocument(
    _ files: [String], _ title: String, _ body: (LayoutDocument) throws -> Void
  ) throws -> Bool {
    try forEachFile(files, title) { bytes, file in try body(LayoutDocument(parsing: bytes, file: file)) }
  }

  /// Reads the files one by one, as ``forEachDocument(_:_:_:)`` does, and leaves parsing to the caller.
  static func forEachFile(
    _ files: [String], _ title: String, _ body: ([UInt8], String) throws -> Void
  ) throws -> Bool {
    guard files.count(where: { $0 == standardInput }) <= 1 else {
      throw Failure.unusable("-: standard input can be read once; give it once")
    }
    var progress = Progress(title, total: files.count)
    var allUsable = true
    for (index, file) in files.enumerated() {
      progress.update(index, file)
      do {
        try body(bytes(of: file), file)
      } catch let error as DocumentError {
        StandardError.print(error.description)
        allUsable = false
      } catch let failure as Failure where failure.status == Failure.unusableInput && !failure.isOfOutput {
        if let text = failure.text { StandardError.print(text) }
        allUsable = false
      }
    }
    progress.finish()
    return allUsable
  }

  /// Reads a file, a pipe or a device to its end; ``standardInput`` is standard input.
  static func bytes(of file: String) throws -> [UInt8] {
    if file == standardInput { return try bytes(from: STDIN_FILENO, "standard input", unreadableStandardInput) }
    guard !file.isEmpty else { throw Failure.unusable("the name of a file is empty; name a file") }
    guard !Output.isDirectory(file) else {
      throw Failure.unusable("\(file):1:1: is a folder; name the documents in it")
    }
    let descriptor = open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw unreadable(file, errno) }
    defer { close(descriptor) }
    return try bytes(from: descriptor, file) { unreadable(file, $0) }
  }

  /// What there is to say when standard input is closed, or nothing that can be read.
  static func unreadableStandardInput(_ error: Int32) -> Failure {
    .unusable("standard input cannot be read (\(String(cString: strerror(error)))); give it a file or a pipe")
  }

  private static func unreadable(_ file: String, _ error: Int32) -> Failure {
    switch error {
    case ENOENT, ENOTDIR, ENAMETOOLONG, ELOOP: .unusable("\(file):1:1: there is no such file; check the path")
    case EACCES, EPERM: .unusable("\(file):1:1: cannot be read; check its permissions")
    default: .unusable("\(file):1:1: cannot be read (\(String(cString: strerror(error)))); name another file")
    }
  }

  private static func bytes(from descriptor: Int32, _ name: String, _ unreadable: (Int32) -> Failure) throws -> [UInt8]
  {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw unreadable(errno) }
    let isFile = status.st_mode & S_IFMT == S_IFREG
    guard Int64(status.st_size) <= longestFile else {
      throw Failure.unusable("\(name):1:1: is larger than 4 GB; split it, or hand it to 'trellis batch' line by line")
    }
    var bytes: [UInt8] = []
    // One more than there are, so that the read that finds the end needs no more room.
    if isFile { bytes.reserveCapacity(Int(status.st_size) + 1) }
    var buffer = [UInt8](repeating: 0, count: bufferLength)
    while true {
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw unreadable(errno) }
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
      guard isFile || bytes.count <= longestStream else {
        throw Failure.unusable("\(name): does not end within \(longestStream) bytes; write it to a file, and name that")
      }
    }
  }
}
