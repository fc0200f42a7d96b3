package import Foundation
package import GameRules
import JSON
import Postgres
package import Roundtable

extension PostgresStore {
    /// Counts a new claim in the session's row, so that nobody goes on with what is remembered of a session without
    /// claims. Another answer about a claim that is stored already counts for nothing: it would make everybody's
    /// commits fail.
    package func save(_ claim: Claim, at now: Date, answer: AnswerRecord) async throws(ServiceError) -> Bool {
        let response = try PostgresJSON(answer.answer)
        let witnesses = try claim.witnesses.map { witnesses throws(ServiceError) in try PostgresJSON(witnesses) }
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
                        created_at, expires_at, witnesses, needed)
                    SELECT session_id, \(claim.id.uuid), \(claim.seat.rawValue), \(claim.player.uuid),
                        \(claim.holder.uuid), \(claim.revision), \(claim.state.rawValue), \(claim.until),
                        \(claim.version), \(claim.createdAt), \(claim.expiresAt), \(witnesses), \(claim.needed)
                    FROM first_answer
                    ON CONFLICT (session_id, claim_id) DO NOTHING
                    RETURNING session_id
                ), counted AS (
                    UPDATE sessions SET cancellations = cancellations + 1
                    WHERE session_id = \(claim.session.uuid) AND EXISTS (SELECT FROM claim)
                )
                SELECT FROM first_answer
                """)
            return saved.count == 1
        } catch {
            // The player has just made another claim.
            guard error.sqlState == .uniqueViolation else { throw ServiceError(error) }
            return false
        }
    }

    package func claim(_ id: ClaimID, of session: SessionID) async throws(ServiceError) -> Claim? {
        try await claims(
            """
            \(unescaped: Claim.selection) WHERE c.session_id = \(session.uuid) AND c.claim_id = \(id.uuid)
            """
        ).first
    }

    package func openClaim(by player: PlayerID, of session: SessionID) async throws(ServiceError) -> Claim? {
        try await claims(
            """
            \(unescaped: Claim.selection)
            WHERE c.session_id = \(session.uuid) AND c.player_id = \(player.uuid) AND c.state = 'open'
            """
        ).first
    }

    package func openClaims(of session: SessionID, limit: Int) async throws(ServiceError) -> [Claim] {
        try await claims(
            """
            \(unescaped: Claim.selection) WHERE c.session_id = \(session.uuid) AND c.state = 'open'
            ORDER BY c.created_at, c.claim_id LIMIT \(limit)
            """)
    }

    package func newestClaim(to seat: SeatIndex, of session: SessionID) async throws(ServiceError) -> Claim? {
        try await claims(
            """
            \(unescaped: Claim.selection)
            WHERE c.session_id = \(session.uuid) AND c.seat = \(seat.rawValue) AND c.state = 'open'
            ORDER BY c.created_at DESC LIMIT 1
            """
        ).first
    }

    package func countClaims(of session: SessionID) async throws(ServiceError) -> Int {
        let rows = try await query(
            "SELECT count(*) FROM claims WHERE session_id = \(session.uuid) AND state = 'open'")
        return try read { try rows.first?.decode(at: 0, as: Int.self) ?? 0 }
    }

    package func devices(of player: PlayerID, in session: SessionID) async throws(ServiceError) -> [Device] {
        let rows = try await query(
            """
            SELECT \(unescaped: Device.columns()) FROM devices v
            WHERE v.session_id = \(session.uuid) AND v.player_id = \(player.uuid) ORDER BY v.local_id
            """)
        return try read { try rows.map { try Device(row: $0, player: player) } }
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

    package func openClaims(by player: PlayerID, limit: Int) async throws(ServiceError) -> Int {
        let rows = try await query(
            """
            SELECT count(*) FROM (
                SELECT FROM claims WHERE player_id = \(player.uuid) AND state = 'open' LIMIT \(limit)) AS counted
            """)
        return try read { try rows.first?.decode(at: 0) ?? 0 }
    }

    /// The claims that are shown of those that nobody has closed, the oldest first.
    func shownClaims(of session: SessionID) async throws(ServiceError) -> [Claim] {
        try await claims(
            """
            \(unescaped: Claim.selection) WHERE c.session_id = \(session.uuid) AND c.state = 'open'
            ORDER BY c.vouches DESC NULLS LAST, c.created_at, c.claim_id LIMIT \(Claim.shown)
            """
        ).sorted { ($0.createdAt, "\($0.id)") < ($1.createdAt, "\($1.id)") }
    }

    package func dueClaims(
        of session: SessionID, at now: Date, limit: Int
    ) async throws(ServiceError) -> [Claim] {
        try await claims(
            """
            \(unescaped: Claim.selection)
            WHERE c.session_id = \(session.uuid) AND c.state = 'open' AND coalesce(c.until, c.expires_at) <= \(now)
            ORDER BY coalesce(c.until, c.expires_at) LIMIT \(limit)
            """)
    }

    private func claims(_ statement: PostgresStatement) async throws(ServiceError) -> [Claim] {
        let rows = try await query(statement)
        return try read { try rows.map { try Claim(row: $0) } }
    }

    /// Locks the session's row, so that the event by which the claim is granted comes wholly before or finds it
    /// changed.
    package func update(
        _ claim: Claim, in session: Session, after report: ClaimReport?
    ) async throws(ServiceError) -> Bool {
        let vouches = claim.vouches(in: session.seating)
        let updated = try await query(
            """
            WITH counted AS (
                UPDATE sessions SET cancellations = cancellations + 1
                WHERE session_id = \(claim.session.uuid) AND revision = \(session.revision)
                RETURNING session_id
            ), updated AS (
                UPDATE claims SET state = \(claim.state.rawValue), until = \(claim.until), version = version + 1,
                    vouches = \(vouches), witnesses = CASE WHEN \(claim.state == .open) THEN witnesses END
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
        let response = try PostgresJSON(answer.answer)
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
                UPDATE claims SET state = 'vetoed', witnesses = NULL, version = version + 1
                WHERE session_id = \(session.uuid) AND seat = \(seat.rawValue) AND state = 'open'
                    AND EXISTS (SELECT FROM first_answer)
            )
            SELECT FROM first_answer
            """)
        return vetoed.count == 1
    }

    package func sessionsWithDueClaims(
        at now: Date, after last: PageMark?, limit: Int
    ) async throws(ServiceError) -> [DueSession] {
        let known = games.columns
        let rows = try await query(
            """
            SELECT due.at, due.session_id,
                (SELECT (s.game, s.rules) IN (SELECT * FROM unnest(\(known.names), \(known.rules)))
                    FROM sessions s WHERE s.session_id = due.session_id),
                (SELECT CASE WHEN f.kind = ANY (\(Self.restless)) THEN f.found_at ELSE f.retry_at END
                    FROM session_faults f WHERE f.session_id = due.session_id)
            FROM (
                SELECT session_id, min(coalesce(until, expires_at)) AS at FROM claims
                WHERE state = 'open' AND coalesce(until, expires_at) <= \(now)
                GROUP BY session_id
                HAVING \(last?.id) IS NULL
                    OR (min(coalesce(until, expires_at)), session_id) > (\(last?.at), \(last?.id))
                ORDER BY 2, 1 LIMIT \(limit)
            ) due
            ORDER BY due.at, due.session_id
            """)
        return try read {
            try rows.map { row in
                let (at, session, isKnown, restsUntil) = try row.decode((Date, UUID, Bool?, Date?).self)
                return DueSession(
                    PageMark(at: at, id: session), isFaulty: restsUntil != nil,
                    isLeftAlone: isKnown != true || restsUntil.map { $0 > now } ?? false)
            }
        }
    }
}

extension Claim {
    /// What ``init(row:)`` reads, of a claim `c`.
    fileprivate static let selection = """
        SELECT c.session_id, c.claim_id, c.seat, c.player_id, c.holder_id, c.revision, c.state, c.until, c.version, c.created_at,
        c.expires_at, c.witnesses, c.needed,
        EXISTS (
            SELECT FROM events
            WHERE session_id = c.session_id AND revision > c.revision AND player_id = c.holder_id
                AND request_id IS NOT NULL AND at > c.created_at
        ) OR EXISTS (
            SELECT FROM drafts
            WHERE session_id = c.session_id AND player_id = c.holder_id AND request_hash IS NOT NULL
                AND created_at > c.created_at
        ) OR EXISTS (
            SELECT FROM answers
            WHERE session_id = c.session_id AND player_id = c.holder_id AND created_at > c.created_at
        ) AS has_holder_acted,
        (
            SELECT jsonb_object_agg(player_id, vouches) FROM claim_reports
            WHERE session_id = c.session_id AND claim_id = c.claim_id
        ) AS reports
        FROM claims c
        """

    init(row: PostgresRow) throws {
        self.init(
            id: ClaimID(try row.decode("claim_id")), session: SessionID(try row.decode("session_id")),
            seat: SeatIndex(try row.decode("seat", as: Int.self)), player: PlayerID(try row.decode("player_id")),
            holder: PlayerID(try row.decode("holder_id")), revision: try row.decode("revision"),
            createdAt: try row.decode("created_at", as: Date.self).roundedToMilliseconds,
            expiresAt: try row.decode("expires_at", as: Date.self).roundedToMilliseconds,
            witnesses: try row.decode("witnesses", as: PostgresJSON?.self)?.decode(),
            needed: try row.decode("needed"))
        guard let state = State(rawValue: try row.decode("state")) else {
            throw ServiceError(.internal, "A stored claim has an unknown state.")
        }
        self.state = state
        until = try row.decode("until", as: Date?.self)?.roundedToMilliseconds
        version = try row.decode("version")
        hasHolderActed = try row.decode("has_holder_acted")
        reports =
            try row.decode("reports", as: PostgresJSON?.self).map { try JSONDocument($0.text).root.keyed() } ?? [:]
    }
}
