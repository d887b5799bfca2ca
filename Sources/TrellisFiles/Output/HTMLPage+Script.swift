// Style and script of the HTML page. Plain JavaScript of 2018, so that any browser opens it.

extension HTMLPage {
  static let styleSheet = """
    :root { color-scheme: light; --line: #e2e8f0; --ink: #0f172a; --dim: #64748b; --blue: #2563eb }
    * { box-sizing: border-box }
    body { margin: 0; font: 14px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif;
      color: var(--ink); background: #f1f5f9 }
    header { position: sticky; top: 0; z-index: 2; display: flex; align-items: center; gap: 16px; padding: 10px 20px;
      background: #ffffff; border-bottom: 1px solid var(--line) }
    h1 { font-size: 16px; margin: 0 } h2 { font-size: 12px; margin: 0 0 8px; color: var(--dim);
      text-transform: uppercase; letter-spacing: .04em }
    #count { color: var(--dim); flex: 1 } label { color: var(--dim) }
    button, select { font: inherit; padding: 4px 10px; border: 1px solid #cbd5e1; border-radius: 7px;
      background: #ffffff; color: var(--ink) }
    button:hover { border-color: var(--blue) }
    #sheet { display: grid; grid-template-columns: repeat(auto-fill, minmax(210px, 1fr)); gap: 18px; padding: 20px }
    #sheet[hidden], #detail[hidden] { display: none }
    .card { display: flex; flex-direction: column; padding: 12px; border: 1px solid var(--line); border-radius: 12px;
      background: #ffffff; cursor: pointer; text-align: left }
    .card:hover { border-color: var(--blue); box-shadow: 0 4px 14px rgba(15, 23, 42, .08) }
    .card .frame { height: 250px; display: flex; align-items: center; justify-content: center; margin-bottom: 10px }
    .card svg { max-width: 100%; max-height: 250px; pointer-events: none }
    .card b { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-weight: 600 }
    .card small { color: var(--dim); overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
    .bad, .card .bad { color: #dc2626 } .good, .card .good { color: #16a34a }
    #detail { display: grid; grid-template-columns: 260px 1fr 340px; height: calc(100vh - 53px) }
    nav, aside { overflow: auto; padding: 16px; background: #ffffff }
    nav { border-right: 1px solid var(--line) } aside { border-left: 1px solid var(--line) }
    #picture { overflow: auto; padding: 24px; display: flex; align-items: flex-start; justify-content: center }
    #picture svg { max-height: calc(100vh - 105px); max-width: 100%; filter: drop-shadow(0 6px 20px rgba(15,23,42,.10)) }
    .row { padding: 2px 6px; border-radius: 5px; cursor: pointer; white-space: nowrap; overflow: hidden;
      text-overflow: ellipsis }
    .row:hover { background: #f1f5f9 } .row.on { background: #dbeafe } .row.out { opacity: .45 }
    .row i { color: var(--dim); font-style: normal; font-size: 12px }
    table { border-collapse: collapse; width: 100%; margin: 6px 0 16px }
    td, th { padding: 4px 6px; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top }
    th { color: var(--dim); font-weight: 500 } td.n { text-align: right; white-space: nowrap;
      font-variant-numeric: tabular-nums }
    pre { white-space: pre-wrap; font-size: 12px; padding: 10px; border-radius: 8px; background: #fef2f2 }
    .hint { color: var(--dim) } svg [data-i] { cursor: pointer }
    svg .dims { display: none } .showDims svg .dims { display: inline }
    svg [data-i]:hover > rect:first-of-type { stroke: #2563eb; stroke-width: 2 }
    svg [data-i].on > rect:first-of-type { stroke: #2563eb; stroke-width: 3; stroke-dasharray: none; stroke-opacity: 1 }
    """

