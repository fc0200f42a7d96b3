package import Foundation
import GameRules
import Postgres
package import Roundtable

extension PostgresStore: RetentionStore {
    /// Leaves the answers of a session in which somebody claims a seat, which show that its holder has acted, and the
    /// drafts that they show. Files sessions that are over in their players' lists.
    package func tidy(
        _ limits: RetentionLimits, after last: SessionID?, limit: Int
    ) async throws(ServiceError) -> (last: SessionID?, removals: Removals) {
        let found = try await readAll(
            """
            SELECT session_id, CASE WHEN phase = 'draft' THEN (origin ->> 'session')::uuid END FROM sessions
            WHERE session_id > \(last?.uuid ?? .beforeAll) ORDER BY session_id LIMIT \(limit)
            """
        ) { try $0.decode((UUID, UUID?).self) }
        let ids = found.map(\.0)
        if ids.count < limit { try await forgetCharges(before: limits.answers) }
        let end = ids.count < limit ? UUID.afterAll : ids.last ?? .afterAll
        try await removeOrphans(after: last?.uuid ?? .beforeAll, upTo: end, besides: ids)
        try await abandonLost(found.compactMap { id, before in before.map { (id, $0) } })
        return (ids.last.map { SessionID($0) }, try await tidy(ids, limits))
    }

    /// Abandons rematches whose opening was never sent, if another one of the same session counts. NB: the sessions
    /// before may be on other nodes.
    private func abandonLost(_ rematches: [(session: UUID, before: UUID)]) async throws(ServiceError) {
        guard !rematches.isEmpty else { return }
        let announced = try await readAll(
            """
            SELECT session_id, rematch_id FROM sessions
            WHERE session_id = ANY (\(rematches.map(\.before))) AND rematch_id IS NOT NULL
            """
        ) { try $0.decode((UUID, UUID).self) }
        // NB: one that was announced may never have come to be, and makes room for another.
        let opened = Set(
            try await readIDs(
                "SELECT session_id FROM sessions WHERE session_id = ANY (\(announced.map(\.1))) AND revision > 0"))
        let counting = Dictionary(announced.filter { opened.contains($0.1) }) { first, _ in first }
        let outcome = try PostgresJSON(Outcome.abandoned)
        for (session, before) in rematches {
            guard let rematch = counting[before], rematch != session else { continue }
            var writes = SessionTransaction()
            writes.add(
                """
                UPDATE sessions SET generation = generation + 1, phase = \(Session.Phase.abandoned.rawValue),
                    outcome = \(outcome)
                WHERE session_id = \(session) AND revision = 0 AND phase = 'draft'
                """, expecting: .oneRow)
            writes.add(
                """
                UPDATE drafts SET status = 'overtaken'
                WHERE session_id = \(session) AND status IN ('live', 'replaced')
                """)
            _ = try await writes.execute(on: pool)
        }
    }

    /// Of several sessions among which is one that the server can't tidy, that one is noted as a fault.
    private func tidy(_ sessions: [UUID], _ limits: RetentionLimits) async throws(ServiceError) -> Removals {
        var removals = Removals()
        do {
            guard !sessions.isEmpty else { return removals }
            while true {
                let page = try await tidyPage(sessions, limits)
                removals = removals + page
                guard max(page.answers, page.drafts, page.aliases) == Self.tidiedRows else { break }
            }
            return removals + Removals(sessions: try await removeUnopened(sessions, before: limits.drafts))
        } catch  where error.isOfRows {
            guard sessions.count == 1 else {
                for session in sessions { removals = removals + (try await tidy([session], limits)) }
                return removals
            }
            try await noteStuck(SessionID(sessions[0]), "The session can't be tidied.", error)
            return removals
        }
    }

    /// The number of rows of each table that one statement removes.
    static let tidiedRows = 1000

    private func tidyPage(_ ids: [UUID], _ limits: RetentionLimits) async throws(ServiceError) -> Removals {
        try await readFirst(
            """
            WITH answer AS (
                DELETE FROM answers WHERE (session_id, player_id, key) IN (
                    SELECT session_id, player_id, key FROM answers a
                    WHERE session_id = ANY (\(ids)) AND created_at < \(limits.answers)
                        AND NOT EXISTS (
                            SELECT FROM claims WHERE session_id = a.session_id AND state IN ('open', 'aside'))
                    LIMIT \(Self.tidiedRows))
                RETURNING 1
            ), draft AS (
                DELETE FROM drafts WHERE (session_id, draft_id) IN (
                    SELECT session_id, draft_id FROM drafts d
                    WHERE session_id = ANY (\(ids)) AND expires_at < \(limits.drafts) AND status <> 'committed'
                        AND NOT EXISTS (
                            SELECT FROM claims WHERE session_id = d.session_id AND state IN ('open', 'aside'))
                    LIMIT \(Self.tidiedRows))
                RETURNING 1
            ), device AS (
                DELETE FROM devices WHERE (session_id, player_id, local_id) IN (
                    SELECT v.session_id, v.player_id, v.local_id
                    FROM devices v JOIN sessions s ON s.session_id = v.session_id
                    WHERE v.session_id = ANY (\(ids)) AND v.seen_at < \(limits.aliases)
                        AND s.updated_at < \(limits.aliases)
                    LIMIT \(Self.tidiedRows))
                RETURNING 1
            ), filed AS (
                UPDATE session_players p SET is_filed = true, listed_at = s.updated_at
                FROM sessions s
                WHERE p.session_id = ANY (\(ids)) AND s.session_id = p.session_id
                    AND s.phase IN ('finished', 'abandoned') AND (NOT p.is_filed OR p.listed_at <> s.updated_at)
            )
            SELECT (SELECT count(*) FROM draft), (SELECT count(*) FROM device), (SELECT count(*) FROM answer)
            """
        ) { row in
            let (drafts, aliases, answers) = try row.decode((Int, Int, Int).self)
            return Removals(drafts: drafts, aliases: aliases, answers: answers)
        } ?? Removals()
    }

