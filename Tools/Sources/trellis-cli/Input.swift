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

  /// Reads and parses the documents one by one, as ``forEachFile(_:_:_:)`` does.
  static func forEachDocument(
    _ files: [String], _ title: String, _ body: (LayoutDocument) throws -> Void
  ) throws -> Bool {
    try forEachFile(files, title) { bytes, file in try body(LayoutDocument(measuring: bytes, file: file)) }
  }

  /// Reads the files one by one; what one of them gets wrong is said on standard error and the others continue, so that one
  /// bad file of a thousand does not hide the rest. An output that fails ends it: it would fail for all.
  ///
  /// - Parameter unusable: What else to do about a file that cannot be used, in its place among the others.
  /// - Returns: Whether all could be used.
  static func forEachFile(
    _ files: [String], _ title: String, unusable: (DocumentError) throws -> Void = { _ in },
    _ body: (_ bytes: [UInt8], _ file: String) throws -> Void
  ) throws -> Bool {
    try prepare(files)
    var progress = Progress(title, total: files.count)
    var allUsable = true
    for (index, file) in files.enumerated() {
      progress.update(index, file)
      let error: DocumentError
      do {
        try body(bytes(of: file), file)
        continue
      } catch let fault as DocumentError {
        error = fault
      }
      StandardError.print(Diagnostic(error).line)
      try unusable(error)
      allUsable = false
    }
    progress.finish()
    return allUsable
  }

  /// Works on the files on several threads; results and what could not be used come in the order of the files, so that
  /// the output does not depend on the number of threads. A few files a thread are in memory at a time.
  ///
  /// - Returns: Whether all could be used.
  static func forEachFile<Value: Sendable>(
    _ files: [String], _ title: String, jobs: Int, unusable: (DocumentError) throws -> Void,
    _ work: @escaping @Sendable (_ bytes: [UInt8], _ file: String) throws -> Value, then deliver: (Value) throws -> Void
  ) throws -> Bool {
    try prepare(files)
    var progress = Progress(title, total: files.count)
    var allUsable = true
    let results = OrderedResults<Result<Value, any Error>>(count: files.count, threads: min(jobs, files.count)) {
      index in
      Result { try work(bytes(of: files[index]), files[index]) }
    }
    for (index, file) in files.enumerated() {
      progress.update(index, file)
      do {
        try deliver(results.next().get())
      } catch let error as DocumentError {
        StandardError.print(Diagnostic(error).line)
        try unusable(error)
        allUsable = false
      }
    }
    progress.finish()
    return allUsable
  }

  /// Checks what can be checked of names, and keeps outputs away from the files.
  private static func prepare(_ files: [String]) throws {
    guard files.count(where: { $0 == standardInput }) <= 1 else {
      throw Failure.unusable("-: standard input can be read once; give it once")
    }
    guard !files.contains("") else { throw Failure.unusable("the name of a file is empty; name a file") }
    try Output.keepAway(from: files)
  }

  /// Reads a file, a pipe or a device to its end; ``standardInput`` is standard input.
  static func bytes(of file: String) throws -> [UInt8] {
    if file == standardInput { return try bytes(from: STDIN_FILENO, file, unreadableStandardInput) }
    guard !file.isEmpty else { throw Failure.unusable("the name of a file is empty; name a file") }
    guard !Output.isDirectory(file) else { throw unusable(file, "this is a folder; name the documents in it") }
    let descriptor = open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw unreadable(file, errno) }
    defer { close(descriptor) }
    return try bytes(from: descriptor, file) { unreadable(file, $0) }
  }

  /// What there is to say when standard input is closed, or nothing that can be read.
  static func unreadableStandardInput(_ error: Int32) -> DocumentError {
    unusable(
      standardInput, "standard input cannot be read (\(String(cString: strerror(error)))); give it a file or a pipe")
  }

  private static func unusable(_ file: String, _ message: String) -> DocumentError {
    DocumentError(file: file, line: 1, column: 1, message: message)
  }

  private static func unreadable(_ file: String, _ error: Int32) -> DocumentError {
    switch error {
    case ENOENT, ENOTDIR, ENAMETOOLONG, ELOOP: unusable(file, "no such file; check the path")
    case EACCES, EPERM: unusable(file, "the file cannot be read; check its permissions")
    default: unusable(file, "the file cannot be read (\(String(cString: strerror(error)))); name another file")
    }
  }

  private static func bytes(
    from descriptor: Int32, _ name: String, _ unreadable: (Int32) -> DocumentError
  ) throws -> [UInt8] {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw unreadable(errno) }
    let isFile = status.st_mode & S_IFMT == S_IFREG
    guard Int64(status.st_size) <= longestFile else {
      throw unusable(
        name, "the file is larger than 4 GB; split it, or hand it to 'trellis batch' line by line")
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
        throw unusable(name, "it does not end within \(longestStream) bytes; write it to a file, and name that")
      }
    }
  }
}
