// What decides a number, in the document's names; and mistakes in what is asked.

import Testing

@testable import TrellisFiles

@Suite struct ExplainTests {
  private static let text = """
    {"trellis": 1, "size": [400, 300],
     "views": [
       {"name": "head", "intrinsic": [133, 40]},
       {"name": "list", "kind": "scroll", "views": [{"name": "row"}]},
       {"name": "loose"}],
     "guides": [{"name": "gap", "in": "root"}],
     "constraints": [
       "head.centerX = root.centerX",
       {"equation": "head.top = root.top + 97", "id": "top", "label": "Login.swift:12"},
       "list.top = head.bottom + 8",
       "list.left = root.left + 5",
       {"equation": "list.width = 0.5 * root.width", "id": "half"},
       {"equation": "list.height = 50", "priority": 400},
       "row.edges = list.edges",
       "row.width = list.width",
       "row.height = 3 * row.width",
       "gap.left = list.right",
       "gap.width = 20",
       "gap.height = gap.width",
       "gap.top = loose.top"],
     "edits": [{"set": "top", "constant": 10}, {"add": "loose.top = gap.left"}]}
    """

  private func explain(_ subject: String, after edits: Int = 0) throws -> LayoutExplanation {
    let document = try LayoutDocument(
      parsing: Self.text.replacing("loose.top = gap.left", with: "loose.top = root.top + 3"), file: "a.json")
    return try document.explain(subject, after: edits)
  }

  private func derivatives(_ explanation: LayoutExplanation) -> [String: Double] {
    Dictionary(explanation.influences.map { ($0.constraint, $0.derivative) }) { a, b in a + b }
  }

  @Test func numbersOfAFrame() throws {
    let top = try explain("list.top")
    #expect(top.value == 145 && !top.isAmbiguous && top.state == 0 && top.subject == "list.top")
    #expect(derivatives(top) == ["top": 1, "head.intrinsic": 1, "c3": 1])
    let label = try #require(top.influences.first { $0.constraint == "top" })
    #expect(label.label == "Login.swift:12" && label.constant == 97 && label.priority == 1000)
    #expect(label.location?.line == 9 && label.location?.column == 4)
    let content = try #require(top.influences.first { $0.constraint == "head.intrinsic" })
    #expect(content.location == nil && content.constant == 40 && content.priority == 750)
    #expect(derivatives(try explain("head.left")) == ["root.size": 0.5, "c1": 1, "head.intrinsic": -0.5])
    #expect(derivatives(try explain("list.right")) == ["c4": 1, "half": 1, "root.size": 0.5])
    let bottom = try explain("list.content.height")
    #expect(bottom.value == 600)
    #expect(derivatives(bottom)["half"] == 3 && derivatives(bottom)["c9"] == 1)
    #expect(derivatives(try explain("gap.centerX")) == ["c4": 1, "half": 1, "root.size": 0.5, "c10": 1, "c11": 0.5])
    #expect(try explain("root.width").influences.map(\.constraint) == ["root.size"])
    #expect(try explain("root.width").value == 400)
  }

  @Test func statesAndAmbiguity() throws {
    #expect(try explain("list.top", after: 1).value == 58)
    let open = try explain("gap.top")
    #expect(open.isAmbiguous && open.value == 0)
    let decided = try explain("gap.top", after: 2)
    #expect(!decided.isAmbiguous && decided.value == 3 && decided.influences.count == 2)
    #expect(try explain("loose.width").influences.isEmpty)
  }