    /// Removes what a request wrote while its session was being removed: it belongs to a session that there is none of.
    private func removeOrphans(after start: UUID, upTo end: UUID, besides sessions: [UUID]) async throws(ServiceError) {
        let tables = ["drafts", "devices", "answers", "fresh_messages"]
        let parts = tables.map { table -> StatementPart in
            """
            SELECT session_id FROM \(unescaped: table)
            WHERE session_id > \(start) AND session_id <= \(end) AND session_id <> ALL (\(sessions))
            """
        }
        for id in try await readIDs("\(parts, separatedBy: " UNION ") LIMIT 1000") {
            var writes = SessionTransaction()
            for table in tables {
                // NB: a session may have come into being meanwhile.
                writes.add(
                    """
                    DELETE FROM \(unescaped: table) WHERE session_id = \(id)
                        AND NOT EXISTS (SELECT FROM sessions WHERE session_id = \(id))
                    """)
            }
            _ = try await writes.execute(on: pool)
        }
    }

    private func removeUnopened(_ sessions: [UUID], before: Date?) async throws(ServiceError) -> Int {
        let ids = try await readIDs(
            """
            SELECT session_id FROM sessions s
            WHERE session_id = ANY (\(sessions)) AND revision = 0 AND created_at < \(before)
                AND NOT EXISTS (SELECT FROM drafts WHERE session_id = s.session_id)
            """)
        return ids.isEmpty ? 0 : try await query(Self.removal(of: ids)).count
    }

    /// Locks the sessions while they are written to the archive: another instance passes them over. So it does those
    /// that could not be removed before, until they have rested.
    package func removeFinished(
        before: Date, at now: Date, after last: SessionID?, limit: Int,
        archive: (@Sendable ([[UInt8]]) async throws -> Void)?, noting entry: AuditEntry?
    ) async throws(ServiceError) -> (last: SessionID?, removed: [SessionID]) {
        let candidates = try await readAll(
            """
            SELECT session_id, updated_at < \(before)
                    AND coalesce(greatest(rematch_at, rematch_asked_at) < \(Self.keepsSeats(since: now)), true),
                \(unescaped: Self.writtenBytes)
            FROM sessions s
            WHERE phase IN ('finished', 'abandoned') AND session_id > \(last?.uuid ?? .beforeAll)
                AND NOT EXISTS (
                    SELECT FROM session_faults f WHERE f.session_id = s.session_id AND f.retry_at > \(Date.now)
                        AND f.kind <> ALL (\(Self.restless)))
            ORDER BY session_id LIMIT \(limit)
            """
        ) { try $0.decode((UUID, Bool, Int).self) }
        var removed: [SessionID] = []
        for part in Self.parts(of: candidates.filter(\.1).map { ($0.0, $0.2) }) {
            removed += try await removeFinished(part, at: now, archive: archive, noting: entry)
        }
        return (candidates.last.map { SessionID($0.0) }, removed)
    }

    /// The bytes of a session's events, as SQL, none of a row that is damaged; and roughly those of the drafts in its
    /// line that never counted.
    private static let writtenBytes = """
        \(draftBytes) * (SELECT count(*) FROM (
            SELECT FROM drafts d WHERE d.session_id = s.session_id AND d.status <> 'committed'
            LIMIT \(SessionFile.uncountedDrafts)) AS uncounted)
        + CASE WHEN json_typeof(s.seating -> 'bytes') = 'array' THEN coalesce((
            SELECT sum(CASE WHEN bytes ~ '^[0-9]{1,12}$' THEN bytes::bigint END)::bigint
            FROM json_array_elements_text(s.seating -> 'bytes') AS bytes), 0) ELSE 0 END
        """

    private static let draftBytes = 32 << 10

    /// The bytes that are removed, and written to the archive, by one transaction, but for those of a single
    /// session.
    static let removedBytes = 16 << 20

    /// Sessions with their bytes, in parts that one transaction removes.
    static func parts(of sessions: [(id: UUID, bytes: Int)]) -> [[UUID]] {
        var parts: [[UUID]] = []
        var sum = 0
        for session in sessions {
            sum += session.bytes
            if parts.isEmpty || sum > removedBytes {
                parts.append([session.id])
                sum = session.bytes
            } else {
                parts[parts.count - 1].append(session.id)
            }
        }
        return parts
    }

