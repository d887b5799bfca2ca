// The code of the article "Flat scenes".

import Testing

@testable import Trellis

extension ArticleTests {
  @Test("Flat scenes") func flatScenes() throws {
    // article
    let board = try FlatScene(size: Size(width: 320, height: 400))
    let columns = try board.addItems(3)
    for (column, previous) in zip(columns, [nil] + columns) {
      try board.constrain(column.top, to: board.root.top)
      try board.constrain(column.bottom, to: board.root.bottom)
      if let previous {
        try board.constrain(column.leading, to: previous.trailing, constant: 10)
        try board.constrain(column.width, to: previous.width)
      } else {
        try board.constrain(column.leading, to: board.root.leading)
      }
    }
    try board.constrain(columns[2].trailing, to: board.root.trailing)
    var above = columns[1].top
    for height in [40.0, 60, 80] {
      let card = try board.addItem(in: columns[1])
      try board.pin(card, insets: EdgeInsets(all: 8), priority: .defaultLow)
      try board.constrain(card.top, to: above, constant: 8)
      try board.constrain(card.height, to: height)
      above = card.bottom
    }
    try board.layout()
    _ = board.frame(of: columns[1])  // (110, 0, 100, 400)
    // end
    #expect(board.frame(of: columns[1]) == Rect(x: 110, y: 0, width: 100, height: 400))
    #expect(board.items.last.map(board.frame) == Rect(x: 8, y: 124, width: 84, height: 80))
    // article
    try board.constrain(columns[0].width, .lessThanOrEqual, to: board.root.width, multiplier: 0.5, priority: 750)
    // end
    // article
    let label = try board.addItem()
    try board.constrain(label.top, to: board.root.top)
    try board.constrain(label.left, to: board.root.left)
    try board.setContentHeight(20, of: label)
    let width = try board.setContentWidth(120, of: label)
    try board.layout()
    try board.setConstant(140, of: width)
    let report = try board.layout()
    _ = report.changes  // the label alone
    // end
    #expect(report.changes == [label])
    // article
    final class BoardView: View {
      let board: FlatScene

      init(board: FlatScene) {
        self.board = board
        super.init()
      }

      override func layoutSubviews() throws(LayoutError) {
        try board.setSize(frame.size)
        try board.layout()
      }
    }
    // end
    let view = BoardView(board: board)
    let page = try Page(640, 400, view)
    try place(view, 0, 0, 620, 400)
    try page.scene.layout()
    #expect(board.frame(of: columns[1]) == Rect(x: 210, y: 0, width: 200, height: 400))
  }
}
