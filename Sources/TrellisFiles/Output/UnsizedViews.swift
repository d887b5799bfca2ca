// Views that nothing sizes: nobody wrote a constraint for them, and they have no size of their own.

import Trellis

enum UnsizedViews {
  /// The views that active constraints mention, themselves or by one of their guides.
  static func mentioned(by constraints: some Sequence<Constraint>) -> Set<ObjectIdentifier> {
    var views: Set<ObjectIdentifier> = []
    for constraint in constraints where constraint.isActive {
      for item in [constraint.firstItem, constraint.secondItem] {
        guard let view = item as? View ?? (item as? LayoutGuide)?.owningView else { continue }
        views.insert(ObjectIdentifier(view))
      }
    }
    return views
  }
}
