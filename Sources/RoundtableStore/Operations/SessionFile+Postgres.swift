package import Foundation
@_spi(Roundtable) import GameRules
import RoundtableJSON
import Postgres
package import Roundtable

/// One session as a line of JSON: its rows as they are, but for the answers to repeated requests, and for snapshots,
/// which its events make anew.
///
/// The seed is part of it, since the events alone don't rebuild a game of chance: whoever has the file can tell the
/// cards.
enum SessionFile {
    /// Named by every line, so that other files are told apart.
    static let format = "roundtable-session"
    /// Raised whenever older programs could not read a line any more.
    static let version = 1

    /// The number of drafts in a line that never counted: the newest.
    static let uncountedDrafts = 100

    /// The tables besides `sessions`, what their rows are ordered by, and the condition for a row `t` to be written.
    static let tables: [(name: String, order: String, condition: String)] = [
        ("events", "revision", "true"), ("drafts", "created_at, draft_id", isWrittenDraft),
        ("fresh_messages", "created_at, message_id", "true"), ("devices", "player_id, local_id", "true"),
        ("session_players", "player_id", "true"), ("claims", "created_at, claim_id", "true"),
        ("claim_reports", "claim_id, player_id", "true"),
    ]

    /// Drafts that counted are as many as events; others have no limit.
    private static let isWrittenDraft = """
        (t.status = 'committed' OR t.draft_id = ANY (ARRAY(
            SELECT d.draft_id FROM drafts d WHERE d.session_id = s.session_id AND d.status <> 'committed'
            ORDER BY d.created_at DESC, d.draft_id LIMIT \(uncountedDrafts))))
        """

    /// The line of a session `s`, as SQL. Of one that waits for a time, it says when it was written, by players'
    /// clocks: those of another database go on from then. The line of any other session is the same as long as nobody
    /// acts.
    ///
    /// - Parameter clockTime: that time; nil if all sessions are over.
    static func expression(at clockTime: Date?) -> String {
        let milliseconds = clockTime.map { String(epoch.milliseconds(to: $0)) } ?? "null"
        let ofClocks = """
            CASE WHEN s.phase NOT IN ('finished', 'abandoned') AND (s.clock IS NOT NULL OR s.deadline IS NOT NULL
                OR EXISTS (SELECT FROM claims c WHERE c.session_id = s.session_id)) THEN \(milliseconds) END
            """
        return "json_build_object('format', '\(format)', 'version', \(version), 'clockTime', \(ofClocks), \(members))"
    }

    private static let epoch = Date(timeIntervalSince1970: 0)

    private static let members: String = {
        let omitted = "session_id, request_id, \(StoredAnswerColumns.names)"
        let rows = tables.map { table in
            // NB: a cluster has functions of columns in FROM only if they are immutable, as row_to_json is not.
            let row = JSONObjects.without(omitted, from: "r.whole")
            let source = """
                (SELECT row_to_json(t) AS whole, \(table.order) FROM \(table.name) t
                WHERE t.session_id = s.session_id AND \(table.condition)) AS r
                """
            return "'\(table.name)', \(JSONObjects.array(of: row, orderedBy: table.order, from: source))"
        }
        return (["'session', row_to_json(s)"] + rows).joined(separator: ", ")
    }()

    /// The session that a line is about, and when it was written, by players' clocks; nil for one that
    /// waits for no time.
    ///
    /// - Throws: `bad_request`, for a line of another format or of a later version.
    static func session(of line: [UInt8]) throws(ServiceError) -> (id: UUID, clockTime: Date?) {
        guard let (version, session, clockTime) = try? head(of: line) else {
            throw ServiceError(.badRequest, "This is not an exported session.")
        }
        guard version == self.version else {
            throw ServiceError(
                .badRequest, "This session was exported in version \(version) of the format, not \(self.version).")
        }
        return (session, clockTime)
    }

