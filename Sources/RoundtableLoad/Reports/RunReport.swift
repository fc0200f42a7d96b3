package import Foundation

/// What a run found out, as it is written to a file.
package struct RunReport: Codable, Sendable {
    /// What to call it beside others.
    package var title: String
    /// What was played.
    package var scenario: Scenario
    /// Where.
    package var target: String
    /// When it began.
    package var startedAt: Date
    /// What counts: the whole run, or the highest rate that kept its limit.
    package var trial: Trial
    /// Every rate that was tried in search of a limit.
    package var search: [Trial]?
    /// What the histories of sessions say.
    package var verification: Verification
    /// Which budgets were kept.
    package var verdicts: [Verdict]

    /// A load, and what was measured under it.
    package struct Trial: Codable, Sendable {
        package var load: Load
        /// All steps together.
        package var steps: Summary
        package var operations: [Operation: Summary]
        /// How often somebody else was faster.
        package var refusals: Int
        /// How often each thing went wrong.
        package var errors: [String: Int]
        /// Steps that nobody was free for until the end.
        package var unbegun: Int
        package var timeline: [Moment]
        /// What the load tester and the processes beside it used, while it counted.
        package var processes: [ProcessCost]
    }

    /// How fast something was.
    package struct Summary: Codable, Sendable {
        package var count: Int
        /// In a second.
        package var rate: Double
        /// In milliseconds.
        package var mean: Double
        package var p50: Double
        package var p90: Double
        package var p99: Double
        package var p999: Double
        package var max: Double
        package var curve: [Point]
    }

    /// A duration that a percentage did not exceed.
    package struct Point: Codable, Sendable {
        package var percentile: Double
        package var milliseconds: Double
    }

    /// One second of a run.
    package struct Moment: Codable, Sendable {
        /// Since the beginning.
        package var second: Double
        package var rate: Double
        package var p50: Double
        package var p99: Double
        package var refusals: Int
        package var errors: Int
        package var processes: [String: ProcessMoment]
    }

    /// What a process used in one second.
    package struct ProcessMoment: Codable, Sendable {
        package var cores: Double
        package var megabytes: Double
    }

    /// What a process used on average, and for one step.
    package struct ProcessCost: Codable, Sendable {
        package var name: String
        package var cores: Double
        package var microsecondsPerStep: Double
        /// At its peak.
        package var megabytes: Double
    }

    /// What was found in the histories of sessions.
    package struct Verification: Codable, Sendable {
        package var sessions = 0
        package var events = 0
        package var flaws: [String] = []

        mutating func add(_ other: Verification) {
            sessions += other.sessions
            events += other.events
            flaws += other.flaws
        }
    }

    /// What became of a budget.
    package struct Verdict: Codable, Sendable {
        package var budget: String
        package var actual: Double
        package var isKept: Bool
    }

    /// Whether nothing was wrong and every budget was kept.
    package var isGood: Bool { verification.flaws.isEmpty && !hasWrongAnswers && verdicts.allSatisfy(\.isKept) }

    /// Whether the service said something that can't be true.
    package var hasWrongAnswers: Bool { trial.errors.keys.contains { $0.contains("wrong answer") } }
}

extension RunReport.Trial {
    /// Sums a measurement up.
    init(_ load: Load, _ measurement: Measurement, timeline: [RunReport.Moment]) {
        self.load = load
        steps = RunReport.Summary(measurement.steps, rate: measurement.rate)
        operations = measurement.latencies.reduce(into: [:]) { summaries, entry in
            summaries[entry.key] = RunReport.Summary(entry.value, rate: measurement.rate(of: entry.key))
        }
        refusals = measurement.refusals
        errors = measurement.errors
        unbegun = measurement.unbegun
        self.timeline = timeline
        let counting = timeline.filter { $0.second > load.ramp + load.warmUp && $0.second <= load.length }
        processes = Set(counting.flatMap(\.processes.keys)).sorted().map { RunReport.ProcessCost($0, in: counting) }
    }
}

extension RunReport.ProcessCost {
    /// Sums the seconds that count up.
    fileprivate init(_ name: String, in moments: [RunReport.Moment]) {
        let uses = moments.compactMap { $0.processes[name] }
        let sum = uses.reduce(0) { $0 + $1.cores }
        let steps = moments.reduce(0) { $0 + $1.rate }
        self.name = name
        cores = sum / Double(max(uses.count, 1))
        microsecondsPerStep = sum * 1_000_000 / max(steps, 1)
        megabytes = uses.map(\.megabytes).max() ?? 0
    }
}

extension RunReport.Summary {
    /// Sums durations up, of what was answered at a rate.
    init(_ latencies: Latencies, rate: Double) {
        count = latencies.count
        self.rate = rate
        mean = latencies.mean
        p50 = latencies.milliseconds(at: 50)
        p90 = latencies.milliseconds(at: 90)
        p99 = latencies.milliseconds(at: 99)
        p999 = latencies.milliseconds(at: 99.9)
        max = latencies.maximum
        curve = latencies.curve
    }

    /// Nothing was measured.
    static var none: RunReport.Summary { RunReport.Summary(Latencies(), rate: 0) }

    /// The duration that a percentage did not exceed, from the curve if it is none of the usual ones.
    func milliseconds(at percentile: Double) -> Double {
        switch percentile {
        case 50: p50
        case 90: p90
        case 99: p99
        case 99.9: p999
        case 100: max
        default: curve.first { $0.percentile >= percentile }?.milliseconds ?? max
        }
    }
}

extension RunReport.Moment {
    /// Sums a second up.
    init(second: Double, _ interval: Recorder.Interval, processes: [String: RunReport.ProcessMoment] = [:]) {
        self.processes = processes
        self.second = second
        rate = Double(interval.latencies.count)
        p50 = interval.latencies.milliseconds(at: 50)
        p99 = interval.latencies.milliseconds(at: 99)
        refusals = interval.refusals
        errors = interval.errors
    }
}
