// What texts print for the addresses of objects.
//
// Where an object lies in memory differs from run to run, so a log with real addresses compares with no other. Each
// scene numbers what its texts mention, in the order in which they first do: the same program prints the same text, on
// any number of threads. What is in no scene is numbered by one book for the process.

/// Numbers for objects that texts mention, instead of addresses. Holds none of them.
final class AddressBook: @unchecked Sendable {
  /// For what is in no scene.
  static let outside = AddressBook(from: 0x7000_0000)

  private struct Key: Hashable {
    let object: ObjectIdentifier
    let part: UInt8
  }

  private struct Entry {
    weak var object: AnyObject?
    let number: Int
  }

  private let lock = Lock()
  private var entries: [Key: Entry] = [:]
  private var next: Int
  /// How many entries there may be before those of objects that are gone are thrown out.
  private var limit = 1024

  init(from first: Int = 0x1000_0000) { next = first }

  /// The number of an object, or of a part of it, as an address: `0x10000010`. The same as long as the object lives.
  func address(of object: AnyObject, part: UInt8 = 0) -> String {
    lock.lock()
    defer { lock.unlock() }
    let key = Key(object: ObjectIdentifier(object), part: part)
    if let entry = entries[key], entry.object != nil { return hexadecimal(entry.number) }
    if entries.count >= limit {
      entries = entries.filter { $0.value.object != nil }
      limit = max(1024, 2 * entries.count)
    }
    next += 0x10
    entries[key] = Entry(object: object, number: next)
    return hexadecimal(next)
  }
}

private func hexadecimal(_ number: Int) -> String { "0x" + String(number, radix: 16) }

extension (any LayoutEngine)? {
  /// What a text prints for the address of an object of a scene, or of none.
  func address(of object: AnyObject, part: UInt8 = 0) -> String {
    self?.address(of: object, part: part) ?? AddressBook.outside.address(of: object, part: part)
  }
}

/// Where an object lies: `0x7f…`.
func memoryAddress(of object: AnyObject) -> String {
  "0x" + String(UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()), radix: 16)
}

extension ItemNode {
  /// What a text prints for the address of the item.
  var printedAddress: String { item.map { layoutEngine.address(of: $0) } ?? "0x0" }
}

extension Constraint {
  /// What a text prints for the address of the constraint.
  var printedAddress: String { (layoutEngine ?? first.layoutEngine ?? second?.layoutEngine).address(of: self) }
}
