import Foundation
import GameRules
import Postgres
import Roundtable
import RoundtableStore
import TestSupport
import Testing

@Suite("One key, twice at once", .database)
struct SameKeyTests {
    let people = Person.group(of: 2)

    /// Two instances know nothing of each other but what is stored.
    @Test("of turns with one key at once on two instances one counts, and the other gets its answer", arguments: 0..<3)
    func twoInstances(_: Int) async throws {
        let instances = [try TestService(), try TestService()]
        var sessions: [SessionID] = []
        for _ in 0..<32 {
            sessions.append(try await instances[0].open("tic-tac-toe", by: people[0]).session.id)
        }
        let answers = try await withThrowingTaskGroup(of: (SessionID, String).self) { group in
            for session in sessions {
                for service in instances {
                    group.addTask {
                        let answer = try await service.move(
                            "a1", by: people[0], in: session, revision: 1, send: .now, key: "k")
                        return (session, "\(answer.message) \(answer.session.revision)")
                    }
                }
            }
            return try await group.reduce(into: [:]) { $0[$1.0, default: Set()].insert($1.1) }
        }
        for session in sessions {
            #expect(answers[session]?.count == 1)
            #expect(try await instances[0].events(of: session).count == 2)
        }
        #expect(try await answerRows() == 0)
    }

    @Test("of drafts with one key at once on two instances one is kept, and both get its answer", arguments: 0..<10)
    func twoDrafts(_: Int) async throws {
        let instances = [try TestService(), try TestService()]
        let id = try await instances[0].open("tic-tac-toe", by: people[0]).session.id
        async let one = instances[0].move("a1", by: people[0], in: id, revision: 1, key: "k")
        async let other = instances[1].move("a1", by: people[0], in: id, revision: 1, key: "k")
        #expect(try await one.message.token == other.message.token)
        #expect(try await TestDatabase.current.store.drafts(of: id).map(\.status) == [.live])
        #expect(try await answerRows() == 0)
    }

    @Test(
        "of two requests with one key at once on two instances one counts",
        arguments: [SendMode.now, .draft, .now, .draft])
    func otherBody(send: SendMode) async throws {
        let instances = [try TestService(), try TestService()]
        let id = try await instances[0].open("tic-tac-toe", by: people[0]).session.id
        async let one = outcome {
            try await instances[0].move("a1", by: people[0], in: id, revision: 1, send: send, key: "k")
        }
        async let other = outcome {
            try await instances[1].move("a2", by: people[0], in: id, revision: 1, send: send, key: "k")
        }
        #expect(await [one, other].compactMap(\.self).map(\.code) == [.idempotencyKeyReused])
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

    private func outcome(_ body: () async throws -> TurnAnswer) async -> ServiceError? {
        do {
            _ = try await body()
            return nil
        } catch {
            return error as? ServiceError ?? ServiceError(.internal, "\(error)")
        }
    }

    private func answerRows() async throws -> Int {
        let rows = try await TestDatabase.current.pool.query("SELECT count(*) FROM answers")
        return try rows.first?.decode(at: 0) ?? -1
    }
}
