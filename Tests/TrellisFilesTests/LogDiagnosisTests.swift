// Console logs read back: every way in which constraints are printed, what loggers do to lines, and logs that are none.

import TestSupport
import Testing

@testable import Trellis
@testable import TrellisFiles

@Suite("Console logs")
struct LogDiagnosisTests {
  private static let cell = """
    2026-11-23 09:12:01.442 Shop[4711:90210] [LayoutConstraints] Unable to simultaneously satisfy constraints.
    \tProbably at least one of the constraints in the following list is one you don't want.
    \tTry this:
    \t\t(1) look at each constraint and try to figure out which you don't expect;
    (
        "<NSLayoutConstraint:0x600001a10 UIImageView:0x7f8a10'Cover'.height == 100   (active)>",
        "<NSLayoutConstraint:0x600001a20 V:|-(8)-[UIImageView:0x7f8a10'Cover']   (active, names: '|':UITableViewCellContentView:0x7f8b20 )>",
        "<NSLayoutConstraint:0x600001a30 V:[UIImageView:0x7f8a10'Cover']-(8)-|   (active, names: '|':UITableViewCellContentView:0x7f8b20 )>",
        "<NSLayoutConstraint:0x600001a40 'UIView-Encapsulated-Layout-Height' UITableViewCellContentView:0x7f8b20.height == 44   (active)>"
    )

    Will attempt to recover by breaking constraint
    <NSLayoutConstraint:0x600001a10 UIImageView:0x7f8a10'Cover'.height == 100   (active)>

    Make a symbolic breakpoint at UIViewAlertForUnsatisfiableConstraints to catch this in the debugger.

    """

  private func diagnosis(_ log: String) -> LogDiagnosis { LogDiagnosis(reading: Array(log.utf8), file: "console.log") }

  private func members(_ list: String...) -> String {
    "Unable to simultaneously satisfy constraints.\n(\n    " + list.map { "\"\($0)\"" }.joined(separator: ",\n    ")
      + "\n)\n\nWill attempt to recover by breaking constraint \n\(list.last ?? "")\n"
  }

