// The style and the script of pages of sweeps.

extension SweepPage {
  static let styleSheet = """
    html, body { height: 100% } body { display: flex; flex-direction: column } [hidden] { display: none !important }
    header { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 14px; min-height: 56px; padding: 10px 20px;
      background: var(--surface); border-bottom: 1px solid var(--line); flex: none }
    h1 { font-size: 16px; font-weight: 600; margin: 0; overflow-wrap: anywhere } h2 { font-size: 13px; margin: 0 0 8px }
    label, #where { color: var(--dim) } main { flex: 1; min-height: 0; display: flex; flex-direction: column }
    button, select, input { font: inherit; color: var(--ink); background: var(--surface);
      border: 1px solid var(--strong); border-radius: 8px; padding: 4px 10px; height: 32px; max-width: 100% }
    button { cursor: pointer } button:hover { border-color: var(--accent) } .group { display: inline-flex; gap: 4px }
    #value { width: 110px; font-variant-numeric: tabular-nums }
    #stage { flex: 1 1 45%; min-height: 220px; padding: 20px; overflow: hidden }
    #picture { width: 100%; height: 100%; display: block; touch-action: none; user-select: none }
    .item rect { fill: var(--tint); fill-opacity: .55; stroke: var(--accent); stroke-width: 1; vector-effect: non-scaling-stroke }
    .item.root rect { fill: var(--surface); fill-opacity: 1; stroke: var(--strong) }
    .item.guide rect { fill: none; stroke: var(--dim); stroke-dasharray: 4 3 }
    .item.wrong rect { stroke: var(--bad); fill: var(--badTint) } .item.on rect { stroke-width: 3 }
    .item text { fill: var(--ink); font-size: 11px; pointer-events: none }
    #handle { cursor: ew-resize } #handle.vertical { cursor: ns-resize } #handle rect { fill: var(--accent) }
    #strip { flex: none; margin: 0 20px; height: 72px; touch-action: none; cursor: pointer; border-radius: 8px;
      background: var(--surface); border: 1px solid var(--line) }
    #lanes { width: 100%; height: 100%; display: block } #lanes .even { fill: var(--tint) } #lanes .odd { fill: var(--raised) }
    #lanes .unproven { fill: var(--warnTint) } #lanes .cut { stroke: var(--strong) } #lanes .bad { fill: var(--bad) }
    #lanes .warn { fill: var(--warn) } #lanes .now { stroke: var(--accent); stroke-width: 2 }
    #info { flex: 1 1 30%; overflow: auto; padding: 16px 20px; display: grid; gap: 20px; align-content: start;
      grid-template-columns: repeat(auto-fit, minmax(260px, 1fr)) }
    #info p { margin: 0 0 6px; overflow-wrap: anywhere } small { color: var(--dim) }
    .entry { display: block; width: 100%; height: auto; text-align: left; margin: 0 0 6px; padding: 6px 10px;
      overflow-wrap: anywhere; border-color: transparent; background: var(--raised) }
    .entry.bad { background: var(--badTint) } .entry.warn { background: var(--warnTint) }
    .entry.bad, .entry.warn { color: var(--ink) } .entry.on { border-color: var(--accent) }
    @media (max-width: 900px) { html, body { height: auto } #stage { height: 55vh; flex: none } #info { overflow: visible } }
    """

