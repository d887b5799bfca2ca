// The style of pages about a number. Colours are those of all pages (HTMLPage+Style.swift).

extension ExplainPage {
  static let styleSheet = """
    header { padding: 14px 20px; background: var(--surface); border-bottom: 1px solid var(--line) } header p { margin: 2px 0 0 }
    h1 { font-size: 18px; margin: 0; overflow-wrap: anywhere } h2 { font-size: 14px; margin: 0; overflow-wrap: anywhere }
    main { display: grid; gap: 20px; padding: 20px; align-items: start; max-width: 1500px; margin: 0 auto;
      grid-template-columns: minmax(0, 1fr) minmax(0, 460px) } main.bare { grid-template-columns: minmax(0, 760px) }
    #stage { position: sticky; top: 20px; background: var(--surface); border: 1px solid var(--line); border-radius: 12px }
    figure { display: none; flex-direction: column; gap: 12px; margin: 0; padding: 16px } #p0 { display: flex }
    figure > svg { width: 100%; height: auto; max-height: calc(100vh - 180px) } figcaption { color: var(--dim); overflow-wrap: anywhere }
    fieldset { border: 0; margin: 0; padding: 0; min-width: 0 } legend { font-weight: 600; padding: 0; margin-bottom: 8px }
    article { background: var(--surface); border: 1px solid var(--line); border-radius: 12px; padding: 14px; margin-top: 12px }
    article:has(:checked) { border-color: var(--accent) } p { margin: 0 0 8px; overflow-wrap: anywhere } #why > p { margin: 8px 0 12px }
    .choice { display: flex; gap: 8px; align-items: baseline; padding: 7px 10px; border: 1px solid var(--strong); border-radius: 8px;
      background: var(--raised); cursor: pointer; overflow-wrap: anywhere } .choice span { min-width: 0 } fieldset > .choice + .choice { margin-top: 8px }
    .choice:has(:checked) { background: var(--tint); border-color: var(--accent) } .choice:hover { border-color: var(--accent) }
    .choice:has(:focus-visible) { outline: 2px solid var(--accent); outline-offset: 2px } input { accent-color: var(--accent) }
    dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 2px 14px; margin: 0 0 8px } dt { color: var(--dim) }
    dd { margin: 0; font-variant-numeric: tabular-nums; overflow-wrap: anywhere } ul { margin: 0 0 10px; padding-left: 18px } li { overflow-wrap: anywhere }
    .bar { display: inline-block; width: 120px; max-width: 40%; height: 8px; margin-left: 8px; vertical-align: middle }
    .bar path { stroke: var(--strong) } .bar .more { fill: var(--good) } .bar .less { fill: var(--bad) }
    .chart { display: block; width: 100%; max-width: 320px; height: auto; margin: 0 0 10px } .chart text { fill: var(--dim); font: 11px system-ui, sans-serif }
    .chart line, .chart polyline { fill: none; stroke-width: 2 } .chart .held { stroke: var(--accent) } .chart .now { fill: var(--accent) }
    .chart .beyond { stroke: var(--dim); stroke-dasharray: 4 4 } .chart .stop { stroke: var(--bad); stroke-width: 3 } .chart .end { stroke: var(--line); stroke-width: 1 }
    table { border-collapse: collapse; width: 100%; margin: 8px 0 20px } td, th { padding: 6px 10px 6px 0; border-bottom: 1px solid var(--line);
      text-align: left; vertical-align: top; overflow-wrap: anywhere } th { color: var(--dim); font-weight: 400 }
    .t .before { fill: none; stroke: var(--bad); stroke-width: 1.5; stroke-dasharray: 5 4 }
    .t .on > rect:first-of-type { stroke: var(--accent); stroke-width: 3; stroke-dasharray: none; stroke-opacity: 1 }
    @media (max-width: 900px) { main { grid-template-columns: minmax(0, 1fr); padding: 12px } #stage { top: 0; z-index: 1 }
      figure { padding: 10px; gap: 6px } figure > svg { max-height: 34vh } }
    """
}
