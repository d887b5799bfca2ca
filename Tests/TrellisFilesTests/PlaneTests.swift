// Documents and storyboards as functions of two numbers: at sampled points against layouts of their own, and what is written.

import Foundation
import TestSupport
import Testing
import Trellis

@testable import TrellisFiles

@Suite struct PlaneTests {
  @Test func documentsAtSampledPoints() throws {
    var random = SplitMix64(seed: TestRun.seed(75_000))
    for name in ["login-priority", "photo-feed", "keyboard"] {
      let text = String(decoding: try TestFiles.packageBytes("Examples/\(name).json"), as: UTF8.self)
        // Frames of a sweep are not rounded.
        .replacingOccurrences(of: #""scale": *[0-9.]+,"#, with: "", options: .regularExpression)
      var document = try LayoutDocument(parsing: text, file: name)
      let plane = try document.sweep(
        PlaneResult.Axis(.width, 320...1024), PlaneResult.Axis(.height, 480...1024))
      #expect(plane.isProven && !plane.polygons.isEmpty)
      for _ in 0..<15 {
        let (x, y) = (random.real(320...1024), random.real(480...1024))
        document.size = (x, y)
        let items = try document.run().states[0].items
        for (index, item) in items.enumerated() {
          let found = plane.frame(index, at: x, y)
          let own = [item.x, item.y, item.width, item.height]
          #expect(
            zip(found, own).allSatisfy { abs($0 - $1) <= 1e-9 * 1024 },
            "\(name), \(item.name) at \(x), \(y): \(found), \(own)")
        }
      }
    }
  }

  @Test func conflictsByPolygon() throws {
    let text = """
      {"trellis": 1, "size": [200, 200], "views": [{"name": "box"}], "constraints": ["box.left = root.left",
       "box.top = root.top", "box.height = root.height", "box.right = root.right", {"equation": "box.width <= 150", "id": "most"},
       {"equation": "box.height >= 120", "id": "</script><b>"}]}
      """
    let document = try LayoutDocument(parsing: text, file: "<i>.json")
    let plane = try document.sweep(PlaneResult.Axis(.width, 100...300), PlaneResult.Axis(.height, 100...300))
    let wrong = plane.polygons.filter { !$0.findings.isEmpty }
    #expect(plane.polygons.count == 4 && wrong.count == 3 && plane.findings.allSatisfy { $0.kind == .conflict })
    let area = plane.polygons.filter(\.findings.isEmpty).reduce(0) { sum, polygon in
      sum + ConvexPolygon(corners: polygon.corners.map { .init(x: $0[0], y: $0[1]) }).area
    }
    #expect(abs(area - 50 * 180) < 1e-6)
    #expect(plane.table().contains("error: in polygon") && plane.table().hasPrefix("<i>.json: width from 100 to 300, "))
    let object = try #require(try JSONSerialization.jsonObject(with: Data(plane.json().utf8)) as? [String: Any])
    let polygons = try #require(object["polygons"] as? [[String: Any]])
    #expect(polygons.count == 4 && (polygons[0]["frames"] as? [[Double]])?.count == 2)
    #expect(polygons.allSatisfy { ($0["edges"] as? [Any])?.count == ($0["corners"] as? [Any])?.count })
    let page = PlanePage(title: "<i>.json", results: [plane]).html()
    #expect(!page.contains("<b>") && !page.contains("<i>") && page.components(separatedBy: "</script>").count == 3)
    let picture = PlaneResult.svg([plane])
    #expect(picture.components(separatedBy: "class=\"bad\"").count == 4 && !picture.contains("<b>"))
    #expect(throws: DocumentError.self) {
      try document.sweep(PlaneResult.Axis(.width, 1...2), PlaneResult.Axis(.constant("mast"), 1...2))
    }
  }

  @Test func storyboards() throws {
    let file = try InterfaceFile(
      parsing: try TestFiles.packageBytes("Examples/Screens.storyboard"), file: "Screens.storyboard")
    // A small rectangle: each of its layouts builds three units.
    let planes = try file.sweeps(PlaneResult.Axis(.width, 351...352), PlaneResult.Axis(.height, 601...602))
    #expect(planes.count == 3)
    for (x, y) in [(351.3, 601.7)] {
      let layouts = try file.layouts(on: nil, size: Size(width: x, height: y))
      for plane in planes {
        let layout = try #require(layouts.first { $0.unit == plane.items[0].name })
        // Theirs are rounded to device pixels in the root's coordinates, a size by up to a pixel.
        for (index, item) in layout.state.items.enumerated() {
          let own = [item.x, item.y, item.width, item.height]
          #expect(
            zip(plane.frame(index, at: x, y), own).allSatisfy { abs($0 - $1) <= 0.51 }, "\(item.name) at \(x), \(y)")
        }
      }
    }
  }
}