  @Test func texts() throws {
    let text = try explain("list.top").table()
    #expect(
      text == """
        list.top = 145
          per point  constraint                                      constant  holds   without  priority  location
                  1  top: head.top = root.top + 97 (Login.swift:12)        97  any         48?      1000  9:4
                  1  list.top = head.bottom + 8                             8  any          0?      1000  10:4
                  1  content height of head: 40                            40  from 0     105?       750  –
          below 0 of content height of head: 40: 0 per point

        """)
    #expect(try explain("gap.top").table().hasPrefix("gap.top = 0, and could be another\n"))
    #expect(try explain("loose.width").table() == "loose.width = 0, and could be another\nno constraint decides it\n")
    let json = try explain("root.width").json()
    #expect(
      json.filter { !$0.isWhitespace } == """
        {"file":"a.json","subject":"root.width","state":0,"value":400,"ambiguous":false,"influences":[\
        {"constraint":"root.size","derivative":1,"constant":400,"priority":1000,"equation":"sizeofroot:width400",\
        "below":{"derivative":1,"constant":0,"causes":[],"then":{"kind":"conflict","constraints":[\
        {"constraint":"root.size","text":"sizeofroot:width400"}]}},\
        "above":{"derivative":1,"constant":null,"causes":[],"then":{"kind":"nothing"}}}]}
        """)
  }

  @Test(arguments: [
    ("head", "item and an attribute"), ("hed.width", "did you mean 'head'?"), ("head.widht", "did you mean 'width'?"),
    ("head.edges", "not a number of a frame"), ("head.leadingMargin", "not a number of a frame"),
    ("head.content.width", "has no 'content'"), ("nothing.at.all", "not a number of a frame"), ("", "names no number"),
  ])
  func mistakes(subject: String, fragment: String) throws {
    let error = #expect(throws: DocumentError.self) { _ = try explain(subject) }
    #expect(error?.description.hasPrefix("a.json:1:1: ") == true && error?.message.contains(fragment) == true)
  }

  @Test func documentsThatCannotBeExplained() throws {
    #expect(throws: DocumentError.self) { _ = try explain("head.width", after: 3) }
    #expect(throws: DocumentError.self) { _ = try explain("head.width", after: -1) }
  }

  // MARK: - Bare programs

  private static let program = """
    {"trellis": 1, "variables": ["x", "y", "z", "loose"], "nonnegative": ["z"],
     "constraints": [
       {"equation": "2*x - 4 = y + 6", "id": "line", "label": "model.py:3"},
       "y = 10 @ 500",
       "z = -5 @ 250",
       "x + loose >= 0"],
     "edits": [{"set": "line", "constant": 16}, {"add": "y = z + 3"}]}
    """

  @Test func variablesOfPrograms() throws {
    let document = try LayoutDocument(parsing: Self.program, file: "p.json")
    let x = try document.explain("x")
    #expect(x.value == 10 && x.subject == "x" && !x.isAmbiguous)
    #expect(x.influences.map(\.constraint) == ["line", "c2"] && x.influences.map(\.derivative) == [0.5, 0.5])
    #expect(x.influences.map(\.constant) == [6, 10] && x.influences.map(\.priority) == [1000, 500])
    #expect(x.influences[0].label == "model.py:3" && x.influences[0].location?.line == 3)
    #expect(try document.explain("x", after: 1).value == 15)
    // The sign keeps z at 0.
    let z = try document.explain("z")
    #expect(z.value == 0 && z.influences.map(\.constraint) == ["z >= 0"] && z.influences[0].location == nil)
    let follower = try document.explain("z", after: 2)
    #expect(follower.value == 7 && derivatives(follower) == ["c2": 1, "c5": -1])
    #expect(try document.explain("loose").isAmbiguous)
    #expect(
      x.table() == """
        x = 10
          per point  constraint                          constant  holds  without  priority  location
                0.5  line: 2*x - 4 = y + 6 (model.py:3)         6  any         0?      1000  3:4
                0.5  y = 10 @ 500                              10  any         0?       500  4:4

        """)
  }

  @Test func mistakesInPrograms() throws {
    let document = try LayoutDocument(parsing: Self.program, file: "p.json")
    for (subject, fragment) in [
      ("lose", "did you mean 'loose'?"), ("x.width", "unknown variable"), ("", "variables are x, y, z, loose"),
    ] {
      let error = #expect(throws: DocumentError.self) { _ = try document.explain(subject) }
      #expect(error?.message.contains(fragment) == true, "\(error?.message ?? "")")
    }
    #expect(throws: DocumentError.self) { _ = try document.explain("x", after: 3) }
  }
}
