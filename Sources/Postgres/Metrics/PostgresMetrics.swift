import Metrics

/// What is measured; the names are those that an operator sees.
struct PostgresMetrics: Sendable {
    /// From sending a statement or pipeline to having its result.
    let queryDuration = Metrics.Timer(label: "postgres_query_duration")
    /// How long a caller waited for a connection of the pool.
    let poolWaitDuration = Metrics.Timer(label: "postgres_pool_wait_duration")
    /// Connections of the pool that somebody uses.
    let poolConnectionsInUse = Gauge(label: "postgres_pool_connections_in_use")
    /// How many items a lane sends at once.
    let laneBatchSize = Recorder(label: "postgres_lane_batch_size")
    /// From taking a batch to having answered it.
    let laneBatchDuration = Metrics.Timer(label: "postgres_lane_batch_duration")

    func recordQuery(since start: ContinuousClock.Instant) { queryDuration.record(duration: start.duration(to: .now)) }

    func recordPoolUse(_ count: Int) { poolConnectionsInUse.record(count) }

    func recordPoolWait(since start: ContinuousClock.Instant) {
        poolWaitDuration.record(duration: start.duration(to: .now))
    }

    func recordBatch(_ count: Int, since start: ContinuousClock.Instant) {
        laneBatchSize.record(count)
        laneBatchDuration.record(duration: start.duration(to: .now))
    }

    /// Counts an error under its kind and the class of its SQLSTATE.
    func count(_ error: PostgresError) {
        let dimensions = [("code", error.code.rawValue), ("class", error.sqlState?.classCode ?? "")]
        Counter(label: "postgres_errors", dimensions: dimensions).increment()
    }
}
