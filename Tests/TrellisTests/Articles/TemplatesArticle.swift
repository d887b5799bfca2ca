// The code of the article "Templates".

import Testing

@testable import Trellis

extension ArticleTests {
  @Test("Templates") func templates() throws {
    // article
    let cell = View("cell")
    let name = View("name", intrinsicSize: Size(width: 120, height: 20))
    let time = View("time", intrinsicSize: Size(width: 50, height: 20))
    let text = View("text", intrinsicSize: Size(width: View.noIntrinsicMetric, height: 40))
    cell.addSubviews([name, time, text])
    time.setContentCompressionResistancePriority(751, for: .horizontal)
    Constraint.activate([
      name.leadingAnchor.constraint(equalTo: cell.leadingAnchor, constant: 10),
      name.topAnchor.constraint(equalTo: cell.topAnchor, constant: 10),
      time.leadingAnchor.constraint(greaterThanOrEqualTo: name.trailingAnchor, constant: 8),
      time.trailingAnchor.constraint(equalTo: cell.trailingAnchor, constant: -10),
      time.topAnchor.constraint(equalTo: name.topAnchor),
      text.leadingAnchor.constraint(equalTo: name.leadingAnchor),
      text.trailingAnchor.constraint(equalTo: time.trailingAnchor),
      text.topAnchor.constraint(equalTo: name.bottomAnchor, constant: 6),
      cell.bottomAnchor.constraint(equalTo: text.bottomAnchor, constant: 10),
    ])
    // end
    // article
    let template = try LayoutTemplate(
      fitting: cell, width: 320,
      inputs: ["name": .intrinsicWidth(name), "text": .intrinsicHeight(text), "width": .width],
      frames: [cell, name, text])
    let table = try template.solve([100, 40, 320, 400, 60, 320])
    _ = table.frame(of: 1, in: 0)  // (10, 10, 100, 20)
    _ = table.frame(of: 1, in: 1)  // (10, 10, 242, 20): the name gives way to the time
    // end
    #expect(table.frame(of: 1, in: 0) == Rect(x: 10, y: 10, width: 100, height: 20))
    #expect(table.frame(of: 1, in: 1) == Rect(x: 10, y: 10, width: 242, height: 20))
    // article
    let list = try template.stack([100, 40, 320, 400, 60, 320], spacing: 1)
    _ = list.tops  // 0 and 87
    _ = list.contentHeight  // 193
    _ = list.table.frame(of: 0, in: 1)  // (0, 87, 320, 106)
    // end
    #expect(list.tops == [0, 87] && list.contentHeight == 193)
    #expect(list.table.frame(of: 0, in: 1) == Rect(x: 0, y: 87, width: 320, height: 106))
    // article
    let narrow = try template.solve([100, 40, 20, 100, 40, 320])
    _ = narrow.outcomes  // conflict, solved
    // end
    #expect(narrow.outcomes == [.conflict, .solved])
  }
}
