package import Foundation
import GameRules
import Postgres
package import Roundtable

extension PostgresStore {
    /// One round trip, and another one only if somebody claims a seat: claims read after their session are never older.
    package func record(of session: SessionID, for asker: Asker?) async throws(ServiceError) -> SessionRecord? {
        let request = RecordRequest(session: session, asker: asker, known: cache.entry(session))
        guard let row = try await submit(request, to: records) else { return nil }
        var (record, isClaimed) = try read { try request.record(in: row, games: games) }
        lookups.count(request.known.map { $0.isCurrent(with: record) ? .hit : .refuted } ?? .miss)
        if isClaimed {
            record.claims = try await openClaims(of: session)
            cache.forget(session)
        } else if !request.knew(record) {
            let entry = RecordCache.Entry(session: record.session, cancellations: record.cancellations)
            cache.keep(entry, device: .some(record.device), of: asker)
        }
        return record
    }

    /// Only sessions in which nobody claims a seat.
    package func hint(of session: SessionID, for asker: Asker) -> SessionRecord? {
        guard let entry = cache.entry(session) else { return nil }
        return SessionRecord(
            session: entry.session, device: entry.device(of: asker) ?? nil, cancellations: entry.cancellations)
    }

    /// One statement: the session's row decides, and the rest follows from it.
    package func create(_ creation: Creation) async throws(ServiceError) -> Bool {
        let session = creation.session
        let identity = session.identity
        let answer = creation.answer
        let event = creation.event
        let draft = creation.draft
        let seating = try json(session.seating)
        let outcome = try session.outcome.map { outcome throws(ServiceError) in try json(outcome) }
        let details = try event.map { event throws(ServiceError) in try json(event.details) }
        let proposal = try draft.map { draft throws(ServiceError) in try json(draft.proposal) }
        let texts = try draft.map { draft throws(ServiceError) in try json(draft.texts) }
        let position = try PostgresJSON(session.position.snapshot.data).storable()
        let response = try PostgresJSON(answer.answer)
        let device = creation.device.kept(at: identity.createdAt)
        let created = try await query(
            """
            WITH created AS (
                INSERT INTO sessions (session_id, revision, state_revision, phase, seating, position, outcome, to_act,
                    deadline, cancellations, updated_at, game, rules, creator, turn_timeout_seconds, seed, created_at)
                VALUES (\(session.id.uuid), \(session.revision), \(session.stateRevision), \(session.phase.rawValue),
                    \(seating), \(position), \(outcome),
                    \(session.toAct.map(\.rawValue)), \(session.deadline), 0, \(session.updatedAt),
                    \(identity.game.rawValue), \(identity.rules), \(identity.creator.uuid),
                    \(identity.turnTimeoutSeconds), \(identity.seed.bytes), \(identity.createdAt))
                ON CONFLICT (session_id) DO NOTHING
                RETURNING session_id
            ), event AS (
                INSERT INTO events (session_id, revision, kind, seat, player_id, details, at)
                SELECT session_id, \(event?.revision), \(event?.kind.rawValue), \(event?.seat?.rawValue),
                    \(event?.player?.uuid), \(details), \(event?.at)
                FROM created WHERE \(event != nil)
            ), draft AS (
                INSERT INTO drafts (session_id, draft_id, player_id, proposal, texts, expected_revision, status,
                    created_at, expires_at)
                SELECT session_id, \(draft?.id.uuid), \(draft?.player.uuid), \(proposal), \(texts),
                    \(draft?.expectedRevision), \(draft?.status.rawValue), \(draft?.createdAt), \(draft?.expiresAt)
                FROM created WHERE \(draft != nil)
            ), binding AS (
                INSERT INTO session_players (session_id, player_id)
                SELECT session_id, \(identity.creator.uuid) FROM created
            ), told AS (
                SELECT session_id, \(identity.creator.uuid) AS player_id,
                    \(device.conversation.local.uuid) AS local_id, \(PostgresJSON(device)) AS device,
                    \(identity.createdAt) AS at
                FROM created
            ), \(unescaped: Device.keeping("told"))
            INSERT INTO answers (session_id, player_id, key, fingerprint, answer, created_at)
            SELECT session_id, \(answer.player.uuid), \(answer.request.key), \(answer.request.fingerprint),
                \(response), \(identity.createdAt)
            FROM created
            """)
        guard created.affectedRows == 1 else { return false }
        cache.keep(
            RecordCache.Entry(session: session, cancellations: 0), device: device, of: device.asker)
        return true
    }

    package func events(
        of session: SessionID, after revision: Int, limit: Int
    ) async throws(ServiceError) -> [Event] {
        let rows = try await query(
            """
            SELECT revision, kind, seat, player_id, details, at FROM events
            WHERE session_id = \(session.uuid) AND revision > \(revision) ORDER BY revision LIMIT \(limit)
            """)
        return try read { try rows.map { try Event(row: $0) } }
    }

    /// Leaves out sessions of games that this service does not know any more: one of them must not hide the others.
    package func sessions(of player: PlayerID, _ filter: SessionFilter) async throws(ServiceError) -> [Session] {
        let rows = try await query(
            """
            SELECT \(unescaped: Session.columns())
            FROM session_players p
            JOIN \(unescaped: Session.source) ON s.session_id = p.session_id
            WHERE p.player_id = \(player.uuid) AND s.game = ANY (\(games.names.map(\.rawValue)))
                AND (\(filter.phase?.rawValue) IS NULL OR s.phase = \(filter.phase?.rawValue))
                AND (\(filter.yourTurn) IS NULL OR \(filter.yourTurn) = EXISTS (
                    SELECT FROM unnest(s.to_act) AS acting (seat)
                    WHERE (s.seating -> 'seats' -> acting.seat ->> 'player')::uuid = \(player.uuid)))
                AND (\(filter.after?.id.uuid) IS NULL
                    OR (s.updated_at, s.session_id) < (\(filter.after?.updatedAt), \(filter.after?.id.uuid)))
            ORDER BY s.updated_at DESC, s.session_id DESC LIMIT \(filter.limit)
            """)
        return try read { try rows.map { try Session(row: $0, games: games) } }
    }

    package func overdue(at now: Date, limit: Int) async throws(ServiceError) -> [SessionID] {
        let rows = try await query(
            """
            SELECT session_id FROM sessions WHERE deadline <= \(now) ORDER BY deadline LIMIT \(limit)
            """)
        return try read { try rows.map { SessionID(try $0.decode("session_id")) } }
    }
}
