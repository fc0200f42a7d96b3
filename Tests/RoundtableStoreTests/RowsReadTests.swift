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

    /// The rows of a table that are read meanwhile, by plans that are made without values.
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
                SELECT coalesce(idx_tup_fetch, 0) + seq_tup_read FROM pg_stat_user_tables WHERE relname = \(table)
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
}
