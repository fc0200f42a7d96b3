import Configuration
import Logging
import Metrics
import Postgres
import RoundtableStore
import ServiceLifecycle
import Synchronization

/// Finds out within two seconds whether the database can serve an instance, on a connection of its own: that all others
/// are busy is no obstacle, and that the database says nothing is one.
struct Readiness: Sendable {
    let pool: PostgresPool
    /// Whether the instance takes sessions to be distributed, as it found them when it began.
    let isDistributed: Bool

    /// The reason why it can't serve: the database is away or takes no writes, its schema lacks what this program was
    /// made for, or its sessions have been distributed since.
    func obstacle() async -> String? {
        do {
            let migrator = try PostgresMigrator(PostgresStore.migrations)
            guard try await migrator.isCurrent(on: pool) else {
                return "The database's schema is not current; run: roundtable migrate up"
            }
            try await migrator.checkWritability(on: pool)
            try await checkDisk()
            return try await Distribution.isPresent(on: pool) == isDistributed
                ? nil : "The database's sessions are distributed otherwise than when this instance began; restart it."
        } catch let error as PostgresError where error.code == .server {
            return "The database takes no writes."
        } catch {
            return "The database can't be reached."
        }
    }
}

extension Readiness {
    init(of database: PostgresConfiguration, logger: Logger) {
        var configuration = database.withHealthOfItsOwn
        configuration.connectTimeoutOfAll = .milliseconds(800)
        configuration.statementTimeout = .milliseconds(700)
        configuration.cancelGrace = .milliseconds(200)
        configuration.metricsFactory = NOOPMetricsHandler.instance
        var options = PostgresPool.Options()
        options.maximumConnections = 1
        options.waitDeadline = .milliseconds(900)
        options.outwaitsConnecting = false
        pool = PostgresPool(configuration: configuration, options: options, logger: logger)
        isDistributed = configuration.isDistributed
    }

    /// Has the database sort more than it may in memory, so that it writes a small file and removes it.
    ///
    /// - Throws: `server`, if there is no room on the disk.
    private func checkDisk() async throws {
        _ = try await pool.withTransaction { transaction in
            _ = try await transaction.query("SET LOCAL work_mem = '64kB'")
            return try await transaction.query(
                """
                SELECT count(*)
                FROM (SELECT number FROM generate_series(1, 4096) AS number ORDER BY number DESC OFFSET 0) AS sorted
                """)
        }
    }
}

extension ChangeBroadcast.Subscription {
    /// The way in which an instance receives notifications of changes, as configured.
    static func configured(_ config: ConfigReader, _ database: PostgresConfiguration) throws -> Self {
        guard let url = config.string(forKey: "direct.database.url", isSecret: true) else {
            return database.preparedStatements ? .shared : .none
        }
        return .direct(try PostgresConfiguration.reaching(config, url: url, for: .serving))
    }
}

/// A check of an instance that is made at most once a second, however many ask: all who ask within a second of its
/// beginning get the same answer. What the instance knows by itself comes first, and is looked at each time.
actor SharedCheck {
    private static let interval = Duration.seconds(1)

    private let now: @Sendable () -> ContinuousClock.Instant
    private let known: @Sendable () -> String?
    private let check: @Sendable () async -> String?
    private var latest: (begin: ContinuousClock.Instant, answer: Task<String?, Never>)?

    init(
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        known: @escaping @Sendable () -> String? = { nil }, _ check: @escaping @Sendable () async -> String?
    ) {
        self.now = now
        self.known = known
        self.check = check
    }

    /// The reason why the instance can't serve; nil if it can.
    ///
    /// NB: the check is a task of its own, since whoever began it may go while others wait for it.
    func obstacle() async -> String? {
        if let obstacle = known() { return obstacle }
        let now = now()
        if let latest, now - latest.begin < Self.interval { return await latest.answer.value }
        let answer = Task { [check] in await check() }
        latest = (now, answer)
        return await answer.value
    }
}

/// Has `/readyz` say no as soon as the instance is told to stop, and some time before anything stops: balancers leave
/// it while it still serves. The last of the services, and so the first to stop.
final class StopNotice: Service {
    private let duration: Duration
    private let logger: Logger
    private let isGiven = Mutex(false)

    init(lasting duration: Duration, logger: Logger) {
        self.duration = duration
        self.logger = logger
    }

    /// The reason why the instance can't serve: that it is about to stop, or else the database's.
    func obstacle(orElse check: SharedCheck) async -> String? {
        isGiven.withLock { $0 } ? "The instance is about to stop." : await check.obstacle()
    }

    func run() async throws {
        // NB: an instance that is cancelled does not wait.
        try? await gracefulShutdown()
        isGiven.withLock { $0 = true }
        logger.info("the instance stops")
        try? await Task.sleep(for: duration)
    }
}
