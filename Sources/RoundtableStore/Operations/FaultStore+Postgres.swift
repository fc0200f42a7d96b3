package import Foundation
import GameRules
import Logging
import Postgres
package import Roundtable

extension PostgresStore: VerificationStore {}

extension PostgresStore {
    @discardableResult
    package func note(_ fault: Fault) async throws(ServiceError) -> Bool {
        // NB: the rest is worked out here, for PostgreSQL does not take the sum of a time and an interval for
        // immutable.
        let known = try await self.fault(of: fault.session)
        let rest = known.map { Int(fault.foundAt.timeIntervalSince($0.foundAt)) } ?? 0
        let retryAt = fault.foundAt.adding(seconds: min(max(rest, Self.shortestRest), Self.longestRest))
        let foundAt = try await readFirst(
            """
            INSERT INTO session_faults (session_id, kind, detail, found_at, retry_at)
            VALUES (\(fault.session.uuid), \(fault.kind.rawValue), \(String(fault.detail.prefix(1000))),
                \(fault.foundAt), \(retryAt))
            ON CONFLICT (session_id) DO UPDATE
            SET kind = EXCLUDED.kind, detail = EXCLUDED.detail, retry_at = EXCLUDED.retry_at
            RETURNING found_at
            """
        ) { try $0.decode(at: 0, as: Date.self).roundedToMilliseconds }
        let isNew = foundAt == fault.foundAt
        if isNew {
            logger.error(
                "a session needs an operator",
                metadata: [
                    "session": .stringConvertible(fault.session), "kind": "\(fault.kind.rawValue)",
                    "reason": "\(fault.detail)",
                ])
        }
        return isNew
    }

    package func resolve(_ session: SessionID, _ kinds: Set<Fault.Kind>, at now: Date) async throws(ServiceError) {
        _ = try await query(
            """
            DELETE FROM session_faults
            WHERE session_id = \(session.uuid) AND (kind = ANY (\(kinds.map(\.rawValue)))
                OR kind = \(Fault.Kind.stuck.rawValue) AND retry_at <= \(now.adding(seconds: -Self.sweepSeconds)))
            """)
    }

    package func faults(_ kind: Fault.Kind?, limit: Int) async throws(ServiceError) -> [Fault] {
        try await readAll(
            """
            SELECT session_id, kind, detail, found_at FROM session_faults
            WHERE \(kind?.rawValue) IS NULL OR kind = \(kind?.rawValue)
            ORDER BY found_at, session_id LIMIT \(limit)
            """
        ) { try Fault(row: $0) }
    }

    /// The fault of a session; nil if none is known.
    package func fault(of session: SessionID) async throws(ServiceError) -> Fault? {
        try await readFirst(
            "SELECT session_id, kind, detail, found_at FROM session_faults WHERE session_id = \(session.uuid)"
        ) { try Fault(row: $0) }
    }

    package func countFaults() async throws(ServiceError) -> [Fault.Kind: Int] {
        let counts = try await readAll("SELECT kind, count(*) FROM session_faults GROUP BY kind") {
            try $0.decode((String, Int).self)
        }
        return Dictionary(
            counts.compactMap { kind, count in Fault.Kind(rawValue: kind).map { ($0, count) } }, uniquingKeysWith: +)
    }

    /// The kinds of faults for which no sweep lets a session rest: it goes on when its game is known again, or at once.
    static let restless = [Fault.Kind.unknownGame, .differs].map(\.rawValue)

    /// The time that sweeps may take to try again a session whose rest is over, in seconds.
    private static let sweepSeconds = 600
    /// The time that sweeps leave a session alone at least, and at most, in seconds.
    private static let shortestRest = 60
    private static let longestRest = 3600
}

extension Fault {
    /// Reads a fault from its row; one of a kind that a later program knows is unreadable to this one.
    fileprivate init(row: PostgresRow) throws {
        self.init(
            session: SessionID(try row.decode("session_id")),
            kind: Kind(rawValue: try row.decode("kind")) ?? .unreadable, detail: try row.decode("detail"),
            foundAt: try row.decode("found_at", as: Date.self).roundedToMilliseconds)
    }
}

extension GameLibrary {
    /// The names of all games, and the versions of their rules beside them: two parameters for `unnest`.
    var columns: (names: [String], rules: [Int]) {
        let versions = versions
        return (versions.map(\.name.rawValue), versions.map(\.rules))
    }
}
