import Foundation
import Logging
import Postgres
package import Roundtable
import Synchronization

/// The sessions of which another transaction has locked a row for longer than a batch waits. Their requests are executed
/// alone, so that they hold up no others.
package final class LockedSessions: Sendable {
    private struct Entry {
        /// The requests that are executed alone at the moment.
        var requests = 0
        /// When a request first found the session locked; nil if none has.
        var lockedSince: ContinuousClock.Instant?
        var lockedLast: ContinuousClock.Instant?
        var holder: LockHolder?
    }

    /// The time after the last refusal in which requests are not yet batched again.
    private static let restSeconds = 5

    private let entries = Mutex<[SessionID: Entry]>([:])
    private let pool: PostgresPool
    private let logger: Logger

    init(_ pool: PostgresPool, logger: Logger) { (self.pool, self.logger) = (pool, logger) }

    /// Whether requests of a session are to be executed alone.
    func contains(_ session: SessionID) -> Bool {
        entries.withLock { entries in
            guard !entries.isEmpty, let entry = entries[session] else { return false }
            if entry.requests > 0 || Self.isRecent(entry) { return true }
            entries[session] = nil
            return false
        }
    }

    /// The sessions that are locked, since when in seconds, and who holds the lock as far as that is known.
    package var all: [(session: SessionID, holder: LockHolder?, seconds: Double)] {
        let now = ContinuousClock.now
        return entries.withLock(\.self).compactMap { session, entry in
            guard let since = entry.lockedSince, Self.isRecent(entry) else { return nil }
            return (session, entry.holder, since.duration(to: now) / .seconds(1))
        }
    }

    private static func isRecent(_ entry: Entry) -> Bool {
        entry.lockedLast.map { $0.duration(to: .now) < .seconds(restSeconds) } ?? false
    }

    /// Executes a request of a session by itself.
    func alone<Output>(
        _ session: SessionID, _ body: () async throws(ServiceError) -> Output
    ) async throws(ServiceError) -> Output {
        entries.withLock { $0[session, default: Entry()].requests += 1 }
        do {
            let output = try await body()
            end(session, wasLocked: false)
            return output
        } catch {
            let wasLocked = (error.underlying as? PostgresError)?.sqlState == .lockNotAvailable
            if end(session, wasLocked: wasLocked) { await findHolder(of: session) }
            throw error
        }
    }

    /// Returns whether the session turned out to be locked just now.
    @discardableResult
    private func end(_ session: SessionID, wasLocked: Bool) -> Bool {
        entries.withLock { entries in
            guard var entry = entries[session] else { return false }
            entry.requests -= 1
            let isNew = wasLocked && !Self.isRecent(entry)
            if wasLocked { entry.lockedLast = .now }
            if isNew {
                (entry.lockedSince, entry.holder) = (.now, nil)
                entries = entries.filter { $1.requests > 0 || Self.isRecent($1) }
            }
            entries[session] = entry.requests > 0 || Self.isRecent(entry) ? entry : nil
            return isNew
        }
    }

    private func findHolder(of session: SessionID) async {
        let holder = try? await pool.query(LockHolder.ofSessions([session.uuid])).first.map { row throws in
            try LockHolder(row: row)
        }
        entries.withLock { $0[session]?.holder = holder ?? nil }
        logger.warning(
            "a session is locked by another transaction, and its players are refused",
            metadata: ["session": "\(session)", "backend": "\(holder.flatMap(\.self)?.description ?? "unknown")"])
    }
}

/// A backend of the database's that holds a lock.
package struct LockHolder: Sendable, CustomStringConvertible {
    package let session: SessionID
    package let process: Int
    let application: String
    let state: String
    let seconds: Int

    package var description: String { "process \(process) (\(application), \(state), for \(seconds) s)" }

    init(row: PostgresRow) throws {
        session = SessionID(try row.decode("session_id"))
        process = try row.decode("pid")
        application = try row.decode("application_name")
        state = try row.decode("state")
        seconds = try row.decode("seconds")
    }

    /// Finds who has locked the rows of sessions: the transaction that is the last in a row's `xmax`, and still open.
    /// Several who share a lock are not found.
    static func ofSessions(_ sessions: [UUID]) -> PostgresStatement {
        search("s.session_id = ANY (\(sessions))")
    }

    /// The same of all sessions, for transactions that have been open for two seconds or longer. Reads all sessions,
    /// if there is such a transaction.
    static var all: PostgresStatement { search("a.xact_start < clock_timestamp() - interval '2 seconds'") }

    private static func search(_ condition: StatementPart) -> PostgresStatement {
        """
        SELECT s.session_id, l.pid::int8 AS pid, coalesce(a.application_name, '') AS application_name,
            coalesce(a.state, '?') AS state,
            coalesce(extract(epoch FROM clock_timestamp() - a.xact_start), 0)::int8 AS seconds
        FROM sessions s
            JOIN pg_locks l ON l.locktype = 'transactionid' AND l.mode = 'ExclusiveLock' AND l.granted
                AND l.transactionid = s.xmax
            LEFT JOIN pg_stat_activity a ON a.pid = l.pid
        WHERE \(condition) LIMIT 100
        """
    }
}
