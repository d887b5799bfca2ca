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
    // What is gone through, and where it goes on with what lies around it.
    var (current, offset) = (subviews, 0)
    var path: [(subviews: [View], offset: Int)] = []
    while true {
      guard let view = Self.element(of: current, at: offset) else {
        guard let outer = path.popLast() else { return }
        (current, offset) = outer
        continue
      }
      offset += 1
      view.read { inner in
        body(inner)
        guard !inner.subviews.isEmpty else { return }
        path.append((current, offset))
        (current, offset) = (inner.subviews, 0)
      }
    }
  }

  /// A view of a list that is gone through, not held. What comes after it is prefetched: views that were made with others
  /// between them do not lie side by side.
  @inline(__always)
  private static func element(of views: [View], at offset: Int) -> Unmanaged<View>? {
    views.withUnsafeBufferPointer { views in
      guard offset < views.count else { return nil }
      return views.withMemoryRebound(to: Unmanaged<View>.self) { references in
        if offset + 6 < references.count { lx_stride_prefetch(UInt(bitPattern: references[offset + 6].toOpaque())) }
        if offset + 3 < references.count {
          let node = references[offset + 3].read { Unmanaged.passUnretained($0.node) }
          lx_stride_prefetch(UInt(bitPattern: node.toOpaque()))
        }
        return references[offset]
      }
    }
  }

  func forEachNode(_ body: (ItemNode) -> Void) {
    forEachView { view in
      body(view.node)
      for guide in view.allGuides { body(guide.node) }
    }
  }
}
