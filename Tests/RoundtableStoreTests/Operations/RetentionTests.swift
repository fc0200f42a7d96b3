import Foundation
import GameRules
import Postgres
import Roundtable
import Synchronization
import TestSupport
import Testing

@testable import RoundtableStore

@Suite("Retention", .database)
struct RetentionTests {
    private static let day = 86_400
    let service: TestService
    let people = Person.group(of: 2)

    init() throws { service = try TestService() }

    private func retention(
        finished: Int? = nil, drafts: Int? = nil, aliases: Int? = nil,
        archive: (@Sendable ([[UInt8]]) async throws -> Void)? = nil
    ) throws -> RetentionService {
        RetentionService(
            context: service.context, store: try TestDatabase.current.store, changes: service.changes,
            retention: Retention(
                finishedSeconds: finished, draftSeconds: drafts, aliasSeconds: aliases, answerSeconds: 3 * Self.day),
            archive: archive)
    }

    private func finishedGame() async throws -> SessionID {
        let opened = try await service.open("tic-tac-toe", by: people[0])
        let id = opened.session.id
        _ = try await service.open(opened.message.token, by: people[1], from: people[0])
        _ = try await service.join(id, by: people[1])
        _ = try await service.turns.submit(
            .resign, in: id, basedOn: 2, service.request(of: people[1], send: .now))
        return id
    }

    /// What is removed while it goes through all sessions at least once.
    private func rounds(of retention: RetentionService) async throws -> Removals {
        var removals = Removals()
        for _ in 0..<3 { removals = removals + (try await retention.step()) }
        return removals
    }

    private func rows(_ table: String) async throws -> Int {
        let rows = try await TestDatabase.current.pool.query("SELECT count(*) FROM \(unescaped: table)")
        return try rows.first?.decode(at: 0) ?? 0
    }

    @Test("removes many sessions that are over, wherever their rows are")
    func many() async throws {
        var games: Set<SessionID> = []
        for _ in 0..<12 { games.insert(try await finishedGame()) }
        service.time.advance(seconds: 35 * Self.day)
        let archived = Mutex(0)
        let retention = try retention(finished: 30 * Self.day) { lines in archived.withLock { $0 += lines.count } }
        #expect(try await rounds(of: retention).sessions == games.count)
        #expect(archived.withLock { $0 } == games.count)
        for table in ["sessions", "events", "session_players", "devices"] {
            #expect(try await rows(table) == 0, "\(table)")
        }
    }

