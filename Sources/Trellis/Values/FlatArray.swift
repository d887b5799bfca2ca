// An array by slot or row that lives as long as a scene.
//
// A class over a block of memory of its own, so that an element is read or changed where it lies, without asking
// whether somebody else holds the array; and of the solver's kind of memory, as arrays of some hundred kilobytes that
// are made and dropped with each scene cost more in page faults than in what is written to them.

import Simplex

/// Elements side by side, of plain data: nothing is held for them, and nothing let go. Whoever holds the array sees
/// what others change.
final class FlatArray<Element>: RandomAccessCollection {
  @exclusivity(unchecked) private var memory: UnsafeMutablePointer<Element>?
  @exclusivity(unchecked) private(set) var count = 0
  @exclusivity(unchecked) private var capacity = 0

  init() { assert(_isPOD(Element.self)) }

  deinit { BlockMemory.release(memory) }

  var startIndex: Int { 0 }
  var endIndex: Int { count }

  /// The element at an index within bounds.
  subscript(index: Int) -> Element {
    @inline(__always) get { address(index).pointee }
    @inline(__always) _modify { yield &address(index).pointee }
  }

  @inline(__always)
  private func address(_ index: Int) -> UnsafeMutablePointer<Element> {
    guard let memory, UInt(bitPattern: index) < UInt(bitPattern: count) else {
      preconditionFailure("index out of range")
    }
    return memory + index
  }

  /// Makes room for `count` elements. Linear in what is there.
  func reserveCapacity(_ count: Int) {
    guard count > capacity else { return }
    guard let grown = BlockMemory.resize(memory, to: count * MemoryLayout<Element>.stride) else {
      preconditionFailure("out of memory")
    }
    memory = grown.assumingMemoryBound(to: Element.self)
    capacity = count
  }

  /// Makes room for so many more elements.
  func makeRoom(for more: Int) {
    if count + more > capacity { grow(to: count + more) }
  }

  /// Appends an element. Amortized O(1).
  @inline(__always)
  func append(_ element: Element) {
    if count == capacity { grow(to: count + 1) }
    guard let memory else { return }
    (memory + count).initialize(to: element)
    count += 1
  }

  /// Appends an element so often that there are `count`; does nothing where there are as many. Linear in what is added.
  func fill(to count: Int, with element: Element) {
    guard count > self.count else { return }
    if count > capacity { grow(to: count) }
    guard let memory else { return }
    (memory + self.count).initialize(repeating: element, count: count - self.count)
    self.count = count
  }

  @inline(never)
  private func grow(to count: Int) { reserveCapacity(Swift.max(count, 2 * capacity, 16)) }

  /// Takes all elements out. Keeps the memory.
  func removeAll() { count = 0 }

  /// Makes the array `count` elements long, which `body` writes from the first to the last.
  func write<Failure: Error>(
    _ count: Int, _ body: (UnsafeMutablePointer<Element>) throws(Failure) -> Void
  ) throws(Failure) {
    reserveCapacity(Swift.max(count, 1))
    guard let memory else { return }
    self.count = 0
    try body(memory)
    self.count = count
  }

  /// The elements where they lie, whose indices a release build does not check: for loops that cannot leave them. They
  /// lie there until the array grows.
  @inline(__always)
  var elements: UnsafeMutableBufferPointer<Element> { UnsafeMutableBufferPointer(start: memory, count: count) }
}
