extension HTMLReport {
    /// Colours that can be told apart in light and dark, and by most of those who see colours differently.
    static let style = """
        :root{color-scheme:light dark;--ink:#1c2430;--faint:#667085;--page:#f6f7f9;--card:#fff;--edge:#e3e7ed;
        --shade:#eef1f5;--bad:#c2362b;--good:#1b7f4d;
        --c0:#2563c9;--c1:#d9730d;--c2:#1b8a6b;--c3:#a8369f;--c4:#8a6d00;--c5:#c2362b}
        @media(prefers-color-scheme:dark){:root{--ink:#e8ecf2;--faint:#98a3b3;--page:#12161c;--card:#1a2028;
        --edge:#2a323d;--shade:#222a34;--bad:#ff8078;--good:#5fd39b;
        --c0:#6ea3ff;--c1:#ffa657;--c2:#5fd3ae;--c3:#e48be0;--c4:#e0c45a;--c5:#ff8078}}
        *{box-sizing:border-box}
        body{margin:0;background:var(--page);color:var(--ink);
        font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif}
        header,main,footer{max-width:1120px;margin:auto;padding:0 20px}
        header{padding-top:36px}h1{font-size:26px;line-height:1.2;margin:0 0 4px;font-weight:650}
        header p,footer{color:var(--faint)}header p{margin:0 0 20px}
        h2{font-size:17px;margin:28px 0 10px;font-weight:650}
        .headline{display:flex;flex-wrap:wrap;gap:10px;margin-bottom:14px}
        .headline h2{width:100%;margin:10px 0 0}
        .tile{background:var(--card);border:1px solid var(--edge);border-radius:10px;padding:12px 16px;flex:1 1 118px}
        .tile b{display:block;font-size:22px;font-weight:650;font-variant-numeric:tabular-nums;white-space:nowrap}
        .tile span{color:var(--faint);font-size:13px}.tile.bad b{color:var(--bad)}
        .charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,460px),1fr));gap:14px;
        margin-top:14px}
        figure{margin:0;background:var(--card);border:1px solid var(--edge);border-radius:10px;padding:14px 16px 10px}
        figcaption{font-weight:600;margin-bottom:6px}svg{display:block;width:100%;height:auto}
        .grid{stroke:var(--edge)}.shade{fill:var(--shade)}
        .tick{fill:var(--faint);font-size:12px;font-variant-numeric:tabular-nums}
        .line{fill:none;stroke:var(--c);stroke-width:2;stroke-linejoin:round;stroke-linecap:round}
        .line.dashed{stroke-dasharray:2 5}
        .c0{--c:var(--c0)}.c1{--c:var(--c1)}.c2{--c:var(--c2)}.c3{--c:var(--c3)}.c4{--c:var(--c4)}.c5{--c:var(--c5)}
        .legend{list-style:none;margin:4px 0 0;padding:0;display:flex;flex-wrap:wrap;gap:4px 16px;font-size:13px;
        color:var(--faint)}
        .key{display:inline-block;width:16px;height:0;border-top:3px solid var(--c);margin-right:7px;
        vertical-align:middle}.key.dashed{border-top-style:dotted}
        .scroll{overflow-x:auto;background:var(--card);border:1px solid var(--edge);border-radius:10px;
        padding:4px 16px 8px}
        table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums;font-size:14px}
        caption{text-align:left;font-weight:600;padding:10px 0 2px}caption:empty{display:none}
        th,td{padding:6px 10px;text-align:right;white-space:nowrap;border-top:1px solid var(--edge)}
        thead th{border:0;color:var(--faint);font-weight:500}tr>:first-child{text-align:left;padding-left:0}
        tbody th{font-weight:500}tbody tr:first-child>*{font-weight:650}
        .findings{list-style:none;margin:0;padding:8px 16px;background:var(--card);border:1px solid var(--edge);
        border-radius:10px}.findings li{padding:4px 0 4px 24px;position:relative}
        .findings li::before{position:absolute;left:0;font-weight:700}
        .good::before{content:"✓";color:var(--good)}.bad::before{content:"✗";color:var(--bad)}
        footer{padding-top:24px;padding-bottom:36px;font-size:13px}
        """
}
