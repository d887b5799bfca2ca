// The code of the article "Writing constraints".

import Testing

@testable import Trellis

extension ArticleTests {
  @Test("Writing constraints") func writingConstraints() throws {
    // article
    let form = View("form")
    let name = View("name", intrinsicSize: Size(width: 80, height: 20))
    let field = View("field", intrinsicSize: Size(width: -1, height: 30))
    form.addSubviews([name, field])
    try Constraint.activate {
      name.leading == form.leading + 16
      field.leading == name.trailing + 8 ~ .high
      field.trailing == form.trailing - 16
      field.top == form.top + 20
      field.width >= 2 * name.width
      name.firstBaseline == field.firstBaseline
    }
    let scene = try Scene(root: form, size: Size(width: 320, height: 200))
    try scene.layout()
    _ = field.frame  // (104, 20, 200, 30)
    // end
    #expect(field.frame.isClose(104, 20, 200, 30))
    // article
    let send = View("send")
    form.addSubview(send)
    let made = try send.layout.make { make in
      make.size.equalTo(Size(width: 90, height: 30))
      make.top.equalTo(field.bottom).offset(12)
      make.trailing.equalToSuperview().inset(16)
    }
    try send.layout.update { $0.top.equalTo(field.bottom).offset(20) }
    try scene.layout()
    _ = send.frame  // (214, 70, 90, 30)
    _ = made[2].constant  // 20
    // end
    #expect(send.frame.isClose(214, 70, 90, 30) && made[2].constant == 20)
    // article
    func describe(_ rows: [View], isCompact: Bool) throws -> LayoutDifference {
      try form.layout.declare {
        for row in rows {
          row.leading == form.leading
          row.height == (isCompact ? 20 : 32)
        }
        for (above, below) in zip(rows, rows.dropFirst()) {
          below.top == above.bottom + 4
        }
        if let first = rows.first {
          first.top == send.bottom + 10
        }
      }
    }
    let rows = [View("a"), View("b"), View("c")]
    form.addSubviews(rows)
    _ = try describe(rows, isCompact: false).added.count  // 9
    let difference = try describe(rows, isCompact: true)
    _ = difference.edited.count  // 3
    _ = difference.kept.count  // 6
    // end
    #expect(difference.edited.count == 3 && difference.kept.count == 6 && difference.added.isEmpty)
    #expect(try describe(rows, isCompact: true).isEmpty)
    // article
    try field.layout.define("resting") { field.height == 30 }
    try field.layout.define("editing") { field.height == 60 }
    try field.layout.state("editing")
    try scene.layout()
    _ = field.frame.height  // 60
    // end
    #expect(field.frame.height == 60)
    // article
    try rows.setDimension(.width, to: 40)
    try rows[1].align(.centerX, with: form)
    let icons = [View("x"), View("y"), View("z")]
    form.addSubviews(icons)
    try icons.match(.width)
    try icons.distribute(along: .horizontal, spacing: 10, inset: 5)
    try icons[0].pin(.bottom)
    try icons[0].setDimension(.height, to: 24)
    try scene.layout()
    _ = icons[2].frame.minX  // 213.33: a third of 320 - 2 · 5 - 2 · 10 points for each
    // end
    #expect(abs(icons[2].frame.minX - (5 + 2 * (290.0 / 3 + 10))) < 1e-6)
    // article
    let hint = View("hint")
    let top = hint.topAnchor.constraint(equalTo: send.bottomAnchor, constant: 8)
    top.isActive = true
    _ = top.lastError?.kind  // noCommonAncestor: hint is in no tree
    _ = hint.pendingErrors.count  // 1
    // end
    #expect(top.lastError?.kind == .noCommonAncestor && hint.pendingErrors.count == 1)
    // article
    form.addSubview(hint)
    top.isActive = true
    _ = top.lastError == nil  // true: an activation that succeeds withdraws its error
    try form.throwPendingErrors()
    // end
    #expect(top.lastError == nil && form.pendingErrors.isEmpty)
  }
}