    /// Reads version, session and time of a line before its rows are accepted.
    private static func head(of line: [UInt8]) throws(JSONError) -> (version: Int, session: UUID, clockTime: Date?) {
        let head = try JSONDocument(line).root
        guard try head.read("format") == format else { throw head.error(expected: format) }
        let milliseconds = try head.readIfPresent("clockTime", as: Int.self)
        guard (0...1 << 48).contains(milliseconds ?? 0) else { throw head.error(expected: "milliseconds of a clock") }
        return (
            try head.read("version"), try head.read("session", as: SessionRow.self).id,
            milliseconds.map { epoch.adding(milliseconds: $0) }
        )
    }

    private struct SessionRow: JSONReadable {
        let id: UUID

        init(_ json: JSONElement) throws(JSONError) { id = try json.read("session_id") }
    }
}

extension PostgresStore {
    /// A session as one line of JSON, as it is at one moment; nil if there is none.
    package func export(_ session: SessionID, at now: Date) async throws(ServiceError) -> [UInt8]? {
        let clockTime = try await clockReading(at: now).clockTime
        return try await readFirst(
            """
            SELECT \(unescaped: SessionFile.expression(at: clockTime)) FROM sessions s
            WHERE s.session_id = \(session.uuid)
            """
        ) { try $0.decode(at: 0, as: PostgresJSON.self).text }
    }

    /// Takes in a session that was exported, all of it or nothing. Its clocks go on with what was left then.
    ///
    /// - Parameters:
    ///   - now: the time here, by which the clocks go on.
    ///   - entry: the operator's line of the audit log; written with the first session that is taken in.
    /// - Throws: `bad_request` for a line that is no session or doesn't replay; `not_allowed` for one that is here
    ///   already; `unavailable` while the rules of its game are suspended.
    package func importSession(
        _ line: [UInt8], at now: Date, noting entry: AuditEntry
    ) async throws(ServiceError) -> SessionID {
        let (id, exportedAt) = try SessionFile.session(of: line)
        let clockTime = try await clockReading(at: now).clockTime
        do {
            try await inTransaction(orFailing: "A session can't be stored.") { transaction in
                try await insert(PostgresJSON(line), of: id, in: transaction)
                let verification = try await verification(of: id, in: transaction)
                guard verification.isConclusive else {
                    throw ServiceError(.unavailable, "The rules of this game are suspended. Try again later.")
                }
                guard let problem = verification.problem else {
                    try await keepWhatIsUnderstood(
                        of: id, writtenAt: exportedAt, movingClocks: exportedAt?.milliseconds(to: clockTime) ?? 0,
                        in: transaction)
                    try await makeSnapshots(of: id, in: transaction)
                    return try await transaction.note(entry)
                }
                throw ServiceError(.badRequest, "The session \(verification.session) is not sound: \(problem).")
            }
            return SessionID(id)
        } catch  where (error.underlying as? PostgresError)?.sqlState == .uniqueViolation {
            throw ServiceError(.notAllowed, "The session \(SessionID(id)) is here already.")
        } catch  where error.isDamage {
            throw ServiceError(.badRequest, "The session \(SessionID(id)) is damaged.", underlying: error.underlying)
        }
    }

    /// NB: without RETURNING, a cluster copies the rows to where they belong, and does not say in which way they are
    /// damaged.
    private func insert(_ line: PostgresJSON, of id: UUID, in transaction: PostgresTransaction) async throws {
        let inserted = try await transaction.query(
            """
            INSERT INTO sessions SELECT * FROM json_populate_record(NULL::sessions, \(line) -> 'session')
            ON CONFLICT (session_id) DO NOTHING RETURNING session_id
            """)
        guard inserted.count == 1 else {
            throw ServiceError(.notAllowed, "The session \(SessionID(id)) is here already.")
        }
        for table in SessionFile.tables {
            _ = try await transaction.query(
                """
                INSERT INTO \(unescaped: table.name)
                SELECT row.* FROM json_array_elements(\(line) -> \(table.name)) AS element,
                    json_populate_record(
                        json_populate_record(NULL::\(unescaped: table.name), element),
                        json_build_object('session_id', \(id))) AS row
                RETURNING session_id
                """)
        }
        _ = try await transaction.query(
            """
            INSERT INTO game_rules SELECT game, rules FROM sessions WHERE session_id = \(id) ON CONFLICT DO NOTHING
            """)
    }

