// Memory for arrays that live beside a solver, as large and as long as its own: it comes from where the solver's comes from.
//
// Memory that was never touched costs a page fault for each 4 kB, which is more than writing it. The C library gives large
// blocks back to the system at once and asks for them again; the solver's allocator keeps some (`CSolver/src/base/pages.h`).

internal import CSolver

/// Blocks of memory, aligned for any type.
package enum BlockMemory {
  /// Allocates (`block` is nil) or changes the size, keeping what was written as far as it fits.
  ///
  /// - Returns: nil where there is no memory; `block` is as it was then.
  package static func resize(_ block: UnsafeMutableRawPointer?, to byteCount: Int) -> UnsafeMutableRawPointer? {
    lx_block_resize(block, byteCount)
  }

  /// Gives a block back.
  package static func release(_ block: UnsafeMutableRawPointer?) { lx_block_release(block) }
}
