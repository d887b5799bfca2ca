// Going through a tree of views: trees may be 100,000 levels deep, so every walk iterates.

internal import CTrellis

extension View {
  /// Visits the subtree, each view before its guides and its subviews, without recursion.
  func forEachView(_ body: (View) -> Void) {
    var pending = [self]
    while let view = pending.popLast() {
      body(view)
      pending.append(contentsOf: view.subviews.reversed())
    }
  }

  /// Calls `body` with each view of the subtree before its subviews, without taking hold of it; the tree stays as it is
  /// meanwhile.
  @inline(__always)
  func readSubtree(_ body: (View) -> Void) {
    body(self)
    guard !subviews.isEmpty else { return }
    // On the way down: whose subviews are gone through, and which of them is next.
    var path = [(view: Unmanaged.passUnretained(self), offset: 0)]
    while let (parent, offset) = path.last {
      guard let view = parent.read({ $0.subview(at: offset) }) else {
        path.removeLast()
        continue
      }
      path[path.count - 1].offset = offset + 1
      view.read { inner in
        body(inner)
        if !inner.subviews.isEmpty { path.append((view, 0)) }
      }
    }
  }

  func forEachNode(_ body: (ItemNode) -> Void) {
    forEachView { view in
      body(view.node)
      for guide in view.allGuides { body(guide.node) }
    }
  }

  /// A subview, not held, for a walk that goes through all of them: what comes after it is prefetched, as views that were
  /// made with others between them do not lie side by side.
  @inline(__always)
  private func subview(at offset: Int) -> Unmanaged<View>? {
    subviews.withUnsafeBufferPointer { subviews in
      guard offset < subviews.count else { return nil }
      return subviews.withMemoryRebound(to: Unmanaged<View>.self) { references in
        if offset + 6 < references.count { lx_stride_prefetch(UInt(bitPattern: references[offset + 6].toOpaque())) }
        if offset + 3 < references.count {
          lx_stride_prefetch(
            references[offset + 3].read { UInt(bitPattern: Unmanaged.passUnretained($0.node).toOpaque()) })
        }
        return references[offset]
      }
    }
  }
}
