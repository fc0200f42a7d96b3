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

    /// The requests of one route.
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
        /// How late event loops were.
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