  static let script = """
    (function () {
      "use strict";
      const all = JSON.parse(document.getElementById("data").textContent);
      const $ = (id) => document.getElementById(id), space = "http://www.w3.org/2000/svg";
      const make = (name, attributes, parent) => {
        const element = document.createElementNS(space, name);
        for (const key in attributes) element.setAttribute(key, attributes[key]);
        if (parent) parent.append(element);
        return element;
      };
      const plain = (number) => String(Math.round(number * 1e4) / 1e4);
      let data, value, groups = [], handle, chosen = null, scale = 1;

      function interval() {
        let low = 0, high = data.intervals.length;
        while (low < high) {
          const middle = (low + high) >> 1, piece = data.intervals[middle];
          if (piece.from < value || (piece.from === value && !piece.open)) low = middle + 1; else high = middle;
        }
        return Math.max(low - 1, 0);
      }
      function frame(piece, item) {
        return piece.frames[item].map((number, k) => number + (value - piece.from) * piece.slopes[item][k]);
      }

      // What holds here, of findings.
      const holds = (finding) => finding.from <= value && value <= finding.to;

      function draw() {
        const number = interval(), piece = data.intervals[number], origins = [], wrong = new Set();
        data.findings.forEach((finding) => { if (holds(finding) && finding.item !== undefined) wrong.add(finding.item); });
        data.items.forEach((item, index) => {
          const [x, y, width, height] = frame(piece, index);
          const base = item.superview === undefined ? [0, 0] : origins[item.superview];
          origins.push([base[0] + x, base[1] + y]);
          const group = groups[index];
          if (!group) return;
          const rect = group.firstChild;
          rect.setAttribute("x", origins[index][0]);
          rect.setAttribute("y", origins[index][1]);
          rect.setAttribute("width", Math.max(width, 0));
          rect.setAttribute("height", Math.max(height, 0));
          const text = group.lastChild;
          text.setAttribute("x", origins[index][0] + 4);
          text.setAttribute("y", origins[index][1] + 13);
          group.classList.toggle("wrong", wrong.has(item.name));
          group.classList.toggle("on", chosen === item.name);
        });
        const [, , width, height] = frame(piece, 0);
        const box = handle.firstChild, isVertical = data.parameter === "height";
        if (isVertical) {
          box.setAttribute("x", width / 2 - 24 / scale); box.setAttribute("y", height);
          box.setAttribute("width", 48 / scale); box.setAttribute("height", 10 / scale);
        } else {
          box.setAttribute("x", width); box.setAttribute("y", height / 2 - 24 / scale);
          box.setAttribute("width", 10 / scale); box.setAttribute("height", 48 / scale);
        }
        if (document.activeElement !== $("value")) $("value").value = value;
        const strip = $("strip"), range = plain(piece.from) + " to " + plain(piece.to);
        strip.setAttribute("aria-valuenow", value);
        strip.setAttribute("aria-valuetext", plain(value) + ", in " + range);
        $("where").textContent = "interval " + (number + 1) + " of " + data.intervals.length + ": " + range +
          (piece.proven ? "" : ", not proven");
        document.querySelectorAll("#lanes .now").forEach((line) => {
          const x = position(value);
          line.setAttribute("x1", x); line.setAttribute("x2", x);
        });
        list($("here"), data.findings.filter(holds), true);
        if (!$("here").firstChild) paragraph($("here"), "Nothing is wrong here.");
        document.querySelectorAll("#findings .entry").forEach((entry) => {
          entry.classList.toggle("on", holds(data.findings[+entry.dataset.k]));
        });
      }

      function paragraph(parent, text) {
        const element = document.createElement("p");
        element.textContent = text;
        parent.append(element);
      }
      function list(parent, findings, isShort) {
        parent.textContent = "";
        findings.forEach((finding) => {
          const entry = document.createElement("button"), where = document.createElement("small");
          entry.className = "entry " + (finding.severity === "error" ? "bad" : "warn");
          entry.dataset.k = data.findings.indexOf(finding);
          entry.textContent = finding.kind + ": " + finding.message + " ";
          where.textContent = (isShort ? "" : plain(finding.from) + " to " + plain(finding.to) + ", ") + "line " + finding.line +
            (finding.constraints.length ? ", decided by " + finding.constraints.map((c) => c.equation).join("; ") : "");
          entry.append(where);
          entry.addEventListener("click", () => {
            chosen = finding.item === undefined ? null : finding.item;
            set(holds(finding) ? value : finding.from);
          });
          parent.append(entry);
        });
      }

      const position = (number) =>
        data.to > data.from ? 1000 * (number - data.from) / (data.to - data.from) : 500;

      function lanes() {
        const svg = $("lanes");
        svg.textContent = "";
        svg.setAttribute("viewBox", "0 0 1000 72");
        svg.setAttribute("preserveAspectRatio", "none");
        data.intervals.forEach((piece, k) => {
          make("rect", { class: piece.proven ? (k % 2 ? "odd" : "even") : "unproven", x: position(piece.from), y: 0,
            width: Math.max(position(piece.to) - position(piece.from), 1), height: 40 }, svg);
          if (k) make("line", { class: "cut", x1: position(piece.from), x2: position(piece.from), y1: 0, y2: 40,
            "vector-effect": "non-scaling-stroke" }, svg);
        });
        data.findings.slice(0, 400).forEach((finding, k) => {
          make("rect", { class: finding.severity === "error" ? "bad" : "warn", x: position(finding.from),
            y: 44 + 6 * (k % 4), width: Math.max(position(finding.to) - position(finding.from), 2), height: 4 }, svg);
        });
        make("line", { class: "now", y1: 0, y2: 72, "vector-effect": "non-scaling-stroke" }, svg);
      }

      function show(number) {
        data = all[number];
        chosen = null;
        const svg = $("picture"), largest = [0, 0];
        for (const piece of data.intervals) for (const at of [piece.from, piece.to]) for (const k of [0, 1])
          largest[k] = Math.max(largest[k], piece.frames[0][2 + k] + (at - piece.from) * piece.slopes[0][2 + k]);
        svg.textContent = "";
        svg.setAttribute("viewBox", [-20, -20, largest[0] + 60, largest[1] + 60].join(" "));
        svg.setAttribute("preserveAspectRatio", "xMidYMin meet");
        const box = svg.getBoundingClientRect();
        scale = Math.min(box.width / (largest[0] + 60), box.height / (largest[1] + 60)) || 1;
        groups = data.items.map((item, index) => {
          if (item.hidden) return null;
          const group = make("g", { class: "item" + (index ? "" : " root") + (item.guide ? " guide" : ""), "data-i": index },
            svg);
          make("rect", {}, group);
          const text = make("text", {}, group);
          text.textContent = index && !item.guide ? (item.label || item.name) : "";
          return group;
        });
        handle = make("g", { id: "handle", class: data.parameter === "height" ? "vertical" : "" }, svg);
        make("rect", { rx: 4 / scale }, handle);
        handle.style.display = data.kind === "size" ? "" : "none";
        $("name").textContent = data.parameter;
        const strip = $("strip");
        strip.setAttribute("aria-label", data.parameter);
        strip.setAttribute("aria-valuemin", data.from);
        strip.setAttribute("aria-valuemax", data.to);
        lanes();
        const events = $("events");
        events.textContent = "";
        data.events.forEach((event) => {
          const entry = document.createElement("button");
          entry.className = "entry" + (event.kind === "conflict" || event.kind === "ambiguity" ? " bad" : "");
          entry.textContent = plain(event.at) + ": " + event.message;
          entry.addEventListener("click", () => set(event.at));
          events.append(entry);
        });
        if (!data.events.length) paragraph(events, "None: one function holds all along.");
        list($("findings"), data.findings, false);
        if (!data.findings.length) paragraph($("findings"), "None at any " + data.parameter + ".");
        const own = data.parameter === "width" ? data.size[0] : data.parameter === "height" ? data.size[1] : data.from;
        set(own);
      }

      function set(number) {
        if (!Number.isFinite(number)) return;
        value = Math.min(Math.max(number, data.from), data.to);
        draw();
      }
      function jump(step) {
        const cuts = [data.from].concat(data.intervals.slice(1).map((piece) => piece.from), [data.to]);
        const next = step > 0 ? cuts.find((cut) => cut > value) : cuts.reverse().find((cut) => cut < value);
        if (next !== undefined) set(next);
      }

      function drag(target, toValue) {
        let offset = null;
        target.addEventListener("pointerdown", (event) => {
          offset = toValue(event, true);
          try { target.setPointerCapture(event.pointerId); } catch (error) { /* a pointer that is gone */ }
          event.preventDefault();
          $("strip").focus();
        });
        target.addEventListener("pointermove", (event) => { if (offset !== null) set(toValue(event, false) - offset); });
        for (const name of ["pointerup", "pointercancel"]) target.addEventListener(name, () => { offset = null; });
      }
      // At the picture's edge: points of the picture, from where the handle was taken.
      drag($("picture"), (event, isStart) => {
        const matrix = $("picture").getScreenCTM();
        const isVertical = data.parameter === "height";
        const at = isVertical ? (event.clientY - matrix.f) / matrix.d : (event.clientX - matrix.e) / matrix.a;
        if (!isStart) return at;
        return event.target.closest("#handle") ? at - value : null;
      });
      drag($("strip"), (event, isStart) => {
        const box = $("strip").getBoundingClientRect();
        const at = data.from + (data.to - data.from) * (event.clientX - box.left) / box.width;
        if (isStart) set(at);
        return isStart ? 0 : at;
      });
      $("strip").addEventListener("keydown", (event) => {
        const step = event.shiftKey ? 10 : event.altKey ? 0.25 : 1;
        const keys = { ArrowRight: step, ArrowUp: step, ArrowLeft: -step, ArrowDown: -step };
        if (event.key in keys) set(value + keys[event.key]);
        else if (event.key === "Home") set(data.from);
        else if (event.key === "End") set(data.to);
        else if (event.key === "PageUp") jump(1);
        else if (event.key === "PageDown") jump(-1);
        else return;
        event.preventDefault();
      });
      $("previous").addEventListener("click", () => jump(-1));
      $("next").addEventListener("click", () => jump(1));
      $("value").addEventListener("input", () => set(parseFloat($("value").value)));
      $("unit").addEventListener("change", () => show(+$("unit").value));
      window.addEventListener("resize", () => { const kept = value; show(+$("unit").value || 0); set(kept); });
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
