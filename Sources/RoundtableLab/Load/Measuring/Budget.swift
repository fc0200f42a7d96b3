import Yams

/// A limit that a run must keep, as a file has it: `p99: 25ms`, `rate: 2000`, `errors: 0`, `turn.p99: 20ms`.
struct Budget: Sendable, Equatable {
    enum Subject: Equatable, Sendable {
        case percentile(Double), mean, rate, errors, errorShare
    }

    /// As it was written.
    let text: String
    let operation: MeasuredOperation?
    let subject: Subject
    let limit: Double

    static func all(yaml: String) throws -> [Budget] {
        let lines = try Yams.compose(yaml: yaml)?.mapping?.map { ($0.string, $1.string) } ?? [(nil, nil)]
        return try lines.map { name, limit in
            guard let name, let limit else {
                throw LabError(description: "A file of budgets has lines like p99: 25ms.")
            }
            return try Budget(name, limit)
        }
    }

    init(_ name: String, _ limit: String) throws(LabError) {
        text = "\(name): \(limit)"
        let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
        operation = parts.count == 2 ? MeasuredOperation(rawValue: parts[0]) : nil
        let subject = operation == nil ? name : parts[1]
        let isShare = limit.hasSuffix("%")
        switch subject {
        case "rate": self.subject = .rate
        case "errors": self.subject = isShare ? .errorShare : .errors
        case "mean": self.subject = .mean
        case "max": self.subject = .percentile(100)
        case _ where subject.hasPrefix("p"):
            guard let percentile = Double(subject.dropFirst()), (0...100).contains(percentile) else { fallthrough }
            self.subject = .percentile(percentile)
        default:
            throw LabError(
                description: "There is no budget \(name); there are pNN, mean, max, rate and errors, all but errors "
                    + "also of one operation: turn.p99.")
        }
        let isDuration = self.subject != .rate && self.subject != .errors && self.subject != .errorShare
        let number = isDuration ? limit.milliseconds : Double(isShare ? String(limit.dropLast()) : limit)
        guard let number, number >= 0 else { throw LabError(description: "\(limit) is no limit for \(name).") }
        self.limit = number
    }

    func verdict(on trial: RunReport.Trial) -> RunReport.Verdict {
        let summary = operation.map { trial.operations[$0] ?? .init(Latencies(), rate: 0) } ?? trial.steps
        let errors = Double(trial.errors.values.reduce(0, +) + trial.unbegun)
        let actual: Double =
            switch subject {
            case .percentile(let percentile): summary.milliseconds(at: percentile)
            case .mean: summary.mean
            case .rate: summary.rate
            case .errors: errors
            case .errorShare: 100 * errors / max(1, errors + Double(trial.steps.count))
            }
        // Nothing measured keeps no budget of how long it took.
        let isMissing = summary.count == 0 && subject != .errors && subject != .errorShare
        let isKept = subject == .rate ? actual >= limit : actual <= limit
        return RunReport.Verdict(budget: text, actual: actual, isKept: isKept && !isMissing)
    }
}

extension String {
    /// A duration such as `25ms`, `1.5s` or `800us`; a bare number counts milliseconds.
    var milliseconds: Double? {
        for (unit, factor) in [("ms", 1.0), ("us", 0.001), ("µs", 0.001), ("s", 1000)] where hasSuffix(unit) {
            return Double(dropLast(unit.count)).map { $0 * factor }
        }
        return Double(self)
    }

    /// A duration such as `30s`, `5m` or `500ms`, in seconds; a bare number counts seconds.
    var seconds: Double? {
        if let number = Double(self) { return number }
        if hasSuffix("m") { return Double(dropLast()).map { $0 * 60 } }
        return milliseconds.map { $0 / 1000 }
    }
}
