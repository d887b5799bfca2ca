// The style of pages: one accent, grey surfaces, red, amber and green for what is wrong, doubtful and right. Colours are
// variables, so that a page in a dark system is dark; pictures follow.

extension HTMLPage {
  /// Colours of all pages, light and dark.
  static let palette = """
    :root { color-scheme: light dark; --ground: #f4f5f7; --surface: #ffffff; --raised: #f8fafc; --line: #e2e5ea;
      --strong: #c3c9d3; --ink: #111827; --dim: #5b6472; --accent: #2563eb; --tint: #e8effd; --bad: #c81e1e;
      --badTint: #fdecec; --warn: #9a5b00; --warnTint: #fdf3e0; --good: #157f3c; --shadow: rgba(15, 23, 42, .10) }
    @media (prefers-color-scheme: dark) {
      :root { --ground: #0e1116; --surface: #161b22; --raised: #1c222b; --line: #2a313c; --strong: #465060;
        --ink: #e6e9ee; --dim: #9aa4b2; --accent: #6ea8fe; --tint: #1d2a41; --bad: #ff8080; --badTint: #33191b;
        --warn: #f0b357; --warnTint: #2f2414; --good: #5fcf86; --shadow: rgba(0, 0, 0, .5) }
    }
    * { box-sizing: border-box }
    body { margin: 0; color: var(--ink); background: var(--ground); font: 14px/1.5 system-ui, -apple-system, "Segoe UI",
      Roboto, Helvetica, Arial, sans-serif }
    :focus { outline: none } :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
    .bad { color: var(--bad) } .warn { color: var(--warn) } .good { color: var(--good) } .dim { color: var(--dim) }
    """

  /// Pictures in a dark page: the same roles, darker.
  static let darkPictures = """
    @media (prefers-color-scheme: dark) {
      .t text { fill: #d5dae2 } .t .root { fill: #12161d; stroke: #566072 } .t .box { fill: #1b212b; stroke: #566072 }
      .t .view { fill: #1b2c4a; stroke: #5b93f0 } .t .scroll, .t .list { fill: #2b2517; stroke: #b8873a }
      .t .viewport { stroke: #b8873a } .t .guide { stroke: #6b7688 } .t .plain { fill: #181e27; stroke: #3b4554 }
      .t .stack { stroke: #5f63b8 } .t .label { fill: #ffffff } .t .button { fill: #1b2c4a; stroke: #2c4a7d }
      .t text.action { fill: #8bb8ff } .t .field { fill: #10141a; stroke: #3b4554 } .t text.faint { fill: #7f8a9a }
      .t .image { fill: #232a35; stroke: #3b4554 } .t .drawing { stroke: #7f8a9a } .t .knob { fill: #d5dae2 }
      .t .track { fill: #3b4554 } .t .bar { fill: #1b212b; stroke: #3b4554 } .t .caption, .t .note { fill: #9aa4b2 }
      .t .doubt { stroke: #ff8080 } .t .trouble { fill: #ff8080 } .t .dim text.halo { stroke: #12161d }
      .t .dim line, .t .dim path { stroke: #f472b6 } .t .dim text { fill: #f9a8d4 }
      .t .dim.missed line, .t .dim.missed path { stroke: #f0b357 } .t .dim.missed text { fill: #f0b357 }
      .t .dim.broken line, .t .dim.broken path, .t .dim.open line, .t .dim.open path { stroke: #ff8080 }
      .t .dim.broken text, .t .dim.open text { fill: #ff8080 }
    }
    """