    /// Keeps a session as it was at each revision at which sessions are kept.
    private func makeSnapshots(of id: UUID, in transaction: PostgresTransaction) async throws {
        let rows = try await transaction.query(
            "SELECT \(unescaped: Session.columns()) FROM \(unescaped: Session.source) WHERE s.session_id = \(id)")
        guard let session = try rows.first.map({ try Session(row: $0, games: games, watch: watch) }) else { return }
        let restored = try await transaction.query(
            """
            SELECT DISTINCT (details -> 'restored' ->> 'revision')::int FROM events
            WHERE session_id = \(id) AND details -> 'restored' IS NOT NULL
            """)
        let revisions = Set(try restored.map { try $0.decode(at: 0, as: Int.self) })
        // The positions to which the game went back.
        var positions: [Int: any Position] = [:]
        var earlier: Session?
        var bytes = 0
        while (earlier?.revision ?? 0) < session.revision {
            let statement = Event.statement(of: session.id, after: earlier?.revision ?? 0, limit: Self.eventsAtOnce)
            let rows = try await transaction.query(statement)
            guard rows.count > 0 else { throw ServiceError(.internal, "An event of a session is missing.") }
            for row in rows {
                let event = try Event(row: row)
                let before = try earlier ?? .beginning(with: event, of: session.identity, games: games)
                let next = try before.following(event)
                if let restored = event.details.restored,
                    positions[restored.revision].map({ !$0.equals(next.position) }) ?? true
                {
                    throw ServiceError(.badRequest, "Event \(event.revision) goes back to a position that never was.")
                }
                if revisions.contains(next.revision) { positions[next.revision] = next.position }
                earlier = next
                bytes += try row.decode("event_details", as: PostgresJSON.self).text.count
                bytes += event.details.move?.data.count ?? 0
                func isDue(position: Int) -> Bool {
                    next.isAtSnapshotInterval(position: position) || bytes > Session.snapshotBytes(position: position)
                }
                guard isDue(position: 0) || isDue(position: RulesLimits.positionBytes) else { continue }
                let position = try PostgresJSON(next.snapshot())
                guard isDue(position: position.text.count) else { continue }
                bytes = 0
                _ = try await transaction.query(SessionColumns.snapshot(SessionColumns(next, position: position)))
            }
        }
    }

    private static let eventsAtOnce = 10

    private func verification(of id: UUID, in transaction: PostgresTransaction) async throws -> Verification {
        let rows = try await transaction.query(
            """
            SELECT \(unescaped: Self.verifiedColumns) FROM \(unescaped: Session.source) WHERE s.session_id = \(id)
            """)
        guard let row = rows.first else { throw ServiceError(.internal, "The session was not stored.") }
        return try await verification(of: id, row, isPlayed: false, in: transaction)
    }
}

extension PostgresStore {
    /// Writes again what was understood of a session's rows, without anything else that the file had; refuses what
    /// nobody can have sent. All that the session waits for is moved to the clock time of this database, so that as
    /// much time is left as when it was exported. Its events go with it: replays find the same.
    ///
    /// - Parameters:
    ///   - clockTime: when the file was written, by players' clocks; nil if nothing in it waits.
    ///   - milliseconds: how much later it is here, by players' clocks.
    /// - Throws: `bad_request`.
    private func keepWhatIsUnderstood(
        of id: UUID, writtenAt clockTime: Date?, movingClocks milliseconds: Int, in transaction: PostgresTransaction
    ) async throws {
        // NB: a cluster adds no interval to a column, since what that is may depend on the time zone.
        func moved(_ time: Date?) -> Date? {
            time.map { $0.addingTimeInterval(Double(milliseconds) / 1000).roundedToMilliseconds }
        }
        let claims = try await transaction.query(
            "SELECT *, false AS has_holder_acted, NULL::json AS reports FROM claims WHERE session_id = \(id)")
        for claim in try claims.map({ row in try Self.understood("claim") { try Claim(row: row) } })
        where claim.state.stands {
            // NB: one that was due already would be granted before its seat's holder hears of it.
            guard let clockTime, claim.until ?? claim.expiresAt > clockTime else {
                throw ServiceError(.badRequest, "A claim of the session is due already, or the file has no clock time.")
            }
            _ = try await transaction.query(
                """
                UPDATE claims SET until = \(moved(claim.until)), expires_at = \(moved(claim.expiresAt))
                WHERE session_id = \(id) AND claim_id = \(claim.id.uuid)
                """)
        }
        let devices = try await transaction.query(
            "SELECT player_id, \(unescaped: Device.columns()) FROM devices v WHERE session_id = \(id)")
        for row in devices {
            _ = try Self.understood("device") { try Device(row: row, player: PlayerID(row.decode("player_id"))) }
        }
        let rows = try await transaction.query(
            """
            SELECT \(unescaped: Session.columns()), s.remind_at FROM \(unescaped: Session.source)
            WHERE s.session_id = \(id)
            """)
        guard let row = rows.first else { return }
        let session = try Session(row: row, games: games, watch: watch)
        var seating = session.seating
        if session.deadline != nil {
            for seat in seating.seats.indices {
                seating.seats[seat].clock = seating.seats[seat].clock?.moving(by: milliseconds)
            }
        }
        _ = try await transaction.query(
            """
            UPDATE sessions SET seating = \(try PostgresJSON(seating)),
                deadline = \(moved(session.deadline)),
                remind_at = \(moved(try row.decode("remind_at", as: Date?.self)))
            WHERE session_id = \(id)
            """)
        try await keepDrafts(of: session, in: transaction)
        try await keepEvents(
            of: session, movingClocks: session.deadline == nil ? 0 : milliseconds, in: transaction)
    }

