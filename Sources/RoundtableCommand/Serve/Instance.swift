import Configuration
import Foundation
import HTTPConnection
import Logging
import Metrics
import NIOCore
import NIOPosix
import Postgres
import ProgramOutput
import Roundtable
import RoundtableHTTP
import RoundtableMetrics
import RoundtableStore
import ServiceLifecycle
import SystemPackage
import UnixSignals

/// One running instance of the service, with everything it needs.
struct Instance {
    private let config: ConfigReader
    private let settings: ServeSettings
    private let delivery: DeliverySettings
    private let logger: Logger
    private let rulesPatience: Duration
    /// Where the instance is measured; nil for nowhere.
    private let registry: PrometheusRegistry?
    private let database: Database

    private var metrics: any MetricsFactory { registry ?? NOOPMetricsHandler.instance }

    /// Opens the database.
    ///
    /// - Parameter rulesPatience: the CPU time after which rules are taken for endless; another one is for tests.
    init(_ config: ConfigReader, logger: Logger, rulesPatience: Duration = RulesMonitor.patience) async throws {
        (self.config, self.logger, self.rulesPatience) = (config, logger, rulesPatience)
        settings = try ServeSettings(config)
        delivery = try DeliverySettings(config)
        registry = settings.metricsPort.map { _ in .ofInstance() }
        database = try await Database.open(config, logger: logger, metrics: registry)
    }

