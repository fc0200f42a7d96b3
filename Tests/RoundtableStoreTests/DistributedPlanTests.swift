import Foundation
import GameRules
import Postgres
import TestSupport
import Testing

@testable import Roundtable
@testable import RoundtableStore

/// Where the statements of a cluster go: those of a turn to the one shard that has the session.
@Suite(
    "Plans of a cluster", .database, .enabled("only where sessions are distributed") { await !TestDatabase.isOnOneNode }
)
struct DistributedPlanTests {
    private struct Plan: CustomStringConvertible {
        let statement: String
        let lines: String

        var description: String { "\(statement)\n\(lines)" }

        /// How many shards it goes to, in each of its steps.
        var shards: [Int] { lines.matches(of: /Task Count: (\d+)/).compactMap { Int($0.1) } }

        /// Whether it waits for nobody but one node, whose plan goes by keys.
        var isOfOneShard: Bool {
            shards == [1] && !lines.contains("Subplan") && !lines.contains("Seq Scan")
        }
    }

    /// What a store executes on its only connection, and how the cluster would execute it for some session.
    private func plans(of body: (PostgresStore) async throws -> Void) async throws -> [Plan] {
        let database = try TestDatabase.current
        var options = PostgresPool.Options.ofTests
        options.maximumConnections = 1
        let pool = PostgresPool(configuration: database.configuration, options: options, logger: .quiet)
        try await body(PostgresStore.ofTests(over: pool, database.configuration))
        let prepared = try await pool.query(
            """
            SELECT name, statement, coalesce(parameter_types, '{}')::text[] FROM pg_prepared_statements
            WHERE statement ~ 'sessions|drafts|events|answers|devices|claims|fresh_messages|session_players'
                AND statement !~ 'pg_prepared_statements'
            """)
        var plans: [Plan] = []
        for row in prepared {
            let (name, statement, types) = try row.decode((String, String, [String]).self)
            let call = types.isEmpty ? "" : "(\(types.map(Self.example(of:)).joined(separator: ", ")))"
            let lines = try await pool.query("EXPLAIN EXECUTE \(unescaped: "\"\(name)\"\(call)")")
            plans.append(
                Plan(
                    statement: statement,
                    lines: try lines.map { try $0.decode(at: 0, as: String.self) }.joined(separator: "\n")))
        }
        await pool.close()
        return plans
    }

    /// A value that makes sense for a parameter: the same ID wherever there is one, a session's among them.
    private static func example(of type: String) -> String {
        let value =
            switch type.split(separator: "[").first {
            case "uuid": "f0000000-0000-4000-8000-000000000001"
            // NB: some texts are cast to arrays.
            case "text": "{}"
            case "json", "jsonb": "{}"
            case "boolean": "false"
            case "bytea": "00"
            case "timestamp with time zone": "2026-11-23"
            default: "1"
            }
        return type.hasSuffix("[]") ? "'{\"\(value)\"}'" : "'\(value)'"
    }

    @Test("every statement of a turn, a draft, a message and a claim goes to one shard, by keys")
    func one() async throws {
        let samples = try PlanTests()
        let plans = try await plans { store in
            try await samples.play(on: store)
            for commit in [try await samples.nextCommit(), try await samples.fullCommit()] {
                #expect(try await store.commit(commit))
            }
        }
        let ofOneSession = plans.filter {
            $0.statement.contains(/session_id = \$|VALUES \(\$1|SELECT \$1 AS session_id/)
        }
        #expect(ofOneSession.count > 25)
        for plan in ofOneSession { #expect(plan.isOfOneShard, "\(plan)") }
        let others = plans.filter { plan in !ofOneSession.contains { $0.statement == plan.statement } }
        // Claims whose time has come are looked for in all sessions.
        #expect(others.count == 1, "\(others)")
    }

    @Test("what goes through all sessions, or lists a player's, is one query of every shard for each of its steps")
    func all() async throws {
        let samples = try PlanTests()
        let plans = try await plans { store in
            try await samples.page(store)
            try await samples.search(store)
            _ = try await store.overdue(at: ClockReading(.now), after: nil, limit: 10)
            _ = try await store.sessionsWithDueClaims(at: ClockReading(.now), after: nil, limit: 10)
            _ = try await store.unfinishedSessions(createdBy: samples.people[0].player, limit: 10)
            _ = try await store.sessions(of: samples.people[0].player, SessionQuery(limit: 10))
            _ = try await store.statistics(since: .distantPast)
            _ = try await store.countFinished(before: .now, at: .now)
        }
        try #require(!plans.isEmpty)
        for plan in plans {
            #expect(!plan.shards.isEmpty, "\(plan)")
            #expect(plan.shards.allSatisfy { $0 <= 4 }, "\(plan)")
            #expect(!plan.lines.contains("MapMerge"), "\(plan)")
        }
    }

    @Test("asked of each shard by itself, what is due is the same, page by page")
    func reachableShards() async throws {
        let service = try TestService()
        let people = Person.group(of: 2)
        for timeout in 1...7 {
            let id = try await service.open("tic-tac-toe", by: people[0], timeout: timeout * 10).session.id
            _ = try await service.join(id, by: people[1])
        }
        let rows = DueRows(table: "sessions", time: "deadline", condition: "deadline IS NOT NULL")
        let now = service.time.now.adding(seconds: 55)
        let pool = try TestDatabase.current.pool
        func pairs(_ statement: PostgresStatement) async throws -> [String] {
            try await pool.query(statement).map { row in
                let (at, id) = try row.decode((Date, UUID).self)
                return "\(at) \(id)"
            }
        }
        let all = try await pairs(rows.dueInReachableShards(by: now, after: nil, limit: 10))
        #expect(all.count == 5)
        #expect(try await all == pairs(rows.due(by: now, after: nil, limit: 10)))
        let second = try #require(
            try await service.store.overdue(at: ClockReading(now), after: nil, limit: 2).last?.mark)
        #expect(
            try await Array(all[2...3]) == pairs(rows.dueInReachableShards(by: now, after: second, limit: 2)))
    }

    @Test("so are the notices that are due")
    func reachableNotices() async throws {
        let service = try TestService(listeners: Listeners(webhook: true))
        for _ in 1...7 { _ = try await service.open("tic-tac-toe", by: Person.group(of: 1)[0]) }
        let due = DueLines(channel: .webhook, busy: [], now: service.time.now, limit: 5)
        let pool = try TestDatabase.current.pool
        let found = try await pool.query(due.inReachableShards).map { try $0.decode((UUID, UUID, UUID, Int).self).0 }
        let waiting = try await service.store.dueLines(on: .webhook, besides: [], at: service.time.now, limit: 10)
        #expect(found.count == 5 && waiting.count == 7)
        #expect(Set(found).isSubset(of: waiting.map(\.line.session.uuid)))
    }
}
