import Foundation
import GameRules
import Postgres
import TestSupport
import Testing

@testable import Roundtable
@testable import RoundtableStore

/// Generic plans, because a prepared statement is soon planned without its values.
@Suite("Plans", .database, .enabled("only where one node has all rows") { await TestDatabase.isOnOneNode })
struct PlanTests {
    let service: TestService
    let people = Person.group(of: 2)

    init() throws { service = try TestService() }

    /// Every statement of the turn's path once, on one connection, and how that connection would execute them again.
    private func plans(_ prepare: (PostgresPool) async throws -> Void) async throws -> [(
        statement: String, plan: String
    )] {
        let database = try TestDatabase.current
        try await prepare(database.pool)
        let ofPool = try await explain("(VERBOSE)", on: database.configuration) { pool in
            try await play(on: PostgresStore.ofTests(over: pool, database.configuration))
        }
        let commits = [try await nextCommit(), try await fullCommit(), try await hundredthCommit()]
        let ofBatchers = try await explain("(VERBOSE)", on: database.configuration) { pool in
            for commit in commits {
                let committed = try await pool.query(CommitRow.statement(for: [try CommitRow(commit)]))
                #expect(committed.count == 1)
            }
            let id = commits[0].session.id
            let request = service.request(of: people[0], send: .now, key: "next")
            let search = StoredAnswer.Search(
                session: id, request: request, id: request.id(in: id),
                revision: 0,
                since: .distantPast)
            #expect(try await pool.query(StoredAnswer.Search.statement(for: [search])).count == 1)
            // NB: the texts of these are the same for any rows.
            for statement in CommitRow.statements { _ = try await pool.query(statement([])) }
            _ = try await pool.query(DraftRow.statement(for: []))
            _ = try await pool.query(CreationRow.statement(for: []))
            _ = try await pool.query(RecordRequest.statement(for: []))
            _ = try await pool.query(CreationRow.heardStatement([]))
        }
        #expect(ofBatchers.count == CommitRow.statements.count + 5)
        let search = try #require(ofBatchers.last { $0.statement.contains("answers") })
        for index in ["events_pkey", "drafts_pkey", "answers_pkey"] {
            #expect(search.plan.contains("using \(index)"), "\(search.plan)")
        }
        #expect(!ofBatchers.contains { $0.statement.contains("UPDATE sessions") && $0.statement.contains("answers") })
        return ofPool + ofBatchers
    }

    private func explain(
        _ options: String = "", on configuration: PostgresConfiguration, _ body: (PostgresPool) async throws -> Void
    ) async throws -> [(statement: String, plan: String)] {
        var ofPool = PostgresPool.Options.ofTests
        ofPool.maximumConnections = 1
        let pool = PostgresPool(configuration: configuration.planningOnce, options: ofPool, logger: .quiet)
        try await body(pool)
        let plans = try await explain(pool, options: options)
        await pool.close()
        return plans
    }

    func nextCommit() async throws -> Commit {
        let opened = try await service.open(
            "tic-tac-toe", by: people[0], request: service.request(of: people[0], send: .now, key: "next"))
        let session = try await service.session(opened.session.id)
        let decision = try session.deciding(.move(.move("c3")), by: 0)
        return Commit(decision, generation: 0)
    }

    /// One with which the session is kept as it is then.
    func hundredthCommit() async throws -> Commit {
        let opened = try await service.open(
            "tic-tac-toe", by: people[0], request: service.request(of: people[0], send: .now, key: "hundredth"))
        var session = try await service.session(opened.session.id)
        _ = try await TestDatabase.current.pool.query(
            "UPDATE sessions SET revision = 99 WHERE session_id = \(session.id.uuid)")
        session.revision = 99
        let proposal = Proposal(.move(.move("c3")), by: people[0].player, basedOn: 99)
        let decision = try session.deciding(proposal, at: service.time.now)
        return Commit(decision, generation: 0)
    }