    /// Removes those of some sessions that are over. One that the server can't write down for the archive, or not in
    /// time, stays, and is noted as a fault; the others go.
    ///
    /// - Parameter now: a session whose rematch keeps seats at that time stays, too; nil for no such time.
    package func removeFinished(
        _ sessions: [UUID], at now: Date?, archive: (@Sendable ([[UInt8]]) async throws -> Void)?,
        noting entry: AuditEntry?
    ) async throws(ServiceError) -> [SessionID] {
        guard !sessions.isEmpty else { return [] }
        do {
            // NB: sessions of several nodes can't be locked by one statement, and are no concern of each other's.
            if !isDistributed || sessions.count == 1 {
                return try await remove(sessions, at: now, archive: archive, noting: entry)
            }
        } catch  where error.isOfRows {
            if sessions.count == 1 {
                try await noteStuck(SessionID(sessions[0]), "The session can't be archived.", error)
                return []
            }
        }
        var removed: [SessionID] = []
        for session in sessions {
            removed += try await removeFinished([session], at: now, archive: archive, noting: entry)
        }
        return removed
    }

    private func noteStuck(_ session: SessionID, _ sentence: String, _ error: ServiceError) async throws(ServiceError) {
        let detail = "\(sentence) \(error.explanation)"
        let kind: Fault.Kind = error.isDamage ? .unreadable : .stuck
        try await note(Fault(session: session, kind: kind, detail: detail, foundAt: .now.roundedToMilliseconds))
    }

    /// Rematches from then on have seats that are kept.
    private static func keepsSeats(since now: Date) -> Date { now.adding(seconds: -Rematch.keptSeconds) }

    /// The number of sessions that ``removeFinished(before:at:after:limit:archive:noting:)`` would remove.
    package func countFinished(before: Date, at now: Date) async throws(ServiceError) -> Int {
        try await readFirst(
            """
            SELECT count(*) FROM sessions WHERE phase IN ('finished', 'abandoned') AND updated_at < \(before)
                AND coalesce(greatest(rematch_at, rematch_asked_at) < \(Self.keepsSeats(since: now)), true)
            """
        ) { try $0.decode(at: 0) } ?? 0
    }

    private func remove(
        _ sessions: [UUID], at now: Date?, archive: (@Sendable ([[UInt8]]) async throws -> Void)?,
        noting entry: AuditEntry?
    ) async throws(ServiceError) -> [SessionID] {
        try await inTransaction(orFailing: "Sessions can't be archived, so they stay.") { transaction in
            let locked = try await transaction.query(
                """
                SELECT session_id FROM sessions
                WHERE session_id = ANY (\(sessions)) AND phase IN ('finished', 'abandoned')
                    AND coalesce(greatest(rematch_at, rematch_asked_at) < \(now.map(Self.keepsSeats)), true)
                ORDER BY session_id FOR UPDATE SKIP LOCKED
                """)
            let ids = try locked.map { try $0.decode(at: 0, as: UUID.self) }
            guard !ids.isEmpty else { return [] }
            if let archive {
                let lines = try await transaction.query(
                    """
                    SELECT \(unescaped: SessionFile.expression(at: nil)) FROM sessions s
                    WHERE s.session_id = ANY (\(ids)) ORDER BY s.session_id
                    """)
                try await archive(try lines.map { try $0.decode(at: 0, as: PostgresJSON.self).text })
            }
            let removed = try await transaction.query(Self.removal(of: ids))
            try await transaction.note(entry)
            return try removed.map { SessionID(try $0.decode(at: 0)) }
        }
    }

    /// Removes sessions with all that belongs to them.
    private static func removal(of sessions: [UUID]) -> PostgresStatement {
        let parts = Distribution.tables.filter { $0 != "sessions" }.map { table -> StatementPart in
            "of_\(unescaped: table) AS (DELETE FROM \(unescaped: table) WHERE session_id = ANY (\(sessions)))"
        }
        return """
            WITH \(parts, separatedBy: ", ")
            DELETE FROM sessions WHERE session_id = ANY (\(sessions)) RETURNING session_id
            """
    }
}

extension ServiceError {
    /// Whether the server is there, but can't do what it was asked for with some rows: they are damaged, or too much.
    fileprivate var isOfRows: Bool {
        guard let error = underlying as? PostgresError else { return false }
        switch error.code {
        // NB: a server's process that needs too much memory may be ended by the system.
        case .statementTimeout, .decodingFailed, .connectionLost: return true
        case .server:
            if error.sqlState == .outOfMemory || error.sqlState == .queryCanceled { return true }
            return !error.isSafeToRetry && error.sqlState?.isOfAbsence == false
                && error.sqlState != .lockNotAvailable
        case .connectionFailed, .closed, .waitDeadlineExceeded, .queueFull, .rolledBackInstead,
            .unsupported, .invalidConfiguration, .cancelled:
            return false
        }
    }
}
