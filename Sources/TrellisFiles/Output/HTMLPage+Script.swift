// The script of pages. Plain JavaScript of 2018, so that any browser opens it. Text goes in as text, pictures through the
// XML parser; the page's policy (HTMLPage) lets nothing else run.

extension HTMLPage {
  static let script = #"""
    (function () {
      "use strict";
      var units = JSON.parse(document.getElementById("data").textContent).units;
      var unit = -1, selected = -1, shown = 0, zoom = 0, filter = "all", lastCard = -1;
      // What would resolve a conflict and is looked at: its finding, its number there, whether its picture is shown.
      var trial = null;
      function $(id) { return document.getElementById(id); }
      function el(tag, cls, text) {
        var e = document.createElement(tag);
        if (cls) e.className = cls;
        if (text !== undefined) e.textContent = text;
        return e;
      }
      function clear(e) { while (e.firstChild) e.removeChild(e.firstChild); return e; }
      function number(n) { return String(Math.round(n * 100) / 100); }
      function plural(n, word) { return n + " " + word + (n === 1 ? "" : "s"); }
      function picture(text) {
        var root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
        return root.localName === "svg" ? document.importNode(root, true) : el("p", "dim", "No picture");
      }
      function state() { var u = units[unit]; return u.shown[Math.min(shown, u.shown.length - 1)]; }

      // MARK: Verdicts

      function verdict(s) {
        var bad = 0, warn = 0;
        s.findings.forEach(function (f) { if (f.bad) bad++; else warn++; });
        return { bad: bad, warn: warn };
      }
      // A card is as red as the worst way that its layout is shown, and opens there.
      units.forEach(function (u) {
        var worst = { bad: u.error ? 1 : 0, warn: 0, at: 0, on: 0 };
        u.shown.forEach(function (s, i) {
          var v = verdict(s);
          if (v.bad + v.warn) worst.on++;
          if (v.bad > worst.bad || (v.bad === worst.bad && v.warn > worst.warn)) {
            worst.bad = v.bad; worst.warn = v.warn; worst.at = i;
          }
        });
        u.worst = worst;
        u.grade = worst.bad ? "bad" : worst.warn ? "warn" : "good";
        u.words = [u.name, u.file].concat(u.shown.length ? u.shown[0].items.map(function (i) {
          return i.n + " " + i.id + " " + i.e;
        }) : []).join(" ").toLowerCase();
      });
      function verdictText(u) {
        var w = u.worst, parts = [];
        if (u.error) return "cannot be used";
        if (w.bad) parts.push(plural(w.bad, "error"));
        if (w.warn) parts.push(plural(w.warn, "warning"));
        if (!parts.length) return "clean";
        return parts.join(", ") + (u.shown.length > 1 ? " · on " + w.on + " of " + u.shown.length : "");
      }

      // MARK: Contact sheet

      var drawing = window.IntersectionObserver && new IntersectionObserver(function (entries) {
        entries.forEach(function (entry) { if (entry.isIntersecting) fill(entry.target); });
      }, { rootMargin: "600px" });
      function fill(frame) {
        if (frame.firstChild) return;
        var u = units[Number(frame.dataset.k)];
        if (u.error) frame.appendChild(el("p", "dim", u.error)); else frame.appendChild(picture(u.shown[u.worst.at].svg));
        if (drawing) drawing.unobserve(frame);
      }
      function cards() { return Array.from(document.querySelectorAll("#sheet .card:not([hidden])")); }
      function makeCards() {
        units.forEach(function (u, k) {
          var card = el("button", "card"), frame = el("div", "frame"), file = u.file.split("/").pop();
          frame.dataset.k = k;
          card.appendChild(frame);
          card.appendChild(el("b", "", u.name));
          var way = u.shown.length ? u.shown[u.worst.at].title : "";
          card.appendChild(el("span", "dim", file === u.name ? way : file + (way ? " · " + way : "")));
          card.appendChild(el("span", "state " + u.grade, verdictText(u)));
          card.title = u.file;
          card.onclick = function () { location.hash = k + "/-1/" + u.worst.at; };
          $("sheet").insertBefore(card, $("none"));
          if (k < 40 || !drawing) fill(frame); else drawing.observe(frame);
        });
      }
      function search() {
        var words = $("search").value.toLowerCase().split(/\s+/).filter(Boolean), left = 0;
        document.querySelectorAll("#sheet .card").forEach(function (card, k) {
          var u = units[k];
          card.hidden = !(words.every(function (w) { return u.words.indexOf(w) >= 0; }) &&
            (filter === "all" || u.grade === filter));
          if (!card.hidden) left++;
        });
        $("none").hidden = left > 0;
        $("count").textContent = left === units.length ? summary() : left + " of " + plural(units.length, "layout");
        roam();
      }
      function summary() {
        var bad = units.filter(function (u) { return u.grade === "bad"; }).length;
        var warn = units.filter(function (u) { return u.grade === "warn"; }).length;
        return plural(units.length, "layout") + (bad ? " · " + bad + " with errors" : "") +
          (warn ? " · " + warn + " with warnings" : "");
      }
      // One card takes part in Tab; arrows go to the others.
      function roam(card) {
        var list = cards(), chosen = card || list.find(function (c) { return c.tabIndex === 0 && !c.hidden; }) || list[0];
        document.querySelectorAll("#sheet .card").forEach(function (c) { c.tabIndex = c === chosen ? 0 : -1; });
        if (card) card.focus();
      }
      function moveCard(card, key) {
        var list = cards(), at = list.indexOf(card), top = list[0].offsetTop;
        var columns = list.filter(function (c) { return c.offsetTop === top; }).length;
        var to = { ArrowRight: at + 1, ArrowLeft: at - 1, ArrowDown: at + columns, ArrowUp: at - columns, Home: 0,
          End: list.length - 1 }[key];
        if (to === undefined) return false;
        if (to >= 0 && to < list.length) roam(list[to]);
        return true;
      }
      function sheet() {
        unit = -1;
        ["sheet", "searchBox"].forEach(function (id) { $(id).hidden = false; });
        ["detail", "back", "shownLabel", "dimsLabel"].forEach(function (id) { $(id).hidden = true; });
        search();
        if (lastCard >= 0) roam(document.querySelectorAll("#sheet .card")[lastCard]);
      }

      // MARK: One layout

      function open(k, item) {
        if (unit !== k) zoom = 0;
        unit = k; selected = item; lastCard = k; trial = null;
        var u = units[k], list = clear($("shown"));
        shown = Math.max(0, Math.min(shown, u.shown.length - 1));
        ["sheet", "searchBox"].forEach(function (id) { $(id).hidden = true; });
        $("detail").hidden = false;
        $("back").hidden = units.length < 2;
        var file = u.file.split("/").pop();
        $("count").textContent = file === u.name ? (units.length > 1 ? file : "") : u.name + " · " + file;
        $("shownLabel").hidden = u.shown.length < 2;
        $("dimsLabel").hidden = !u.shown.length;
        u.shown.forEach(function (s, i) {
          var v = verdict(s), mark = v.bad ? " – " + plural(v.bad, "error") : v.warn ? " – " + plural(v.warn, "warning") : "";
          var option = el("option", "", s.title + mark);
          option.value = i;
          list.appendChild(option);
        });
        list.value = shown;
        draw();
      }
      function draw() {
        var u = units[unit], tree = clear($("tree"));
        trial = null;
        clear($("picture"));
        $("zoom").hidden = !u.shown.length;
        if (!u.shown.length) {
          $("trial").hidden = true;
          clear($("info")).appendChild(el("h2", "", "This file cannot be used"));
          $("info").appendChild(el("p", "bad", u.error));
          return;
        }
        var s = state(), children = {};
        paint();
        s.items.forEach(function (item, i) { (children[item.p] = children[item.p] || []).push(i); });
        var rest = (children[-1] || []).map(function (i) { return [i, 0]; }).reverse();
        var doubtful = {};
        s.findings.forEach(function (f) {
          if (f.i >= 0) doubtful[f.i] = doubtful[f.i] === "bad" || f.bad ? "bad" : "warn";
        });
        while (rest.length) {
          var next = rest.pop(), item = s.items[next[0]], row = el("div", "row" + (item.h ? " out" : ""));
          row.style.paddingLeft = 8 + 14 * Math.min(next[1], 12) + "px";
          row.appendChild(el("span", doubtful[next[0]] || (item.a.length ? "bad" : ""), item.n));
          // What the name says already, or every view is, is not said again.
          if (item.e !== "view" && item.n.indexOf(item.e) !== 0) row.appendChild(el("i", "", item.e));
          row.dataset.i = next[0];
          row.setAttribute("role", "treeitem");
          row.setAttribute("aria-level", next[1] + 1);
          row.tabIndex = -1;
          tree.appendChild(row);
          (children[next[0]] || []).slice().reverse().forEach(function (i) { rest.push([i, next[1] + 1]); });
        }
        select(selected < s.items.length ? selected : -1);
      }

      // MARK: What resolves a conflict

      function cure() { return trial && state().findings[trial.finding].cures[trial.cure]; }
      // The picture as it is, or with the change that is looked at.
      function paint() {
        var s = state(), change = cure(), isAfter = change && change.svg && trial.after;
        clear($("picture")).appendChild(picture(isAfter ? change.svg : s.svg));
        if (isAfter) change.moves.forEach(function (m) {
          var e = $("picture").querySelector('[data-i="' + m.i + '"]');
          if (e) e.classList.add("moved");
        });
        $("trial").hidden = !change;
        $("before").setAttribute("aria-pressed", String(!isAfter));
        $("after").setAttribute("aria-pressed", String(Boolean(isAfter)));
        $("after").disabled = !change || !change.svg;
        $("trialText").textContent = !change ? "" : change.text + ": " + effect(change) +
          (isAfter ? " Dashed: where it lies now." : !change.svg && change.moved ? " Too large to be drawn." : "");
        scale();
      }
      function effect(c) {
        return "resolves " + plural(c.cured, "conflict") + (c.moved ? ", moves " + plural(c.moved, "frame") + " by up to " +
          number(c.far) + " pt." : ", moves nothing.");
      }
      function look(finding, at) {
        var isSame = trial && trial.finding === finding && trial.cure === at;
        trial = isSame ? null : { finding: finding, cure: at, after: true };
        paint();
        select(selected);
        document.querySelector('[data-cure="' + finding + "/" + at + '"]').focus();
      }
      function turn(isAfter) {
        if (!trial) return;
        trial.after = isAfter;
        paint();
        if (selected >= 0) mark('#picture [data-i="' + selected + '"]');
      }
      $("before").onclick = function () { turn(false); };
      $("after").onclick = function () { turn(true); };
      function cures(f, n) {
        var box = el("div", "cures");
        box.setAttribute("role", "group");
        box.setAttribute("aria-label", "What helps");
        box.appendChild(el("h3", "", "What helps, the likeliest first"));
        f.cures.forEach(function (c, k) {
          var b = el("button", "cure"), text = el("span", "", c.text);
          b.appendChild(el("b", "", String(k + 1)));
          text.appendChild(el("small", "", effect(c)));
          b.appendChild(text);
          b.dataset.cure = n + "/" + k;
          b.setAttribute("aria-pressed", String(Boolean(trial && trial.finding === n && trial.cure === k)));
          b.onclick = function () { look(n, k); };
          box.appendChild(b);
        });
        return box;
      }
      function moveCure(button, key) {
        var list = Array.from(document.querySelectorAll(".cure")), at = list.indexOf(button);
        var to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: list.length - 1 }[key];
        if (to === undefined) return false;
        if (list[to]) list[to].focus();
        return true;
      }

      function rowOf(i) { return document.querySelector('#tree [data-i="' + i + '"]'); }
      function moveRow(row, key) {
        var rows = Array.from(document.querySelectorAll("#tree .row")), at = rows.indexOf(row), s = state();
        var own = Number(row.dataset.i), to;
        if (key === "ArrowDown") to = rows[at + 1];
        else if (key === "ArrowUp") to = rows[at - 1];
        else if (key === "Home") to = rows[0];
        else if (key === "End") to = rows[rows.length - 1];
        else if (key === "ArrowLeft") to = rowOf(s.items[own].p);
        else if (key === "ArrowRight") to = rows[at + 1] && s.items[Number(rows[at + 1].dataset.i)].p === own && rows[at + 1];
        else return false;
        if (to) { select(Number(to.dataset.i)); rowOf(selected).focus(); }
        return true;
      }
      function table(rows) {
        var t = el("table");
        rows.forEach(function (cells) {
          var r = el("tr");
          cells.forEach(function (c, i) { r.appendChild(el(i ? "td" : "th", i ? "n" : "", c)); });
          t.appendChild(r);
        });
        return t;
      }
      function part(title) {
        var e = el("section");
        if (title) e.appendChild(el("h2", "", title));
        $("info").appendChild(e);
        return e;
      }
      function mark(selector) {
        var found = Array.from(document.querySelectorAll(selector));
        found.forEach(function (e) { e.classList.add("on"); });
        return found;
      }
      function select(i) {
        selected = i;
        document.querySelectorAll("#detail .on").forEach(function (e) { e.classList.remove("on"); });
        var s = state();
        clear($("info"));
        findings(s);
        if (i >= 0) view(s, i);
        else part().appendChild(el("p", "dim", "Choose a view to see its frame and the constraints that decide it."));
        if (s.conflicts.length) {
          var box = part();
          s.conflicts.forEach(function (c, n) {
            var more = el("details");
            more.appendChild(el("summary", "", "Log of conflict " + (n + 1)));
            more.appendChild(el("pre", "", c));
            box.appendChild(more);
          });
        }
        if (s.notes.length && i < 0) {
          var notes = part("Not in the file");
          s.notes.forEach(function (n) { notes.appendChild(el("p", "dim", n)); });
        }
        document.querySelectorAll("#tree .row").forEach(function (row) {
          var own = Number(row.dataset.i);
          row.tabIndex = own === Math.max(i, 0) ? 0 : -1;
          row.setAttribute("aria-selected", own === i);
        });
        try {
          history.replaceState(null, "", "#" + unit + "/" + i + "/" + shown);
        } catch (error) { /* Not every browser lets a file do that. */ }
      }
      function findings(s) {
        if (!s.findings.length) return;
        var box = part(plural(s.findings.length, "finding"));
        s.findings.forEach(function (f) {
          var b = el("button", "finding " + (f.bad ? "bad" : "warn"));
          b.appendChild(el("b", "", f.kind));
          b.appendChild(document.createTextNode(" " + f.text + " "));
          if (f.line) b.appendChild(el("small", "", "line " + f.line));
          b.onclick = function () { show(f, s.findings.indexOf(f)); };
          box.appendChild(b);
          if (f.cures) box.appendChild(cures(f, s.findings.indexOf(f)));
        });
      }
      // Goes to what a finding is about: its view, or the constraint that was broken.
      function show(f, n) {
        select(f.i);
        var found = f.i >= 0 ? mark('#picture [data-i="' + f.i + '"]') : [];
        if (f.c) {
          if (!$("dims").checked) { $("dims").checked = true; document.body.classList.add("showDims"); }
          found = found.concat(Array.from(document.querySelectorAll("#picture [data-c]")).filter(function (e) {
            return e.getAttribute("data-c") === f.c;
          }));
        }
        found.forEach(function (e) {
          e.classList.add("on", "pulse");
          setTimeout(function () { e.classList.remove("pulse"); }, 2000);
        });
        if (found.length) found[0].scrollIntoView({ block: "center", inline: "center" });
        var row = f.i >= 0 && rowOf(f.i), buttons = document.querySelectorAll(".finding");
        if (row) row.scrollIntoView({ block: "nearest" });
        buttons[n].classList.add("on");
        buttons[n].focus();
      }
      function view(s, i) {
        var item = s.items[i], box = part();
        mark('#picture [data-i="' + i + '"], #tree [data-i="' + i + '"]');
        box.appendChild(el("div", "name", item.n));
        box.appendChild(el("p", "dim", item.e + (item.id !== item.n ? " · " + item.id : "")));
        var change = cure(), then = change && change.moves.find(function (m) { return m.i === i; });
        box.appendChild(table(["x", "y", "width", "height"].map(function (name, k) {
          var text = number(item.f[k]);
          if (then && number(then.f[k]) !== text) text += " → " + number(then.f[k]);
          return [name, text];
        })));
        if (item.a.length) box.appendChild(el("p", "bad", "Not determined: " + item.a.join(", ")));
        box = part("What decides it");
        if (!s.known) {
          box.appendChild(el("p", "dim", "Not worked out for a layout of this size. Ask for one number with"));
          box.appendChild(el("pre", "", "trellis explain " + units[unit].file + " " + item.id + ".width"));
        } else if (item.c.length) {
          var names = ["x", "y", "width", "height"], t = el("table");
          item.c.forEach(function (c) {
            var r = el("tr"), what = el("td"), much = el("td", "n");
            what.appendChild(el("div", "", c.t));
            if (c.id && c.t.indexOf(c.id + ":") !== 0) what.appendChild(el("div", "dim", c.id));
            c.d.forEach(function (d, k) {
              if (Math.abs(d) > 1e-3) {
                much.appendChild(el("div", "", names[k] + " " + (d > 0 ? "+" : "−") + number(Math.abs(d))));
              }
            });
            r.appendChild(what); r.appendChild(much); t.appendChild(r);
          });
          box.appendChild(t);
          box.appendChild(el("p", "dim", "Change per point that the constraint's constant grows."));
        } else {
          box.appendChild(el("p", "dim", i === 0 ? "The root's size is given." : "No constraint decides it."));
        }
      }

      // MARK: Zoom and pan

      function scale(at) {
        var svg = $("picture").querySelector("svg"), box = $("picture");
        if (!svg) return;
        var sides = svg.getAttribute("viewBox").split(" "), width = Number(sides[2]), height = Number(sides[3]);
        var fit = Math.max(.02, Math.min((box.clientWidth - 48) / width, (box.clientHeight - 48) / height, 2));
        var before = svg.getBoundingClientRect(), factor = zoom || fit;
        var px = at ? (at.x - before.left) / before.width : 0, py = at ? (at.y - before.top) / before.height : 0;
        svg.style.width = width * factor + "px";
        svg.style.height = height * factor + "px";
        if (at) {
          var now = svg.getBoundingClientRect();
          box.scrollLeft += now.left + px * now.width - at.x;
          box.scrollTop += now.top + py * now.height - at.y;
        }
        $("fit").textContent = Math.round(100 * factor) + " %";
        $("fit").dataset.factor = factor;
      }
      function zoomBy(amount, at) {
        var box = $("picture").getBoundingClientRect();
        zoom = Math.max(.05, Math.min(16, Number($("fit").dataset.factor) * amount));
        scale(at || { x: box.left + box.width / 2, y: box.top + box.height / 2 });
      }
      $("in").onclick = function () { zoomBy(1.25); };
      $("out").onclick = function () { zoomBy(1 / 1.25); };
      $("fit").onclick = function () { zoom = 0; scale(); };
      $("picture").addEventListener("wheel", function (e) {
        if (!e.ctrlKey && !e.metaKey) return;
        e.preventDefault();
        zoomBy(Math.exp(-e.deltaY / 200), { x: e.clientX, y: e.clientY });
      }, { passive: false });
      var hold = null;
      $("picture").addEventListener("pointerdown", function (e) {
        if (e.button === 0 && e.pointerType === "mouse") {
          hold = { x: e.clientX, y: e.clientY, left: this.scrollLeft, top: this.scrollTop, moved: false };
        }
      });
      window.addEventListener("pointermove", function (e) {
        if (!hold) return;
        var dx = e.clientX - hold.x, dy = e.clientY - hold.y, box = $("picture");
        if (Math.abs(dx) + Math.abs(dy) > 4) hold.moved = true;
        if (!hold.moved) return;
        box.classList.add("held");
        box.scrollLeft = hold.left - dx;
        box.scrollTop = hold.top - dy;
      });
      window.addEventListener("pointerup", function () {
        $("picture").classList.remove("held");
        setTimeout(function () { hold = null; }, 0);
      });
      $("picture").addEventListener("click", function (e) {
        if (unit < 0 || (hold && hold.moved)) return;
        // A constraint lies over the view that it is about.
        var under = document.elementsFromPoint(e.clientX, e.clientY).map(function (o) { return o.closest("[data-i]"); });
        var group = under.find(Boolean);
        select(group ? Number(group.getAttribute("data-i")) : -1);
        var row = rowOf(selected);
        if (row) row.scrollIntoView({ block: "nearest" });
      });
      window.addEventListener("resize", function () { if (unit >= 0 && !zoom) scale(); });

      // MARK: Keyboard and routes

      $("tree").onclick = function (e) {
        var row = e.target.closest(".row");
        if (row) { select(Number(row.dataset.i)); rowOf(selected).focus(); }
      };
      document.addEventListener("keydown", function (e) {
        var target = e.target, typing = target.tagName === "INPUT" || target.tagName === "SELECT";
        if (e.ctrlKey || e.metaKey || e.altKey) return;
        if (e.key === "Escape") {
          if (target === $("search") && target.value) { target.value = ""; search(); }
          else if (unit >= 0 && trial) look(trial.finding, trial.cure);
          else if (unit >= 0 && selected >= 0) select(-1);
          else if (unit >= 0 && units.length > 1) location.hash = "";
          return;
        }
        if (e.key === "/" && !typing && unit < 0) { $("search").focus(); e.preventDefault(); return; }
        if (target === $("search") && e.key === "ArrowDown" && cards().length) { roam(cards()[0]); e.preventDefault(); return; }
        if (typing) return;
        var used = false;
        if (target.classList.contains("card")) used = moveCard(target, e.key);
        else if (target.classList.contains("row")) used = moveRow(target, e.key);
        else if (target.classList.contains("cure")) used = moveCure(target, e.key);
        if (trial && e.key === "b") { turn(!trial.after); used = true; }
        if (unit >= 0 && units[unit].shown.length) {
          if (e.key === "+" || e.key === "=") { zoomBy(1.25); used = true; }
          if (e.key === "-") { zoomBy(1 / 1.25); used = true; }
          if (e.key === "0") { zoom = 0; scale(); used = true; }
        }
        if (used) e.preventDefault();
      });
      function route() {
        // #LAYOUT/VIEW/SHOWN, all numbers from 0: a page can be linked into.
        var parts = location.hash.slice(1).split("/").map(function (p) { return parseInt(p, 10); });
        var k = units.length === 1 && !(parts[0] >= 0) ? 0 : parts[0];
        if (k >= 0 && k < units.length) {
          shown = parts[2] >= 0 ? parts[2] : units[k].worst.at;
          open(k, parts[1] >= 0 ? parts[1] : -1);
        } else sheet();
      }
      $("back").onclick = function () { location.hash = ""; };
      $("shown").onchange = function () { shown = Number(this.value); draw(); };
      $("dims").onchange = function () { document.body.classList.toggle("showDims", this.checked); };
      $("search").oninput = search;
      document.querySelectorAll("#filter button").forEach(function (b) {
        b.onclick = function () {
          filter = this.dataset.grade;
          document.querySelectorAll("#filter button").forEach(function (o) { o.setAttribute("aria-pressed", o === b); });
          search();
        };
      });
      window.addEventListener("hashchange", route);
      makeCards();
      route();
    })();
    """#
}