    /// One that needs every part of the statement but a snapshot: of a draft, by a player who takes a seat, with an
    /// answer and a new device.
    func fullCommit() async throws -> Commit {
        let ben = people[1]
        let opened = try await service.open(
            "tic-tac-toe", by: people[0], move: "b2",
            request: service.request(of: people[0], send: .now, key: "full"))
        let session = try await service.session(opened.session.id)
        let decision = try session.deciding(
            Proposal(.move(.move("a1")), by: ben.player, basedOn: 1), draft: DraftID(.numbered(7)), at: service.time.now
        )
        let answer = StoredAnswer.Content(
            message: decision.event.message, isDraft: false, revision: 2, conversation: ben.conversation,
            participants: [:], language: "en")
        return Commit(
            decision, generation: 0,
            answer: StoredAnswer(
                id: RequestID(.numbered(8)), player: ben.player, key: "full", fingerprint: [1], content: answer),
            device: DeviceReport(
                Device(player: ben.player, conversation: ben.conversation, since: 1), hasChanges: true))
    }

    func play(on store: PostgresStore) async throws {
        let service = try TestService(store: store)
        let id = try await service.open("tic-tac-toe", by: people[0], move: "b2").session.id
        let draft = try await service.move("a1", by: people[1], in: id, revision: 1).message.token
        try await service.cancel(draft, by: people[1])
        let kept = try await service.move("a1", by: people[1], in: id, revision: 1).message.token
        _ = try await service.open(kept, by: people[0], from: people[1])
        let fresh = try await service.turns.freshMessage(of: id, service.request(of: people[1], send: .now))
        _ = try await service.open(fresh.token, by: people[0], from: people[1])
        #expect(try await service.view(of: id, for: people[0]).revision == 2)
        #expect(try await store.snapshot(of: id, upTo: 2) == nil)
        try await claim(service)
    }

    /// What goes through all sessions, a page at a time.
    func page(_ store: PostgresStore) async throws {
        let service = try TestService(store: store)
        let id = try await service.open("tic-tac-toe", by: people[0]).session.id
        let limits = RetentionLimits(drafts: service.time.now, aliases: nil, answers: service.time.now)
        _ = try await store.tidy(limits, after: id, limit: 10)
        let now = service.time.now
        _ = try await store.removeFinished(before: now, at: now, after: id, limit: 10, archive: nil, noting: nil)
        _ = try await store.verify(after: id, limit: 10)
        _ = try await store.successions(after: people[0].player, limit: 10)
        _ = try await store.sessions(involving: people[0].player, after: id, at: .now, limit: 100)
    }

    /// What operators look for.
    func search(_ store: PostgresStore) async throws {
        _ = try await store.auditLog(AuditFilter(subject: people[0].player.uuid, limit: 10))
        for member in [\SessionSearch.player, \.waitingFor] {
            var search = SessionSearch(limit: 10)
            search[keyPath: member] = people[0].player
            _ = try await store.sessions(search)
        }
    }

