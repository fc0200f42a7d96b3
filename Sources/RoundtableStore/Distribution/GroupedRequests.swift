import Foundation
import Logging
import Postgres
import Roundtable
import ServiceLifecycle

/// Something that the store is asked for so often that many wait for it at the same moment.
protocol GroupedRequest: Sendable {
    associatedtype Output: Sendable

    /// One node: what waits at the same moment, as one statement. The first column of its rows is the ordinal of a
    /// request, from 1; a request whose condition did not hold has none.
    static func statement(for requests: [Self]) -> PostgresStatement

    static func output(of row: PostgresRow) throws(PostgresError) -> Output

    /// Distributed sessions: this request alone, by statements that name its session, each of which is executed by the
    /// one node that has it. Nil if its condition did not hold.
    func execute(on pool: PostgresPool) async throws(ServiceError) -> Output?
}

/// The execution of requests of one kind: the one place where the store does on a single node otherwise than where
/// sessions are distributed over many.
///
/// A statement for many sessions shares its cost on one node. Across nodes it would be a transaction of all of them.
enum GroupedRequests<Request: GroupedRequest>: Sendable {
    /// By a batcher, many at once.
    case together(PostgresBatcher<Request, Request.Output>)
    /// By a pool, each by itself.
    case alone(PostgresPool)

    /// - Parameters:
    ///   - pool: the store's, for requests that are executed alone.
    ///   - key: what a request is about, as batchers want to know it.
    init(
        over pool: PostgresPool, _ configuration: PostgresConfiguration, _ options: PostgresBatcherOptions,
        key: @escaping @Sendable (Request) -> UUID?, logger: Logger
    ) throws(PostgresError) {
        guard !configuration.isDistributed else {
            self = .alone(pool)
            return
        }
        self = .together(
            try PostgresBatcher(
                configuration: configuration, options: options, key: key, statement: Request.statement(for:),
                decode: Request.output(of:), logger: logger))
    }

    /// The service that must run while requests are executed.
    var service: (any Service)? {
        switch self {
        case .together(let batcher): batcher
        case .alone: nil
        }
    }

    /// Executes a request; nil if its condition did not hold.
    func submit(_ request: Request) async throws(ServiceError) -> Request.Output? {
        switch self {
        case .alone(let pool): return try await request.execute(on: pool)
        case .together(let batcher):
            do {
                return try await batcher.submit(request)
            } catch {
                throw ServiceError(error)
            }
        }
    }

    /// Refuses what is new and finishes what has begun; the pool is not closed.
    func close() async {
        if case .together(let batcher) = self { await batcher.close() }
    }
}