  static let script = #"""
    (function () {
      "use strict";
      var units = JSON.parse(document.getElementById("data").textContent).units;
      var unit = -1, selected = -1, shown = 0;
      function $(id) { return document.getElementById(id); }
      function el(tag, cls, text) {
        var e = document.createElement(tag);
        if (cls) e.className = cls;
        if (text !== undefined) e.textContent = text;
        return e;
      }
      function number(n) { return String(Math.round(n * 100) / 100); }
      function state() { var u = units[unit]; return u.shown[Math.min(shown, u.shown.length - 1)]; }
      function troubles(s) {
        return s.findings.length || s.conflicts.length + s.items.filter(function (i) { return i.a.length; }).length;
      }
      function sheet() {
        unit = -1;
        $("sheet").hidden = false; $("detail").hidden = true; $("back").hidden = true;
        $("shownLabel").hidden = true;
        $("count").textContent = units.length + " layouts";
        var box = $("sheet");
        if (box.childElementCount) return;
        units.forEach(function (u, k) {
          var s = u.shown[0], card = el("button", "card"), frame = el("div", "frame");
          frame.innerHTML = s.svg;
          card.appendChild(frame);
          card.appendChild(el("b", "", u.name));
          var file = u.file.split("/").pop();
          card.appendChild(el("small", "", file === u.name ? s.title : file));
          var n = troubles(s);
          card.appendChild(el("small", n ? "bad" : "good", n ? n + (n === 1 ? " finding" : " findings") : "clean"));
          card.onclick = function () { location.hash = k; };
          box.appendChild(card);
        });
      }
      function open(k, item) {
        unit = k; selected = item;
        var u = units[k], list = $("shown");
        shown = Math.min(shown, u.shown.length - 1);
        $("sheet").hidden = true; $("detail").hidden = false; $("back").hidden = units.length < 2;
        var file = u.file.split("/").pop();
        $("count").textContent = file === u.name ? (units.length > 1 ? file : "") : u.name + " · " + file;
        $("shownLabel").hidden = u.shown.length < 2;
        list.innerHTML = "";
        u.shown.forEach(function (s, i) {
          var option = el("option", "", s.title); option.value = i; list.appendChild(option);
        });
        list.value = shown;
        draw();
      }
      function draw() {
        var s = state(), tree = $("tree"), depths = [], children = {};
        $("picture").innerHTML = s.svg;
        $("picture").querySelectorAll("[data-i]").forEach(function (g) {
          g.addEventListener("click", function (event) {
            event.stopPropagation(); select(Number(g.getAttribute("data-i")));
          });
        });
        tree.innerHTML = "";
        s.items.forEach(function (item, i) { (children[item.p] = children[item.p] || []).push(i); });
        var rest = (children[-1] || []).map(function (i) { return [i, 0]; }).reverse();
        while (rest.length) {
          var next = rest.pop(), item = s.items[next[0]], row = el("div", "row" + (item.h ? " out" : ""));
          row.style.paddingLeft = 6 + 14 * next[1] + "px";
          row.appendChild(el("span", item.a.length ? "bad" : "", item.n));
          if (item.e !== item.n) row.appendChild(el("i", "", "  " + item.e));
          row.dataset.i = next[0];
          row.onclick = function () { select(Number(this.dataset.i)); };
          tree.appendChild(row);
          (children[next[0]] || []).slice().reverse().forEach(function (i) { rest.push([i, next[1] + 1]); });
        }
        select(selected < s.items.length ? selected : -1);
      }
      function table(rows) {
        var t = el("table");
        rows.forEach(function (cells) {
          var r = el("tr");
          cells.forEach(function (c, i) {
            var d = el(i ? "td" : "th", "", c);
            if (i && c.length < 12) d.className = "n";
            r.appendChild(d);
          });
          t.appendChild(r);
        });
        return t;
      }
      function select(i) {
        selected = i;
        document.querySelectorAll("#picture .on, #tree .on").forEach(function (e) { e.classList.remove("on"); });
        var s = state(), info = $("info");
        info.innerHTML = "";
        if (i >= 0) {
          var item = s.items[i];
          document.querySelectorAll('#picture [data-i="' + i + '"], #tree [data-i="' + i + '"]').forEach(function (e) {
            e.classList.add("on");
          });
          info.appendChild(el("h2", "", item.e));
          info.appendChild(el("div", "", item.n));
          if (item.id !== item.n) info.appendChild(el("div", "hint", item.id));
          info.appendChild(table([["x", number(item.f[0])], ["y", number(item.f[1])],
            ["width", number(item.f[2])], ["height", number(item.f[3])]]));
          if (item.a.length) info.appendChild(el("p", "bad", "Ambiguous: " + item.a.join(", ")));
          info.appendChild(el("h2", "", "What decides it"));
          if (item.c.length) {
            var names = ["x", "y", "width", "height"], t = el("table");
            item.c.forEach(function (c) {
              var r = el("tr"), what = el("td"), much = el("td", "n");
              what.appendChild(el("div", "", c.t));
              if (c.id) what.appendChild(el("div", "hint", c.id));
              c.d.forEach(function (d, k) {
                if (Math.abs(d) > 1e-3) {
                  much.appendChild(el("div", "", names[k] + " " + (d > 0 ? "+" : "−") + number(Math.abs(d))));
                }
              });
              r.appendChild(what); r.appendChild(much); t.appendChild(r);
            });
            info.appendChild(t);
            info.appendChild(el("p", "hint", "Change per point that the constraint's constant grows."));
          } else {
            info.appendChild(el("p", "hint", i === 0 ? "The root's size is given." : "Nothing that can be edited."));
          }
        } else {
          info.appendChild(el("p", "hint", "Click a view to see its frame and the constraints that decide it."));
        }
        if (s.findings.length) {
          info.appendChild(el("h2", "", "Findings"));
          s.findings.forEach(function (f) { info.appendChild(el("p", "bad", f)); });
        }
        if (s.notes.length && i < 0) {
          info.appendChild(el("h2", "", "Not in the file"));
          s.notes.forEach(function (n) { info.appendChild(el("p", "hint", n)); });
        }
        if (s.conflicts.length) {
          info.appendChild(el("h2", "", "Conflicts"));
          s.conflicts.forEach(function (c) { info.appendChild(el("pre", "", c)); });
        }
      }
      function route() {
        // #LAYOUT/VIEW/SHOWN, all numbers from 0: a page can be linked into.
        var parts = location.hash.slice(1).split("/").map(function (p) { return parseInt(p, 10); });
        var k = units.length === 1 && !(parts[0] >= 0) ? 0 : parts[0];
        if (parts[2] >= 0) shown = parts[2];
        if (k >= 0 && k < units.length) open(k, parts[1] >= 0 ? parts[1] : -1); else sheet();
      }
      $("back").onclick = function () { location.hash = ""; };
      $("shown").onchange = function () { shown = Number(this.value); draw(); };
      $("dims").onchange = function () { document.body.classList.toggle("showDims", this.checked); };
      document.addEventListener("keydown", function (e) { if (e.key === "Escape") location.hash = ""; });
      window.addEventListener("hashchange", route);
      route();
    })();
    """#
}
