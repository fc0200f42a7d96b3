import Configuration
import EmbeddedPostgres
import Foundation
import Hummingbird
import Logging
import Postgres
import Roundtable
import RoundtableHTTP
import RoundtableStore
import ServiceLifecycle
import UnixSignals

/// One running instance of the service, with everything it needs, in the order of starting.
struct Instance {
    private let group: ServiceGroup
    private let claims: ClaimService

    /// Opens the database and puts the parts together.
    ///
    /// - Parameters:
    ///   - onServerRunning: called with the port once requests are answered.
    ///   - now: tells the time.
    init(
        _ config: ConfigReader, logger: Logger,
        onServerRunning: @escaping @Sendable (Int) async -> Void = { _ in },
        now: @escaping @Sendable () -> Date = { Date().roundedToMilliseconds }
    ) async throws {
        let settings = try ServeSettings(config)
        let database = try await Database.open(config, logger: logger)
        let services: [any Service]
        do {
            (claims, services) = try await Self.assemble(settings, config, database, logger, now, onServerRunning)
        } catch {
            await database.pool.close()
            await database.embedded?.stop()
            throw error
        }
        group = ServiceGroup(
            configuration: .init(
                services: services.map { .init(service: $0) }, gracefulShutdownSignals: [.sigterm, .sigint],
                logger: logger))
    }

    /// Runs until SIGTERM, SIGINT or ``stop()``.
    func run() async throws { try await group.run() }

    /// Begins to stop, without waiting for the end.
    func stop() async { await group.triggerGracefulShutdown() }

    /// Grants or closes now the claims whose time has come, rather than within a second.
    func settleClaims() async throws { try await claims.sweep() }

    private static func assemble(
        _ settings: ServeSettings, _ config: ConfigReader, _ database: Database, _ logger: Logger,
        _ now: @escaping @Sendable () -> Date, _ onServerRunning: @escaping @Sendable (Int) async -> Void
    ) async throws -> (ClaimService, [any Service]) {
        if let obstacle = await database.obstacle() { throw SettingsError(obstacle) }
        let games = RoundtableCommand.games
        let keys = try SigningKeys.configured(config, dataDirectory: database.directory)
        let context = ServiceContext(
            games: games, keys: keys, publicURL: settings.publicURL, limits: settings.limits, now: now)
        let store = try PostgresStore(
            pool: database.pool, configuration: database.configuration, games: games,
            limits: settings.storeLimits, logger: logger)
        let broadcast = ChangeBroadcast(over: store)
        let changes = SessionChanges(announce: broadcast.announce)
        broadcast.wakes(changes)
        let service = RoundtableService(store: store, context: context, changes: changes)
        let retention = RetentionService(
            context: context, store: store, changes: changes, retention: settings.retention,
            archive: try settings.archive.map(SessionArchive.appending))
        let router = RoundtableRouter(
            service: service, pictures: PictureRenderer(),
            rateLimit: settings.rateLimit.map { RateLimit(requestsPerMinute: $0) }, obstacle: database.obstacle)
        let responder = router.build().buildResponder()
        let quick = QuickRequests(
            responder, limit: settings.requestsAtOnce, serverName: "roundtable", logger: logger)
        let server = Application(
            responder: responder, server: .http1(configuration: .init(additionalChannelHandlers: [quick.handler()])),
            configuration: .init(address: .hostname(settings.host, port: settings.port), serverName: "roundtable"),
            onServerRunning: { channel in await onServerRunning(channel.localAddress?.port ?? settings.port) },
            logger: logger)
        let services: [any Service] = [
            broadcast, Periodically(every: .seconds(1), logger: logger, service.deadlines.sweep),
            Periodically(every: .seconds(1), logger: logger, service.claims.sweep),
            Periodically(every: .seconds(5), logger: logger, service.successions.sweep),
            Periodically(every: .seconds(1), logger: logger, service.players.sweep),
            Periodically(every: .seconds(1), logger: logger) { _ = try await retention.step() }, server,
            ClosingChanges(changes: changes),
        ]
        return (service.claims, database.services + store.services + services)
    }
}

/// Ends held reads as soon as the instance is to stop, so that the server need not wait for them.
private struct ClosingChanges: Service {
    let changes: SessionChanges

    func run() async throws {
        try? await gracefulShutdown()
        changes.close()
    }
}
