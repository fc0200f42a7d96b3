/// Searches for the highest rate that a service keeps up with: doubles it until it fails, then halves the gap.
struct LimitSearch: Sendable {
    private(set) var kept: Double?
    private(set) var failed: Double?
    private let start: Double

    init(from start: Double) { self.start = start }

    /// The rate to try next; nil when the limit is known to 5 %.
    var next: Double? {
        switch (kept, failed) {
        case (nil, nil): start
        case (let kept?, nil): kept * 2
        case (nil, let failed?): failed > 1 ? failed / 2 : nil
        case (let kept?, let failed?): failed / kept > 1.05 ? (kept + failed) / 2 : nil
        }
    }

    mutating func note(_ rate: Double, isKept: Bool) {
        if isKept { kept = max(kept ?? 0, rate) } else { failed = min(failed ?? .infinity, rate) }
    }
}

extension LoadRun {
    /// Searches for the highest rate whose 99 % latency is not above a limit, with everything answered in time and
    /// right. Gives the trial at that rate, or the last one if none was good, and all trials.
    func findLimit(_ load: Load, p99 limit: Double) async throws -> (RunReport.Trial, [RunReport.Trial]?) {
        var search = LimitSearch(from: load.rate ?? 500)
        var trials: [RunReport.Trial] = []
        var best: RunReport.Trial?
        while let rate = search.next {
            var tried = load
            tried.rate = rate
            let trial = try await carry(tried)
            trials.append(trial)
            let isKept = trial.keeps(p99: limit)
            search.note(rate, isKept: isKept)
            if isKept { best = trial }
        }
        guard let last = trials.last else { preconditionFailure("A search begins with a trial") }
        return (best ?? last, trials)
    }
}

extension RunReport.Trial {
    /// Whether the service kept up: fast enough, without an error, and with what was asked of it.
    func keeps(p99 limit: Double) -> Bool {
        steps.p99 <= limit && errors.isEmpty && unbegun == 0 && steps.rate >= 0.95 * (load.rate ?? 0)
    }
}
