// From a record to its view or guide.

extension ItemNode {
  /// The view that this is the record of; nil for a guide's, and once it is gone.
  var view: View? {
    // Only views give themselves to the record of a view, and only guides to others.
    get { isView ? item.map { unsafeDowncast($0, to: View.self) } : nil }
    set { item = newValue }
  }

  /// The guide that this is the record of; nil for a view's, and once it is gone.
  var guide: LayoutGuide? {
    get { isView ? nil : item.map { unsafeDowncast($0, to: LayoutGuide.self) } }
    set { item = newValue }
  }

  /// Whether this is the record of a plain view that has no content size and computes none.
  var hasNoContent: Bool { isPlainView && view?.hasNoContent ?? false }
}
