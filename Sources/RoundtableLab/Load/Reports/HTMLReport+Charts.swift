import Foundation

extension HTMLReport {
    /// Latency by percentile; rate, latency and errors over time; and the search for a limit.
    static func charts(of reports: [RunReport]) -> [Chart] {
        var charts = [latencyByPercentile(reports), rateOverTime(reports), latencyOverTime(reports), errors(reports)]
        if reports.contains(where: { $0.search != nil }) { charts.append(search(reports)) }
        return charts
    }

    private static func latencyByPercentile(_ reports: [RunReport]) -> Chart {
        func nines(_ percentile: Double) -> Double { -log10(max(1 - percentile / 100, 1e-5)) }
        let curves = reports.map(\.trial.steps.curve)
        let furthest = max(2, curves.compactMap(\.last).map { nines($0.percentile) }.max() ?? 3)
        let ticks = [
            ("0", 0), ("50", 50), ("90", 90), ("99", 99), ("99.9", 99.9), ("99.99", 99.99), ("99.999", 99.999),
        ]
        .map { Chart.Tick(value: nines($0.1), label: $0.0 + " %") }
        return Chart(
            title: "Latency by percentile",
            series: series(reports) { $0.trial.steps.curve.map { (nines($0.percentile), $0.milliseconds) } },
            // A little more, because a logarithm is not exact.
            xTicks: ticks.filter { $0.value <= furthest.rounded(.up) + 0.001 },
            yTicks: latencyTicks(curves.joined().map(\.milliseconds)), isLogarithmic: true)
    }

    private static func rateOverTime(_ reports: [RunReport]) -> Chart {
        let top = reports.flatMap(\.trial.timeline).map(\.rate).max() ?? 1
        return overTime(reports, "Answers in a second", to: top, [("", false, { $0.rate })])
    }

    private static func latencyOverTime(_ reports: [RunReport]) -> Chart {
        // NB: one bad second of many must not flatten all others, so the axis is logarithmic.
        var chart = overTime(
            reports, "Latency over time: median, and 99 % dashed", to: 1,
            [("median", false, { $0.p50 }), ("99 %", true, { $0.p99 })])
        chart.isLogarithmic = true
        chart.yTicks = latencyTicks(reports.flatMap(\.trial.timeline).flatMap { [$0.p50, $0.p99] })
        return chart
    }

    private static func errors(_ reports: [RunReport]) -> Chart {
        let moments = reports.flatMap(\.trial.timeline)
        let top = max(4, moments.map { Double(max($0.errors, $0.refusals)) }.max() ?? 4)
        let hasRefusals = moments.contains { $0.refusals > 0 }
        let title = hasRefusals ? "Errors in a second, and refusals dashed" : "Errors in a second"
        let lines: [Line] = [("errors", false, { Double($0.errors) }), ("refusals", true, { Double($0.refusals) })]
        return overTime(reports, title, to: top, Array(lines.prefix(hasRefusals ? 2 : 1)))
    }

    private static func search(_ reports: [RunReport]) -> Chart {
        let trials = reports.compactMap(\.search).joined()
        return Chart(
            title: "99 % latency by rate, in search of the limit",
            series: series(reports) { report in
                (report.search ?? []).map { ($0.load.rate ?? 0, $0.steps.p99) }.sorted { $0.0 < $1.0 }
            },
            xTicks: Chart.Tick.linear(to: trials.compactMap(\.load.rate).max() ?? 1, label: \.short),
            yTicks: latencyTicks(trials.map(\.steps.p99)), isLogarithmic: true)
    }

    /// One of a report's lines in a chart over time.
    private typealias Line = (name: String, isDashed: Bool, value: (RunReport.Moment) -> Double)

    private static func overTime(
        _ reports: [RunReport], _ title: String, to top: Double, _ lines: [Line]
    ) -> Chart {
        let length = reports.map(\.trial.load.length).max() ?? 1
        let series = reports.enumerated().filter { !$1.trial.timeline.isEmpty }.flatMap { number, report in
            lines.map { line in
                let name = [reports.count == 1 ? "" : report.title, line.name].filter { !$0.isEmpty }
                return Chart.Series(
                    name: name.joined(separator: ", "), colour: number % 6, isDashed: line.isDashed,
                    points: report.trial.timeline.map { ($0.second, line.value($0)) })
            }
        }
        let uncounted = reports.map { $0.trial.load.ramp + $0.trial.load.warmUp }.min() ?? 0
        return Chart(
            title: title, series: series, xTicks: Chart.Tick.linear(to: length) { $0.short + " s" },
            yTicks: Chart.Tick.linear(to: top, label: \.short), shaded: uncounted > 0 ? 0...uncounted : nil)
    }

    private static func latencyTicks(_ milliseconds: [Double]) -> [Chart.Tick] {
        let values = milliseconds.filter { $0 > 0 }
        return Chart.Tick.logarithmic(from: values.min() ?? 1, to: values.max() ?? 10, label: \.shortMilliseconds)
    }

    private static func series(_ reports: [RunReport], _ points: (RunReport) -> [(Double, Double)]) -> [Chart.Series] {
        reports.enumerated().map { number, report in
            Chart.Series(name: report.title, colour: number % 6, points: points(report).map { (x: $0.0, y: $0.1) })
        }
    }
}

extension Double {
    fileprivate var short: String {
        self >= 1000 ? String(format: "%gk", self / 1000) : String(format: "%g", self)
    }

    fileprivate var shortMilliseconds: String {
        self >= 1000 ? String(format: "%g s", self / 1000) : String(format: "%g ms", self)
    }
}
