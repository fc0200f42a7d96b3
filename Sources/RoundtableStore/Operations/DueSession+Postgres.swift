import Foundation
import GameRules
import Logging
import Postgres
import Roundtable

/// Rows of sessions, in which something is due at a time.
struct DueRows {
    let table: String
    /// The time, as an expression that an index has.
    let time: String
    /// The rows that the index has.
    let condition: String
}

extension PostgresStore {
    /// The sessions of some rows whose time has come, in the order of times; a session of several rows comes as often.
    ///
    /// As long as a node of a cluster is away, those of the others.
    ///
    /// - Parameter now: the rows go by players' clocks; the date decides whether a fault still lets a session rest.
    func sessions(
        with rows: DueRows, at now: ClockReading, after last: PageMark?, limit: Int
    ) async throws(ServiceError) -> [DueSession] {
        let found: PostgresResult
        do {
            found = try await pool.query(rows.due(by: now.clockTime, after: last, limit: limit))
        } catch  where isDistributed && error.sqlState?.isOfAbsence == true {
            logger.warning(
                "sessions of an unreachable node are skipped",
                metadata: ["table": "\(rows.table)", "reason": "\(error)"])
            found = try await query(rows.dueInReachableShards(by: now.clockTime, after: last, limit: limit))
        } catch {
            throw ServiceError(error)
        }
        let due = try read {
            try found.map { row in
                let (at, session) = try row.decode((Date, UUID).self)
                return (at.roundedToMilliseconds, session)
            }
        }
        let rests = try await rests(of: due.map(\.1))
        return due.map { at, session in
            let rest = rests[session]
            return DueSession(
                PageMark(at: at, id: session), isFaulty: rest?.until != nil,
                isLeftAlone: rest?.isKnown != true || rest?.until.map { $0 > now.date } ?? false)
        }
    }

    /// Of sessions, those that there are: whether their game is known, and until when a fault lets them rest.
    private func rests(of sessions: [UUID]) async throws(ServiceError) -> [UUID: (isKnown: Bool, until: Date?)] {
        guard !sessions.isEmpty else { return [:] }
        let rests = try await readAll(
            """
            SELECT s.session_id, s.game, s.rules,
                CASE WHEN f.kind = ANY (\(Self.restless)) THEN f.found_at ELSE f.retry_at END
            FROM sessions s LEFT JOIN session_faults f ON f.session_id = s.session_id
            WHERE s.session_id = ANY (\(sessions))
            """
        ) { row in
            let (session, game, rules, until) = try row.decode((UUID, String, Int, Date?).self)
            return (session, (games.game(GameName(rawValue: game), version: rules) != nil, until))
        }
        return Dictionary(rests) { first, _ in first }
    }
}

extension DueRows {
    /// Time and session of each row after a place.
    func due(by now: Date, after last: PageMark?, limit: Int) -> PostgresStatement {
        """
        SELECT \(unescaped: time) AS at, session_id FROM \(unescaped: table)
        WHERE \(unescaped: condition) AND \(unescaped: time) <= \(now)
            AND (\(last?.id) IS NULL OR (\(unescaped: time), session_id) > (\(last?.at), \(last?.id)))
        ORDER BY at, session_id LIMIT \(limit)
        """
    }

    /// The same of a cluster, asked of each shard by itself: a shard that does not answer has none.
    func dueInReachableShards(by now: Date, after last: PageMark?, limit: Int) -> PostgresStatement {
        let shard = """
            SELECT json_agg(json_build_array(at, session_id)) FROM (
                SELECT \(time) AS at, session_id FROM %%s
                WHERE \(condition) AND \(time) <= %1$L
                    AND (%2$L::uuid IS NULL OR (\(time), session_id) > (%3$L, %2$L))
                ORDER BY at, session_id LIMIT %4$s) AS due
            """
        return """
            SELECT (due->>0)::timestamptz AS at, (due->>1)::uuid AS session_id
            FROM run_command_on_shards(\(table)::regclass, format(
                    \(shard), \(now)::timestamptz, \(last?.id)::uuid,
                    \(last?.at)::timestamptz, \(limit)::int)) AS shards,
                json_array_elements(CASE WHEN success THEN nullif(result, '')::json END) AS due
            ORDER BY at, session_id LIMIT \(limit)
            """
    }
}
