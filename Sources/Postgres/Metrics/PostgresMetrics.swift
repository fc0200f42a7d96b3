import Metrics

/// The metrics of the client; operators see them by these labels.
struct PostgresMetrics: Sendable {
    /// From sending a statement or pipeline to having its result.
    private let query: Metrics.Timer
    private let factory: any MetricsFactory

    init(_ factory: any MetricsFactory) {
        query = Timer(label: "postgres_query_seconds", factory: factory)
        self.factory = factory
        // So that there is a number before there is an error.
        _ = errors(ofClass: nil)
    }

    func recordQuery(since start: ContinuousClock.Instant) { query.record(duration: start.duration(to: .now)) }

    /// Counts an error under the class of its SQLSTATE.
    func count(_ error: PostgresError) {
        errors(ofClass: error.sqlState?.classCode).increment()
    }

    private func errors(ofClass classCode: String?) -> Counter {
        Counter(
            label: "postgres_errors_total", dimensions: [("sqlstate_class", classCode ?? "none")], factory: factory)
    }
}

struct PostgresPoolMetrics: Sendable {
    /// The number of a pool's connections by state.
    struct Connections: Equatable {
        var used = 0
        var idle = 0
        var connecting = 0
    }

    /// The time that a caller waited for a connection, if none was free.
    private let wait: Metrics.Timer
    private let used: Gauge
    private let idle: Gauge
    private let connecting: Gauge

    init(_ factory: any MetricsFactory) {
        func connections(_ state: String) -> Gauge {
            Gauge(label: "postgres_pool_connections", dimensions: [("state", state)], factory: factory)
        }
        wait = Timer(label: "postgres_pool_wait_seconds", factory: factory)
        (used, idle, connecting) = (connections("used"), connections("idle"), connections("connecting"))
    }

    func record(_ connections: Connections) {
        used.record(connections.used)
        idle.record(connections.idle)
        connecting.record(connections.connecting)
    }

    func recordWait(since start: ContinuousClock.Instant) { wait.record(duration: start.duration(to: .now)) }
}

/// The metrics of the batcher of one name.
struct PostgresBatcherMetrics: Sendable {
    /// The number of items that a worker sends at once.
    private let batchSize: Metrics.Recorder
    /// From taking a batch to having answered it.
    private let batchDuration: Metrics.Timer
    /// The number of items that wait to be taken.
    private let waiting: Meter

    init(_ name: String, _ factory: any MetricsFactory) {
        let batcher = [("batcher", name)]
        batchSize = Recorder(label: "postgres_batch_size", dimensions: batcher, factory: factory)
        batchDuration = Timer(label: "postgres_batch_seconds", dimensions: batcher, factory: factory)
        waiting = Meter(label: "postgres_batch_waiting", dimensions: batcher, factory: factory)
    }

    func recordBatch(_ count: Int, since start: ContinuousClock.Instant) {
        batchSize.record(count)
        batchDuration.record(duration: start.duration(to: .now))
    }

    /// Counts items that begin to wait, or fewer than none that end to.
    func recordWaiting(_ difference: Int) {
        if difference > 0 { waiting.increment(by: Double(difference)) }
        if difference < 0 { waiting.decrement(by: Double(-difference)) }
    }
}
