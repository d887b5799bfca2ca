// What decides a number of a storyboard's layout: in the file's identifiers, in words, with positions.

import Foundation
import Testing

@testable import TrellisFiles

@Suite struct InterfaceExplainTests {
  private typealias F = Fixture

  private static let screen = F.storyboard(
    F.view("t", (20, 16, 100, 20), element: "label", attributes: #"text="Name" userLabel="Title""#)
      + F.view("b", (130, 16, 225, 20), attributes: #"userLabel="Box""#)
      + F.view("c", (0, 100, 50, 50), attributes: #"userLabel="Box""#)
        + """
        <stackView translatesAutoresizingMaskIntoConstraints="NO" id="s" userLabel="Form" spacing="7">
        <rect key="frame" x="0" y="200" width="375" height="30"/><subviews>
        """ + F.view("s1", (0, 0, 184, 30)) + F.view("s2", (191, 0, 184, 30)) + "</subviews></stackView>",
    constraints: F.constraint("k1", "t.leading", "root.leading", #"constant="20""#)
      + F.constraint("k2", "t.top", "safe.top", #"constant="16""#)
      + F.constraint("k3", "b.leading", "t.trailing", #"constant="10""#)
      + F.constraint("k4", "root.trailing", "b.trailing", #"constant="20""#)
      + F.constraint("k5", "b.top", "t.top") + F.constraint("k6", "b.height", "t.height", #"multiplier="2""#)
      + F.constraint("k7", "s.leading", "root.leading") + F.constraint("k8", "s.trailing", "root.trailing")
      + F.constraint("k9", "s.top", "b.bottom") + F.constraint("k10", "s1.width", "s2.width")
      + F.constraint("k11", "s1.height", "", #"constant="30""#),
    root: #"<viewLayoutGuide key="safeArea" id="safe"/>"#)

  private func explain(_ subject: String) throws -> LayoutExplanation {
    try F.file(Self.screen).explain(subject)
  }

  private func parts(_ explanation: LayoutExplanation) -> [String] {
    explanation.influences.map { "\($0.constraint) \($0.derivative)" }
  }

  @Test func identifiersWordsAndPlaces() throws {
    let width = try explain("b.width")
    #expect(width.value == 225 && !width.isAmbiguous && width.subject == "b.width")
    #expect(parts(width) == ["k1 -1.0", "k3 -1.0", "k4 -1.0", "size of view 1.0", "content size of Title -1.0"])
    let first = try #require(width.influences.first)
    #expect(first.label == "Title.leading == view.leading + 20" && first.constant == 20 && first.priority == 1000)
    let line = try #require(first.location).line
    #expect(Self.screen.split(separator: "\n", omittingEmptySubsequences: false)[line - 1].contains("k1"))
    #expect(width.influences.last?.location == nil && width.influences.last?.constant == 100)
    let table = width.table()
    #expect(table.hasPrefix("b.width = 225\n") && table.contains("k3 (Box.leading == Title.trailing + 10)"))
  }

  @Test func labelsGuidesAndStacks() throws {
    #expect(try explain("Title.left").influences.map(\.constraint) == ["k1"])
    // Inferred from the stored frames.
    #expect(try explain("safe.top").value == 0)
    #expect(parts(try explain("t.top")) == ["safe area of view 1.0", "k2 1.0"])
    // Half of what the spacing leaves.
    let share = try explain("s1.width")
    #expect(share.value == 184)
    #expect(share.influences.first { $0.constraint == "UISV-spacing of Form" }?.derivative == -0.5)
    #expect(try explain("c.top").influences.isEmpty)
  }

  @Test(arguments: [
    ("Box.width", "2 views are called 'Box'; use one of their identifiers: b, c"),
    ("Titel.width", "did you mean 'Title'?"),
    ("t.widht", "did you mean 'width'?"), ("t", "item and an attribute"), ("nothing like it.top", "unknown view"),
  ])
  func mistakes(subject: String, fragment: String) throws {
    let error = #expect(throws: DocumentError.self) { _ = try explain(subject) }
    #expect(error?.message.contains(fragment) == true, "\(error?.message ?? "")")
    #expect(error?.file == "Sample.storyboard" && error?.line == 1)
  }
}