    private func claim(_ service: TestService) async throws {
        let opened = try await service.open("ice-cream", by: people[0], seats: 3)
        let id = opened.session.id
        let seen = try await service.join(id, by: people[1])
        _ = try await service.open(seen.message.token, by: people[0], from: people[1])
        _ = try await service.open(opened.message.token, by: people[1], from: people[0])
        let claimant = people[1].onNewPhone
        _ = try await service.open(opened.message.token, by: claimant, from: people[0])
        let token = try await service.reclaim(1, of: id, by: claimant).message.token
        #expect(try await service.open(token, by: people[0], from: claimant).session.claims.map(\.vouches) == [1])
        _ = try await service.veto(1, of: id, by: people[1])
        #expect(
            try await service.store.sessionsWithDueClaims(at: ClockReading(service.time.now), after: nil, limit: 10)
                == [])
    }

    private func explain(_ pool: PostgresPool, options: String) async throws -> [(statement: String, plan: String)] {
        let prepared = try await pool.query(
            """
            SELECT name, statement, coalesce(array_length(parameter_types, 1), 0)::int8 AS parameters
            FROM pg_prepared_statements
            WHERE statement
                    ~ 'session_players|sessions|drafts|outbox|events|answers|devices|claims|successions|audit_log'
                AND statement !~ 'pg_prepared_statements'
            """)
        var plans: [(statement: String, plan: String)] = []
        for row in prepared {
            let (name, statement, parameters) = try row.decode((String, String, Int).self)
            let nulls = Array(repeating: "NULL", count: parameters).joined(separator: ", ")
            let call = parameters == 0 ? "" : "(\(nulls))"
            let lines = try await pool.query("EXPLAIN \(unescaped: options) EXECUTE \(unescaped: "\"\(name)\"\(call)")")
            plans.append((statement, try lines.map { try $0.decode(at: 0, as: String.self) }.joined(separator: "\n")))
        }
        return plans
    }

    /// Expects that a plan reads no table and no index as a whole. NB: a connection avoids reading tables by reading
    /// indexes instead, and a subquery that is hashed has read all of its table, or all of a part of the statement.
    private func expectKeys(_ plan: String, of statement: String) {
        #expect(!plan.contains("Seq Scan"), "\(statement)\n\(plan)")
        for match in plan.matches(of: /hashed (SubPlan [0-9]+)/) {
            let subplan = plan.split(separator: "\(match.1)\n").last ?? ""
            #expect(subplan.contains(/^ *-> +CTE Scan/), "\(statement)\n\(plan)")
        }
        for node in plan.split(separator: "->") where node.contains(/^ *(Index|Bitmap Index)[A-Za-z ]*Scan/) {
            #expect(node.contains("Index Cond:"), "\(statement)\n\(plan)")
        }
    }

    @Test("on an empty database every statement of a turn goes by its keys")
    func empty() async throws {
        let plans = try await plans { _ in }
        #expect(plans.count > 8)
        for plan in plans { expectKeys(plan.plan, of: plan.statement) }
    }

    @Test("with few rows or thousands, every statement of a turn goes by its keys", arguments: [60, 5000])
    func full(rows: Int) async throws {
        let plans = try await plans { pool in
            _ = try await pool.query(
                """
                INSERT INTO sessions
                SELECT gen_random_uuid(), 'active', '{}', 0, 1, 1, '{}', NULL, '{}', '{}', NULL, NULL, NULL,
                    now(), 'tic-tac-toe', 1, gen_random_uuid(), NULL, NULL, NULL, NULL, NULL, false, '', now()
                FROM generate_series(1, \(rows))
                """)
            _ = try await pool.query(
                """
                INSERT INTO events (session_id, revision, kind, details, at)
                SELECT session_id, 1, 'opened', '{}', now() FROM sessions
                """)
            _ = try await pool.query(
                "INSERT INTO snapshots SELECT session_id, 100, 1, 'active', '{}', '{}', NULL, NULL FROM sessions")
            _ = try await pool.query(
                """
                INSERT INTO drafts
                SELECT session_id, gen_random_uuid(), creator, '{}', NULL, '{}', 1, 'live', NULL, now(), now()
                FROM sessions
                """)
            _ = try await pool.query(
                "INSERT INTO answers SELECT session_id, creator, 'k', '', '{}', now() FROM sessions")
            _ = try await pool.query(
                """
                INSERT INTO devices (session_id, player_id, local_id, remote_ids, aliases, first_seen_at, seen_at)
                SELECT session_id, creator, creator, '{}', '{}', now(), now() FROM sessions
                """)
            _ = try await pool.query(
                """
                INSERT INTO claims SELECT session_id, gen_random_uuid(), 0, creator, creator, 1, 'open', NULL, 0, now(),
                    '2100-01-01', NULL, 1 FROM sessions
                """)
            _ = try await pool.query(
                "INSERT INTO claim_reports SELECT session_id, claim_id, player_id, true, now() FROM claims")
            _ = try await pool.query(
                "INSERT INTO session_faults SELECT session_id, 'stuck', '', now(), now() FROM sessions")
            _ = try await pool.query(
                """
                INSERT INTO outbox_lines SELECT session_id, 'push', creator, creator, session_id, 1, 0, now(), now()
                FROM sessions
                """)
            _ = try await pool.query(
                """
                INSERT INTO outbox SELECT session_id, 'push', creator, 1, session_id, 1, '[]', now() FROM sessions
                """)
            _ = try await pool.query(
                """
                INSERT INTO push_tokens SELECT creator, 'token', 'topic', 'production', NULL, NULL, now() FROM sessions
                """)
            _ = try await pool.query(
                """
                INSERT INTO session_players (session_id, player_id, listed_at)
                SELECT session_id, creator, now() FROM sessions ON CONFLICT DO NOTHING
                """)
            _ = try await pool.query("ANALYZE")
        }
        #expect(plans.count > 8)
        for plan in plans { expectKeys(plan.plan, of: plan.statement) }
    }

    @Test("whoever goes through all sessions enters the index where the last page ended")
    func pages() async throws {
        let database = try TestDatabase.current
        let plans = try await explain(on: database.configuration) { pool in
            try await page(PostgresStore.ofTests(over: pool, database.configuration))
        }
        let pages = plans.filter { $0.statement.contains(/_id > \$/) }
        #expect(pages.count == 6)
        for plan in plans { expectKeys(plan.plan, of: plan.statement) }
        for page in pages {
            #expect(page.plan.contains(/Index Cond: .*_id > \$/), "\(page.statement)\n\(page.plan)")
            #expect(!page.plan.contains(/Filter: .*_id > \$/), "\(page.statement)\n\(page.plan)")
        }
    }

    @Test("the list of a player's sessions enters the index at its place and stops there")
    func list() async throws {
        let database = try TestDatabase.current
        let plans = try await explain(on: database.configuration) { pool in
            let store = try PostgresStore.ofTests(over: pool, database.configuration)
            _ = try await store.sessions(of: people[0].player, SessionQuery(limit: 10))
        }
        // The sessions of a stretch, by their changes or as the index has them, and where a stretch ends.
        #expect(plans.count == 3)
        for plan in plans.map(\.plan) {
            // NB: nothing is sorted before the limit, so that the rest of the index is never read.
            #expect(plan.contains(/Limit[^\n]*\n\s*->  Index Only Scan using session_players_listed/), "\(plan)")
            #expect(
                plan.contains(/Index Cond: \(\(player_id = \$.*is_filed = \$.*ROW\(listed_at, session_id\) < ROW/),
                "\(plan)")
            // NB: whose turn it is is told by a column of its own, not by who has which seat.
            #expect(!plan.contains("seating"), "\(plan)")
        }
    }

    @Test("what a player may have only so much of is counted by an index, up to a limit")
    func counts() async throws {
        let database = try TestDatabase.current
        let plans = try await explain(on: database.configuration) { pool in
            let store = try PostgresStore.ofTests(over: pool, database.configuration)
            _ = try await store.unfinishedSessions(createdBy: people[0].player, limit: 10)
            _ = try await store.openClaims(by: people[0].player, limit: 10)
        }
        #expect(plans.count == 2)
        for plan in plans {
            #expect(plan.plan.contains(/sessions_creator|claims_one/), "\(plan.plan)")
            #expect(plan.plan.contains("Limit"), "\(plan.plan)")
        }
    }

    @Test("operators find a player's sessions and what was done about them by an index")
    func searches() async throws {
        let database = try TestDatabase.current
        let plans = try await explain(on: database.configuration) { pool in
            try await search(PostgresStore.ofTests(over: pool, database.configuration))
        }
        #expect(plans.count == 3)
        for plan in plans {
            #expect(plan.plan.contains(/Index Cond: .*(player_id|subject_id) = \$/), "\(plan.statement)\n\(plan.plan)")
        }
    }
}

extension PostgresConfiguration {
    /// The same as an instance has it on one node, also where tests write each session by itself.
    var planningOnce: PostgresConfiguration {
        var configuration = self
        configuration.isDistributed = false
        configuration.planOnce()
        return configuration
    }
}
