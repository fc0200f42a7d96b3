import Foundation
import Logging
import Postgres
import Roundtable
import ServiceLifecycle

/// Something that the store is asked for so often that many wait for it at the same moment.
protocol GroupedRequest: Sendable {
    associatedtype Output: Sendable

    var session: SessionID { get }

    /// One node: what waits at the same moment, as one statement. The first column of its rows is the ordinal of a
    /// request, from 1; a request whose condition did not hold has none.
    static func statement(for requests: [Self]) -> PostgresStatement

    static func output(of row: PostgresRow) throws(PostgresError) -> Output

    /// This request alone, by statements that name its session: of distributed sessions each is executed by the one node
    /// that has it. Nil if its condition did not hold.
    func execute(on pool: PostgresPool) async throws(ServiceError) -> Output?
}

/// The execution of requests of one kind: by a batcher many at once, or each by itself where sessions are distributed
/// over many nodes, or locked by somebody else.
///
/// A statement for many sessions shares its cost on one node. Across nodes it would be a transaction of all of them.
struct GroupedRequests<Request: GroupedRequest>: Sendable {
    private let pool: PostgresPool
    private let locked: LockedSessions
    /// Nil where sessions are distributed.
    let batcher: PostgresBatcher<Request, Request.Output>?

    /// - Parameters:
    ///   - pool: the store's, for requests that are executed alone.
    ///   - key: what a request is about, as batchers want to know it.
    init(
        over pool: PostgresPool, _ configuration: PostgresConfiguration, _ options: PostgresBatcherOptions,
        locked: LockedSessions, key: @escaping @Sendable (Request) -> UUID?, logger: Logger
    ) throws(PostgresError) {
        self.pool = pool
        self.locked = locked
        batcher =
            configuration.isDistributed
            ? nil
            : try PostgresBatcher(
                configuration: configuration, options: options, key: key, statement: Request.statement(for:),
                decode: Request.output(of:), logger: logger)
    }

    /// Executes a request; nil if its condition did not hold.
    func submit(_ request: Request) async throws(ServiceError) -> Request.Output? {
        if let batcher, !locked.contains(request.session) {
            do {
                return try await batcher.submit(request)
            } catch  where error.sqlState == .lockNotAvailable {
                // Another one of the batch may have met the lock.
            } catch {
                throw ServiceError(error)
            }
        }
        return try await locked.alone(request.session) { () throws(ServiceError) in
            try await request.execute(on: pool)
        }
    }

    /// Refuses what is new and finishes what has begun; the pool is not closed.
    func close() async { await batcher?.close() }
}
