import ArgumentParser
import Configuration
import Foundation
import Logging
import Postgres
import Roundtable
import RoundtableStore
import ServiceLifecycle
import UnixSignals

/// The service as operators' commands use it: on the database itself, whether or not an instance runs.
struct Administration: Sendable {
    let service: RoundtableService
    let context: ServiceContext
    let store: PostgresStore
    let pool: PostgresPool

    /// Runs a command on the configured database, or on the embedded one of the data directory, which is started for
    /// the time of the command unless an instance runs it already.
    static func run(
        _ settings: SettingsOptions, _ body: @escaping @Sendable (Administration) async throws -> Void
    ) async throws {
        let config = try await settings.reader()
        let logger = try Logger.configured(config, default: "warning")
        let database = try await Database.attach(config, logger: logger, for: .administering)
        do {
            if let obstacle = await database.obstacle() { throw SettingsError(obstacle) }
            try await serve(database, config, logger, body)
        } catch {
            await database.close()
            throw error
        }
    }

    /// Instances hear of changes as they do from each other.
    private static func serve(
        _ database: Database, _ config: ConfigReader, _ logger: Logger,
        _ body: @escaping @Sendable (Administration) async throws -> Void
    ) async throws {
        let time = DatabaseTime(local: { Date().roundedToMilliseconds })
        let context = ServiceContext(
            games: RoundtableCommand.games,
            keys: try SigningKeys.configured(config, dataDirectory: database.directory),
            publicURL: "http://localhost", listeners: try await Listeners(notedOn: database.pool),
            now: { time.now })
        let assembled = try AssembledService(context, on: database.pool, database.configuration, logger: logger)
        try await time.set { try await assembled.store.time() }
        if let note = try await assembled.store.lastNote() { context.clockTime.set(note) }
        let administration = Administration(
            service: assembled.service, context: context, store: assembled.store, pool: database.pool)
        let services = database.services + assembled.store.services + [assembled.broadcast]
        let command = CommandService { try await body(administration) }
        let group = ServiceGroup(
            configuration: .init(
                services: services.map(ServiceGroupConfiguration.ServiceConfiguration.init(named:)) + [
                    .init(
                        service: command, successTerminationBehavior: .gracefullyShutdownGroup,
                        failureTerminationBehavior: .gracefullyShutdownGroup)
                ],
                gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
        try await group.run()
    }
}

/// A command as the last of the services that it needs: when it ends, they do, and when it is interrupted, it ends.
private struct CommandService: Service {
    let body: @Sendable () async throws -> Void

    func run() async throws {
        do {
            try await cancelWhenGracefulShutdown(body)
        } catch {
            // 130 is what shells make of an interruption.
            throw Task.isShuttingDownGracefully ? ExitCode(130) : error
        }
    }
}

/// Why a command does nothing; its description says so in a sentence.
struct Refusal: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    /// An error as an operator reads it: one of the database with the message of the server or libpq.
    static func explaining(_ error: any Error) -> any Error {
        switch error {
        case let error as PostgresError: Refusal("The database says: \(error.explanation)")
        case let error as ServiceError:
            Refusal(
                error.underlying.map { "\(error.detail) (\(($0 as? PostgresError)?.explanation ?? "\($0)"))" }
                    ?? error.detail)
        default: error
        }
    }
}
