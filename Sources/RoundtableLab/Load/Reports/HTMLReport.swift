import Foundation

/// One or several runs side by side, as a page that needs nothing else.
struct HTMLReport {
    private let reports: [RunReport]
    private var isOne: Bool { reports.count == 1 }

    init(_ reports: [RunReport]) { self.reports = reports }

    var html: String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>\(title.escapedForHTML)</title>
        <style>\(String(decoding: PackageResources.report_css, as: UTF8.self))</style>
        </head>
        <body>
        <header>
        <h1>\(title.escapedForHTML)</h1>
        <p>\(subtitle.escapedForHTML)</p>
        </header>
        <main>
        \(reports.enumerated().map(headline).joined(separator: "\n"))
        <section class="charts">
        \(Self.charts(of: reports).map(\.html).joined(separator: "\n"))
        </section>
        \(figures)
        \(findings)
        </main>
        <footer>Latency counts from when a request should have been sent. Drawn by roundtable-lab load.</footer>
        </body>
        </html>
        """
    }

    private var title: String {
        "Roundtable under load: " + (isOne ? reports[0].title : "\(reports.count) runs")
    }

    private var subtitle: String {
        guard isOne, let first = reports.first else { return reports.map(\.title).joined(separator: " · ") }
        let day = first.startedAt.formatted(.iso8601.dateSeparator(.dash).dateTimeSeparator(.space))
        return "\(first.scenario.purpose ?? first.scenario.name) \(first.loadInWords.capitalizedFirst), "
            + "\(first.scenario.sessions.grouped) sessions, \(first.target), \(day)."
    }

    private func headline(_ number: Int, _ report: RunReport) -> String {
        let steps = report.trial.steps
        let errors = report.trial.errors.values.reduce(0, +) + report.trial.unbegun
        let heading = isOne ? "" : "<h2>\(name(number, report))</h2>"
        return """
            <section class="headline">\(heading)
            \(tile(steps.rate.perSecond, "answered"))\(tile(steps.p50.inMilliseconds, "median"))\
            \(tile(steps.p99.inMilliseconds, "99 %"))\(tile(steps.p999.inMilliseconds, "99.9 %"))\
            \(tile(steps.max.inMilliseconds, "longest"))\
            \(tile(errors.grouped, errors == 1 ? "error" : "errors", isBad: errors > 0))\
            \(tile(report.verification.events.grouped, "events checked", isBad: !report.verification.flaws.isEmpty))
            </section>
            """
    }

    private func name(_ number: Int, _ report: RunReport) -> String {
        "<i class=\"key c\(number % 6)\"></i>\(report.title.escapedForHTML)"
    }

    private func tile(_ value: String, _ name: String, isBad: Bool = false) -> String {
        "<div class=\"tile\(isBad ? " bad" : "")\"><b>\(value.escapedForHTML)</b>"
            + "<span>\(name.escapedForHTML)</span></div>"
    }

    private var figures: String {
        let head = ["", "count", "rate", "mean", "p50", "p90", "p99", "p99.9", "max"]
        let tables = reports.enumerated().map { number, report in
            let operations = MeasuredOperation.allCases.compactMap { operation in
                report.trial.operations[operation].map { row(operation.rawValue, $0) }
            }
            return """
                <table><caption>\(isOne ? "" : name(number, report))</caption>
                <thead><tr>\(head.map { "<th>\($0)</th>" }.joined())</tr></thead>
                <tbody>\(row("all steps", report.trial.steps))\(operations.joined())</tbody></table>
                """
        }
        return "<section><h2>Figures</h2><div class=\"scroll\">\(tables.joined())</div></section>"
    }

    private func row(_ name: String, _ summary: RunReport.Summary) -> String {
        let cells =
            [summary.count.grouped, summary.rate.perSecond]
            + [summary.mean, summary.p50, summary.p90, summary.p99, summary.p999, summary.max].map(\.inMilliseconds)
        return "<tr><th>\(name.escapedForHTML)</th>\(cells.map { "<td>\($0)</td>" }.joined())</tr>"
    }

    private var findings: String {
        let items = reports.flatMap { report in
            report.findings.map { finding in
                let text = isOne ? finding.text.capitalizedFirst : "\(report.title): \(finding.text)"
                return "<li class=\"\(finding.isGood ? "good" : "bad")\">\(text.escapedForHTML)</li>"
            }
        }
        return "<section><h2>Findings</h2><ul class=\"findings\">\(items.joined())</ul></section>"
    }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
