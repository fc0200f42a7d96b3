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
        package var tester: Tester
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
    }

    /// What the load tester itself used: if that is all of its threads, it was the bottleneck.
    package struct Tester: Codable, Sendable {
        package var cores: Double
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
    init(_ load: Load, _ measurement: Measurement, timeline: [RunReport.Moment], tester: RunReport.Tester) {
        self.load = load
        steps = RunReport.Summary(measurement.steps, in: load.duration)
        // Steps that nobody was free for were not answered.
        steps.rate = Double(measurement.answers) / load.duration
        operations = measurement.latencies.mapValues { RunReport.Summary($0, in: load.duration) }
        refusals = measurement.refusals
        errors = measurement.errors
        unbegun = measurement.unbegun
        self.timeline = timeline
        self.tester = tester
    }
}

extension RunReport.Summary {
    /// Sums durations up that were measured in a number of seconds.
    init(_ latencies: Latencies, in seconds: Double) {
        count = latencies.count
        rate = Double(latencies.count) / seconds
        mean = latencies.mean
        p50 = latencies.milliseconds(at: 50)
        p90 = latencies.milliseconds(at: 90)
        p99 = latencies.milliseconds(at: 99)
        p999 = latencies.milliseconds(at: 99.9)
        max = latencies.maximum
        curve = latencies.curve
    }

    /// Nothing was measured.
    static var none: RunReport.Summary { RunReport.Summary(Latencies(), in: 1) }

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
    init(second: Double, _ interval: Recorder.Interval) {
        self.second = second
        rate = Double(interval.latencies.count)
        p50 = interval.latencies.milliseconds(at: 50)
        p99 = interval.latencies.milliseconds(at: 99)
        refusals = interval.refusals
        errors = interval.errors
    }
}