    /// Runs until SIGTERM or SIGINT.
    ///
    /// - Parameters:
    ///   - reload: reads the settings anew, at a SIGHUP; nil to pay no heed to any.
    ///   - onServerRunning: called with the port once requests are answered.
    func run(
        reloading reload: (@Sendable () async throws -> ConfigReader)? = nil,
        onServerRunning: @escaping @Sendable (Int) async -> Void
    ) async throws {
        try await database.use { _ in
            let services = try await services(reloading: reload, onServerRunning)
            var configuration = ServiceGroupConfiguration(
                services: services.map(ServiceGroupConfiguration.ServiceConfiguration.init(named:)),
                gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
            // What hasn't ended long after the last request was given up never will.
            configuration.maximumGracefulShutdownDuration = .seconds(
                settings.noticeSeconds + settings.shutdownSeconds + 10)
            try await ServiceGroup(configuration: configuration).run()
        }
    }

    /// All that runs as long as the instance does, in the order of starting.
    private func services(
        reloading reload: (@Sendable () async throws -> ConfigReader)?,
        _ onServerRunning: @escaping @Sendable (Int) async -> Void
    ) async throws -> [any Service] {
        if let obstacle = await database.obstacle() { throw Refusal(obstacle) }
        let time = DatabaseTime(local: { Date().roundedToMilliseconds })
        try settings.timeAheadFile?.move(time)
        let context = ServiceContext(
            games: RoundtableCommand.games, keys: try SigningKeys.configured(config), publicURL: settings.publicURL,
            limits: settings.limits, metrics: ServiceMetrics(metrics), quotas: settings.quotas,
            listeners: delivery.listeners, now: { time.now })
        let assembled = try AssembledService(
            context, on: database.pool, database.configuration, limits: settings.storeLimits,
            subscription: try .configured(config, database.configuration), logger: logger)
        let (store, service, changes) = (assembled.store, assembled.service, assembled.service.changes)
        @Sendable func keepTime() async throws {
            try await set(time, by: store)
            // NB: time that was moved ahead would look like an outage.
            if settings.timeAheadFile == nil { context.clockTime.set(try await store.note(at: time.now)) }
        }
        try await keepTime()
        try await PatientWork.with(timeLimit: Self.patience) { try await admit(store, at: time.now) }
        let readiness = Readiness(of: database.configuration, logger: logger)
        let sharedCheck = SharedCheck(known: {
            store.longestWait < .seconds(1) ? nil : "The database does not answer players' requests."
        }) { await readiness.obstacle() }
        let notice = StopNotice(lasting: .seconds(settings.noticeSeconds), logger: logger)
        let dispatch = NoticeDispatch(delivery, assembled, logger: logger)
        let reloading = reload.map { Reloading(service: service, dispatch: dispatch, logger: logger, settings: $0) }
        let others: [(any Service)?] = [
            dispatch, periodically("time", every: .seconds(5), keepTime),
            settings.timeAheadFile?.service(moving: time, logger: logger),
            try retention(context, store, changes), verification(context, store),
            server(
                of: service, behind: try gate(beside: store),
                obstacle: { await notice.obstacle(orElse: sharedCheck) }, onServerRunning),
            ClosingChanges(changes: changes), notice,
        ]
        return [rulesMonitor(store, now: context.now)] + database.services + store.services + [readiness.pool]
            + measuring(store, changes) + [reloading].compactMap(\.self) + [assembled.broadcast]
            + chores(of: service) + others.compactMap(\.self)
    }

    private func periodically(
        _ task: String, every interval: Duration, _ work: @escaping @Sendable () async throws -> Void
    ) -> any Service {
        Periodically(task: task, interval: interval, logger: logger, work: work)
    }

    /// Sets the time by the database's. A machine whose clock is far off is worth a warning.
    private func set(_ time: DatabaseTime, by store: PostgresStore) async throws {
        let correction = try await time.set { try await store.time() }
        guard abs(correction) > Self.noticedMilliseconds else { return }
        logger.warning(
            "this machine's clock differs from the database's, which is used",
            metadata: ["seconds": "\(Double(correction) / 1000)"])
    }

    /// The correction that is logged, in milliseconds.
    private static let noticedMilliseconds = 2000

    /// Notes the rules that this program has, and whom it tells, and suspends the sessions that ended one like it.
    ///
    /// - Throws: `Refusal`, if it lacks some that sessions were begun with.
    private func admit(_ store: PostgresStore, at now: Date) async throws {
        let missing = try await store.missingRules()
        guard missing.isEmpty else {
            throw Refusal(
                """
                This program lacks rules that sessions were begun with, and would refuse their players. \
                \(missing.map(\.description).joined(separator: "; ")). Register that version beside the newer one, or \
                remove those sessions (roundtable session abandon, roundtable session purge).
                """)
        }
        try await store.noteServedRules()
        try await store.note(delivery.listeners)
        for suspension in try await store.suspensions(at: now) {
            let subject = suspension.subject
            store.watch.suspend(subject, for: .seconds(suspension.end.timeIntervalSince(now)))
            logger.warning(
                "a session is suspended: its rules never returned",
                metadata: [
                    "game": "\(subject.game)", "session": "\(subject.session)", "until": "\(suspension.end.text)",
                ])
        }
    }

    /// Looks after rules at work; sessions whose rules never return are suspended in the programs that come.
    private func rulesMonitor(_ store: PostgresStore, now: @escaping @Sendable () -> Date) -> any Service {
        RulesMonitor(of: store.watch, patience: rulesPatience, logger: logger) { subject in
            let now = now()
            let end = now.adding(seconds: RulesWatch.suspensionSeconds)
            try? await store.note(SuspendedSession(subject: subject, end: end), at: now)
        }
    }

    private func chores(of service: RoundtableService) -> [any Service] {
        [
            periodically("deadlines", every: .seconds(1), service.deadlines.sweep),
            periodically("claims", every: .seconds(1), service.claims.sweep),
            periodically("reminders", every: .seconds(1), service.reminders.sweep),
            periodically("successions", every: .seconds(5), service.successions.sweep),
            periodically("credentials", every: .seconds(1), service.players.sweep),
        ]
    }

    private func retention(
        _ context: ServiceContext, _ store: PostgresStore, _ changes: SessionNotices
    ) throws -> any Service {
        let retention = RetentionService(
            context: context, store: store, changes: changes, retention: settings.retention,
            archive: try settings.archive.map(CompressedFile.appendingByDay))
        return periodically("retention", every: .seconds(1)) {
            _ = try await PatientWork.with(timeLimit: Self.patience) { try await retention.step() }
        }
    }

    /// Compares a sample of the sessions with their events; nil if none shall be.
    private func verification(_ context: ServiceContext, _ store: PostgresStore) -> (any Service)? {
        guard let rate = settings.verifiedPerMinute else { return nil }
        let verification = VerificationService(context: context, store: store, batch: max(1, rate / 60))
        let interval = Duration.milliseconds(rate < 60 ? 60_000 / rate : 1000)
        return periodically("verification", every: interval) {
            _ = try await PatientWork.with(timeLimit: Self.patience) { try await verification.step() }
        }
    }

    /// The time that one statement may take for which no player waits.
    static let patience = Duration.seconds(30)

    /// The HTTP server for players, which ends in time what it can't answer any more.
    private func server(
        of service: RoundtableService, behind gate: ConnectionLimiter,
        obstacle: @escaping @Sendable () async -> String?, _ onServerRunning: @escaping @Sendable (Int) async -> Void
    ) -> any Service {
        if settings.limitsProxy {
            logger.warning(
                "everybody behind a proxy counts as one address: name the proxy in --trusted-proxies",
                metadata: ["public-url": "\(settings.publicURL)"])
        }
        registry?.sample("roundtable_connections_open", as: .gauge) { Double(gate.count) }
        let application = applicationSettings(gate)
        let pipeline = Pipeline(
            service, pictures: PictureRenderer(metrics: metrics), settings: application, logger: logger,
            obstacle: obstacle)
        let server = HTTPServer(pipeline, application, logger: logger) { [settings] port in
            service.isReached(at: settings.publicURL(on: port))
            if let file = settings.portFile { tell(port, in: file) }
            await onServerRunning(port)
        }
        return LimitedService(service: server, limit: .seconds(settings.shutdownSeconds), logger: logger)
    }

    /// Tells whoever started the service which port it listens on. The file is written at once, as it is looked for.
    private func tell(_ port: Int, in file: FilePath) {
        do {
            try DurableFile.replace(file.string, with: Data("\(port)\n".utf8), mode: 0o644)
        } catch {
            logger.error("the port can't be written", metadata: ["file": "\(file)", "error": "\(error)"])
        }
    }

    /// Bounds connections to what the settings allow, and to what there are file descriptors for.
    ///
    /// - Throws: `Refusal`, if too few are left for players.
    private func gate(beside store: PostgresStore) throws -> ConnectionLimiter {
        var limits = settings.connectionLimits
        let needed = FileDescriptors.needed(databaseConnections: store.maximumConnections + 2)
        let descriptors = FileDescriptors.raiseLimit()
        guard descriptors == 0 || descriptors >= needed + min(limits.inAll, FileDescriptors.fewestForPlayers) else {
            throw Refusal(
                """
                This process may open \(descriptors) files. It needs \(needed) for itself, and at least \
                \(FileDescriptors.fewestForPlayers) for players' connections: raise the limit (ulimit -n, or \
                LimitNOFILE of systemd).
                """)
        }
        if descriptors > 0, limits.inAll > descriptors - needed {
            limits.inAll = descriptors - needed
            logger.notice(
                "fewer connections than allowed, as there are not enough file descriptors",
                metadata: ["connections": "\(limits.inAll)", "descriptors": "\(descriptors)"])
        }
        return ConnectionLimiter(limits, exempting: settings.application.trustedProxies, metrics)
    }

    private func applicationSettings(_ gate: ConnectionLimiter) -> ApplicationSettings {
        var application = settings.application
        application.gate = gate
        application.rateLimit = settings.rateLimit.map { RateLimit(requestsPerMinute: $0) }
        application.metrics = registry.map { RequestMetrics($0) }
        application.traces = settings.tracing == .w3c ? TraceContextInstrument.isUsed : settings.tracing == .program
        return application
    }

    /// The metrics server for Prometheus on a port of its own, and the services that measure for it.
    private func measuring(_ store: PostgresStore, _ changes: SessionNotices) -> [any Service] {
        guard let registry, let port = settings.metricsPort else { return [] }
        registry.sample("roundtable_streams_open", as: .gauge) { Double(changes.waiting) }
        registry.samples("roundtable_session_locked_seconds", as: .gauge) {
            store.locked.all.map { locked in
                let backend = locked.holder.map { "\($0.process)" } ?? "unknown"
                return ([("session", "\(locked.session)"), ("backend", backend)], locked.seconds)
            }
        }
        var application = ApplicationSettings()
        (application.host, application.port) = (settings.metricsHost, port)
        // More than any number of Prometheuses; what is asked there is not counted with the players' requests.
        application.gate = ConnectionLimiter(
            .init(inAll: FileDescriptors.ofMetrics, ofAddress: nil), exempting: .none, NOOPMetricsHandler.instance)
        let server = HTTPServer(MetricsResponder { registry.text }, application, logger: logger) { [logger] port in
            logger.info("metrics listening", metadata: ["port": .stringConvertible(port)])
        }
        return [
            LimitedService(service: server, limit: .seconds(1), logger: logger),
            EventLoopLag(of: MultiThreadedEventLoopGroup.singleton, registry),
            DatabaseFigures(of: store, for: registry, logger: logger),
        ]
    }
}

/// Ends held reads as soon as the instance is to stop, so that the server need not wait for them.
private struct ClosingChanges: Service {
    let changes: SessionNotices

