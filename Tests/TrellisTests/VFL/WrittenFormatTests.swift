// Constraints written as formats and read again (semantics 2.9): the same constraint comes back.

import TestSupport
import Testing

@testable import Trellis

@Suite("E38: constraints as visual formats")
struct WrittenFormatTests {
  @Test("What is written for what")
  func forms() throws {
    let page = try FormatPage("a", "b", metrics: ["third": 1.0 / 3])
    let forms = [
      "H:|-[a]", "H:[a]-[b]", "V:[b]-|", "H:|-(50)-[a]", "H:[a]-(>=8@750)-[b]", "V:[a]-(-8.5)-[b]", "H:[a(120)]",
      "V:[a(<=120@250.5)]", "H:[a(==b)]", "V:[a(>=b@3)]",
    ]
    for format in forms {
      let constraint = try page.make(format)[0]
      #expect(constraint.visualFormat()?.format.description == format)
      #expect(constraint.visualFormat()?.options == [])
    }
    #expect(try page.make("[a(third)]")[0].visualFormat()?.format.description == "H:[a(0.3333333333333333)]")
    #expect(try page.make("|-[a]", [], .classic)[0].visualFormat()?.format.description == "H:|-(8)-[a]")
    let absolute = try #require(try page.make("|-3-[a]", .directionRightToLeft)[0].visualFormat())
    #expect(absolute.format.description == "H:[a]-(3)-|" && absolute.options == .directionLeftToRight)
    let baselines = try #require(try page.make("V:[a]-3-[b]", .spacingBaselineToBaseline)[0].visualFormat())
    #expect(baselines.format.description == "V:[a]-(3)-[b]" && baselines.options == .spacingBaselineToBaseline)
  }

  @Test("What Apple's language cannot say, the extended one does")
  func extended() throws {
    let page = try FormatPage("a", "b")
    for format in [
      "C:a.centerX(b.centerX)", "C:a.width(>=b.height*0.5+10@750)", "C:a.leading(root.leadingMargin-4)",
      "C:a.top(b.top)",
    ] {
      let made = Constraint.constraints(
        withVisualFormat: VisualFormat(format), views: page.views.merging(["root": page.root]) { old, _ in old },
        dialect: .extended)
      #expect(made[0].visualFormat() == nil)
      #expect(made[0].visualFormat(.extended)?.format.description == format)
    }
  }

  @Test("What has none")
  func none() throws {
    let page = try FormatPage("a")
    page["a"].intrinsicSize = Size(width: 5, height: 5)
    try page.scene.layout()
    let content = try #require(page["a"].constraints.first { $0.isContentSize })
    #expect(content.visualFormat(.extended) == nil)
    var lone: View? = View()
    let constraint = try #require(lone).widthAnchor.constraint(equalToConstant: 5)
    lone = nil
    #expect(constraint.visualFormat() == nil)
  }

  @Test("Round trip: the format of any constraint gives it again, the number to the last bit")
  func roundTrip() throws {
    let seed = TestRun.seed(20_261_121)
    var random = SplitMix64(seed: seed)
    let root = View("root")
    let items = [View("a"), View("b"), View(), View("not a name"), View("c")]
    root.addSubviews(Array(items[..<4]))
    items[0].addSubview(items[4])
    let guide = LayoutGuide("guide")
    root.addLayoutGuide(guide)
    let all: [any LayoutItem] = items + [root, guide]
    var written = 0
    for _ in 0..<4000 {
      let second: (any LayoutItem)? = random.chance(0.85) ? random.pick(all) : nil
      let relation = random.pick(Relation.allCases)
      let multiplier = random.chance(0.5) ? 1 : random.pick([0.5, -1, 1.0 / 3, 2])
      let constant = random.chance(0.3) ? 0 : random.real(-1...1) * random.pick([1e-6, 1, 1e3, 1e7])
      let priority = random.chance(0.5) ? Priority.required : Priority(Float(random.real(0.5...999)))
      let constraint = Constraint(
        item: random.pick(all), attribute: random.pick(Attribute.allCases), relatedBy: relation, toItem: second,
        attribute: second == nil ? .notAnAttribute : random.pick(Attribute.allCases), multiplier: multiplier,
        constant: constant, priority: priority)
      guard constraint.lastError == nil else { continue }
      for dialect in FormatDialect.allCases {
        guard let (format, options) = constraint.visualFormat(dialect) else {
          #expect(dialect == .apple, "\(constraint)")
          continue
        }
        written += 1
        let read = Constraint.constraints(withVisualFormat: format, options: options, dialect: dialect)
        #expect(read.map(meaning) == [meaning(constraint)], "\(format) for \(constraint), seed \(seed)")
        // Read once more it is written alike.
        #expect(read.first?.visualFormat(dialect)?.format.description == format.description)
      }
    }
    #expect(written > 1000)
  }

  @Test("What formats make is written back as it was, side by side")
  func formatsComeBack() throws {
    let page = try FormatPage("a", "b", "c")
    let formats = [
      "|-[a(>=5@3,b)]-(>=2,<=7.25@20)-[b]-(-1)-[c]|", "V:|[a]-[b]-30-[c(a)]-|", "V:[a(2)][b(3)][c(4@5)]",
    ]
    for format in formats {
      for options in [FormatOptions(), .directionLeftToRight, .directionRightToLeft] {
        let made = try page.make(format, options)
        let again = try made.flatMap { constraint in
          let (text, options) = try #require(constraint.visualFormat())
          // As text, with the names from the dictionary.
          return Constraint.constraints(
            withVisualFormat: VisualFormat(text.description), options: options, views: page.views)
        }
        #expect(again.map(\.description).map(masked) == made.map(\.description).map(masked))
      }
    }
  }
}
