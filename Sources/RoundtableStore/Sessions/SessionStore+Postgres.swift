package import Foundation
import GameRules
import Postgres
package import Roundtable

extension PostgresStore {
    /// One round trip, and another one only if somebody claims a seat: claims read after their session are never older.
    package func record(of session: SessionID, for asker: Asker?) async throws(ServiceError) -> SessionRecord? {
        let request = RecordRequest(session: session, asker: asker, known: cache.entry(session))
        guard let row = try await records.submit(request) else { return nil }
        var (record, isClaimed) = try read { try request.record(in: row, games: games, watch: watch) }
        lookups.count(request.known.map { $0.isCurrent(with: record) ? .hit : .refuted } ?? .miss)
        if isClaimed {
            record.claims = try await shownClaims(of: session)
            cache.forget(session)
        } else if !request.knew(record) {
            let known = request.known.flatMap { $0.isCurrent(with: record) ? $0 : nil }
            let entry = if let known { known } else { try read { try RecordCache.Entry(record, in: row) } }
            cache.keep(entry, device: .some(record.device), of: asker)
        }
        return record
    }

    package func version(of session: SessionID) async throws(ServiceError) -> SessionVersion? {
        try await readFirst("SELECT revision, generation FROM sessions WHERE session_id = \(session.uuid)") { row in
            let (revision, generation) = try row.decode((Int, Int).self)
            return SessionVersion(revision: revision, generation: generation)
        }
    }

    /// The database's time.
    package func time() async throws(ServiceError) -> Date {
        try await readFirst("SELECT clock_timestamp()") { try $0.decode(at: 0, as: Date.self) } ?? Date()
    }

    package func isKnown(_ player: PlayerID, in session: SessionID) async throws(ServiceError) -> Bool {
        try await readFirst(
            """
            SELECT EXISTS (
                SELECT FROM session_players WHERE session_id = \(session.uuid) AND player_id = \(player.uuid)
            ) OR EXISTS (
                SELECT FROM devices WHERE session_id = \(session.uuid) AND player_id = \(player.uuid)
            )
            """
        ) { try $0.decode(at: 0) } ?? false
    }

    /// As ``record(of:for:)`` for the first; one more statement for all others, or for each thousand of them. What is
    /// found of them is not remembered: they only look on.
    package func records(of session: SessionID, for askers: [Asker?]) async throws(ServiceError) -> [SessionRecord?] {
        guard let first = askers.first else { return [] }
        guard let shared = try await record(of: session, for: first) else { return askers.map { _ in nil } }
        var records: [SessionRecord?] = [shared]
        let entry = cache.entry(session).flatMap { $0.isCurrent(with: shared) ? $0 : nil }
        let known =
            entry
            ?? RecordCache.Entry(
                session: shared.session, generation: shared.generation, position: [], bytes: 0)
        while records.count < askers.count {
            let next = askers[records.count...].prefix(Self.readersAtOnce)
            records += try await self.records(next.map { RecordRequest(session: session, asker: $0, known: known) })
        }
        return records
    }

    private static let readersAtOnce = 1024

    /// Of one session, its claims read after it.
    private func records(_ requests: [RecordRequest]) async throws(ServiceError) -> [SessionRecord?] {
        guard let session = requests.first?.session else { return [] }
        let rows = try await query(RecordRequest.search(requests, of: session))
        var records = [SessionRecord?](repeating: nil, count: requests.count)
        var claimed: [Int] = []
        try read {
            for row in rows {
                let place = try row.decode(at: 0, as: Int.self) - 1
                let (record, isClaimed) = try requests[place].record(in: row, games: games, watch: watch)
                records[place] = record
                if isClaimed { claimed.append(place) }
            }
        }
        guard !claimed.isEmpty else { return records }
        let claims = try await shownClaims(of: session)
        for place in claimed { records[place]?.claims = claims }
        return records
    }

