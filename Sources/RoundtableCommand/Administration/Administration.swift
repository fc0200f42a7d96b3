import ArgumentParser
import Foundation
import Logging
import Postgres
import Roundtable
import RoundtableStore
import ServiceLifecycle
import UnixSignals

/// The service as operators' commands use it: on the database itself, whether or not an instance runs.
typealias Administration = AssembledService

extension Administration {
    /// Runs a command on the configured database, or on the embedded one of the data directory, which is started for
    /// the time of the command unless an instance runs it already.
    static func run(
        _ settings: SettingsOptions, _ body: @escaping @Sendable (Administration) async throws -> Void
    ) async throws {
        let config = try await settings.reader()
        let logger = try Logger.configured(config, default: "warning")
        try await Database.attach(config, logger: logger, for: .administering).use { database in
            if let obstacle = await database.obstacle() { throw Refusal(obstacle) }
            let time = DatabaseTime(local: { Date().roundedToMilliseconds })
            let context = ServiceContext(
                games: RoundtableCommand.games, keys: try SigningKeys.configured(config),
                publicURL: "http://localhost", listeners: try await Listeners(notedOn: database.pool),
                now: { time.now })
            // Instances hear of changes as they do from each other.
            let assembled = try AssembledService(context, on: database.pool, database.configuration, logger: logger)
            let store = assembled.store
            try await time.set { try await store.time() }
            if let note = try await store.lastNote() { context.clockTime.set(note) }
            try await interruptible(with: database.services + store.services + [assembled.broadcast], logger: logger) {
                try await body(assembled)
            }
        }
    }
}

/// Runs a command as the last of the services that it needs: when it ends, they do, and when it is interrupted, it is
/// cancelled, so that nothing half made is left behind.
///
/// - Throws: exit code 130, as shells have it, for an interruption.
func interruptible(
    with services: [any Service] = [], logger: Logger, _ body: @escaping @Sendable () async throws -> Void
) async throws {
    let command = ServiceGroupConfiguration.ServiceConfiguration(
        service: CommandService(body: body), successTerminationBehavior: .gracefullyShutdownGroup,
        failureTerminationBehavior: .gracefullyShutdownGroup)
    let group = ServiceGroup(
        configuration: .init(
            services: services.map(ServiceGroupConfiguration.ServiceConfiguration.init(named:)) + [command],
            gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
    try await group.run()
}

private struct CommandService: Service {
    let body: @Sendable () async throws -> Void

    func run() async throws {
        do {
            try await cancelWhenGracefulShutdown(body)
        } catch {
            throw Task.isShuttingDownGracefully ? ExitCode(130) : error
        }
    }
}

/// Why a command does nothing, or settings can't be used; its description says so in a sentence.
struct Refusal: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    /// An error as an operator reads it: one of the database with the message of the server or libpq.
    static func explaining(_ error: any Error) -> any Error {
        switch error {
        case let error as PostgresError:
            Refusal(error.code == .server ? "The database says: \(error.explanation)" : error.explanation)
        case let error as ServiceError:
            Refusal(
                error.underlying.map { "\(error.detail) (\(($0 as? PostgresError)?.explanation ?? "\($0)"))" }
                    ?? error.detail)
        default: error
        }
    }
}
