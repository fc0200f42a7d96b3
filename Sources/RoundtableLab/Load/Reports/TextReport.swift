import BoardDrawings
import Foundation

extension RunReport {
    var text: String {
        var lines = ["\(title): \(scenario.name) at \(target), \(loadInWords)", ""]
        lines.append(row("", ["count", "rate", "p50", "p90", "p99", "p99.9", "max"]))
        lines.append(row("all", trial.steps))
        for operation in MeasuredOperation.allCases {
            if let summary = trial.operations[operation] { lines.append(row(operation.rawValue, summary)) }
        }
        lines.append("")
        lines += findings.map(\.text)
        lines += (search ?? []).map { tried in
            "tried \((tried.load.rate ?? 0).perSecond): p99 \(tried.steps.p99.inMilliseconds), "
                + "answered \(tried.steps.rate.perSecond)"
        }
        return lines.joined(separator: "\n")
    }

    /// Remarks on the run, each with whether it is good news.
    var findings: [(text: String, isGood: Bool)] {
        let flaws = verification.flaws
        var findings = [
            (
                "checked \(verification.events.grouped) events of \(verification.sessions.grouped) sessions: "
                    + (flaws.isEmpty ? "none lost, none doubled" : "\(flaws.count) flaws"), flaws.isEmpty
            )
        ]
        findings += flaws.prefix(20).map { ("flaw: \($0)", false) }
        findings += trial.errors.sorted { $0.value > $1.value }.map {
            ("error: \($0.key) (\($0.value.grouped) times)", false)
        }
        if trial.unbegun > 0 { findings.append(("\(trial.unbegun.grouped) steps never began: nobody was free", false)) }
        if trial.refusals > 0 {
            findings.append(("\(trial.refusals.grouped) refused, because somebody else was faster", true))
        }
        findings += verdicts.map { verdict in
            let outcome = verdict.isKept ? "kept" : "BROKEN"
            return ("\(outcome) \(verdict.budget) (\(verdict.actual.rounded(to: 2)))", verdict.isKept)
        }
        return findings + trial.processes.map { ($0.text, true) }
    }

    var loadInWords: String {
        let load = trial.load
        let pressure = load.rate.map { "\($0.perSecond) over \(load.connections) connections" }
        return "\(pressure ?? "\(load.connections) players") for \(load.duration.rounded(to: 0)) s"
    }

    private func row(_ name: String, _ summary: Summary) -> String {
        let durations = [summary.p50, summary.p90, summary.p99, summary.p999, summary.max]
        return row(name, [summary.count.grouped, summary.rate.perSecond] + durations.map(\.inMilliseconds))
    }

    private func row(_ name: String, _ cells: [String]) -> String {
        name.padded(to: 8) + cells.map { $0.padded(to: 12, atFront: true) }.joined()
    }
}

extension RunReport.ProcessCost {
    var text: String {
        "\(name) used \(cores.rounded(to: 2)) cores, \(microsecondsPerStep.rounded(to: 0)) µs a step, "
            + "\(megabytes.rounded(to: 0)) MB"
    }
}

extension Double {
    /// A number of milliseconds, as precise as it is worth.
    var inMilliseconds: String {
        switch self {
        case ..<10: String(format: "%.2f ms", self)
        case ..<100: String(format: "%.1f ms", self)
        case ..<10_000: String(format: "%.0f ms", self)
        default: String(format: "%.1f s", self / 1000)
        }
    }

    var perSecond: String { self < 100 ? String(format: "%.1f/s", self) : Int(rounded()).grouped + "/s" }

    func rounded(to digits: Int) -> String { String(format: "%.\(digits)f", self) }
}

extension Int {
    /// With commas between the thousands, the same everywhere.
    var grouped: String { formatted(.number.locale(Locale(identifier: "en"))) }
}
