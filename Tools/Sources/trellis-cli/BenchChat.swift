// W7 on the clock: a chat as one scene and as templates; cold, at sixty widths, and with one message edited at a time.

import Foundation
import Workloads

#if Text
  import TrellisText
#endif

extension BenchCommand {
  /// Whether the chat is asked for.
  var isChat: Bool { workload?.uppercased() == "W7" }

  /// All cases of W7.
  func runChat(_ mode: BenchMode) throws -> [Measurement] {
    guard [.full, .resize, .edit].contains(mode) else {
      throw Failure.unusable("--workload W7: has no --mode \(mode.rawValue); use full, resize or edit")
    }
    let paths: [BenchPath] = try path == "core,facade" ? [.facade, .template] : chosenChatPaths()
    #if Text
      var measurements: [Measurement] = []
      for size in try chosenSizes() {
        for path in paths {
          let runs = try (0..<repeats).map { _ in try measureChat(size, mode, path) }
          if let median = Measurement.median(of: runs) { try report(median, &measurements) }
        }
      }
      return measurements
    #else
      throw Failure.unusable("--workload W7: this command line measures no texts; build it with the trait Text")
    #endif
  }

  private func chosenChatPaths() throws -> [BenchPath] {
    try list(path, "--path") { name in
      guard let path = BenchPath(rawValue: name), path != .core, path != .flat else {
        throw Failure.unusable("--path \(name): unknown path of W7; use facade or template")
      }
      return path
    }
  }
}

#if Text
  extension BenchCommand {
    private func measureChat(_ size: Int, _ mode: BenchMode, _ path: BenchPath) throws -> Measurement {
      PeakMemory.reset()
      // An engine of its own, so that no word is known.
      let engine = try TextEngine()
      let prepared = try timed { try Chat(count: size, by: engine) }
      var chat = prepared.result
      let widths = mode == .resize ? Chat.widths(count: 60) : []
      let edits = mode == .edit ? Chat.edits(count: 1_000, of: size) : []
      var result = Measurement(
        workload: "W7", mode: mode, path: path, views: size, build: 0, solve: 0, read: 0, peakKilobytes: 0,
        checked: false, steps: max(1, widths.count + edits.count))
      result.prepare = prepared.seconds
      let frames =
        path == .template
        ? try runTemplates(chat, widths, edits, engine, &result) : try runScene(chat, widths, edits, engine, &result)
      result.peakKilobytes = PeakMemory.read()
      for edit in edits { try chat.setText(edit.message, edit.text, by: engine) }
      return try checked(result, frames, chat.closedForm(width: widths.last ?? 375))
    }

    private func runScene(
      _ chat: Chat, _ widths: [Double], _ edits: [(message: Int, text: String)], _ engine: TextEngine,
      _ result: inout Measurement
    ) throws -> [Double] {
      let built = try timed { try ChatScene(chat, width: 375, by: engine) }
      let solved = try timed { try built.result.layout() }
      result.build = built.seconds + (result.prepare ?? 0)
      guard result.mode != .full else {
        let read = timed { built.result.frames() }
        (result.solve, result.read) = (solved.seconds, read.seconds)
        return read.result
      }
      result.build += solved.seconds
      var sum = 0.0
      let run = try timed {
        for width in widths { for change in try built.result.resize(width).changes { sum += change.frame.maxY } }
        for edit in edits {
          for change in try built.result.edit(edit.message, edit.text).changes { sum += change.frame.maxY }
        }
      }
      result.solve = run.seconds
      return sum.isNaN ? [] : built.result.frames()
    }

    private func runTemplates(
      _ chat: Chat, _ widths: [Double], _ edits: [(message: Int, text: String)], _ engine: TextEngine,
      _ result: inout Measurement
    ) throws -> [Double] {
      let built = try timed { try ChatTemplates(chat, widths: Chat.textWidths, by: engine) }
      var templates = built.result
      let solved = try timed { try templates.solve(width: 375) }
      result.build = built.seconds + (result.prepare ?? 0)
      guard result.mode != .full else {
        result.solve = solved.seconds
        return templates.frames()
      }
      result.build += solved.seconds
      let run = try timed {
        for width in widths { try templates.solve(width: width) }
        for edit in edits {
          try templates.edit(
            edit.message, try edit.text.prepared(in: Chat.fonts.text, by: engine), width: 375)
        }
      }
      result.solve = run.seconds
      return templates.frames()
    }
  }
#endif
