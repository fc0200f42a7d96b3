/// The pages' style sheet: light and dark, one column on a phone, two on a desk.
enum PageStyle {
    static let css = """

        :root {
          --paper: #f4f1ea; --card: #fffdf8; --ink: #221f1a; --soft: #6a6357; --line: #e6e0d3;
          --live: #1f7a4d; --live-paper: #e2f3e9; --void: #9a4a12; --void-paper: #fdeedd; --disc: #ece6d9;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --paper: #141311; --card: #1f1d1a; --ink: #f3efe6; --soft: #aaa294; --line: #35322c;
            --live: #7fd6a6; --live-paper: #17352a; --void: #f2b27a; --void-paper: #3a2616; --disc: #35322c;
          }
        }
        * { box-sizing: border-box; }
        body {
          margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; place-items: start center;
          padding: max(16px, env(safe-area-inset-top)) max(16px, env(safe-area-inset-right))
            max(16px, env(safe-area-inset-bottom)) max(16px, env(safe-area-inset-left));
          background: var(--paper); color: var(--ink);
          font: 17px/1.5 -apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Noto Sans", sans-serif;
          -webkit-text-size-adjust: 100%; overflow-wrap: break-word; overflow-anchor: none;
        }
        a { color: var(--live); text-underline-offset: 3px; }
        a:focus-visible { outline: 3px solid var(--live); outline-offset: 2px; border-radius: 4px; }
        .card {
          width: 100%; max-width: 440px; overflow: hidden; border-radius: 24px; background: var(--card);
          border: 1px solid var(--line); box-shadow: 0 1px 2px rgb(0 0 0 / 6%), 0 18px 48px rgb(0 0 0 / 10%);
        }
        .picture { display: block; width: 100%; height: auto; aspect-ratio: 1; background: var(--disc); }
        .story { padding: 24px; min-width: 0; }
        .standing {
          display: inline-block; margin: 0 0 12px; padding: 4px 12px; border-radius: 14px;
          font-size: 14px; font-weight: 600; background: var(--disc); color: var(--soft);
        }
        .standing.live { background: var(--live-paper); color: var(--live); }
        .standing.void { background: var(--void-paper); color: var(--void); }
        h1 { margin: 0; font-size: 28px; line-height: 1.2; letter-spacing: -0.01em; text-wrap: balance; }
        [dir="rtl"] h1, h1[dir="rtl"] { letter-spacing: normal; }
        .summary { margin: 8px 0 0; color: var(--soft); min-height: 3em; }
        .turn { margin: 8px 0 0; min-height: 3em; font-weight: 600; }
        .turn time { display: block; font-weight: 400; color: var(--soft); }
        .turn .until { display: block; font-weight: 400; }
        .turn .until time { display: inline; color: inherit; }
        h2:empty { margin: 0; }
        h2 { margin: 16px 0 4px; font-size: 14px; font-weight: 600; color: var(--soft); }
        .seats { list-style: none; margin: 0; padding: 0; }
        .seats li { display: flex; align-items: center; gap: 12px; padding: 10px 0; \
        border-bottom: 1px solid var(--line); }
        .seats li:last-child { border-bottom: none; }
        .seats .disc {
          flex: none; width: 36px; height: 36px; border-radius: 50%; display: grid; place-items: center;
          background: var(--disc); font-weight: 600;
        }
        .seats .name { flex: 1; min-width: 0; }
        .seats .note { flex: none; font-size: 14px; color: var(--soft); }
        .seats .note:empty { display: none; }
        .seats .next .name { font-weight: 600; }
        .seats .next .disc { background: var(--live-paper); color: var(--live); }
        .seats .next .note { color: var(--live); font-weight: 600; }
        .series { margin: 0; font-size: 15px; color: var(--soft); }
        .series:empty { display: none; }
        .seats .won { flex: none; font-size: 14px; color: var(--soft); }
        .settings { margin: 0; font-size: 15px; }
        .settings div { display: flex; flex-wrap: wrap; gap: 2px 12px; padding: 4px 0; }
        .settings dt { flex: 1; min-width: 40%; color: var(--soft); }
        .settings dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
        .seed { min-height: 1em; font-size: 13px; color: var(--soft); overflow-wrap: anywhere; }
        .seats .open .disc, .seats .closed .disc { background: none; border: 2px dashed var(--line); }
        .seats .open .name, .seats .closed .name { color: var(--soft); }
        .steps {
          display: grid; grid-template-columns: 1fr auto 1fr; align-items: center; gap: 12px; padding: 10px 24px;
          min-height: 48px; font-size: 15px; border-bottom: 1px solid var(--line);
        }
        .steps .count { grid-column: 2; color: var(--soft); font-variant-numeric: tabular-nums; }
        .steps .back { grid-column: 1; grid-row: 1; }
        .steps .on { grid-column: 3; grid-row: 1; justify-self: end; text-align: end; }
        .history { padding: 8px 24px 24px; min-width: 0; }
        .history ol { list-style: none; margin: 0; padding: 0; }
        .history li { display: grid; gap: 2px 16px; padding: 10px 0; border-bottom: 1px solid var(--line); }
        .history li:last-child { border-bottom: none; }
        .history li a { color: inherit; text-decoration: none; }
        .history li a:hover { text-decoration: underline; }
        .history li a[aria-current] { font-weight: 600; color: var(--live); }
        .history time { font-size: 14px; color: var(--soft); }
        .window { margin: 0; font-size: 15px; }
        .invitation { margin: 12px 0 0; font-size: 15px; color: var(--soft); }
        .lone { max-width: 520px; }
        @media (min-width: 860px) {
          body { padding-block: 40px; }
          .card:not(.lone) { max-width: 980px; display: grid; grid-template-columns: 1fr 1fr; }
          .stage { padding-block-start: 24px; padding-inline-start: 24px; }
          .picture { border-radius: 14px; }
          .steps { padding-inline: 0; border-bottom: none; }
          .card:not(.lone) .story { padding: 32px 40px; }
          .history { grid-column: 1 / -1; padding: 8px 40px 32px; border-top: 1px solid var(--line); }
          .history li { grid-template-columns: 1fr auto; align-items: baseline; }
          h1 { font-size: 34px; }
        }

        """
}
