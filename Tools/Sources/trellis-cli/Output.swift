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
  /// Files by device and number: the same through links, relative paths, and names that a file system takes for one.
  private struct Identity: Hashable {
    var device: UInt64
    var number: UInt64

    init(_ status: stat) {
      device = UInt64(truncatingIfNeeded: status.st_dev)
      number = UInt64(truncatingIfNeeded: status.st_ino)
    }
  }

  /// The files that are read, by what their caller calls them, and those that have been written.
  private static let taken = Protected<(inputs: [Identity: String], outputs: [Identity: String])>(([:], [:]))

  /// Has the process write to none of these files, whatever they are called as outputs. Standard output may have been
  /// directed to one already.
  static func keepAway(from files: [String]) throws {
    var status = stat()
    for file in files {
      let isThere = file == Input.standardInput ? fstat(STDIN_FILENO, &status) == 0 : stat(file, &status) == 0
      guard isThere, status.st_mode & S_IFMT == S_IFREG else { continue }
      let identity = Identity(status)
      taken.withLock { $0.inputs[identity] = file == Input.standardInput ? "standard input" : file }
    }
    guard fstat(STDOUT_FILENO, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
    let identity = Identity(status)
    if let input = taken.withLock({ $0.inputs[identity] }) {
      throw Failure.unwritable("standard output: it is the input \(input) as well; write to another file")
    }
  }

  /// Writes text to standard output; a full disk or a closed pipe is a failure, not silence.
  static func standard(_ text: String) throws { try standard(Array(text.utf8)) }

  /// Writes bytes to standard output, with one call where the system takes them at once.
  static func standard(_ bytes: [UInt8]) throws {
    try write(bytes, to: STDOUT_FILENO, name: "standard output")
  }

  /// Writes a file whole or not at all, and never over an input.
  ///
  /// - Parameter isOnlyOnce: Whether another result of this process must not be replaced either.
  static func file(_ bytes: [UInt8], at path: String, isOnlyOnce: Bool = false) throws {
    try checkReplaceable(path, isOnlyOnce: isOnlyOnce)
    var template = Array((folder(of: path) + ".trellis-XXXXXX").utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw failure(path) }
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
      guard fchmod(descriptor, 0o666 & ~mask) == 0 else { throw failure(path) }
      try write(bytes, to: descriptor, name: path)
      guard fsync(descriptor) == 0 || errno == EINVAL else { throw failure(path) }
    }
    guard rename(temporary, path) == 0 else { throw failure(path) }
    var status = stat()
    if stat(path, &status) == 0 {
      let identity = Identity(status)
      taken.withLock { $0.outputs[identity] = path }
    }
  }

  /// A path up to its last component: nothing, or what ends with `/`.
  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  /// Writes a text file whole or not at all.
  static func file(_ text: String, at path: String, isOnlyOnce: Bool = false) throws {
    try file(Array(text.utf8), at: path, isOnlyOnce: isOnlyOnce)
  }

  /// Makes a directory and those above it.
  static func makeDirectory(_ path: String) throws {
    try checkName(path)
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw Failure.unwritable("\(path): cannot be made a folder; name a folder that can be written")
    }
  }

  static func isDirectory(_ path: String) -> Bool {
    var directory: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &directory) && directory.boolValue
  }

  /// A rename would replace a device or a pipe, of an input, or of another result.
  private static func checkReplaceable(_ path: String, isOnlyOnce: Bool) throws {
    try checkName(path)
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw Failure.unwritable("\(path): this is a folder; name a file in it")
    default: throw Failure.unwritable("\(path): this is a device or a pipe; name a regular file")
    }
    let identity = Identity(status)
    let (input, output) = taken.withLock { ($0.inputs[identity], $0.outputs[identity]) }
    if let input {
      throw Failure.unwritable(
        "\(path): the input \(input == path ? "" : "\(input) ")would be overwritten; name another path")
    }
    if let output, isOnlyOnce {
      throw Failure.unwritable(
        "\(path): the result \(output) of another input would be overwritten; name another path")
    }
  }

  private static func checkName(_ path: String) throws {
    guard !path.isEmpty else { throw Failure.unwritable("the name of the output is empty; name a file or folder") }
  }

  /// Writes all of the bytes to a descriptor, `name` being what errors call it.
  static func write(_ bytes: [UInt8], to descriptor: Int32, name: String) throws {
    try bytes.withUnsafeBytes { buffer in
      var done = 0
      while done < buffer.count {
        let count = systemWrite(descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done)
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { throw failure(name) }
        done += count
      }
    }
  }

  /// What the last call of the system says of a destination, and what would help.
  private static func failure(_ path: String) -> Failure {
    let reason =
      switch errno {
      case ENOENT, ENOTDIR: "no such folder; create it, or name another"
      case EACCES, EPERM, EROFS: "that is not allowed; check the permissions of its folder"
      case ENOSPC, EDQUOT: "the disk is full; make room"
      case EPIPE: "its reader has gone; read it to the end"
      case EBADF: "it is closed; leave it open, or name a file with -o"
      case let error: "\(String(cString: strerror(error))); name another path"
      }
    return .unwritable("\(path): cannot be written: \(reason)")
  }
}

/// write(2); inside `Output` the name would mean its own method.
private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, buffer, count)
}
