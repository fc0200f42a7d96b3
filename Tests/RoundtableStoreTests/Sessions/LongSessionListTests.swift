import Foundation
import GameRules
import TestSupport
import Testing

@testable import Postgres
@testable import Roundtable
@testable import RoundtableStore

@Suite("The list of a player with 10,000 sessions", .database)
struct LongSessionListTests {
    private static let count = 10_000
    let service: TestService
    let people = Person.group(of: 2)
    var player: PlayerID { people[1].player }

    init() throws { service = try TestService() }

    /// Sessions of which the first ones go on, with the player to act in every tenth, and all others are over.
    private func fill(goingOn: Int) async throws {
        let model = try await service.open("tic-tac-toe", by: people[0]).session.id
        let pool = try TestDatabase.current.pool
        _ = try await pool.query(
            """
            INSERT INTO sessions
            SELECT (json_populate_record(s, json_build_object(
                'session_id', md5(n::text)::uuid, 'updated_at', s.updated_at + n * interval '1 second',
                'acting', CASE WHEN n <= \(goingOn) AND n % 10 = 0 THEN ARRAY[\(player.uuid)] ELSE '{}' END,
                'phase', CASE WHEN n <= \(goingOn) THEN 'active' ELSE 'finished' END))).*
            FROM sessions s CROSS JOIN generate_series(1, \(Self.count)) AS n WHERE session_id = \(model.uuid)
            """)
        _ = try await pool.query(
            """
            INSERT INTO events (session_id, revision, kind, details, at)
            SELECT s.session_id, 1, e.kind, e.details, e.at FROM sessions s CROSS JOIN events e
            WHERE e.session_id = \(model.uuid) AND s.session_id <> \(model.uuid)
            """)
        _ = try await pool.query(
            """
            INSERT INTO session_players SELECT session_id, \(player.uuid), updated_at FROM sessions
            WHERE session_id <> \(model.uuid)
            """)
        // Others' sessions, so many and so large that it is worth an index to read none of them.
        _ = try await pool.query(
            """
            INSERT INTO sessions
            SELECT gen_random_uuid(), 'active', '{}', 0, 1, 1, '{}', NULL, '{}', '{}', NULL, NULL, NULL, now(),
                'tic-tac-toe', 1, gen_random_uuid(), NULL, NULL, NULL, NULL, NULL, false,
                decode(repeat('00', 1500), 'hex'), now()
            FROM generate_series(1, 30000)
            """)
        let limits = RetentionLimits(drafts: nil, aliases: nil, answers: .distantPast)
        let store = try TestDatabase.current.store
        var last: SessionID?
        repeat { last = try await store.tidy(limits, after: last, limit: 5000).last } while last != nil
        _ = try await pool.query("VACUUM ANALYZE session_players")
        _ = try await pool.query("ANALYZE")
    }

    /// The whole list, and how many pages it had.
    private func list(_ filter: SessionQuery) async throws -> (sessions: [SessionSummary], pages: Int) {
        var (filter, found, pages) = (filter, [SessionSummary](), 0)
        repeat {
            let list = try await service.sessions.sessions(of: player, filter, languages: [])
            found += list.page
            filter.after = list.next
            pages += 1
        } while filter.after != nil && pages < 1000
        return (found, pages)
    }

    /// The rows that scans of an index returned, by what EXPLAIN says.
    private func rows(from index: String, in plan: String) -> Int {
        plan.matches(of: /using (\w+) on[^\n]*actual rows=(\d+)[.\d]* loops=(\d+)/).filter { $0.1 == index }.reduce(0) {
            $0 + (Int($1.2) ?? 0) * (Int($1.3) ?? 0)
        }
    }

    private func plan(of statement: PostgresStatement) async throws -> String {
        var statement = statement
        statement.comment = "EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF)"
        let lines = try await TestDatabase.current.pool.query(statement)
        return try lines.map { try $0.decode(at: 0, as: String.self) }.joined(separator: "\n")
    }

    /// Checks how many sessions are read for a page of each part, at its beginning and further on.
    private func checkPlans(goingOn: Int) async throws {
        for part in SessionQuery.Part.allCases {
            var place = SessionQuery.Place(in: part)
            for _ in 0..<2 {
                let plan = try await plan(
                    of: ListedSession.statement(
                        of: player, SessionQuery(limit: 51), after: place, limit: 51, games: ["tic-tac-toe"]))
                #expect(!plan.contains("Seq Scan"), "\(plan)")
                let stretch = min(goingOn, PostgresStore.listedStretch)
                let read = part == .filed ? 51 : stretch
                #expect(rows(from: "session_players_listed", in: plan) <= read, "\(plan)")
                #expect(rows(from: "sessions_pkey", in: plan) <= read, "\(plan)")
                // Events of those only that may be on the page.
                #expect(rows(from: "events_pkey", in: plan) <= read, "\(plan)")
                place = place.following(PageMark(at: service.time.now.adding(seconds: goingOn + 500), id: UUID()))
            }
            let end = try await plan(of: ListedSession.end(of: SessionQuery.Place(in: part), of: player))
            #expect(rows(from: "session_players_listed", in: end) <= PostgresStore.listedStretch, "\(end)")
            #expect(end.contains("Index Only Scan"), "\(end)")
        }
    }

    @Test("has all of them in the order of their changes, if most are over", .timeLimit(.minutes(2)))
    func mostlyOver() async throws {
        try await fill(goingOn: 100)
        let list = try await list(SessionQuery(limit: 100))
        #expect(list.pages == 100)
        #expect(list.sessions.count == Self.count && Set(list.sessions.map(\.id)).count == Self.count)
        let times = list.sessions.map { Int($0.updatedAt.timeIntervalSince(service.time.now)) }
        let turns = stride(from: 100, through: 10, by: -10)
        let others = stride(from: 100, through: 1, by: -1).filter { !$0.isMultiple(of: 10) }
        #expect(times == Array(turns) + others + Array(stride(from: Self.count, to: 100, by: -1)))
        let finished = try await self.list(SessionQuery(phase: .finished, limit: 100))
        #expect(finished.sessions.count == Self.count - 100)
        try await checkPlans(goingOn: 100)
    }

    @Test("has those first in which it is the player's turn, if all go on", .timeLimit(.minutes(2)))
    func allGoOn() async throws {
        try await fill(goingOn: Self.count)
        let list = try await list(SessionQuery(limit: 100))
        #expect(list.sessions.count == Self.count && Set(list.sessions.map(\.id)).count == Self.count)
        let turns = Set((1...Self.count / 10).map { Double($0 * 10) })
        let first = list.sessions.prefix(turns.count).map { $0.updatedAt.timeIntervalSince(service.time.now) }
        #expect(Set(first) == turns)
        let waiting = try await self.list(SessionQuery(yourTurn: true, limit: 100))
        #expect(waiting.sessions.count == turns.count && waiting.pages <= 20)
        try await checkPlans(goingOn: Self.count)
    }
}
