import Foundation
import GameRules
import Postgres
import Roundtable
import TestSupport
import Testing

@Suite("One key, twice at once", .database)
struct SameKeyTests {
    let people = Person.group(of: 2)

    /// Somebody else's statement with the same key is under way when a batch of turns comes, and commits before it.
    @Test("a turn whose key is used at the same moment holds up none of the turns beside it")
    func batch() async throws {
        try await CountedStore.lend { counted in
            let service = try TestService(store: counted.store)
            var sessions: [SessionID] = []
            for _ in 0..<65 { sessions.append(try await service.open("tic-tac-toe", by: people[0]).session.id) }
            let (busy, contested) = (sessions[0], sessions[1])
            let before = try counted.batches(of: "turns").count
            try await withThrowingTaskGroup(of: ServiceError?.self) { group in
                let pool = try TestDatabase.current.pool
                try await pool.withTransaction { other in
                    _ = try await other.query(
                        """
                        INSERT INTO answers (session_id, player_id, key, fingerprint, answer, created_at)
                        SELECT session_id, player_id, 'k', '', answer, created_at FROM answers
                        WHERE session_id = \(contested.uuid)
                        """)
                    try await pool.withTransaction { blocking in
                        _ = try await blocking.query(
                            "SELECT FROM sessions WHERE session_id = \(busy.uuid) FOR UPDATE")
                        group.addTask { await play(service, in: busy) }
                        try await untilSomebodyWaits()
                        for session in sessions.dropFirst() { group.addTask { await play(service, in: session) } }
                        try await Task.sleep(for: .milliseconds(200))
                    }
                    try await Task.sleep(for: .milliseconds(200))
                    try await untilSomebodyWaits()
                }
                let refusals = try await group.reduce(into: [ServiceError]()) { $0 += [$1].compactMap(\.self) }
                #expect(refusals.map(\.code) == [.idempotencyKeyReused])
            }
            let batches = try counted.batches(of: "turns").dropFirst(before)
            // NB: five or six, and more on a busy machine, where fewer come at the same moment. Held up, each would be alone.
            #expect(batches.count <= 24, "\(Array(batches))")
            for session in sessions {
                let revision = try await service.store.record(of: session, for: nil)?.session.revision
                #expect(revision == (session == contested ? 1 : 2))
            }
        }
    }

    @Test("of a draft and a turn with one key at once one counts, whichever it is", arguments: 0..<10)
    func draftAndTurn(_: Int) async throws {
        let service = try TestService()
        let id = try await service.open("tic-tac-toe", by: people[0]).session.id
        async let draft = outcome { try await service.move("a1", by: people[0], in: id, revision: 1, key: "k") }
        async let turn = outcome {
            try await service.move("a1", by: people[0], in: id, revision: 1, send: .now, key: "k")
        }
        let outcomes = await [draft, turn]
        #expect(outcomes.count { $0 == nil } == 1)
        #expect(outcomes.compactMap(\.self).map(\.code) == [.idempotencyKeyReused])
    }

    private func play(_ service: TestService, in session: SessionID) async -> ServiceError? {
        await outcome { try await service.move("a1", by: people[0], in: session, revision: 1, send: .now, key: "k") }
    }

    private func outcome(_ body: () async throws -> TurnAnswer) async -> ServiceError? {
        do {
            _ = try await body()
            return nil
        } catch {
            return error as? ServiceError ?? ServiceError(.internal, "\(error)")
        }
    }

    private func untilSomebodyWaits() async throws {
        let pool = try TestDatabase.current.pool
        while try await pool.query(
            """
            SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
            """
        ).isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    }
}
