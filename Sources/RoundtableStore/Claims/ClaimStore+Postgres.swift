package import Foundation
package import GameRules
import RoundtableJSON
import Postgres
package import Roundtable
@_spi(Roundtable) import RoundtableModel

extension PostgresStore {
    /// Counts a new claim in the session's row, so that nobody goes on with what is remembered of a session without
    /// claims. Another answer about a claim that is stored already counts for nothing: it would make everybody's
    /// commits fail.
    package func save(
        _ claim: Claim, at now: Date, answer: StoredAnswer, telling notices: [Notice]
    ) async throws(ServiceError) -> Bool {
        let witnesses = try PostgresJSON(ifPresent: claim.witnesses)
        var writes = SessionTransaction()
        writes.add("SELECT FROM sessions WHERE session_id = \(claim.session.uuid)", expecting: .oneRow)
        try writes.addAnswer(answer, in: claim.session, at: now)
        // NB: counted by what was there before, since the claim may be one of an earlier answer.
        writes.add(
            """
            UPDATE sessions SET generation = generation + 1
            WHERE session_id = \(claim.session.uuid) AND NOT EXISTS (
                SELECT FROM claims WHERE session_id = \(claim.session.uuid) AND claim_id = \(claim.id.uuid))
            """)
        // NB: of another open claim of the player's it is the index that knows, and the transaction fails.
        writes.add(
            """
            INSERT INTO claims (session_id, claim_id, seat, player_id, holder_id, revision, state, until, version,
                created_at, expires_at, witnesses, needed)
            VALUES (\(claim.session.uuid), \(claim.id.uuid), \(claim.seat.rawValue), \(claim.player.uuid),
                \(claim.holder.uuid), \(claim.revision), \(claim.state.rawValue), \(claim.until), \(claim.version),
                \(claim.createdAt), \(claim.expiresAt), \(witnesses), \(claim.needed))
            ON CONFLICT (session_id, claim_id) DO NOTHING
            """)
        // NB: a cluster takes no subquery in what it inserts.
        writes.add(
            """
            UPDATE claims SET seen_since = (
                SELECT min(first_seen_at) FROM devices
                WHERE session_id = \(claim.session.uuid) AND player_id = \(claim.player.uuid))
            WHERE session_id = \(claim.session.uuid) AND claim_id = \(claim.id.uuid) AND seen_since IS NULL
            """)
        writes.add(Self.settingAside(in: claim.session))
        try writes.add(notices)
        return try await writes.execute(on: pool) != nil
    }

    package func claim(_ id: ClaimID, of session: SessionID) async throws(ServiceError) -> Claim? {
        try await claims(of: session, "c.claim_id = \(id.uuid)").first
    }

    package func openClaim(by player: PlayerID, of session: SessionID) async throws(ServiceError) -> Claim? {
        try await claims(of: session, "c.player_id = \(player.uuid) AND c.state IN ('open', 'aside')").first
    }

    package func newestClaim(to seat: SeatIndex, of session: SessionID) async throws(ServiceError) -> Claim? {
        try await claims(
            of: session, "c.seat = \(seat.rawValue) AND c.state = 'open' ORDER BY c.created_at DESC LIMIT 1"
        ).first
    }

    package func devices(of player: PlayerID, in session: SessionID) async throws(ServiceError) -> [Device] {
        try await devices(of: session, where: "v.player_id = \(player.uuid) ORDER BY v.local_id")
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
        try await count(
            """
            SELECT count(*) FROM (
                SELECT 1 FROM claims
                WHERE player_id = \(player.uuid) AND state IN ('open', 'aside') LIMIT \(limit)) AS counted
            """)
    }

    /// The claims that are shown of those that nobody has closed, the oldest first.
    func shownClaims(of session: SessionID) async throws(ServiceError) -> [Claim] {
        try await claims(
            of: session,
            "c.state = 'open' ORDER BY c.vouches DESC NULLS LAST, c.created_at, c.claim_id LIMIT \(Claim.shown)"
        ).sorted { ($0.createdAt, "\($0.id)") < ($1.createdAt, "\($1.id)") }
    }

    package func dueClaims(of session: SessionID, at now: Date, limit: Int) async throws(ServiceError) -> [Claim] {
        try await claims(
            of: session,
            """
            c.state IN ('open', 'aside') AND coalesce(c.until, c.expires_at) <= \(now)
            ORDER BY coalesce(c.until, c.expires_at) LIMIT \(limit)
            """)
    }

    /// Of the events that the holder made the seats tell.
    ///
    /// NB: the condition on the drafts names each status, so that the index of authors answers it with one look per
    /// status; a committed one has an event. Each part names the session for itself, so that a cluster finds the node
    /// that has all of them.
    private func claims(of session: SessionID, _ condition: StatementPart) async throws(ServiceError) -> [Claim] {
        let id = session.uuid
        return try await readAll(
            """
            SELECT c.session_id, c.claim_id, c.seat, c.player_id, c.holder_id, c.revision, c.state, c.until, c.version,
                c.created_at, c.expires_at, c.witnesses, c.needed,
                EXISTS (
                    SELECT FROM drafts WHERE player_id = c.holder_id AND created_at > c.created_at
                        AND status IN (\(unescaped: Draft.Status.withoutEvent)) AND session_id = \(id)
                ) OR EXISTS (
                    SELECT FROM answers WHERE player_id = c.holder_id AND created_at > c.created_at
                        AND session_id = \(id)
                ) AS has_holder_acted,
                (SELECT jsonb_object_agg(player_id, vouches) FROM claim_reports
                    WHERE claim_id = c.claim_id AND session_id = \(id)) AS reports
            FROM claims c WHERE c.session_id = \(id) AND \(condition)
            """
        ) { try Claim(row: $0) }
    }

