// Sweeps of two numbers as one HTML page: the polygons, a point among them to drag or to move by keys, and the layout there,
// which follows exactly, as the page carries the affine functions. Nothing that a file says can run in it (see HTMLPage).

/// One HTML page about sweeps in two parameters.
public struct PlanePage: Sendable {
  /// The page's title.
  public var title: String
  /// The sweeps, in order.
  public var results: [PlaneResult]

  /// Creates a page.
  public init(title: String, results: [PlaneResult]) {
    self.title = title
    self.results = results
  }

  /// The whole page as UTF-8 text. Linear in the sweeps.
  public func html() -> String {
    let style = HTMLPage.palette + "\n" + Self.styleSheet
    let data = "[" + results.map { $0.visibleTexts.json() }.joined(separator: ",\n") + "]"
    return HTMLPage.document(
      escapedText(title), style: style, script: Self.script, data: data,
      body: """
        <header><h1>\(escapedText(title))</h1><label id="unitLabel">Layout <select id="unit"></select></label>
        <label><span id="firstName"></span> <input id="first" type="number" step="any"></label>
        <label><span id="secondName"></span> <input id="second" type="number" step="any"></label>
        <span id="where" role="status"></span></header>
        <main><div id="plane" tabindex="0" role="application" aria-label="The plane of both numbers; arrow keys move the point"
        ><svg id="map" viewBox="-10 -10 1020 1020" aria-hidden="true"></svg></div>
        <div id="stage"><svg id="picture" role="img" aria-label="The layout"></svg></div>
        <section id="info"><h2>Here</h2><div id="here"></div></section></main>
        """)
  }

  static let styleSheet = """
    [hidden] { display: none !important }
    header { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 14px; padding: 10px 20px;
      background: var(--surface); border-bottom: 1px solid var(--line) }
    h1 { font-size: 16px; font-weight: 600; margin: 0; overflow-wrap: anywhere } h2 { font-size: 13px; margin: 0 0 8px }
    label, #where { color: var(--dim) } select, input { font: inherit; color: var(--ink); background: var(--surface);
      border: 1px solid var(--strong); border-radius: 8px; padding: 4px 10px; height: 32px; max-width: 100% }
    input { width: 110px; font-variant-numeric: tabular-nums }
    main { display: grid; gap: 20px; padding: 20px; grid-template-columns: repeat(auto-fit, minmax(280px, 1fr)) }
    #plane { touch-action: none; cursor: crosshair; border-radius: 8px } #map { width: 100%; display: block }
    #map polygon { stroke: var(--strong); stroke-width: 1; vector-effect: non-scaling-stroke; fill: var(--tint) }
    #map .odd { fill: var(--raised) } #map .wrong { fill: var(--badTint) } #map .unproven { fill: var(--warnTint) }
    #map .on { stroke: var(--accent); stroke-width: 3 } #point { fill: var(--accent); stroke: var(--surface); stroke-width: 3 }
    #picture { width: 100%; height: 60vh; display: block } #info p { margin: 0 0 6px; overflow-wrap: anywhere }
    .item rect { fill: var(--tint); fill-opacity: .55; stroke: var(--accent); stroke-width: 1; vector-effect: non-scaling-stroke }
    .item.root rect { fill: var(--surface); fill-opacity: 1; stroke: var(--strong) }
    .item.guide rect { fill: none; stroke: var(--dim); stroke-dasharray: 4 3 } .item.wrong rect { stroke: var(--bad) }
    .item text { fill: var(--ink); font-size: 11px }
    """