    private func keepDrafts(of session: Session, in transaction: PostgresTransaction) async throws {
        let id = session.id.uuid
        let rows = try await transaction.query(
            "SELECT draft_id, \(unescaped: Draft.columns) FROM drafts d WHERE session_id = \(id)")
        for row in rows {
            let draft = try Self.understood("draft") {
                let draft = try Draft(row: row)
                try draft.texts.checkOrigin(in: session)
                if let move = draft.proposal.move { _ = try session.position.read(move) }
                return draft
            }
            let proposal = try PostgresJSON(draft.proposal)
            guard try row.decode("proposal", as: PostgresJSON.self).text != proposal.text else { continue }
            _ = try await transaction.query(
                """
                UPDATE drafts SET proposal = \(proposal) WHERE session_id = \(id) AND draft_id = \(draft.id.uuid)
                """)
        }
    }

    private func keepEvents(
        of session: Session, movingClocks milliseconds: Int, in transaction: PostgresTransaction
    ) async throws {
        var last = 0
        while true {
            let rows = try await transaction.query(Event.statement(of: session.id, after: last, limit: 100))
            guard rows.count > 0 else { return }
            let changes = try rows.compactMap { row -> PostgresStatement? in
                let event = try Event(row: row).movingClocks(by: milliseconds)
                try Self.understood("event") { try event.details.texts.checkOrigin(in: session) }
                last = event.revision
                let details = try PostgresJSON(event.details)
                guard try row.decode("event_details", as: PostgresJSON.self).text != details.text else { return nil }
                return """
                    UPDATE events SET details = \(details)
                    WHERE session_id = \(session.id.uuid) AND revision = \(event.revision)
                    """
            }
            if !changes.isEmpty { _ = try await transaction.pipeline(changes) }
        }
    }

    /// - Throws: `bad_request`, if something can't be read.
    private static func understood<Value>(_ what: String, _ read: () throws -> Value) throws -> Value {
        do {
            return try read()
        } catch {
            throw ServiceError(.badRequest, "A stored \(what) makes no sense.", underlying: error)
        }
    }
}

extension MessageTexts {
    /// Refuses what neither rules nor a player can have sent.
    fileprivate func checkOrigin(in session: Session) throws {
        try checkSize(of: session.identity.game)
        guard mediaURL.map(Self.isMediaAddress) ?? true else {
            throw ServiceError(.badRequest, "This is no address of media.")
        }
    }
}

extension ServiceError {
    /// Whether what is stored is damaged, as far as the server can tell: it speaks of values, rows or nesting that no
    /// session has, by SQLSTATE's classes.
    var isDamage: Bool {
        (underlying as? PostgresError)?.sqlState.map { ["22", "23", "54"].contains($0.classCode) } ?? false
    }
}
