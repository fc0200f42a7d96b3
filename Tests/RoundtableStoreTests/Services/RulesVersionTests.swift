import GameRules
import Games
import Postgres
import Roundtable
import RoundtableModel
@testable import RoundtableStore
import TestSupport
import Testing

@Suite("Versions of a game's rules", .database)
struct RulesVersionTests {
    private static let both = GameLibrary.testing.adding([DealGame(version: 2)])

    private let people = Person.group(of: 2)

    @Test("a session goes on by the rules that it began with, beside one that began with newer ones")
    func sideBySide() async throws {
        let before = try TestService()
        let old = try await before.open("deal", by: people[0], seats: 2).session.id
        _ = try await before.join(old, by: people[1])
        try await TestDatabase.current.withStore(of: Self.both) { store in
            let after = try TestService(store: store, games: Self.both)
            let request = after.request(of: people[0], send: .now, key: "after")
            let new = try await after.open("deal", by: people[0], seats: 2, request: request).session.id
            _ = try await after.join(new, by: people[1])
            #expect(try await after.view(of: old, for: people[0]).rules == 1)
            #expect(try await after.view(of: new, for: people[0]).rules == 2)

            let passed = try await after.move("pass", by: people[0], in: old, revision: 2, send: .now)
            #expect(passed.session.revision == 3)
            await #expect {
                try await after.move("pass", by: people[0], in: new, revision: 2)
            } throws: { ($0 as? ServiceError)?.reason == "no_passing" }

            for verification in try await store.verify(after: nil, limit: 10) {
                #expect(verification.problem == nil)
            }
        }
    }

    @Test("a version that sessions have is missed by a program without it, with their number")
    func missing() async throws {
        let service = try TestService()
        let store = try TestDatabase.current.store
        try await store.noteServedRules()
        let over = try await service.open("deal", by: people[0], seats: 2).session.id
        _ = try await service.join(over, by: people[1])
        _ = try await service.move("finish", by: people[0], in: over, revision: 2, send: .now)
        _ = try await service.open("deal", by: people[0], seats: 2)
        #expect(try await store.missingRules() == [])
        try await TestDatabase.current.withStore(of: .standard) { store in
            let missing = try await store.missingRules()
            #expect(missing == [MissingRules(game: "deal", rules: 1, sessions: 2, underWay: 1)])
            #expect(missing.map(\.description) == ["deal, version 1: 2 sessions, 1 of them not over"])
        }
    }

    @Test("a version that no session has is forgotten; one of an imported session is known")
    func forgotten() async throws {
        let database = try TestDatabase.current
        try await database.store.noteServedRules()
        let noted: PostgresStatement = "SELECT FROM game_rules WHERE game = 'deal'"
        try await database.withStore(of: .standard) { store in
            let (missing, noted) = (try await store.missingRules(), try await database.pool.query(noted))
            #expect(missing == [] && noted.isEmpty)
        }
        let service = try TestService()
        let id = try await service.open("deal", by: people[0], seats: 2).session.id
        let line = try #require(try await database.store.export(id))
        for table in ["sessions", "events", "session_players", "devices"] {
            _ = try await database.pool.query("DELETE FROM \(unescaped: table)")
        }
        _ = try await database.store.importSession(line, noting: .testing)
        try await database.withStore(of: .standard) { store in
            let missing = try await store.missingRules()
            #expect(missing.map(\.sessions) == [1])
        }
    }
}