  static let styleSheet = """
    html, body { height: 100% } body { display: flex; flex-direction: column } [hidden] { display: none !important }
    header { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 14px; min-height: 56px; padding: 10px 20px;
      background: var(--surface); border-bottom: 1px solid var(--line); flex: none }
    h1 { font-size: 16px; font-weight: 600; margin: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
    h2 { font-size: 13px; font-weight: 600; margin: 0 0 8px } section + section { margin-top: 24px }
    #count { color: var(--dim); flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
    label { color: var(--dim); white-space: nowrap } label input { vertical-align: -2px; accent-color: var(--accent) }
    button, select, input[type=search] { font: inherit; color: var(--ink); background: var(--surface);
      border: 1px solid var(--strong); border-radius: 8px; padding: 4px 10px; height: 32px; max-width: 100% }
    #searchBox { display: inline-flex; flex-wrap: wrap; gap: 8px 10px } input[type=search] { width: 220px; background: var(--raised) } input::placeholder { color: var(--dim); opacity: 1 }
    button { cursor: pointer } button:hover { border-color: var(--accent) }
    button[aria-pressed=true] { background: var(--tint); border-color: var(--accent) }
    .group { display: inline-flex } .group button { border-radius: 0; margin-left: -1px; padding: 4px 11px }
    .group button:first-child { border-radius: 8px 0 0 8px; margin-left: 0 }
    .group button:last-child { border-radius: 0 8px 8px 0 }
    .group button:hover, .group button:focus-visible, .group button[aria-pressed=true] { position: relative; z-index: 1 }
    #sheet { flex: 1; overflow: auto; padding: 20px; display: grid; align-content: start; gap: 16px;
      grid-template-columns: repeat(auto-fill, minmax(210px, 1fr)) }
    .card { display: flex; flex-direction: column; height: auto; padding: 12px; border-color: var(--line);
      border-radius: 12px; text-align: left; min-width: 0 }
    .card:hover { box-shadow: 0 4px 16px var(--shadow) }
    .frame { height: 236px; display: flex; align-items: center; justify-content: center; margin-bottom: 10px }
    .frame svg { max-width: 100%; max-height: 236px; pointer-events: none }
    .frame p { margin: 0; padding: 0 12px; text-align: center }
    .card b, .card span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; max-width: 100% }
    .card .state { white-space: normal } .card b { font-weight: 600 } .card span { font-size: 12.5px }
    .state::before { content: ""; display: inline-block; width: 8px; height: 8px; border-radius: 50%;
      margin-right: 6px; background: currentColor }
    #none { grid-column: 1 / -1; color: var(--dim); text-align: center; padding: 48px 0 }
    #detail { flex: 1; min-height: 0; display: grid; grid-template-columns: 260px minmax(0, 1fr) 350px }
    nav, aside { overflow: auto; padding: 16px; background: var(--surface); min-height: 0 }
    nav { border-right: 1px solid var(--line) } aside { border-left: 1px solid var(--line) }
    #stage { position: relative; min-width: 0; min-height: 0; display: flex; flex-direction: column }
    #trial { flex: none; display: flex; flex-wrap: wrap; align-items: center; gap: 8px 14px; padding: 10px 16px;
      background: var(--surface); border-bottom: 1px solid var(--line) }
    #trialText { flex: 1 1 240px; min-width: 0; overflow-wrap: anywhere } button:disabled { opacity: .5; cursor: default }
    #picture { flex: 1; min-height: 0; overflow: auto; display: grid; padding: 24px; cursor: grab;
      touch-action: pan-x pan-y }
    #picture.held { cursor: grabbing; user-select: none } #picture svg { margin: auto; display: block; flex: none }
    #zoom { position: absolute; right: 16px; bottom: 16px; box-shadow: 0 2px 10px var(--shadow); border-radius: 8px }
    #zoom #fit { min-width: 68px; font-variant-numeric: tabular-nums }
    .row { padding: 3px 8px; border-radius: 6px; cursor: pointer; white-space: nowrap; overflow: hidden;
      text-overflow: ellipsis } .row:hover { background: var(--raised) } .row.on { background: var(--tint) }
    .row.out { opacity: .5 } .row i { color: var(--dim); font-style: normal; font-size: 12.5px; margin-left: 8px }
    .finding { display: block; width: 100%; height: auto; padding: 8px 10px; margin: 0 0 8px; text-align: left;
      border-color: transparent; background: var(--warnTint); overflow-wrap: anywhere }
    .finding.bad { background: var(--badTint) } .finding.bad b { color: var(--bad) } .finding.warn b { color: var(--warn) }
    .finding, .finding.bad, .finding.warn { color: var(--ink) } .finding b { font-weight: 600 }
    .finding.on { border-color: var(--accent) } .finding small { color: var(--dim); font-size: 12.5px }
    .cures { margin: 0 0 14px; padding-left: 12px; border-left: 2px solid var(--line) }
    h3 { font-size: 12.5px; font-weight: 600; margin: 0 0 6px; color: var(--dim) }
    .cure { display: flex; gap: 10px; width: 100%; height: auto; padding: 7px 10px; margin: 0 0 6px; text-align: left }
    .cure b { color: var(--accent); font-variant-numeric: tabular-nums } .cure span { min-width: 0; overflow-wrap: anywhere }
    .cure small { display: block; color: var(--dim); font-size: 12.5px }
    .t .before { fill: none; stroke: var(--bad); stroke-width: 1.5; stroke-dasharray: 5 4; pointer-events: none }
    .t [data-i].moved > rect:first-of-type { stroke: var(--good); stroke-width: 2 }
    table { border-collapse: collapse; width: 100%; margin: 4px 0 16px }
    td, th { padding: 4px 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top }
    th { color: var(--dim); font-weight: 400 } td { overflow-wrap: anywhere }
    td.n { text-align: right; white-space: nowrap; padding-left: 12px; font-variant-numeric: tabular-nums }
    p { margin: 0 0 8px; overflow-wrap: anywhere } .name { font-size: 16px; font-weight: 600; overflow-wrap: anywhere }
    code, pre { font: 12.5px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere }
    pre { white-space: pre-wrap; padding: 10px; border-radius: 8px; background: var(--raised); margin: 0 0 8px }
    details { margin-bottom: 8px } summary { cursor: pointer; color: var(--dim) }
    svg [data-i] { cursor: pointer } svg .dims { display: none } .showDims svg .dims { display: inline }
    svg [data-i]:hover > rect:first-of-type { stroke: var(--accent); stroke-width: 2 }
    .t [data-i].on > rect:first-of-type { stroke: var(--accent); stroke-width: 3; stroke-dasharray: none;
      stroke-opacity: 1 }
    .t .dim.on line, .t .dim.on path { stroke-width: 3 } .showDims svg .dim.on { display: inline }
    @media (prefers-reduced-motion: no-preference) {
      .pulse { animation: pulse .5s ease-in-out 3 alternate } @keyframes pulse { to { opacity: .25 } }
    }
    @media (max-width: 900px) {
      html, body { height: auto } body { min-height: 100% } header { padding: 10px 16px }
      #count { flex-basis: 100%; order: 9 } #sheet { padding: 16px; gap: 12px;
        grid-template-columns: repeat(auto-fill, minmax(150px, 1fr)) }
      .frame { height: 170px } .frame svg { max-height: 170px } input[type=search] { flex: 1; width: auto; min-width: 120px }
      #searchBox { flex: 1 1 100% } #detail { display: flex; flex-direction: column } nav { order: 1 }
      aside { order: 0 } #stage { order: -1; height: 62vh; flex: none; border-bottom: 1px solid var(--line) }
      #stage:has(#trial:not([hidden])) { position: sticky; top: 0; z-index: 2; height: 48vh; background: var(--ground) }
      nav, aside { border: 0; border-bottom: 1px solid var(--line); overflow: visible } nav #tree { max-height: 50vh;
        overflow: auto }
    }
    """
}