    /// Only sessions in which nobody claims a seat.
    package func cachedRecord(of session: SessionID, for asker: Asker) -> SessionRecord? {
        guard let entry = cache.entry(session) else { return nil }
        let device = entry.device(of: asker) ?? nil
        return SessionRecord(
            session: entry.session, device: device, isKnownReader: device != nil, generation: entry.generation)
    }

    package func forgetCached(of session: SessionID) { cache.forget(session) }

    package func create(_ creation: Creation) async throws(ServiceError) -> Bool {
        let row = try CreationRow(creation)
        guard try await creations.write(row, alone: pool) != nil else { return false }
        let entry = RecordCache.Entry(
            session: row.state.session, generation: 0, position: row.state.position.text,
            bytes: row.state.seating.text.count)
        cache.keep(entry, device: row.device, of: row.device.asker)
        return true
    }

    package func keep(_ session: SessionID, forRematchAskedAt now: Date) async throws(ServiceError) -> Bool {
        try await changes("UPDATE sessions SET rematch_asked_at = \(now) WHERE session_id = \(session.uuid)")
    }

    package func setRematch(_ rematch: Rematch?, of record: SessionRecord) async throws(ServiceError) -> Bool {
        try await changes(
            """
            UPDATE sessions
            SET rematch_id = \(rematch?.session.uuid), rematch_at = \(rematch?.at), generation = generation + 1
            WHERE session_id = \(record.session.id.uuid) AND generation = \(record.generation)
            """)
    }

    package func snapshot(of session: SessionID, upTo revision: Int) async throws(ServiceError) -> Session? {
        try await readFirst(
            """
            SELECT \(unescaped: Session.columns(of: "p"))
            FROM snapshots p JOIN sessions s ON s.session_id = p.session_id
                JOIN events e ON e.session_id = p.session_id AND e.revision = p.revision
            WHERE p.session_id = \(session.uuid) AND p.revision <= \(revision)
            ORDER BY p.revision DESC LIMIT 1
            """
        ) { try Session(row: $0, games: games, watch: watch) }
    }

    /// Row by row, so that none is read that does not fit; each is found by its key, for revisions have no gaps.
    package func events(
        of session: SessionID, after revision: Int, limit: Int, withMoves: Bool
    ) async throws(ServiceError) -> [Event] {
        let move = withMoves ? "e.move" : "NULL::json"
        let bytes = "octet_length(e.details::text)" + (withMoves ? " + coalesce(octet_length(e.move::text), 0)" : "")
        return try await readAll(
            """
            WITH RECURSIVE page AS (
                (SELECT 1 AS place, e.revision, e.kind, e.seat, e.player_id, e.details, \(unescaped: move) AS move,
                    e.at, \(unescaped: bytes) AS bytes
                FROM events e WHERE e.session_id = \(session.uuid) AND e.revision = \(revision) + 1)
                UNION ALL
                SELECT page.place + 1, e.revision, e.kind, e.seat, e.player_id, e.details, \(unescaped: move), e.at,
                    page.bytes + \(unescaped: bytes)
                FROM page JOIN events e ON e.session_id = \(session.uuid) AND e.revision = page.revision + 1
                WHERE page.bytes < \(EventPage.bytes) AND page.place < \(limit)
            )
            SELECT \(unescaped: Event.columns) FROM page e
            WHERE bytes <= \(EventPage.bytes) OR place = 1 ORDER BY revision
            """
        ) { try Event(row: $0) }
    }

    package func unfinishedSessions(createdBy player: PlayerID, limit: Int) async throws(ServiceError) -> Int {
        try await count(
            """
            SELECT count(*) FROM (
                SELECT 1 FROM sessions WHERE creator = \(player.uuid) AND phase IN ('draft', 'waiting', 'active')
                LIMIT \(limit)) AS counted
            """)
    }

    package func overdue(
        at now: ClockReading, after last: PageMark?, limit: Int
    ) async throws(ServiceError) -> [DueSession] {
        let due = DueRows(table: "sessions", time: "deadline", condition: "deadline IS NOT NULL")
        return try await sessions(with: due, at: now, after: last, limit: limit)
    }
}
