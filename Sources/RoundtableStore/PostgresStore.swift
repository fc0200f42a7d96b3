import CEmbedded
import Foundation
package import GameRules
package import Logging
package import Postgres
package import Roundtable
package import ServiceLifecycle

/// The service's stores in PostgreSQL: reads through a pool, turns and new sessions through batchers.
///
/// The capabilities are in the extensions of the same names; the tables in `sql/`. NB: a class, for every use case
/// holds one.
package final class PostgresStore: SessionStores, PlayerStores {
    package struct Limits: Sendable {
        /// The number of sessions that are remembered; each takes a few kilobytes.
        package var cachedSessions = 20_000
        /// The number of statements of one kind, with all that waits, that are on their way at once; each kind has as
        /// many connections. One is fastest unless the database has cores to spare.
        package var batchWorkers = 1

        package init() {}
    }

    let pool: PostgresPool
    let turns: GroupedRequests<CommitRow>
    let drafts: GroupedRequests<DraftRow>
    let creations: GroupedRequests<CreationRow>
    let records: GroupedRequests<RecordRequest>
    let answers: GroupedRequests<StoredAnswer.Search>
    package let locked: LockedSessions
    private let batchWorkers: Int
    /// Whether sessions are distributed over many nodes.
    let isDistributed: Bool
    let cache: RecordCache
    /// Until when answers to turns may be found in `answers`.
    let lookups: CacheLookups
    let games: GameLibrary
    package let watch: RulesWatch
    let logger: Logger

    /// Stores over a pool, with batchers of the same configuration for turns and for what is read of sessions.
    ///
    /// - Parameter watch: the one over the rules of the sessions that are read.
    /// - Throws: `PostgresError`, if the batchers can't be configured.
    package init(
        pool: PostgresPool, configuration: PostgresConfiguration, games: GameLibrary,
        watch: RulesWatch = RulesWatch(), limits: Limits = Limits(), logger: Logger
    ) throws(PostgresError) {
        self.pool = pool
        self.games = games
        self.watch = watch
        self.logger = logger
        let locked = LockedSessions(pool, logger: logger)
        self.locked = locked
        batchWorkers = limits.batchWorkers
        isDistributed = configuration.isDistributed
        cache = RecordCache(capacity: limits.cachedSessions)
        lookups = CacheLookups(of: "sessions", configuration.metricsFactory)
        func grouped<Request>(
            _ name: String, isOnePerKey: Bool = true, key: @escaping @Sendable (Request) -> UUID?
        ) throws(PostgresError) -> GroupedRequests<Request> {
            var options = PostgresBatcherOptions()
            (options.name, options.workers, options.isOnePerKey) = (name, limits.batchWorkers, isOnePerKey)
            return try GroupedRequests(
                over: pool, configuration, options, locked: locked, key: key, logger: logger)
        }
        // Of those who act at the same moment on one session, one is first, and the others are told so together.
        turns = try grouped("turns", isOnePerKey: false) { $0.commit.session.id.uuid }
        drafts = try grouped("drafts") { $0.saving.draft.player.uuid }
        creations = try grouped("sessions") { $0.creation.session.id.uuid }
        records = try grouped("records") { _ in nil }
        answers = try grouped("answers") { _ in nil }
    }

    /// The services that must run while the store is used, in the order of starting.
    package var services: [any Service] {
        let batchers: [(any Service)?] = [
            turns.batcher, drafts.batcher, creations.batcher, records.batcher, answers.batcher,
        ]
        return [pool] + batchers.compactMap(\.self)
    }

    /// The longest time that a player's request has waited for its batch by now.
    package var longestWait: Duration {
        [
            turns.batcher?.longestWait, drafts.batcher?.longestWait, creations.batcher?.longestWait,
            records.batcher?.longestWait, answers.batcher?.longestWait,
        ].compactMap(\.self).max() ?? .zero
    }

    /// The number of connections that it has at most.
    package var maximumConnections: Int { pool.maximumConnections + (services.count - 1) * batchWorkers }

    /// Refuses what is new, finishes what has begun, and ends all connections; for stores that no service group runs.
    package func close() async {
        await turns.close()
        await drafts.close()
        await creations.close()
        await records.close()
        await answers.close()
        await pool.close()
    }

    func query(_ statement: PostgresStatement) async throws(ServiceError) -> PostgresResult {
        try await pool.rows(of: statement)
    }

    /// Executes a statement that changes a row, and says whether there was such a row.
    func changes(_ statement: PostgresStatement) async throws(ServiceError) -> Bool {
        try await query(statement).affectedRows > 0
    }

    /// Executes a statement, and reads each of its rows.
    func readAll<Value>(
        _ statement: PostgresStatement, _ value: (PostgresRow) throws -> Value
    ) async throws(ServiceError) -> [Value] {
        let rows = try await query(statement)
        return try read { try rows.map(value) }
    }

    /// Executes a statement, and reads its first row; nil if there is none.
    func readFirst<Value>(
        _ statement: PostgresStatement, _ value: (PostgresRow) throws -> Value
    ) async throws(ServiceError) -> Value? {
        let rows = try await query(statement)
        return try read { try rows.first.map(value) }
    }

    /// Executes a statement, and reads the ID in the first column of each of its rows.
    func readIDs(_ statement: PostgresStatement) async throws(ServiceError) -> [UUID] {
        try await readAll(statement) { try $0.decode(at: 0) }
    }

    /// Executes a transaction.
    ///
    /// - Parameter sentence: the error's, if something else than the database fails.
    func inTransaction<Value>(
        _ options: PostgresTransactionOptions = PostgresTransactionOptions(), orFailing sentence: String,
        _ body: (PostgresTransaction) async throws -> Value
    ) async throws(ServiceError) -> Value {
        do {
            return try await pool.withTransaction(options, body)
        } catch let error as PostgresError {
            throw ServiceError(error)
        } catch {
            throw (error as? ServiceError) ?? ServiceError(.internal, sentence, underlying: error)
        }
    }

    /// Counts up to a limit what a player has in all sessions.
    ///
    /// As long as a node of a cluster is away, it counts nothing: a quota is not to keep others from playing.
    func count(_ statement: PostgresStatement) async throws(ServiceError) -> Int {
        do {
            return try await pool.query(statement).first?.decode(at: 0) ?? 0
        } catch  where isDistributed && error.sqlState?.isOfAbsence == true {
            return 0
        } catch {
            throw ServiceError(error)
        }
    }

    /// Reads a row, whose columns are ours: anything unexpected is a fault of ours.
    func read<Value>(_ body: () throws -> Value) throws(ServiceError) -> Value {
        do {
            return try body()
        } catch let error as ServiceError {
            throw error
        } catch {
            throw ServiceError(.internal, "A stored row can't be read.", underlying: error)
        }
    }
}

