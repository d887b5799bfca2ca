import Trellis

let card = View("card")
let title = View("title", intrinsicSize: Size(width: 240, height: 20))
let time = View("time", intrinsicSize: Size(width: 90, height: 20))
card.addSubviews([title, time])
time.setContentCompressionResistancePriority(751, for: .horizontal)
Constraint.activate([
  title.leadingAnchor.constraint(equalTo: card.leadingAnchor, constant: 10),
  time.leadingAnchor.constraint(greaterThanOrEqualTo: title.trailingAnchor, constant: 8),
  time.trailingAnchor.constraint(equalTo: card.trailingAnchor, constant: -10),
])
try Scene(root: card, size: Size(width: 320, height: 40)).layout()
print(title.frame.width, time.frame.minX)
