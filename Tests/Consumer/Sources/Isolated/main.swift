// Classes in a module whose default isolation is the main actor. That this compiles is the test; it prints what it lays
// out.

import Trellis

class Card: View {
  var updates = 0
  let title = View("title", intrinsicSize: Size(width: 40, height: 20))

  override init(frame: Rect) {
    super.init(frame: frame)
    setUp()
  }

  required init?(coder: String) {
    super.init(coder: coder)
    setUp()
  }

  func setUp() {
    addSubview(title)
    title.snp.makeConstraints { make in
      make.edges.equalToSuperview().inset(10)
    }
  }

  override func updateConstraints() {
    updates += 1
    super.updateConstraints()
  }

  override var intrinsicContentSize: Size { Size(width: -1, height: updates == 0 ? 10 : 20) }
}

class Column: StackView {
  var layouts = 0
  override func layoutSubviews() {
    super.layoutSubviews()
    layouts += 1
    spacing = 4
  }
}

class Badge: View {
  var count = 0
  override func layoutSubviews() {
    super.layoutSubviews()
    count += 1
  }
}

class Screen {
  let root = View("root")
  let card = Card(frame: .zero)
  let badge = Badge()
  lazy var column: Column = {
    let column = Column()
    column.axis = .vertical
    column.addArrangedSubview(card)
    column.addArrangedSubview(badge)
    return column
  }()

  func lay() throws -> LayoutReport {
    root.addSubview(column)
    Constraint.activate([
      column.topAnchor.constraint(equalTo: root.topAnchor),
      column.leadingAnchor.constraint(equalTo: root.leadingAnchor),
      badge.heightAnchor.constraint(equalToConstant: 5),
    ])
    return try Scene(root: root, size: Size(width: 320, height: 480)).layout()
  }
}

let screen = Screen()
let report = try screen.lay()
let changes = await Task.detached { report.levels.count }.value
print(screen.card.frame, screen.card.updates, screen.column.layouts, screen.badge.count, changes > 0)
