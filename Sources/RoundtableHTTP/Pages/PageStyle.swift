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
          margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; place-items: center;
          padding: max(16px, env(safe-area-inset-top)) max(16px, env(safe-area-inset-right))
            max(16px, env(safe-area-inset-bottom)) max(16px, env(safe-area-inset-left));
          background: var(--paper); color: var(--ink);
          font: 17px/1.5 -apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Noto Sans", sans-serif;
          -webkit-text-size-adjust: 100%; overflow-wrap: break-word;
        }
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
        .summary { margin: 6px 0 0; color: var(--soft); }
        h2 { margin: 24px 0 4px; font-size: 14px; font-weight: 600; color: var(--soft); }
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
        .seats .next .name { font-weight: 600; }
        .seats .next .disc { background: var(--live-paper); color: var(--live); }
        .seats .next .note { color: var(--live); font-weight: 600; }
        .seed { font-size: 13px; color: var(--soft); overflow-wrap: anywhere; }
        .seats .open .disc, .seats .closed .disc { background: none; border: 2px dashed var(--line); }
        .seats .open .name, .seats .closed .name { color: var(--soft); }
        .invitation { margin: 12px 0 0; font-size: 15px; color: var(--soft); }
        .lone { max-width: 520px; }
        @media (min-width: 860px) {
          .card:not(.lone) { max-width: 980px; display: grid; grid-template-columns: 1fr 1fr; }
          .picture { align-self: start; width: calc(100% - 24px); margin-block: 24px; \
          margin-inline: 24px 0; border-radius: 14px; }
          .card:not(.lone) .story { padding: 40px; align-self: center; }
          h1 { font-size: 34px; }
        }

        """
}
