package import Foundation
package import GameRules
import Postgres
package import Roundtable

extension PostgresStore {
    /// Counts in the session's row, so that nobody goes on with what is remembered of a session without claims.
    package func save(_ claim: Claim, at now: Date, answer: AnswerRecord) async throws(ServiceError) -> Bool {
        let response = try json(answer.answer)
        do {
            let saved = try await pool.query(
                """
                WITH first_answer AS (
                    INSERT INTO answers (session_id, player_id, key, fingerprint, answer, created_at)
                    SELECT session_id, \(answer.player.uuid), \(answer.request.key), \(answer.request.fingerprint),
                        \(response), \(now)
                    FROM sessions WHERE session_id = \(claim.session.uuid)
                    ON CONFLICT (session_id, player_id, key) DO NOTHING
                    RETURNING session_id
                ), claim AS (
                    INSERT INTO claims (session_id, claim_id, seat, player_id, holder_id, revision, state, until, version,
                        created_at, expires_at)
                    SELECT session_id, \(claim.id.uuid), \(claim.seat.rawValue), \(claim.player.uuid),
                        \(claim.holder.uuid), \(claim.revision), \(claim.state.rawValue), \(claim.until),
                        \(claim.version), \(claim.createdAt), \(claim.expiresAt)
                    FROM first_answer
                    ON CONFLICT (session_id, claim_id) DO NOTHING
                ), counted AS (
                    UPDATE sessions SET cancellations = cancellations + 1
                    WHERE session_id = \(claim.session.uuid) AND EXISTS (SELECT FROM first_answer)
                )
                SELECT FROM first_answer
                """)
            return saved.count == 1
        } catch {
            // The player has just made another claim to the seat.
            guard error.sqlState == .uniqueViolation else { throw ServiceError(error) }
            return false
        }
    }

    package func claim(_ id: ClaimID, of session: SessionID) async throws(ServiceError) -> Claim? {
        let rows = try await query(
            """
            SELECT \(unescaped: Claim.columns) FROM claims c
            WHERE c.session_id = \(session.uuid) AND c.claim_id = \(id.uuid)
            """)
        return try read { try rows.first.map { try Claim(row: $0) } }
    }

    package func isVetoed(
        _ player: PlayerID, claiming seat: SeatIndex, of holder: PlayerID, in session: SessionID
    ) async throws(ServiceError) -> Bool {
        let rows = try await query(
            """
            SELECT FROM claims
            WHERE session_id = \(session.uuid) AND seat = \(seat.rawValue) AND player_id = \(player.uuid)
                AND holder_id = \(holder.uuid) AND state = 'vetoed'
            LIMIT 1
            """)
        return rows.count == 1
    }

    /// The claims that nobody has closed, the oldest first.
    func openClaims(of session: SessionID) async throws(ServiceError) -> [Claim] {
        let rows = try await query(
            """
            SELECT \(unescaped: Claim.columns) FROM claims c
            WHERE c.session_id = \(session.uuid) AND c.state = 'open' ORDER BY c.created_at, c.claim_id
            """)
        return try read { try rows.map { try Claim(row: $0) } }
    }

    /// Locks the session's row, so that the event by which the claim is granted comes wholly before or finds it changed.
    package func update(
        _ claim: Claim, at revision: Int, after report: ClaimReport?
    ) async throws(ServiceError) -> Bool {
        let updated = try await query(
            """
            WITH counted AS (
                UPDATE sessions SET cancellations = cancellations + 1
                WHERE session_id = \(claim.session.uuid) AND revision = \(revision)
                RETURNING session_id
            ), updated AS (
                UPDATE claims SET state = \(claim.state.rawValue), until = \(claim.until), version = version + 1
                WHERE session_id = \(claim.session.uuid) AND claim_id = \(claim.id.uuid) AND state = 'open'
                    AND version = \(claim.version) AND EXISTS (SELECT FROM counted)
                RETURNING session_id, claim_id
            ), reported AS (
                INSERT INTO claim_reports (session_id, claim_id, player_id, vouches, at)
                SELECT session_id, claim_id, \(report?.witness.uuid), \(report?.vouches), \(report?.at)
                FROM updated WHERE \(report != nil)
                ON CONFLICT (session_id, claim_id, player_id) DO UPDATE
                SET vouches = EXCLUDED.vouches, at = EXCLUDED.at
            )
            SELECT FROM updated
            """)
        return updated.count == 1
    }

