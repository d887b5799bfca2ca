// W7, a chat whose texts are measured and wrap: as one scene and as four templates; cold, at sixty widths, and with one message
// edited at a time.

import Benchmark
import TrellisText
import Workloads

/// The widths and edits of one iteration.
private let widths = Chat.widths(count: 60)
private let editCount = 100

/// All cases of a chat of so many bubbles. The scene is not asked for many: it takes seconds.
func addChat(_ size: Int) {
  addPreparation(size)
  addTemplates(size)
  if size <= 1_000 { addScene(size) }
}

/// Shaping, with no word known, and the tables of steps.
private func addPreparation(_ size: Int) {
  Benchmark("W7 preparing \(size)") { benchmark in
    benchmark.startMeasurement()
    let engine = try TextEngine()
    let chat = try Chat(count: size, by: engine)
    let templates = try ChatTemplates(chat, widths: Chat.textWidths, by: engine)
    benchmark.stopMeasurement()
    blackHole(templates)
  }
}

private func addTemplates(_ size: Int) {
  Benchmark("W7 template \(size)") { benchmark in
    let engine = try TextEngine()
    let chat = try Chat(count: size, by: engine)
    var templates = try ChatTemplates(chat, widths: Chat.textWidths, by: engine)
    benchmark.startMeasurement()
    try templates.solve(width: 375)
    benchmark.stopMeasurement()
    check(templates.frames(), chat.closedForm(width: 375), true, benchmark)
  }
  Benchmark("W7 template, \(widths.count) widths \(size)") { benchmark in
    let engine = try TextEngine()
    let chat = try Chat(count: size, by: engine)
    var templates = try ChatTemplates(chat, widths: Chat.textWidths, by: engine)
    benchmark.startMeasurement()
    for width in widths { try templates.solve(width: width) }
    benchmark.stopMeasurement()
    check(templates.frames(), chat.closedForm(width: widths.last ?? 375), true, benchmark)
  }
  Benchmark("W7 template, \(editCount) edits \(size)") { benchmark in
    let engine = try TextEngine()
    var chat = try Chat(count: size, by: engine)
    var templates = try ChatTemplates(chat, widths: Chat.textWidths, by: engine)
    let edits = Chat.edits(count: editCount, of: size)
    try templates.solve(width: 375)
    benchmark.startMeasurement()
    for edit in edits {
      try templates.edit(edit.message, try edit.text.prepared(in: Chat.fonts.text, by: engine), width: 375)
    }
    benchmark.stopMeasurement()
    for edit in edits { try chat.setText(edit.message, edit.text, by: engine) }
    check(templates.frames(), chat.closedForm(width: 375), true, benchmark)
  }
}

private func addScene(_ size: Int) {
  Benchmark("W7 facade \(size)") { benchmark in
    let engine = try TextEngine()
    let chat = try Chat(count: size, by: engine)
    benchmark.startMeasurement()
    let scene = try ChatScene(chat, width: 375, by: engine)
    try scene.layout()
    let frames = scene.frames()
    benchmark.stopMeasurement()
    check(frames, chat.closedForm(width: 375), true, benchmark)
  }
  Benchmark("W7 facade, \(widths.count) widths \(size)") { benchmark in
    let engine = try TextEngine()
    let chat = try Chat(count: size, by: engine)
    let scene = try ChatScene(chat, width: 375, by: engine)
    try scene.layout()
    benchmark.startMeasurement()
    for width in widths { for change in try scene.resize(width).changes { blackHole(change.frame) } }
    benchmark.stopMeasurement()
    check(scene.frames(), chat.closedForm(width: widths.last ?? 375), true, benchmark)
  }
  Benchmark("W7 facade, \(editCount) edits \(size)") { benchmark in
    let engine = try TextEngine()
    var chat = try Chat(count: size, by: engine)
    let scene = try ChatScene(chat, width: 375, by: engine)
    try scene.layout()
    let edits = Chat.edits(count: editCount, of: size)
    benchmark.startMeasurement()
    for edit in edits { for change in try scene.edit(edit.message, edit.text).changes { blackHole(change.frame) } }
    benchmark.stopMeasurement()
    for edit in edits { try chat.setText(edit.message, edit.text, by: engine) }
    check(scene.frames(), chat.closedForm(width: 375), true, benchmark)
  }
}
