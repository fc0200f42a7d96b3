import Foundation
import GameRules
import Postgres
import TestSupport
import Testing

@testable import Roundtable
@testable import RoundtableStore

/// The rows that statements look at, counted by PostgreSQL: work that grows faster than what there is shows in them.
@Suite("Rows that are read", .database, .enabled("only where one node has all rows") { await TestDatabase.isOnOneNode })
struct RowsReadTests {
    private static let count = 600

    private let service: TestService
    private let people = Person.group(of: 3)
    private let session: SessionID

    init() async throws {
        service = try TestService()
        session = try await service.open("ice-cream", by: people[0], seats: 3).session.id
        _ = try await service.join(session, by: people[1])
    }

    /// The rows of a table that are read or changed meanwhile, by plans that are made without values.
    private func rowsRead(
        of table: String, _ body: (PostgresStore) async throws -> Void
    ) async throws -> Int {
        let database = try TestDatabase.current
        var options = PostgresPool.Options.ofTests
        options.maximumConnections = 1
        let configuration = database.configuration.planningOnce
        let pool = PostgresPool(configuration: configuration, options: options, logger: .quiet)
        let store = try PostgresStore.ofTests(over: pool, database.configuration)
        func read() async throws -> Int {
            _ = try await pool.query("SELECT pg_stat_force_next_flush()")
            let rows = try await pool.query(
                """
                SELECT coalesce(idx_tup_fetch, 0) + seq_tup_read + n_tup_upd + n_tup_del
                FROM pg_stat_user_tables WHERE relname = \(table)
                """)
            return try #require(rows.first).decode(at: 0)
        }
        let before = try await read()
        try await body(store)
        let after = try await read()
        await pool.close()
        return after - before
    }

    private func addDrafts(by player: PlayerID) async throws {
        _ = try await TestDatabase.current.pool.query(
            """
            INSERT INTO drafts (session_id, draft_id, player_id, proposal, texts, expected_revision, status, created_at,
                expires_at, request_hash)
            SELECT \(session.uuid), gen_random_uuid(), \(player.uuid), '{"basedOn":0,"intent":{"kind":"join"}}', '{}', 1,
                'replaced', now() - n * interval '1 ms', now(), ''
            FROM generate_series(1, \(Self.count)) AS n
            """)
    }

    @Test("are some times as many as drafts, when they are overtaken")
    func drafts() async throws {
        try await addDrafts(by: people[1].player)
        let read = try await rowsRead(of: "drafts") { store in
            try await store.overtakeDrafts(of: people[1].player, in: session)
        }
        #expect((Self.count...6 * Self.count).contains(read))
    }

    @Test("are some times as many as messages that were shown again, when their player is replaced")
    func freshMessages() async throws {
        _ = try await TestDatabase.current.pool.query(
            """
            INSERT INTO fresh_messages (session_id, message_id, player_id, revision, created_at)
            SELECT \(session.uuid), gen_random_uuid(), \(people[1].player.uuid), 1, now()
            FROM generate_series(1, \(Self.count))
            """)
        let replacement = Replacement(player: people[1].player, successor: people[2].player, erases: false)
        let read = try await rowsRead(of: "fresh_messages") { store in
            var place: HistoryPlace? = .rest
            while let from = place {
                place = try await store.replaceInHistory(replacement, of: session, from: from)
            }
        }
        #expect((Self.count...6 * Self.count).contains(read))
    }

    @Test("are one for each claim, however much the holder of the seat and others have drafted")
    func claims() async throws {
        for person in people.prefix(2) { try await addDrafts(by: person.player) }
        _ = try await TestDatabase.current.pool.query(
            """
            INSERT INTO claims (session_id, claim_id, seat, player_id, holder_id, revision, state, version, created_at,
                expires_at, witnesses, needed)
            SELECT \(session.uuid), gen_random_uuid(), 0, gen_random_uuid(), \(people[0].player.uuid), 1, 'open', 1,
                now() + n * interval '1 s', now() + interval '1 day', '[]', 1
            FROM generate_series(1, 20) AS n
            """)
        var shown: [Claim] = []
        let read = try await rowsRead(of: "drafts") { store in
            shown = try await store.shownClaims(of: session)
        }
        #expect(shown.count == 20 && shown.allSatisfy { !$0.hasHolderActed })
        #expect(read <= 2 * shown.count)
    }

    /// The rows that one delivery of the first notices of a line touches, if there are so many.
    private func rowsOfDelivery(of table: String, among count: Int, failing: Bool) async throws -> Int {
        let pool = try TestDatabase.current.pool
        _ = try await pool.query("DELETE FROM outbox")
        _ = try await pool.query("DELETE FROM outbox_lines")
        let line = Notice.Line(session: session, channel: .webhook)
        _ = try await pool.query(
            """
            INSERT INTO outbox_lines (session_id, channel, player_id, author_id, newest_id, last, done, since, due_at)
            VALUES (\(session.uuid), 'webhook', \(line.receiver), \(people[0].player.uuid), gen_random_uuid(), \(count),
                0, now(), now())
            """)
        _ = try await pool.query(
            """
            INSERT INTO outbox (session_id, channel, player_id, number, notice_id, revision, items, created_at)
            SELECT session_id, channel, player_id, n, gen_random_uuid(), n, '[{"kind":"turn.committed"}]', now()
            FROM outbox_lines, generate_series(1, \(count)) AS n
            """)
        _ = try await pool.query("ANALYZE outbox")
        return try await rowsRead(of: table) { store in
            let now = Date.now.adding(seconds: 60)
            let due = try await store.dueLines(on: .webhook, besides: [], at: now, limit: 128)
            #expect(due.map(\.line) == [line])
            let lease = OutboxLease(on: line, until: now.adding(seconds: 60))
            let leased = try #require(try await store.lease(lease, at: now, limit: 16))
            #expect(leased.rows.map(\.number) == Array(1...16))
            let settlement = Settlement(
                done: failing ? 0 : 16, progress: .init(failures: failing ? 1 : 0), dueAt: now.adding(seconds: 5))
            try await store.settle(leased, settlement)
        }
    }

    @Test(
        "are as many for a delivery, and for a failed one, whether a hundred notices wait behind it or 15,000",
        arguments: ["outbox", "outbox_lines"], [false, true])
    func deliveries(table: String, failing: Bool) async throws {
        let few = try await rowsOfDelivery(of: table, among: 100, failing: failing)
        let many = try await rowsOfDelivery(of: table, among: 15_000, failing: failing)
        #expect(few == many && many <= 64, "\(few), \(many)")
    }

    @Test("are as many for a turn that is told of, whether a hundred notices wait or 15,000", arguments: [100, 15_000])
    func turnsTold(count: Int) async throws {
        _ = try await rowsOfDelivery(of: "outbox", among: count, failing: true)
        let read = try await rowsRead(of: "outbox") { store in
            let service = try TestService(store: store, listeners: Listeners(webhook: true))
            _ = try await service.join(session, by: people[2])
        }
        #expect((0...2).contains(read), "\(read)")
    }
}