    /// Locks the session's row, so that the event by which the claim is granted comes wholly before or finds it
    /// changed.
    package func update(
        _ claim: Claim, in session: Session, after report: ClaimReport?
    ) async throws(ServiceError) -> Bool {
        let vouches = claim.vouches(in: session.seating)
        var writes = SessionTransaction()
        writes.add(Self.counting(claim.session, at: session.revision), expecting: .oneRow)
        writes.add(
            """
            UPDATE claims SET state = \(claim.state.rawValue), until = \(claim.until), version = version + 1,
                vouches = \(vouches), witnesses = CASE WHEN \(claim.state.stands) THEN witnesses END
            WHERE session_id = \(claim.session.uuid) AND claim_id = \(claim.id.uuid)
                AND state IN ('open', 'aside') AND version = \(claim.version)
            """, expecting: .oneRow)
        if let report {
            writes.add(
                """
                INSERT INTO claim_reports (session_id, claim_id, player_id, vouches, at)
                VALUES (\(claim.session.uuid), \(claim.id.uuid), \(report.witness.uuid), \(report.vouches),
                    \(report.at))
                ON CONFLICT (session_id, claim_id, player_id) DO UPDATE
                SET vouches = EXCLUDED.vouches, at = EXCLUDED.at
                """)
            // NB: it may have been set aside until this vouch.
            writes.add(Self.settingAside(in: claim.session))
        }
        return try await writes.execute(on: pool) != nil
    }

    /// Locks the session's row, as every change of a claim does.
    package func veto(
        _ seat: SeatIndex, by message: FreshMessageRecord, of session: SessionID, answer: StoredAnswer
    ) async throws(ServiceError) -> Bool {
        var writes = SessionTransaction()
        writes.add(Self.counting(session, at: message.revision), expecting: .oneRow)
        try writes.addAnswer(answer, in: session, at: message.createdAt)
        writes.add(message.insertion(in: session))
        writes.add(
            """
            UPDATE claims SET state = 'vetoed', witnesses = NULL, version = version + 1
            WHERE session_id = \(session.uuid) AND seat = \(seat.rawValue) AND state = 'open'
            """)
        return try await writes.execute(on: pool) != nil
    }

    /// Sets claims of a session aside of which there are too many: of those that fewest have vouched for the ones of
    /// players whom the session has known for the shortest time, and the newest of these.
    private static func settingAside(in session: SessionID) -> PostgresStatement {
        """
        UPDATE claims SET state = 'aside', version = version + 1
        WHERE session_id = \(session.uuid) AND state = 'open' AND claim_id IN (
            SELECT claim_id FROM claims WHERE session_id = \(session.uuid) AND state = 'open'
            ORDER BY coalesce(vouches, 0) DESC, seen_since NULLS LAST, created_at, claim_id
            OFFSET \(Claim.capacity) LIMIT 16)
        """
    }

    /// Locks a session's row at a revision, and counts a change that the revision does not show.
    private static func counting(_ session: SessionID, at revision: Int) -> PostgresStatement {
        """
        UPDATE sessions SET generation = generation + 1
        WHERE session_id = \(session.uuid) AND revision = \(revision)
        """
    }

    package func sessionsWithDueClaims(
        at now: ClockReading, after last: PageMark?, limit: Int
    ) async throws(ServiceError) -> [DueSession] {
        let due = DueRows(table: "claims", time: "coalesce(until, expires_at)", condition: "state IN ('open', 'aside')")
        return try await sessions(with: due, at: now, after: last, limit: limit)
    }
}

extension Claim {
    init(row: PostgresRow) throws {
        self.init(
            id: ClaimID(try row.decode("claim_id")), session: SessionID(try row.decode("session_id")),
            seat: SeatIndex(try row.decode("seat", as: Int.self)), player: PlayerID(try row.decode("player_id")),
            holder: PlayerID(try row.decode("holder_id")), revision: try row.decode("revision"),
            createdAt: try row.decode("created_at", as: Date.self).roundedToMilliseconds,
            expiresAt: try row.decode("expires_at", as: Date.self).roundedToMilliseconds,
            witnesses: try row.decode("witnesses", as: PostgresJSON?.self)?.decode(),
            needed: try row.decode("needed"))
        state = try row.word("state", orThrow: "A stored claim has an unknown state.")
        until = try row.decode("until", as: Date?.self)?.roundedToMilliseconds
        version = try row.decode("version")
        hasHolderActed = try row.decode("has_holder_acted")
        reports =
            try row.decode("reports", as: PostgresJSON?.self).map { try JSONDocument($0.text).root.keyed() } ?? [:]
    }
}

extension Draft.Status {
    /// All states of drafts that have no event, as SQL lists them.
    fileprivate static let withoutEvent = allCases.filter { $0 != .committed }.map { "'\($0.rawValue)'" }
        .joined(separator: ", ")
}