  @Test func aCellOfStaleHeight() throws {
    let found = diagnosis(Self.cell)
    let conflict = try #require(found.conflicts.first)
    #expect(found.conflicts.count == 1 && conflict.line == 1 && conflict.constraints.map(\.line) == [6, 7, 8, 9])
    #expect(
      conflict.sentence == """
        UITableViewCellContentView 0x7f8b20 is 44 high (the size that the system gives it), but the others need 116: \
        UIImageView ‘Cover’ is 100 high; UIImageView ‘Cover’ is 8 points from the top of UITableViewCellContentView \
        0x7f8b20; UIImageView ‘Cover’ is 8 points from the bottom of UITableViewCellContentView 0x7f8b20
        """)
    #expect(conflict.constraints.map(\.isBroken) == [true, false, false, false])
    #expect(conflict.constraints.map(\.isSystemMade) == [false, false, false, true])
    let cures = conflict.cures
    #expect(cures.contains { $0.line == 6 && $0.code == "constraint.constant = 28" })
    #expect(cures.contains { $0.line == 8 && $0.code == "constraint.priority = UILayoutPriority(999)" })
    #expect(cures.last?.line == 9 && cures.last?.code == nil && cures.last?.advice.contains("116 high") == true)
  }

  @Test func everyForm() throws {
    let forms: [(String, String)] = [
      ("<NSLayoutConstraint:0x1 H:|-(50)-[UIView:0xa]   (Names: '|':UIView:0xb )>", "leading 0xa == leading 0xb 1 50"),
      (
        "<NSLayoutConstraint:0x1 H:|-(50)-[UIView:0xa](LTR)   (active, names: '|':UIView:0xb )>",
        "left 0xa == left 0xb 1 50"
      ),
      ("<NSLayoutConstraint:0x1 V:[UIView:0xa]-(>=8@750)-[UIView:0xb]   (active)>", "top 0xb >= bottom 0xa 1 8 @750"),
      (
        "<NSLayoutConstraint:0x1 V:[A.B:0xa'x > y']-(NSSpace(8))-|   (active, names: '|':C:0xc )>",
        "bottom 0xc == bottom 0xa 1 8"
      ),
      ("<NSLayoutConstraint:0x1 H:[head(120)]   (Names: head:0xd )>", "width 0xd == 120"),
      ("<NSLayoutConstraint:0x1 V:[UILabel:0xa'don't'(>=17@250)]>", "height 0xa >= 17 @250"),
      ("<NSLayoutConstraint:0x1 H:[a]-10-[b]   (Names: a:0xa, b:0xb )>", "leading 0xb == trailing 0xa 1 10"),
      ("<NSLayoutConstraint:0x1 H:|[a]   (Names: a:0xa, '|':UIView:0xb )>", "leading 0xa == leading 0xb 1 0"),
      (
        "<NSLayoutConstraint:0x1 a.width == 0.5*b.width + 10 priority:999   (active, names: a:0xa, b:UIView:0xb )>",
        "width 0xa == width 0xb 0.5 10 @999"
      ),
      (
        "<NSLayoutConstraint:0x1 my view.width <= UIView:0xb.height - 5   (active, names: my view:0xa )>",
        "width 0xa <= height 0xb 1 -5"
      ),
      (
        "<NSLayoutConstraint:0x1 UIView:0xa.leading == -UIView:0xb.trailing   (active)>",
        "leading 0xa == trailing 0xb -1 0"
      ),
      ("<NSAutoresizingMaskLayoutConstraint:0x1 h=--& v=--& UIView:0xa.midY == + 37.5>", "centerY 0xa == 37.5"),
      (
        "<NSAutoresizingMaskLayoutConstraint:0x1 h=--& v=&-- UIView:0xa.minX == 0   (active, names: '|':UIView:0xb )>",
        "left 0xa == left 0xb 1 0"
      ),
      (
        "<NSAutoresizingMaskLayoutConstraint:0x1 h=-&- v=-&- H:[UIView:0xa]-(-3)-|   (Names: '|':UIView:0xb )>",
        "trailing 0xb == trailing 0xa 1 -3"
      ),
      (
        "<NSContentSizeLayoutConstraint:0x1 H:[head(133)] Hug:251 CompressionResistance:1000   (Names: head:0xd )>",
        "width 0xd == 133"
      ),
      (
        "<NSLayoutConstraint:0x1 'UIViewSafeAreaLayoutGuide-top' V:|-(44)-[UILayoutGuide:0xa'UIViewSafeAreaLayoutGuide']   (active, names: '|':UIView:0xb )>",
        "top 0xa == top 0xb 1 44"
      ),
      (
        "<NSLayoutConstraint:0x1 'UISV-canvas-connection' UIStackView:0xa.leading == field.leading   (active, names: field:0xb )>",
        "leading 0xa == leading 0xb 1 0"
      ),
      ("<SnapKit.LayoutConstraint:0x1@LoginView.swift#81 UIView:0xa.height == 20.0>", "height 0xa == 20"),
      ("<MASLayoutConstraint:0x1 badge UIView:0xa.left == UIView:0xb.left + 4>", "left 0xa == left 0xb 1 4"),
      ("<_UILayoutSupportConstraint:0x1 _UILayoutGuide:0xa.height == 0   (active)>", "height 0xa == 0"),
      (
        "<NSLayoutConstraint:0x1 H:[_TtGC7SwiftUI14_UIHostingViewV1A_:0xa]-(0)-[SwiftUI.Box<A, B>:0xb]   (inactive)>",
        "leading 0xb == trailing 0xa 1 0"
      ),
    ]
    for (text, expected) in forms {
      let read = LogReader(Array(members(text).utf8)).conflicts.first?.constraints.first
      #expect(read.map(Self.form) == expected, "\(text)")
    }
    let source = LogReader(Array(members(forms[17].0).utf8)).conflicts[0].constraints[0].source
    #expect(source == "LoginView.swift:81")
  }

  private static func form(_ constraint: LoggedConstraint) -> String {
    var text = "\(constraint.firstAttribute) \(constraint.first.address) \(constraint.relation)"
    if let second = constraint.second {
      text += " \(constraint.secondAttribute) \(second.address) \(rounded(constraint.multiplier))"
    }
    text += " \(rounded(constraint.constant))"
    return constraint.priority < 1000 ? text + " @\(rounded(constraint.priority))" : text
  }

  @Test func whatLoggersDoToLines() throws {
    let expected = diagnosis(Self.cell).conflicts[0]
    let body = Self.cell.split(separator: "\n", omittingEmptySubsequences: false)
    let windows = body.joined(separator: "\r\n")
    let syslog = body.map { "Nov 23 09:12:01 phone Shop(UIKitCore)[4711] <Notice>: \($0)" }.joined(separator: "\n")
    let dated = body.map { "2026-11-23 09:12:01.442333+0100 Shop[4711:90210] \($0)" }.joined(separator: "\n")
    let mail = body.map { "> \($0)" }.joined(separator: "\n")
    // Wrapped at 60 columns, between words or in them.
    let wrapped = body.map { line -> String in
      var (text, rest) = ("", Substring(line))
      while rest.count > 60 {
        text += rest.prefix(60) + "\n"
        rest = rest.dropFirst(60)
      }
      return text + rest
    }.joined(separator: "\n")
    for log in [windows, syslog, dated, mail, wrapped] {
      let found = diagnosis(log)
      #expect(found.conflicts.count == 1, "\(log.prefix(200))")
      #expect(found.conflicts.first?.sentence == expected.sentence, "\(log.prefix(900))")
      #expect(found.conflicts.first?.cures.map(\.advice) == expected.cures.map(\.advice))
    }
    // Said twice is said once; what is around it does not matter.
    let twice = diagnosis("starting\n\(Self.cell)noise <UIView: 0x1; frame = (0 0; 1 1)>\n\(Self.cell)")
    #expect(twice.conflicts.count == 1 && twice.repeated == 1)
  }

  @Test func macOSAndMasks() throws {
    let mac = """
      Unable to simultaneously satisfy constraints:
      (
          "<NSLayoutConstraint:0x60 NSTextField:0x11.width >= 152   (active)>",
          "<NSLayoutConstraint:0x61 H:[NSTextField:0x11]-(8)-|   (active, names: Item:0x22, '|':Item:0x22 )>",
          "<NSLayoutConstraint:0x62 H:|-(42)-[NSTextField:0x11]   (active, names: Item:0x22, '|':Item:0x22 )>",
          "<NSAutoresizingMaskLayoutConstraint:0x63 h=--& v=-&- Item.width == 194   (active, names: Item:0x22 )>"
      )

      Will attempt to recover by breaking constraint
      <NSLayoutConstraint:0x60 NSTextField:0x11.width >= 152   (active)>
      """
    let conflict = try #require(diagnosis(mac).conflicts.first)
    #expect(conflict.sentence.hasPrefix("Item is 194 wide (by its autoresizing mask), but the others need 202: "))
    #expect(
      conflict.cures.contains { $0.line == 3 && $0.code == "constraint.priority = NSLayoutConstraint.Priority(999)" })
    #expect(conflict.cures.last?.code == "view.translatesAutoresizingMaskIntoConstraints = false")

    // A view that a constraint sizes was meant to be without its mask.
    let masked = diagnosis(
      members(
        "<NSAutoresizingMaskLayoutConstraint:0x1 h=--& v=--& UIView:0xa.height == 45   (active)>",
        "<NSLayoutConstraint:0x2 UIView:0xa.height == 60   (active)>"))
    #expect(masked.conflicts[0].sentence == "UIView 0xa can't be both 45 (by its autoresizing mask) and 60 points high")
    #expect(masked.conflicts[0].cures.first?.code == "view.translatesAutoresizingMaskIntoConstraints = false")
  }

  @Test func whatIsHiddenOrHolds() throws {
    let hidden = diagnosis(
      "[Layout] Unable to simultaneously satisfy constraints:\n<private>\n\nWill attempt to recover by breaking constraint \n<private>\n"
    )
    #expect(hidden.conflicts.count == 1 && hidden.conflicts[0].sentence.contains("<private>"))
    let fine = diagnosis(members("<NSLayoutConstraint:0x1 UIView:0xa.width == 5   (active)>"))
    #expect(
      fine.conflicts[0].sentence.hasPrefix("these constraints do not contradict each other")
        && fine.conflicts[0].cures.isEmpty)
    #expect(diagnosis("").conflicts.isEmpty && diagnosis("all is well\n").text().isEmpty)
  }

  @Test func ambiguousViews() throws {
    let trace = """
      UIWindow:0x7f88a0
      |   •UIView:0x7f88a1
      |   |   *UIButton:0x7f88a2'Retrieve data'- AMBIGUOUS LAYOUT for UIButton:0x7f88a2'Retrieve data'.minX{id: 170}, UIButton:0x7f88a2'Retrieve data'.minY{id: 171}
      |   |   *App.Info:0x7f88a3- AMBIGUOUS LAYOUT for App.Info:0x7f88a3.minX{id: 1}, App.Info:0x7f88a3.Width{id: 2}
      |   |   *<UIImageView:0x7f88a4> - AMBIGUOUS LAYOUT

      """
    let found = diagnosis(trace).ambiguities
    #expect(found.map(\.line) == [3, 4, 5])
    #expect(found.map(\.attributes) == [["x", "y"], ["x", "width"], []])
    #expect(
      found[0].message
        == "x, y of UIButton ‘Retrieve data’ are not determined; pin its leading edge, or centre it; pin its top, or centre it"
    )
    #expect(found[1].message.hasSuffix("pin its leading and trailing edges, or its leading edge and give it a width"))
    #expect(found[2].view == "UIImageView 0x7f88a4")
  }

  // MARK: Properties

  /// What Trellis prints of a conflict is read back as the same constraints, in both styles and both words.
  @Test(arguments: DescriptionStyle.allCases, ConflictStyle.allCases)
  func roundTrip(style: DescriptionStyle, words: ConflictStyle) throws {
    var random = SplitMix64(seed: TestRun.seed(17_900))
    var (tried, read) = (0, 0)
    for number in 0..<TestRun.count(150, long: 2_000) {
      let scene = try FaultSource.generated(seed: UInt64(number)).make()
      (scene.descriptionStyle, scene.conflictStyle) = (style, words)
      try scene.layout()
      guard let plan = FaultPlan(random.pick(PlantedFault.allCases), in: scene, &random),
        (try? plan.plant(in: scene)) != nil
      else { continue }
      for conflict in try scene.layout().conflicts where conflict.constraints.count <= 32 {
        tried += 1
        let log = LogReader(Array(conflict.message.utf8))
        let back = try #require(log.conflicts.first)
        #expect(log.conflicts.count == 1 && back.unreadable.isEmpty, "\(conflict.message)")
        let expected = conflict.constraints.map { Self.canonical($0) }
        #expect(back.constraints.map(Self.canonical) == expected, "\(conflict.message)")
        #expect(back.broken.map(Self.canonical) == Self.canonical(conflict.broken))
        // The same contradiction: nothing else is needed for it.
        let explained = LogDiagnosis(reading: Array(conflict.message.utf8), file: "log").conflicts[0]
        if explained.cures.isEmpty {
          #expect(explained.constraints.contains { $0.isSystemMade }, "\(conflict.message)\n\(explained)")
        } else {
          read += 1
        }
      }
    }
    #expect(tried >= 20 && read * 10 >= tried * 9)
  }

  /// A constraint as a linear relation: items by address, edges without directions, numbers as printed.
  private static func canonical(_ constraint: Constraint) -> String {
    canonical(
      (constraint.first.printedAddress, constraint.firstAttribute), constraint.relation,
      constraint.second.map { ($0.printedAddress, constraint.secondAttribute) }, constraint.multiplier,
      constraint.constant)
  }

  private static func canonical(_ constraint: LoggedConstraint) -> String {
    canonical(
      (constraint.first.address, constraint.firstAttribute), constraint.relation,
      constraint.second.map { ($0.address, constraint.secondAttribute) }, constraint.multiplier, constraint.constant)
  }

  private static func canonical(
    _ first: (String, Attribute), _ relation: Trellis.Relation, _ second: (String, Attribute)?, _ multiplier: Double,
    _ constant: Double
  ) -> String {
    guard let second else { return "\(first) \(relation) \(rounded(constant))" }
    return "\(first) \(relation) \(rounded(multiplier)) \(second) \(rounded(constant))"
  }

  /// Logs broken on purpose. An answer is right whatever it is; a crash or a hang is not.
  @Test func hostileLogs() throws {
    var random = SplitMix64(seed: TestRun.seed(17_950))
    let seeds = [Self.cell, members("<NSLayoutConstraint:0x1 H:|-(>=5@9)-[A:0xa'b'](LTR)   (Names: '|':A:0xb )>")]
      .map { Array($0.utf8) }
    let tokens = [
      "<", ">", "\"", "'", "|", "[", "]", "(", ")", "0x", "1e999", "-1e308", "nan", "<NSLayoutConstraint:0x", "'|':",
      "\n", "\r",
      "\0", "priority:", "@", "==", "names:", "AMBIGUOUS LAYOUT", "\u{FFFD}",
      "Unable to simultaneously satisfy constraints",
    ].map { Array($0.utf8) }
    for _ in 0..<TestRun.count(400, long: 20_000) {
      var log = random.pick(seeds)
      for _ in 0..<random.int(1...12) {
        let index = random.int(0...max(log.count - 1, 0))
        switch random.int(0...4) {
        case 0 where !log.isEmpty: log[index] = UInt8(truncatingIfNeeded: random.next())
        case 1: log.insert(contentsOf: random.pick(tokens), at: min(index, log.count))
        case 2 where !log.isEmpty: log.removeSubrange(index..<min(index + random.int(1...80), log.count))
        case 3: log.insert(contentsOf: log[min(index, log.count)..<min(index + 200, log.count)], at: 0)
        default: log.removeLast(random.int(0...min(40, log.count)))
        }
      }
      let found = LogDiagnosis(reading: log, file: "log")
      #expect(!found.text().contains("\0"))
      _ = try LayoutDocumentJSON.check(found.json())
    }
    // A megabyte of openings, of names without an end, and of line breaks; a tenth of one in a short run.
    let length = TestRun.count(100_000, long: 1_000_000)
    for piece in ["<NSLayoutConstraint:0x1 ", "(Names: ", "\n", "AMBIGUOUS LAYOUT "] {
      let log =
        "Unable to simultaneously satisfy constraints\n" + String(repeating: piece, count: length / piece.utf8.count)
      _ = LogDiagnosis(reading: Array(log.utf8), file: "log").text()
    }
  }
}

/// JSON is well-formed.
enum LayoutDocumentJSON {
  static func check(_ text: String) throws { _ = try JSONReader.read(Array(text.utf8)) }
}
