// Small storyboards and xibs, written for the tests.

import Foundation
import Testing

@testable import TrellisFiles

enum Fixture {
  /// A storyboard of one controller, its root 375 × 667 points.
  static func storyboard(
    _ subviews: String, constraints: String = "", device: String = "retina4_7", root: String = "",
    controller: String = "", resources: String = ""
  ) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" toolsVersion="14109" \
    targetRuntime="iOS.CocoaTouch" useAutolayout="YES">
    \(device.isEmpty ? "" : #"<device id="\#(device)" orientation="portrait"/>"#)
    <scenes><scene sceneID="s"><objects>
    <viewController id="vc" customClass="Sample" sceneMemberID="viewController">
    <view key="view" contentMode="scaleToFill" id="root">
    <rect key="frame" x="0.0" y="0.0" width="375" height="667"/>
    <autoresizingMask key="autoresizingMask" widthSizable="YES" heightSizable="YES"/>
    <subviews>
    \(subviews)
    </subviews>
    <constraints>
    \(constraints)
    </constraints>
    \(root)
    </view>
    \(controller)
    </viewController>
    </objects></scene></scenes>
    <resources>\(resources)</resources>
    </document>
    """
  }

  static func view(
    _ id: String, _ frame: (Double, Double, Double, Double), element: String = "view", attributes: String = "",
    body: String = ""
  ) -> String {
    """
    <\(element) translatesAutoresizingMaskIntoConstraints="NO" id="\(id)" \(attributes)>
    <rect key="frame" x="\(frame.0)" y="\(frame.1)" width="\(frame.2)" height="\(frame.3)"/>
    \(body)
    </\(element)>
    """
  }

  /// A constraint in Interface Builder's order: second item left out for a length.
  static func constraint(_ id: String, _ first: String, _ second: String = "", _ rest: String = "") -> String {
    func item(_ text: String, _ number: String) -> String {
      let parts = text.split(separator: ".").map(String.init)
      return parts.count == 2
        ? "\(number)Item=\"\(parts[0])\" \(number)Attribute=\"\(parts[1])\"" : "\(number)Attribute=\"\(text)\""
    }
    let other = second.isEmpty ? "" : item(second, "second")
    return "<constraint id=\"\(id)\" \(item(first, "first")) \(other) \(rest)/>\n"
  }

  static func file(_ text: String, _ name: String = "Sample.storyboard") throws(DocumentError) -> InterfaceFile {
    try InterfaceFile(parsing: Array(text.utf8), file: name)
  }

  /// Compares a file of one unit.
  static func unit(_ text: String, insets: InsetSource = .device) throws -> InterfaceComparison.Unit {
    let comparison = try file(text).compare(insets: insets)
    #expect(comparison.units.count == 1)
    return try #require(comparison.units.first)
  }
}

/// The real files that the importer is judged by: beside the repository, or where `TRELLIS_STORYBOARDS` says.
enum RealFiles {
  static let folder: URL = {
    if let path = ProcessInfo.processInfo.environment["TRELLIS_STORYBOARDS"] { return URL(fileURLWithPath: path) }
    var package = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { package.deleteLastPathComponent() }
    return package.deletingLastPathComponent().appendingPathComponent("shared/storyboards")
  }()

  static let names: [String] = {
    let files =
      (try? FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent("files").path)) ?? []
    return files.filter(InterfaceFile.isInterfaceFile).sorted()
  }()

  static var areThere: Bool { !names.isEmpty }

  static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appendingPathComponent("files").appendingPathComponent(name)))
  }
}
