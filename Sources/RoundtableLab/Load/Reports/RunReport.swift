import Foundation

/// The results of a run, as they are written to a file.
struct RunReport: Codable, Sendable {
    var title: String
    var scenario: Scenario
    var target: String
    var startedAt: Date
    /// The trial that counts: the whole run, or the highest rate that kept its limit.
    var trial: Trial
    /// Every rate that was tried in search of a limit.
    var search: [Trial]?
    var verification: Verification
    var verdicts: [Verdict]

    struct Trial: Codable, Sendable {
        var load: Load
        /// All steps together.
        var steps: Summary
        var operations: [MeasuredOperation: Summary]
        /// The number of times that somebody else was faster.
        var refusals: Int
        var errors: [String: Int]
        /// Steps that nobody was free for until the end.
        var unbegun: Int
        var timeline: [Moment]
        /// The costs of the load tester and the processes beside it, while it counted.
        var processes: [ProcessCost]
    }

    struct Summary: Codable, Sendable {
        var count: Int
        /// In a second.
        var rate: Double
        /// In milliseconds.
        var mean: Double
        var p50: Double
        var p90: Double
        var p99: Double
        var p999: Double
        var max: Double
        var curve: [Point]
    }

    /// A duration that a percentage did not exceed.
    struct Point: Codable, Sendable {
        var percentile: Double
        var milliseconds: Double
    }

    /// One second of a run.
    struct Moment: Codable, Sendable {
        /// Since the beginning.
        var second: Double
        var rate: Double
        var p50: Double
        var p99: Double
        var refusals: Int
        var errors: Int
        var processes: [String: ProcessMoment]
    }

    struct ProcessMoment: Codable, Sendable {
        var cores: Double
        var megabytes: Double
    }

    /// The usage of a process on average, and for one step.
    struct ProcessCost: Codable, Sendable {
        var name: String
        var cores: Double
        var microsecondsPerStep: Double
        /// At its peak.
        var megabytes: Double
    }

    struct Verification: Codable, Sendable {
        var sessions = 0
        var events = 0
        var flaws: [String] = []

        mutating func add(_ other: Verification) {
            sessions += other.sessions
            events += other.events
            flaws += other.flaws
        }
    }

    struct Verdict: Codable, Sendable {
        var budget: String
        var actual: Double
        var isKept: Bool
    }

    /// Whether nothing was wrong and every budget was kept.
    var isGood: Bool {
        verification.flaws.isEmpty && verdicts.allSatisfy(\.isKept)
            && !trial.errors.keys.contains { $0.contains("wrong answer") }
    }
}

extension RunReport.Trial {
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

extension RunReport {
    init(contentsOf path: String) throws {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        self = try decoder.decode(RunReport.self, from: Data(contentsOf: URL(filePath: path)))
    }

    var json: Data {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            encoder.dateEncodingStrategy = .iso8601
            return try encoder.encode(self)
        }
    }
}