extension PostgresStore {
    /// The migrations of `sql/`, which are part of the program: `embedded.c` lists them.
    package static let migrations: [PostgresMigration] = {
        var migrations: [PostgresMigration] = []
        var file = embedded_migrations()
        while let name = file?.pointee.name, let content = file?.pointee.content {
            let label = String(cString: name)
            guard let migration = PostgresMigration(label: label, sql: String(cString: content)) else {
                preconditionFailure("The migration \(label) is misnamed.")
            }
            migrations.append(migration)
            file = file?.successor()
        }
        return migrations
    }()
}

extension PostgresPool {
    /// Executes a statement; throws what a player gets for a failure of it.
    func rows(of statement: PostgresStatement) async throws(ServiceError) -> PostgresResult {
        do {
            return try await query(statement)
        } catch {
            throw ServiceError(error)
        }
    }
}

extension ServiceError {
    /// The error that a player gets for a failure of the database: try again, or a fault of ours.
    init(_ error: PostgresError) {
        switch error.code {
        case .connectionFailed, .connectionLost, .closed, .waitDeadlineExceeded, .queueFull, .statementTimeout:
            self.init(.unavailable, "The database is away; try again.", underlying: error)
        case .server where error.sqlState?.isOfAbsence == true:
            self.init(.unavailable, "The database can't do that at the moment; try again.", underlying: error)
        case .server where error.isSafeToRetry || error.sqlState == .lockNotAvailable:
            self.init(.unavailable, "The database is busy; try again.", underlying: error)
        case .server, .rolledBackInstead, .decodingFailed, .unsupported, .invalidConfiguration, .cancelled:
            self.init(.internal, "Something went wrong here.", underlying: error)
        }
    }
}