    /// Locks the session's row, as every change of a claim does.
    package func veto(
        _ seat: SeatIndex, by message: FreshMessage, of session: SessionID, answer: AnswerRecord
    ) async throws(ServiceError) -> Bool {
        let response = try json(answer.answer)
        let vetoed = try await query(
            """
            WITH counted AS (
                UPDATE sessions SET cancellations = cancellations + 1
                WHERE session_id = \(session.uuid) AND revision = \(message.revision)
                RETURNING session_id
            ), first_answer AS (
                INSERT INTO answers (session_id, player_id, key, fingerprint, answer, created_at)
                SELECT session_id, \(message.player.uuid), \(answer.request.key), \(answer.request.fingerprint),
                    \(response), \(message.createdAt)
                FROM counted
                ON CONFLICT (session_id, player_id, key) DO NOTHING
                RETURNING session_id
            ), fresh AS (
                INSERT INTO fresh_messages (session_id, message_id, player_id, revision, created_at)
                SELECT session_id, \(message.id.uuid), \(message.player.uuid), \(message.revision), \(message.createdAt)
                FROM first_answer
            ), vetoed AS (
                UPDATE claims SET state = 'vetoed', version = version + 1
                WHERE session_id = \(session.uuid) AND seat = \(seat.rawValue) AND state = 'open'
                    AND EXISTS (SELECT FROM first_answer)
            )
            SELECT FROM first_answer
            """)
        return vetoed.count == 1
    }

    package func sessionsWithDueClaims(at now: Date, limit: Int) async throws(ServiceError) -> [SessionID] {
        let rows = try await query(
            """
            SELECT session_id FROM claims WHERE state = 'open' AND coalesce(until, expires_at) <= \(now)
            GROUP BY session_id ORDER BY min(coalesce(until, expires_at)) LIMIT \(limit)
            """)
        return try read { try rows.map { SessionID(try $0.decode("session_id")) } }
    }
}

extension Claim {
    /// What ``init(row:)`` reads, of a claim `c`.
    static let columns = """
        c.session_id, c.claim_id, c.seat, c.player_id, c.holder_id, c.revision, c.state, c.until, c.version, c.created_at,
        c.expires_at,
        EXISTS (
            SELECT FROM answers
            WHERE session_id = c.session_id AND player_id = c.holder_id AND created_at > c.created_at
        ) AS has_holder_acted,
        (
            SELECT jsonb_object_agg(player_id, vouches) FROM claim_reports
            WHERE session_id = c.session_id AND claim_id = c.claim_id
        ) AS reports
        """

    init(row: PostgresRow) throws {
        self.init(
            id: ClaimID(try row.decode("claim_id")), session: SessionID(try row.decode("session_id")),
            seat: SeatIndex(try row.decode("seat", as: Int.self)), player: PlayerID(try row.decode("player_id")),
            holder: PlayerID(try row.decode("holder_id")), revision: try row.decode("revision"),
            createdAt: try row.decode("created_at", as: Date.self).roundedToMilliseconds,
            expiresAt: try row.decode("expires_at", as: Date.self).roundedToMilliseconds)
        guard let state = State(rawValue: try row.decode("state")) else {
            throw ServiceError(.internal, "A stored claim has an unknown state.")
        }
        self.state = state
        until = try row.decode("until", as: Date?.self)?.roundedToMilliseconds
        version = try row.decode("version")
        hasHolderActed = try row.decode("has_holder_acted")
        reports = try row.decode("reports", as: PostgresJSON?.self)?.decode() ?? [:]
    }
}