    func run() async throws {
        try? await gracefulShutdown()
        changes.close()
    }
}

extension ServiceGroupConfiguration.ServiceConfiguration {
    /// A service that logs call by its type. Otherwise they spell out all that it refers to, its settings included.
    init(named service: any Service) { self.init(service: service, serviceName: "\(type(of: service))") }
}

/// A service that has only so long to finish what is under way when it shall stop; then it is cancelled.
struct LimitedService<Limited: Service>: Service {
    let service: Limited
    let limit: Duration
    let logger: Logger

    func run() async throws {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await service.run()
                return true
            }
            group.addTask {
                try await gracefulShutdown()
                try await Task.sleep(for: limit)
                return false
            }
            let hasEnded = try await group.next() ?? true
            group.cancelAll()
            guard !hasEnded else { return }
            logger.warning(
                "requests under way are given up", metadata: ["seconds": .stringConvertible(limit.components.seconds)])
            // NB: whatever it throws now, it was told to end.
            _ = await group.nextResult()
        }
    }
}

enum FileDescriptors {
    /// With fewer connections for players an instance had better not start.
    static let fewestForPlayers = 32
    /// The most connections to the port for Prometheus.
    static let ofMetrics = 16
    /// Standard input and output, logs, archives, look-ups of names, and connections to the webhook and to Apple.
    private static let ofFilesAndDeliveries = 48

    /// The number that an instance needs for everything but players' connections.
    ///
    /// A connection to the database has a socket, a pipe, and a second socket while a statement is cancelled; an event
    /// loop has three descriptors.
    static func needed(databaseConnections: Int) -> Int {
        ofFilesAndDeliveries + ofMetrics + 3 * System.coreCount + 4 * databaseConnections
    }

    /// Raises the limit of open descriptors as far as the system lets a process do so itself (setrlimit(2)).
    ///
    /// - Returns: the limit; 0 if the system doesn't tell.
    static func raiseLimit() -> Int {
        #if canImport(Glibc)
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let resource = RLIMIT_NOFILE
        #endif
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return 0 }
        var raised = limit
        raised.rlim_cur = limit.rlim_max
        if raised.rlim_cur != limit.rlim_cur, setrlimit(resource, &raised) == 0 { limit = raised }
        return Int(clamping: limit.rlim_cur)
    }
}