    @Test("removes a session that is over for long enough, with all that belongs to it, once it is archived")
    func finished() async throws {
        let old = try await finishedGame()
        service.time.advance(seconds: 20 * Self.day)
        let recent = try await finishedGame()
        let active = try await service.open("tic-tac-toe", by: people[0]).session.id
        service.time.advance(seconds: 15 * Self.day)
        let store = try TestDatabase.current.store
        // Files it in its players' lists.
        _ = try await retention().step()
        let exported = try await store.export(old)
        let archived = Mutex<[[UInt8]]>([])
        let retention = try retention(finished: 30 * Self.day) { lines in archived.withLock { $0 += lines } }
        #expect(try await retention.step().sessions == 1)
        // Answers are not part of the file.
        #expect(archived.withLock { $0 } == [exported])
        for table in ["sessions"] + SessionFile.tables.map(\.name) {
            let left = try await TestDatabase.current.pool.query(
                "SELECT FROM \(unescaped: table) WHERE session_id = \(old.uuid)")
            #expect(left.isEmpty, "\(table)")
        }
        for id in [recent, active] { #expect(try await store.export(id) != nil) }
        #expect(try await rounds(of: retention) == Removals())
        service.time.advance(seconds: 20 * Self.day)
        #expect(try await rounds(of: retention).sessions == 1)
        #expect(try await store.importSession(try #require(exported), noting: .testing) == old)
    }

    @Test(
        "a session that the server can't remove does not keep the others, and is tried again after a rest",
        arguments: ["53200", "57014", "54000"])
    func stuck(state: String) async throws {
        let pool = try TestDatabase.current.pool
        var games: [SessionID] = []
        for _ in 0..<4 { games.append(try await finishedGame()) }
        _ = try await pool.query("CREATE SEQUENCE attempts")
        _ = try await pool.query(
            """
            CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                PERFORM nextval('attempts');
                RAISE EXCEPTION 'no' USING ERRCODE = '\(unescaped: state)';
            END
            $$
            """)
        _ = try await pool.query(
            """
            CREATE TRIGGER refuse BEFORE DELETE ON sessions FOR EACH ROW
            WHEN (OLD.session_id = '\(unescaped: "\(games[2])")') EXECUTE FUNCTION refuse()
            """)
        func attempts() async throws -> Int {
            try #require(try await pool.query("SELECT last_value FROM attempts").first?.decode(at: 0, as: Int.self))
        }
        service.time.advance(seconds: 40 * Self.day)
        let retention = try retention(finished: 30 * Self.day)
        #expect(try await retention.step().sessions == 3)
        #expect(try await TestDatabase.current.store.faults(nil, limit: 10).map(\.session) == [games[2]])
        let tried = try await attempts()
        #expect(try await rounds(of: retention).sessions == 0)
        #expect(try await attempts() == tried)
        _ = try await pool.query("UPDATE session_faults SET retry_at = now() - interval '1 second'")
        _ = try await rounds(of: retention)
        #expect(try await attempts() == tried + 1)
        _ = try await pool.query("DROP TRIGGER refuse ON sessions")
        _ = try await pool.query("UPDATE session_faults SET retry_at = now() - interval '1 second'")
        #expect(try await rounds(of: retention).sessions == 1)
        #expect(try await rows("session_faults") == 0)
    }

    @Test("removes old drafts some at a time, however many there are, and passes over a session that it can't tidy")
    func manyDrafts() async throws {
        let pool = try TestDatabase.current.pool
        var games: [SessionID] = []
        for _ in 0..<2 { games.append(try await finishedGame()) }
        _ = try await pool.query(
            """
            INSERT INTO drafts (session_id, draft_id, player_id, proposal, texts, expected_revision, status, created_at,
                expires_at)
            SELECT session_id, gen_random_uuid(), creator, '{}', '{}', 1, 'overtaken', created_at, created_at
            FROM sessions CROSS JOIN generate_series(1, 2500)
            """)
        _ = try await pool.query(
            """
            CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '57014'; END
            $$
            """)
        _ = try await pool.query(
            """
            CREATE TRIGGER refuse BEFORE DELETE ON drafts FOR EACH ROW
            WHEN (OLD.session_id = '\(unescaped: "\(games[0])")') EXECUTE FUNCTION refuse()
            """)
        service.time.advance(seconds: 40 * Self.day)
        let retention = try retention(drafts: 30 * Self.day)
        #expect(try await retention.step() == Removals(drafts: 2500))
        #expect(try await TestDatabase.current.store.faults(.stuck, limit: 10).map(\.session) == [games[0]])
        _ = try await pool.query("DROP TRIGGER refuse ON drafts")
        #expect(try await rounds(of: retention).drafts == 2500)
    }

    @Test("passes over a session on which the server's process ends")
    func lostConnection() async throws {
        let pool = try TestDatabase.current.pool
        var games: [SessionID] = []
        for _ in 0..<3 { games.append(try await finishedGame()) }
        _ = try await pool.query(
            """
            CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN OLD; END
            $$
            """)
        _ = try await pool.query(
            """
            CREATE TRIGGER refuse BEFORE DELETE ON sessions FOR EACH ROW
            WHEN (OLD.session_id = '\(unescaped: "\(games[1])")') EXECUTE FUNCTION refuse()
            """)
        service.time.advance(seconds: 40 * Self.day)
        #expect(try await retention(finished: 30 * Self.day).step().sessions == 2)
        #expect(try await TestDatabase.current.store.faults(.stuck, limit: 10).map(\.session) == [games[1]])
    }

    @Test("keeps what can't be archived")
    func unarchived() async throws {
        _ = try await finishedGame()
        service.time.advance(seconds: 40 * Self.day)
        let retention = try retention(finished: 30 * Self.day) { _ in throw CancellationError() }
        await #expect(throws: ServiceError.self) { try await retention.step() }
        #expect(try await rows("sessions") == 1)
    }

    @Test("keeps sessions for ever, unless told otherwise, and forgets answers that are not repeated any more")
    func answers() async throws {
        let id = try await finishedGame()
        _ = try await service.turns.freshMessage(of: id, service.request(of: people[0], send: .now))
        #expect(try await rows("answers") == 1)
        let retention = try retention()
        #expect(try await retention.step() == Removals())
        service.time.advance(seconds: 3 * Self.day + 1)
        #expect(try await rounds(of: retention) == Removals(answers: 1))
        service.time.advance(seconds: 4000 * Self.day)
        #expect(try await rounds(of: retention) == Removals())
        #expect(try await rows("sessions") == 1)
    }

    @Test("forgets drafts that expired long ago, and the session that was never opened with its last one")
    func drafts() async throws {
        let request = service.request(of: people[0], send: .draft)
        let unopened = try await service.open("tic-tac-toe", by: people[0], request: request).session.id
        let opened = try await service.open("tic-tac-toe", by: people[0]).session.id
        let draft = try await service.move("b2", by: people[0], in: opened, revision: 1)
        let retention = try retention(drafts: 30 * Self.day)
        service.time.advance(seconds: 30 * Self.day)
        #expect(try await retention.step() == Removals())
        let sent = try await service.sent(draft.message.token, by: people[0])
        #expect(sent.session.revision == 2)
        service.time.advance(seconds: 2 * Self.day)
        #expect(try await rounds(of: retention) == Removals(sessions: 1, drafts: 1))
        let store = try TestDatabase.current.store
        #expect(try await store.export(unopened) == nil)
        #expect(try await store.drafts(of: opened).map(\.status) == [.committed])
    }

    @Test("forgets what devices call people once nothing happens in the session any more")
    func aliases() async throws {
        let id = try await finishedGame()
        let devices = try await rows("devices")
        #expect(devices > 0)
        service.time.advance(seconds: 300 * Self.day)
        let other = try await finishedGame()
        service.time.advance(seconds: 100 * Self.day)
        let retention = try retention(aliases: 365 * Self.day)
        #expect(try await retention.step().aliases == devices)
        let store = try TestDatabase.current.store
        #expect(try await store.devices(of: id).isEmpty)
        #expect(try await store.devices(of: other).count == devices)
    }

    @Test("removes what belongs to a session that there is none of, wherever it stands in the order")
    func orphans() async throws {
        let id = try await finishedGame()
        _ = try await service.turns.freshMessage(of: id, service.request(of: people[0], send: .now))
        let tables = ["answers", "devices", "drafts", "fresh_messages"]
        for orphan in [UUID.numbered(1), UUID()] {
            for statement in [
                """
                INSERT INTO answers
                SELECT \(orphan), player_id, key, fingerprint, answer, created_at FROM answers LIMIT 1
                """,
                """
                INSERT INTO drafts (session_id, draft_id, player_id, proposal, texts, expected_revision, status,
                    created_at, expires_at)
                VALUES (\(orphan), \(orphan), \(orphan), '{}', '{}', 1, 'live', now(), now())
                """,
                "INSERT INTO fresh_messages VALUES (\(orphan), \(orphan), \(orphan), 1, now())",
                """
                INSERT INTO devices (session_id, player_id, local_id, remote_ids, aliases, first_seen_at, seen_at)
                VALUES (\(orphan), \(orphan), \(orphan), '{}', '{}', now(), now())
                """,
            ] as [PostgresStatement] {
                _ = try await TestDatabase.current.pool.query(statement)
            }
        }
        _ = try await rounds(of: try retention())
        for table in tables {
            let left = try await TestDatabase.current.pool.query("SELECT DISTINCT session_id FROM \(unescaped: table)")
            #expect(
                try left.map { try $0.decode(at: 0, as: UUID.self) } == (table == "drafts" ? [] : [id.uuid]))
        }
    }
}
