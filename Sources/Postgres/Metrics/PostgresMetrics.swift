import Metrics

/// What is measured; the labels are those that an operator sees.
struct PostgresMetrics: Sendable {
    /// From sending a statement or pipeline to having its result.
    private let queryDuration: Metrics.Timer
    /// How long a caller waited for a connection of the pool, if none was free.
    private let poolWaitDuration: Metrics.Timer
    /// Connections of the pool that somebody uses.
    private let poolConnectionsInUse: Gauge
    /// How many items a lane sends at once.
    private let laneBatchSize: Metrics.Recorder
    /// From taking a batch to having answered it.
    private let laneBatchDuration: Metrics.Timer
    private let factory: any MetricsFactory

    init(_ factory: any MetricsFactory) {
        queryDuration = Timer(label: "postgres_query_duration", factory: factory)
        poolWaitDuration = Timer(label: "postgres_pool_wait_duration", factory: factory)
        poolConnectionsInUse = Gauge(label: "postgres_pool_connections_in_use", factory: factory)
        laneBatchSize = Recorder(label: "postgres_lane_batch_size", factory: factory)
        laneBatchDuration = Timer(label: "postgres_lane_batch_duration", factory: factory)
        self.factory = factory
    }

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
        Counter(label: "postgres_errors", dimensions: dimensions, factory: factory).increment()
    }
}
