import Foundation
import RoundtableMetrics

/// What an instance does: rates a second and percentiles of the time between two readings, and what is so now.
struct InstanceFigures: Encodable, Sendable {
    /// How often something happens, and how long it takes.
    struct Flow: Encodable, Sendable {
        let perSecond: Double
        let seconds: Percentiles?
        /// The rates of its kinds, a second.
        let by: [String: Double]?
    }

    /// The durations that a half, 95 and 99 percent of all did not exceed, in seconds.
    struct Percentiles: Encodable, Sendable {
        let p50: Double
        let p95: Double
        let p99: Double
    }

    struct Route: Encodable, Sendable {
        let route: String
        let perSecond: Double
        let seconds: Percentiles?
    }

    /// Items that share statements.
    struct Batching: Encodable, Sendable {
        let items: String
        /// Of the items.
        let perSecond: Double
        /// Of the batches.
        let seconds: Percentiles?
        let meanSize: Double?
        let waiting: Int
    }

    /// What is counted in a time; there is none of the first reading.
    struct Activity: Encodable, Sendable {
        let spanSeconds: Double
        let requests: Flow
        let turns: Flow
        /// Rates by what became of them.
        let drafts: [String: Double]
        /// Rates of events, by what committed them.
        let commits: [String: Double]
        /// The routes that were asked for, the slowest first; none that waits on purpose.
        let routes: [Route]
        let batching: [Batching]
        let statements: Flow
        /// How long reads waited for a connection.
        let waits: Flow
        let databaseErrorsPerSecond: Double
        /// Rates of requests refused, by the quota that was used up.
        let refusals: [String: Double]
        let lateness: Percentiles?
        /// Cores in use; nil if the system does not tell.
        let cores: Double?
    }

    let address: String
    let at: Date
    let state: WatchedInstance.State
    let reason: String?
    /// Since the process began.
    let uptimeSeconds: Double?
    let activity: Activity?
    let streams: Int?
    /// Connections for reads, by state.
    let connections: [String: Int]
    /// Sessions by game in the whole database, about.
    let sessions: [String: Int]
    /// Sessions of the whole database that have a fault, by kind.
    let faults: [String: Int]
    let memoryBytes: Int?
    let openFiles: Int?
    let maximumFiles: Int?
}

extension InstanceFigures {
    /// The figures of a reading, and of what has happened since an earlier one.
    init(of address: HTTPAddress, _ reading: WatchedInstance.Reading, since earlier: WatchedInstance.Reading? = nil) {
        let metrics = reading.metrics
        self.address = address.description
        at = reading.at
        (state, reason) = (reading.state, reading.state.reason)
        uptimeSeconds = metrics.value(of: "process_start_time_seconds").map { reading.at.timeIntervalSince1970 - $0 }
        activity = earlier.map { earlier in
            let seconds = earlier.instant.duration(to: reading.instant) / .seconds(1)
            return Activity(PrometheusInterval(from: earlier.metrics, to: metrics, seconds: seconds), metrics)
        }
        streams = metrics.value(of: "roundtable_streams_open").flatMap(\.whole)
        connections = metrics.values(of: "postgres_pool_connections", by: "state").compactMapValues(\.whole)
        sessions = metrics.values(of: "roundtable_sessions", by: "game").compactMapValues(\.whole)
        faults = metrics.values(of: "roundtable_faulty_sessions", by: "kind").compactMapValues(\.whole)
        memoryBytes = metrics.value(of: "process_resident_memory_bytes").flatMap(\.whole)
        openFiles = metrics.value(of: "process_open_fds").flatMap(\.whole)
        maximumFiles = metrics.value(of: "process_max_fds").flatMap(\.whole)
    }
}