  static let script = """
    (function () {
      "use strict";
      const all = JSON.parse(document.getElementById("data").textContent);
      const $ = (id) => document.getElementById(id), space = "http://www.w3.org/2000/svg";
      const make = (name, attributes, parent) => {
        const element = document.createElementNS(space, name);
        for (const key in attributes) element.setAttribute(key, attributes[key]);
        parent.append(element);
        return element;
      };
      const plain = (number) => String(Math.round(number * 1e4) / 1e4);
      let data, at = [0, 0], groups = [], point;

      const span = (k) => data.parameters[k].to - data.parameters[k].from;
      const share = (k, value) => span(k) > 0 ? (value - data.parameters[k].from) / span(k) : 0.5;
      const place = (corner) => [1000 * share(0, corner[0]), 1000 * (1 - share(1, corner[1]))];
      function depth(polygon) {
        let least = Infinity;
        polygon.corners.forEach(([x, y], k) => {
          const [u, v] = polygon.corners[(k + 1) % polygon.corners.length], length = Math.hypot(u - x, v - y);
          if (length > 0) least = Math.min(least, ((u - x) * (at[1] - y) - (v - y) * (at[0] - x)) / length);
        });
        return least;
      }
      function current() {
        let best = 0, most = -Infinity;
        data.polygons.forEach((polygon, k) => { const d = depth(polygon); if (d > most) { most = d; best = k; } });
        return best;
      }
      function say(text, isWrong) {
        const element = document.createElement("p");
        element.textContent = text;
        if (isWrong) element.className = "bad";
        $("here").append(element);
      }
      function draw() {
        const number = current(), piece = data.polygons[number], origins = [];
        const findings = piece.findings.map((k) => data.findings[k]);
        const wrong = new Set(findings.filter((f) => f.item !== undefined).map((f) => f.item));
        data.items.forEach((item, index) => {
          const [x, y, width, height] = piece.frames[index].map((value, k) => value +
            (at[0] - piece.at[0]) * piece.firstSlopes[index][k] + (at[1] - piece.at[1]) * piece.secondSlopes[index][k]);
          const base = item.superview === undefined ? [0, 0] : origins[item.superview];
          origins.push([base[0] + x, base[1] + y]);
          const group = groups[index];
          if (!group) return;
          const rect = group.firstChild, text = group.lastChild, numbers = [origins[index][0], origins[index][1],
            Math.max(width, 0), Math.max(height, 0)];
          ["x", "y", "width", "height"].forEach((name, k) => rect.setAttribute(name, numbers[k]));
          text.setAttribute("x", numbers[0] + 4);
          text.setAttribute("y", numbers[1] + 13);
          group.classList.toggle("wrong", wrong.has(item.name));
        });
        const [x, y] = place(at);
        point.setAttribute("cx", x);
        point.setAttribute("cy", y);
        document.querySelectorAll("#map polygon").forEach((shape, k) => shape.classList.toggle("on", k === number));
        ["first", "second"].forEach((id, k) => { if (document.activeElement !== $(id)) $(id).value = at[k]; });
        $("where").textContent = "polygon " + (number + 1) + " of " + data.polygons.length + (piece.proven ? "" : ", not proven");
        $("here").textContent = "";
        findings.forEach((finding) => say(finding.kind + ": " + finding.message, finding.severity === "error"));
        if (!findings.length) say("Nothing is wrong here.");
        new Set(piece.edges.filter((edge) => edge).map((edge) => edge.message)).forEach((text) => say("Ends where " + text + "."));
      }
      function set(x, y) {
        if (!Number.isFinite(x) || !Number.isFinite(y)) return;
        at = [x, y].map((value, k) => Math.min(Math.max(value, data.parameters[k].from), data.parameters[k].to));
        draw();
      }
      function show(number) {
        data = all[number];
        const map = $("map"), svg = $("picture"), largest = [1, 1];
        map.textContent = svg.textContent = "";
        data.polygons.forEach((polygon, k) => {
          const isWrong = polygon.findings.some((f) => data.findings[f].severity === "error");
          make("polygon", { class: isWrong ? "wrong" : polygon.proven ? (k % 2 ? "odd" : "even") : "unproven",
            points: polygon.corners.map((corner) => place(corner).join(",")).join(" ") }, map);
          polygon.corners.forEach((corner) => [0, 1].forEach((axis) => {
            largest[axis] = Math.max(largest[axis], polygon.frames[0][2 + axis] +
              (corner[0] - polygon.at[0]) * polygon.firstSlopes[0][2 + axis] +
              (corner[1] - polygon.at[1]) * polygon.secondSlopes[0][2 + axis]);
          }));
        });
        point = make("circle", { id: "point", r: 12 }, map);
        svg.setAttribute("viewBox", [-10, -10, largest[0] + 20, largest[1] + 20].join(" "));
        svg.setAttribute("preserveAspectRatio", "xMidYMin meet");
        groups = data.items.map((item, index) => {
          if (item.hidden) return null;
          const group = make("g", { class: "item" + (index ? "" : " root") + (item.guide ? " guide" : ""), "data-i": index }, svg);
          make("rect", {}, group);
          make("text", {}, group).textContent = index && !item.guide ? (item.label || item.name) : "";
          return group;
        });
        $("firstName").textContent = data.parameters[0].name;
        $("secondName").textContent = data.parameters[1].name;
        set(...data.parameters.map((axis) => axis.name === "width" && axis.kind === "size" ? data.size[0] :
          axis.name === "height" && axis.kind === "size" ? data.size[1] : (axis.from + axis.to) / 2));
      }
      let isDown = false;
      const follow = (event) => {
        const matrix = $("map").getScreenCTM();
        const [x, y] = [(event.clientX - matrix.e) / matrix.a, (event.clientY - matrix.f) / matrix.d];
        set(data.parameters[0].from + span(0) * x / 1000, data.parameters[1].from + span(1) * (1 - y / 1000));
      };
      $("plane").addEventListener("pointerdown", (event) => {
        isDown = true;
        try { $("plane").setPointerCapture(event.pointerId); } catch (error) { /* a pointer that is gone */ }
        follow(event);
      });
      $("plane").addEventListener("pointermove", (event) => { if (isDown) follow(event); });
      for (const name of ["pointerup", "pointercancel"]) $("plane").addEventListener(name, () => { isDown = false; });
      $("plane").addEventListener("keydown", (event) => {
        const step = event.shiftKey ? 10 : event.altKey ? 0.25 : 1;
        const keys = { ArrowRight: [step, 0], ArrowLeft: [-step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] };
        if (!(event.key in keys)) return;
        set(at[0] + keys[event.key][0], at[1] + keys[event.key][1]);
        event.preventDefault();
      });
      $("first").addEventListener("input", () => set(parseFloat($("first").value), at[1]));
      $("second").addEventListener("input", () => set(at[0], parseFloat($("second").value)));
      $("unit").addEventListener("change", () => show(+$("unit").value));
      all.forEach((result, k) => {
        const option = document.createElement("option");
        option.value = k;
        option.textContent = result.file + (result.unit ? ", " + result.unit : "")
          + (result.state ? ", state " + result.state : "") + (result.sizeClass ? ", " + result.sizeClass : "");
        $("unit").append(option);
      });
      $("unitLabel").hidden = all.length < 2;
      if (all.length) show(0);
    })();
    """
}

extension PlaneResult {
  /// The same with control characters and what reorders text made visible.
  fileprivate var visibleTexts: PlaneResult {
    func shown(_ source: SweepResult.Source) -> SweepResult.Source {
      SweepResult.Source(id: visible(source.id), equation: visible(source.equation), line: source.line)
    }
    func shown(_ axis: Axis) -> Axis {
      guard case .constant(let id) = axis.parameter else { return axis }
      return Axis(.constant(visible(id)), axis.range)
    }
    var copy = self
    copy.file = visible(file)
    copy.unit = unit.map(visible)
    copy.state = state.map(visible)
    (copy.first, copy.second) = (shown(first), shown(second))
    for index in items.indices {
      copy.items[index].name = visible(items[index].name)
      copy.items[index].label = visible(items[index].label)
    }
    for index in polygons.indices {
      copy.polygons[index].edges = polygons[index].edges.map { edge in
        edge.map { Border(message: visible($0.message), constraint: $0.constraint.map(shown)) }
      }
    }
    for index in findings.indices {
      copy.findings[index].message = visible(findings[index].message)
      copy.findings[index].item = findings[index].item.map(visible)
      copy.findings[index].constraints = findings[index].constraints.map(shown)
    }
    return copy
  }
}
