// Where results go: standard output, or files that appear whole or not at all.
//
// A file is written beside its destination under a temporary name, synced and renamed over it; rename(2) replaces
// atomically within one directory. An interrupt removes the temporary file and leaves the destination as it was.

import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The destination of results.
enum Output {
  /// Writes text to standard output; a full disk or a closed pipe is a failure, not silence.
  static func standard(_ text: String) throws { try standard(Array(text.utf8)) }

  /// Writes bytes to standard output, with one call where the system takes them at once.
  static func standard(_ bytes: [UInt8]) throws {
    try write(bytes, to: STDOUT_FILENO, name: "standard output")
  }

  /// Writes a file whole or not at all.
  static func file(_ bytes: [UInt8], at path: String) throws {
    try checkReplaceable(path)
    var template = Array("\(path).XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw failure("cannot be written", path) }
    let temporary = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    Interruption.addTemporary(temporary)
    defer {
      // After the rename there is nothing left under this name.
      unlink(temporary)
      Interruption.removeTemporary(temporary)
    }
    do {
      defer { close(descriptor) }
      // mkstemp makes files private; a result gets what the user's mask grants.
      let mask = umask(0)
      umask(mask)
      guard fchmod(descriptor, 0o666 & ~mask) == 0 else { throw failure("cannot be written", path) }
      try write(bytes, to: descriptor, name: path)
      guard fsync(descriptor) == 0 || errno == EINVAL else { throw failure("cannot be written", path) }
    }
    guard rename(temporary, path) == 0 else { throw failure("cannot be written", path) }
  }

  /// Writes a text file whole or not at all.
  static func file(_ text: String, at path: String) throws { try file(Array(text.utf8), at: path) }

  /// Makes a directory and those above it.
  static func makeDirectory(_ path: String) throws {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw Failure.unusable("\(path): cannot be made a folder; name a folder that can be written")
    }
  }

  static func isDirectory(_ path: String) -> Bool {
    var directory: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &directory) && directory.boolValue
  }

  /// A rename would put a file in the place of a device or a pipe.
  private static func checkReplaceable(_ path: String) throws {
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw Failure.unusable("\(path): is not a regular file; leave out -o to write to standard output")
    }
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32, name: String) throws {
    try bytes.withUnsafeBytes { buffer in
      var done = 0
      while done < buffer.count {
        let count = systemWrite(descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done)
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { throw failure("cannot be written", name) }
        done += count
      }
    }
  }

  private static func failure(_ what: String, _ path: String) -> Failure {
    .unusable("\(path): \(what): \(String(cString: strerror(errno)))")
  }
}

/// write(2); inside `Output` the name would mean its own method.
private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, buffer, count)
}