extension InstanceFigures.Activity {
    init(_ interval: PrometheusInterval, _ metrics: PrometheusReading) {
        spanSeconds = interval.seconds
        requests = .init(interval, "roundtable_requests_seconds", by: "status") { "\($0.prefix(1))xx" }
        turns = .init(interval, "roundtable_turns_seconds", by: "outcome")
        drafts = interval.rates(of: "roundtable_drafts_total", by: "outcome")
        commits = interval.rates(of: "roundtable_commits_total", by: "cause")
        routes = InstanceFigures.Route.slowest(in: interval)
        batching = metrics.values(of: "postgres_batch_waiting", by: "batcher").sorted { $0.key < $1.key }.map {
            .init(interval, $0.key, waiting: $0.value.whole ?? 0)
        }
        statements = .init(interval, "postgres_query_seconds")
        waits = .init(interval, "postgres_pool_wait_seconds")
        databaseErrorsPerSecond = interval.rate(of: "postgres_errors_total")
        refusals = interval.rates(of: "roundtable_refusals_total", by: "quota")
        lateness = .init(interval.distribution(of: "roundtable_event_loop_lag_seconds"))
        cores = metrics.value(of: "process_cpu_seconds_total").map { _ in
            interval.rate(of: "process_cpu_seconds_total")
        }
    }
}

extension InstanceFigures.Flow {
    /// - Parameters:
    ///   - label: tells its series apart; nil if nothing shall.
    ///   - kind: the name under which the series of one value of the label are added up.
    fileprivate init(
        _ interval: PrometheusInterval, _ name: String, by label: String? = nil, kind: (String) -> String = { $0 }
    ) {
        perSecond = interval.rate(of: "\(name)_count")
        seconds = .init(interval.distribution(of: name) { !InstanceFigures.Route.isHeld($0["route"] ?? "") })
        by = label.map { label in
            let rates = interval.rates(of: "\(name)_count", by: label).map { (kind($0), $1) }
            return Dictionary(rates, uniquingKeysWith: +)
        }
    }
}

extension InstanceFigures.Percentiles {
    /// The percentiles of a histogram; nil if it was told nothing.
    fileprivate init?(_ distribution: PrometheusDistribution) {
        guard let p50 = distribution.quantile(0.5), let p95 = distribution.quantile(0.95),
            let p99 = distribution.quantile(0.99)
        else { return nil }
        (self.p50, self.p95, self.p99) = (p50, p95, p99)
    }
}

extension InstanceFigures.Route {
    /// Whether the requests of a route wait on purpose, for something to happen: how long says nothing of the instance.
    fileprivate static func isHeld(_ route: String) -> Bool {
        ["?wait", "/stream", "/changes"].contains { route.hasSuffix($0) }
    }

    /// The routes that were asked for and don't wait on purpose, by their 99th percentile, then by how often.
    fileprivate static func slowest(in interval: PrometheusInterval) -> [Self] {
        let name = "roundtable_requests_seconds"
        return interval.rates(of: "\(name)_count", by: "route").filter { $0.value > 0 && !isHeld($0.key) }.map {
            route, rate in
            let times = InstanceFigures.Percentiles(interval.distribution(of: name) { $0["route"] == route })
            return Self(route: route, perSecond: rate, seconds: times)
        }.sorted {
            ($0.seconds?.p99 ?? 0, $0.perSecond, $1.route) > ($1.seconds?.p99 ?? 0, $1.perSecond, $0.route)
        }
    }
}

extension InstanceFigures.Batching {
    fileprivate init(_ interval: PrometheusInterval, _ batcher: String, waiting: Int) {
        let sizes = interval.distribution(of: "postgres_batch_size") { $0["batcher"] == batcher }
        let times = interval.distribution(of: "postgres_batch_seconds") { $0["batcher"] == batcher }
        items = batcher
        perSecond = interval.rates(of: "postgres_batch_size_sum", by: "batcher")[batcher, default: 0]
        seconds = .init(times)
        meanSize = sizes.mean
        self.waiting = waiting
    }
}

extension Double {
    /// The whole number that is nearest; nil if this is no number.
    fileprivate var whole: Int? { Int(exactly: rounded()) }
}
